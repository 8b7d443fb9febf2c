import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as actions from '../packages/latchkey/src/actions/index.ts'
import { OPTIONS } from '../packages/latchkey/src/core/checks/development.ts'
import { SETUP_CODES } from '../packages/latchkey/src/core/errors/setupCodes.ts'
import { listFailureDocs } from '../packages/latchkey/src/core/features/diagnosis/failureDocs.ts'
import { ALERTS } from '../packages/latchkey/src/core/flow/showAlert.ts'
import { VIEW_NEEDS } from '../packages/latchkey/src/core/flow/views.ts'
import { createLatchkey } from '../packages/latchkey/src/core/roof/createLatchkey.ts'
import { resolveOptions } from '../packages/latchkey/src/core/roof/resolveOptions.ts'
import { TAGS } from '../packages/latchkey/src/elements/defineElements.ts'
import { ATTRIBUTES } from '../packages/latchkey/src/elements/settings.ts'
import { mainnet } from '../packages/latchkey/src/networks/index.ts'
import { ONRAMP_TAG } from '../packages/latchkey/src/onramp/defineOnramp.ts'
import * as react from '../packages/latchkey/src/react/index.ts'
import { WIRE_CODES } from '../packages/wire/src/errors.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PAGES = [
  'README.md',
  'packages/latchkey/README.md',
  'packages/walletconnect/README.md',
  'docs/api.md',
  'docs/errors.md',
  'docs/testing.md',
] as const
const DOCUMENTS = [
  ...PAGES,
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/benchmarks.md',
  'docs/browsers.md',
  'docs/dependencies.md',
  'docs/from-appkit.md',
  'docs/from-connectkit.md',
  'docs/from-rainbowkit.md',
  'docs/from-thirdweb.md',
  'docs/gateway-inside.md',
  'docs/options.md',
  'docs/scale.md',
  'docs/sdk-inside.md',
  'docs/security-tests.md',
  'packages/codemod/README.md',
  'packages/script/README.md',
  'packages/server/README.md',
  ...[
    'next',
    'wagmi',
    'ethers',
    'vue',
    'svelte',
    'vanilla-webpack',
    'vanilla-esbuild',
    'script-tag',
    'siwx-server',
  ].map((name) => `examples/${name}/README.md`),
] as const

/** In `node_modules`, where git and the other tools look away; imports resolve as they do in a site. */
const scratch = mkdtempSync(join(ROOT, 'node_modules/.readme-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type Block = { readonly language: string; readonly text: string }

function listBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(html|tsx|ts)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** Lays the blocks of a page into a folder, each as a module of its own. */
function lay(name: string, blocks: readonly Block[]): void {
  const folder = join(scratch, name)
  mkdirSync(folder)
  blocks.forEach(({ language, text }, index) => {
    const code = language === 'html' ? (/<script type="module">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '') : text
    // Without it, what a block without imports names would be known to all others.
    writeFileSync(join(folder, `block${index}.${language === 'html' ? 'ts' : language}`), `${code}\nexport {}\n`)
  })
}

/** What the compiler says about all that was laid, complaint by complaint, each beginning with its file. */
function compileAll(): readonly string[] {
  const compilerOptions = { types: ['node', 'vite/client'] }
  const include = ['*/*.ts', '*/*.tsx']
  const settings = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include, exclude: [] }
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', scratch], { encoding: 'utf8' })
  return (stdout + stderr).split(/\n(?! )/).filter((complaint) => complaint !== '')
}

const pages = PAGES.map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, blocks: listBlocks(text) }
})

test('the README shows plain HTML, React, a client component, an error, other chains, themes, sign-in and a wallet from an e-mail, in this order', () => {
  const shown = ['html', 'tsx', 'tsx', 'ts', 'ts', 'ts', 'ts', 'ts']
  expect(pages[0]?.blocks.map(({ language }) => language)).toEqual(shown)
  expect(pages.every(({ blocks }) => blocks.length > 0)).toBe(true)
})

const toFolder = (path: string): string => path.replaceAll('/', '-')
const spoil = (text: string): string => text.replace('networks:', 'network:')
// The block of HTML is a classic script without types: nothing of it is compiled.
const spoilt = (pages[0]?.blocks ?? []).filter(({ language, text }) => language !== 'html' && spoil(text) !== text)

let complaints: readonly string[] = []
// One run of the compiler for all pages, which reads our types once.
beforeAll(() => {
  for (const { path, blocks } of pages) lay(toFolder(path), blocks)
  lay(
    'spoilt',
    spoilt.map(({ language, text }) => ({ language, text: spoil(text) })),
  )
  complaints = compileAll()
}, 120_000)

test.each(pages)('the code in $path compiles under strict types', ({ path }) => {
  expect(complaints.filter((complaint) => complaint.includes(`/${toFolder(path)}/block`))).toEqual([])
})

test('an option that does not exist, in any block, would be found, and the compiler says nothing else', () => {
  expect(spoilt.length).toBeGreaterThan(1)
  spoilt.forEach((_, index) => {
    expect(complaints.some((complaint) => complaint.includes(`/spoilt/block${index}.ts`))).toBe(true)
  })
  expect(complaints.filter((complaint) => !complaint.includes('/spoilt/block'))).toEqual([])
})

test('every element that a page names exists, and the README names all of them', () => {
  const named = (text: string) => [...text.matchAll(/<(latchkey-[a-z-]+)/g)].map(([, tag]) => tag)
  const tags = [...Object.keys(TAGS), ONRAMP_TAG]
  for (const { text } of pages) expect(tags).toEqual(expect.arrayContaining(named(text)))
  expect([...new Set(named(pages[0]?.text ?? ''))].sort()).toEqual(tags.sort())
})

