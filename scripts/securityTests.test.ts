import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** How many requirements there are. */
const LAST = 137

/** Licences that ask for no more than a notice or the source of what is unchanged. */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const page = read('docs/security-tests.md')
const [tested = '', untested = ''] = page.split('## Not tested, and why')

/** Rows of a table of the page: the id, and the files that are named. */
function readRows(text: string): readonly { readonly id: string; readonly files: readonly string[] }[] {
  return [...text.matchAll(/^\| (SEC-\d+) \|(.*)\|$/gm)].map(([, id = '', rest = '']) => ({
    id,
    files: [...rest.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file),
  }))
}

/** Every test of the repository that is committed or about to be. */
function listTests(): readonly string[] {
  const own = ['packages', 'apps', 'scripts', 'e2e', 'tests']
  return own.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  )
}

/** Code without its comments, which may speak of code. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => (comment.includes('@vite-ignore') ? comment : ''))

const quotes = (text: string) => new Set(text.match(/SEC-\d+/g) ?? [])

describe('the page of security requirements', () => {
  it('names for each requirement tests that are there and quote it', () => {
    const rows = readRows(tested)
    expect(rows.length).toBeGreaterThan(40)
    for (const { id, files } of rows) {
      expect(files.length, `${id} names no test`).toBeGreaterThan(0)
      for (const file of files) {
        expect(existsSync(join(ROOT, file)), `${id}: ${file} is not there`).toBe(true)
        expect(quotes(read(file)), `${file} does not quote ${id}`).toContain(id)
      }
    }
  })

  it('has a line for each requirement that a test quotes', () => {
    const listed = new Set(readRows(tested).map(({ id }) => id))
    const quoted = listTests()
      .filter((file) => !file.endsWith('securityTests.test.ts'))
      .flatMap((file) => [...quotes(read(file))].map((id) => ({ id, file })))
    expect(quoted.filter(({ id }) => !listed.has(id))).toEqual([])
  })

  it('has a line or a reason for every requirement, and not both', () => {
    const all = [...readRows(tested), ...readRows(untested)].map(({ id }) => id)
    const wanted = Array.from({ length: LAST }, (_, index) => `SEC-${String(index + 1).padStart(2, '0')}`)
    expect([...all].sort()).toEqual(wanted.sort())
  })
})

/** Of libraries that are used as they are. */
const LESSER = ['LGPL-3.0-or-later', 'LGPL-3.0-only']

/** What runs as a program of its own, or on a dev chain, and stays out of everything that is built: docs/dependencies.md. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'tests/bundler/package-lock.json': ['GPL-2.0-or-later', 'GPL-3.0', 'GPL-3.0-or-later', 'LGPL-3.0', 'BUSL-1.1'],
}

describe('the supply chain', () => {
  it('SEC-129: a new version waits seven days, and every version is exact', () => {
    expect(read('CONTRIBUTING.md')).toMatch(/A new version of a dependency waits seven days/)
  })

  it('SEC-131: no shipped source imports from another host, or from a name that is put together', () => {
    const sources = readdirSync(join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /^(latchkey|walletconnect|wire|server)\/src\/.*\.tsx?$/.test(name) &&
        !/\.test\.tsx?$|test[A-Z]\w+\.ts$/.test(name),
    )
    expect(sources.length).toBeGreaterThan(200)
    // An optional package of the site's own, by the name that its bundler would see too.
    const own = sources.filter((name) => name !== 'latchkey/src/evm/loadPackage.ts')
    const found = own.flatMap((name) =>
      [
        ...withoutComments(read(`packages/${name}`)).matchAll(
          /\bimport\((?!\s*['"](?:\.|node:|@?[a-z]))|importScripts\(|from ['"]https?:/g,
        ),
      ].map(([match]) => `${name}: ${match}`),
    )
    expect(found).toEqual([])
  })

  it('SEC-132: all licences of all lock files are on the list, and no entry names a host', () => {
    const files = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
    for (const file of files.filter((name) => name !== '')) {
      const { packages } = JSON.parse(read(file)) as {
        packages: Record<string, { license?: string; resolved?: string }>
      }
      // What examples and other libraries bring for themselves (Next, web3.js) is not ours to choose, and not shipped.
      const allowed = [...LICENCES, ...(OTHERS[file] ?? (file === 'package-lock.json' ? [] : LESSER))]
      const odd = Object.entries(packages).filter(
        ([, { license }]) =>
          license !== undefined &&
          // Some write the word behind the identifier.
          !license
            .replace(/ license$/, '')
            .split(/[()]| OR | AND /)
            .some((one) => allowed.includes(one)),
      )
      expect([file, odd.map(([path, { license }]) => `${path} ${license}`)]).toEqual([file, []])
      expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
    }
  })

  it('SEC-134: the way to report is private and has a time', () => {
    expect(read('SECURITY.md')).toMatch(/report a vulnerability privately[\s\S]*within three working days/)
  })
})

describe('what would bring requirements of its own', () => {
  it('SEC-133: there is no container image; with the first one its line is due', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
    expect(files.filter((name) => /(^|\/)(Dockerfile|Containerfile)/.test(name))).toEqual([])
  })
})