test.each(DOCUMENTS)('every file that %s names or links to is there', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => resolve(ROOT, path, '..', link))
  expect(links.filter((link) => !existsSync(link))).toEqual([])
  const named = [...text.matchAll(/`([\w.-]+\/[\w./-]+\.(?:tsx?|md|json))`/g)].map(([, name = '']) => name)
  const rooms = ['latchkey', 'walletconnect', 'server'].map((name) => join(ROOT, 'packages', name, 'src'))
  const folders = [ROOT, ...rooms, dirname(join(ROOT, path))]
  expect(named.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))).toEqual([])
})

test('docs/options.md lists every option with its default, and none that does not exist', () => {
  const network = {
    id: 1,
    name: 'One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://node.example'] } },
  }
  const { features, ...rest } = resolveOptions(
    { networks: [network] },
    { title: () => 'Shop', origin: () => 'https://shop.example' },
  )
  const known = new Map<string, unknown>()
  for (const key of Object.keys(OPTIONS)) {
    const name = key.replace('!', '')
    if (name !== 'features') known.set(name, Reflect.get(rest, name))
  }
  // `features.allWallets` is another spelling of `allWallets`, and stands in its row.
  for (const [name, value] of Object.entries(features)) known.set(`features.${name}`, value)

  const told = new Map<string, string>()
  for (const line of readFileSync(join(ROOT, 'docs/options.md'), 'utf8').split('\n')) {
    const [, names = '', value = ''] = line.split(' | ').length === 3 ? (/^\| (.+?) \| (.+?) \|/.exec(line) ?? []) : []
    for (const [, name = ''] of names.matchAll(/`([\w.]+)`/g)) told.set(name, value)
  }
  expect([...told.keys()].sort()).toEqual([...known.keys()].sort())
  for (const [name, value] of told) {
    const plain = /^`(.+)`$/.exec(value)?.[1]?.replaceAll("'", '"')
    // Words and the accent's colour are not values of the options; the rest is written as in code.
    if (plain?.startsWith('#') || plain === undefined) continue
    expect(JSON.parse(plain), name).toEqual(known.get(name))
  }
})

/** The rows of a section's table, cell by cell. */
function listRows(markdown: string, title: string): string[][] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(title)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((row) => row.slice(2, -2).split(' | '))
}
const listNames = (cell = ''): string[] => [...cell.matchAll(/`([\w-]+)[^`]*`/g)].map(([, name = '']) => name)

test('docs/api.md lists every member, hook, action, button and attribute, and none that does not exist', () => {
  const text = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  const told = (title: string) =>
    listRows(text, title)
      .flatMap(([names]) => listNames(names))
      .sort()
  const latchkey = createLatchkey({ networks: [mainnet] })
  const members = Object.keys(latchkey).filter((name) => !['id', 'instance'].includes(name))
  expect(told('The instance')).toEqual(members.sort())
  const state = listNames(listRows(text, 'The instance')[0]?.[1])
  expect(state.sort()).toEqual(Object.keys(latchkey.getState()).sort())
  const hooks = Object.keys(react).filter((name) => name.startsWith('use'))
  expect(told('React hooks')).toEqual(hooks.sort())
  const vue = readFileSync(join(ROOT, 'packages/latchkey/src/vue/index.ts'), 'utf8').replace(/export type .*/g, '')
  const composables = [...vue.matchAll(/\b(use\w+|\w+Plugin|provide\w+)\b(?!\.ts)/g)].map(([name]) => name)
  expect(told('Vue composables')).toEqual(composables.sort())
  expect(told('Actions')).toEqual(Object.keys(actions).sort())
  expect(told('Buttons')).toEqual([...ATTRIBUTES].sort())
  const buttons = /In React: ([^;]*?), with/.exec(text)?.[1]
  expect(listNames(buttons).sort()).toEqual(
    Object.keys(react)
      .filter((name) => name.endsWith('Button'))
      .sort(),
  )
  const views = /Views that a site opens by name: ([^|]*)/.exec(text)?.[1]
  expect(listNames(views).filter((name) => !Object.hasOwn(VIEW_NEEDS, name))).toEqual([])
})

test('docs/errors.md has a place for every code, where docsPath points, and says of failures what latchkey.failures() says', () => {
  const text = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
  const parts = Object.fromEntries(text.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part]))
  const find = (head: string): string => parts[head] ?? `no part ${head}`
  const setup = find("Mistakes in a site's own code")
  const failures = find('What visitors meet')
  const gateway = find('Answers of the gateway')
  const alerts = find('Alerts')
  expect([...alerts.matchAll(/<a id="alert_(\w+)">/g)].map(([, id]) => id?.toUpperCase())).toEqual(Object.keys(ALERTS))
  const listHeads = (part: string) => [...part.matchAll(/^### (.*)$/gm)].map(([, head = '']) => head)
  expect(listHeads(setup)).toEqual([...SETUP_CODES])
  const wanted = listFailureDocs()
  expect(listHeads(failures)).toEqual(wanted.map(({ code }) => code))
  for (const { code, kind, cause, offer, site } of wanted) {
    const place = failures.split(`### ${code}\n`)[1]?.split('### ')[0] ?? ''
    expect(place, code).toContain(`*${kind}.* ${cause}`)
    if (kind !== 'developer') expect(place, code).toContain(offer)
    if (!site.startsWith('Nothing;')) expect(place, code).toContain(site)
  }
  const ids = [...gateway.matchAll(/<a id="(\w+)"><\/a>`(\w+)` \| (\d+)/g)].map(([, id, code, status]) => [
    id,
    code,
    status,
  ])
  expect(ids).toEqual(Object.entries(WIRE_CODES).map(([code, status]) => [code.toLowerCase(), code, String(status)]))
})
