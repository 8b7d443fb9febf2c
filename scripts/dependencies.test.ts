import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const EXACT = /^\d+\.\d+\.\d+$/

type Manifest = {
  name: string
  version?: string
  private?: boolean
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
type Lock = {
  packages: Record<
    string,
    {
      version?: string
      resolved?: string
      hasInstallScript?: boolean
      license?: string
      engines?: { readonly node?: string }
    }
  >
}

const read = <Shape>(path: string): Shape => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Shape
const list = (folder: string) =>
  readdirSync(join(ROOT, folder)).map((name) => read<Manifest>(`${folder}/${name}/package.json`))
const packages = list('packages')
const apps = list('apps')
const lock = read<Lock>('package-lock.json')
const interop = {
  manifest: read<Manifest>('tests/interop/package.json'),
  lock: read<Lock>('tests/interop/package-lock.json'),
}
const adapters = {
  manifest: read<Manifest>('tests/adapters/package.json'),
  lock: read<Lock>('tests/adapters/package-lock.json'),
}
const chromium = {
  manifest: read<Manifest>('tests/chromium/package.json'),
  lock: read<Lock>('tests/chromium/package-lock.json'),
}
const images = {
  manifest: read<Manifest>('tests/images/package.json'),
  lock: read<Lock>('tests/images/package-lock.json'),
}
const solana = { lock: read<Lock>('tests/solana/package-lock.json') }
const react18 = {
  manifest: read<Manifest>('tests/react18/package.json'),
  lock: read<Lock>('tests/react18/package-lock.json'),
}
const bundler = {
  manifest: read<Manifest>('tests/bundler/package.json'),
  lock: read<Lock>('tests/bundler/package-lock.json'),
}
const examples = {
  manifest: read<Manifest>('examples/package.json'),
  lock: read<Lock>('examples/package-lock.json'),
  each: readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => read<Manifest>(`examples/${name}/package.json`)),
}
const peers = {
  manifest: read<Manifest>('bench/peers/package.json'),
  lock: read<Lock>('bench/peers/package-lock.json'),
}
const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')

describe('dependencies', () => {
  it('SEC-126: the lock file is committed, names no host, and installs run without scripts', () => {
    for (const { packages } of [
      lock,
      interop.lock,
      adapters.lock,
      chromium.lock,
      images.lock,
      solana.lock,
      react18.lock,
      bundler.lock,
      examples.lock,
      peers.lock,
    ]) {
      expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
    }
    const npmrc = readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')
    expect(npmrc).toContain('ignore-scripts=true')
    expect(npmrc).toContain('omit-lockfile-registry-resolved=true')
  })

  it('nothing that `npm ci` installs asks for a newer Node than we do', () => {
    const [, ours = ''] = />=(\S+)/.exec(read<{ engines: { node: string } }>('package.json').engines.node) ?? []
    const toParts = (version: string) => version.split('.').map((part) => (part === 'x' ? 0 : Number(part)))
    const isAtLeast = (version: string, least: string): boolean => {
      const [found, wanted] = [toParts(version), toParts(least)]
      const at = [0, 1, 2].find((index) => (found[index] ?? 0) !== (wanted[index] ?? 0)) ?? 0
      return (found[at] ?? 0) >= (wanted[at] ?? 0)
    }
    const admits = (range: string): boolean =>
      range.split('||').some((part) => {
        const [, sign, least = ''] = /^\s*(>=|\^)\s*([\d.x]+)\s*$/.exec(part) ?? []
        if (!sign) throw new Error(`${range} is no range that this test reads`)
        return isAtLeast(ours, least) && (sign === '>=' || toParts(ours)[0] === toParts(least)[0])
      })
    const ranges = Object.entries(lock.packages).flatMap(([path, { engines }]) =>
      engines?.node ? [{ path, range: engines.node }] : [],
    )
    expect(ranges.length).toBeGreaterThan(20)
    expect(ranges.filter(({ range }) => !admits(range))).toEqual([])
  })

  it('SEC-126: nothing that is published depends on a package with an install script', () => {
    const published = new Set(
      packages.filter((one) => !one.private).flatMap((one) => Object.keys(one.dependencies ?? {})),
    )
    const withScript = Object.entries(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(withScript.filter((name) => published.has(name))).toEqual([])
  })

  it('SEC-126: our own packages have no script that an install would run', () => {
    const own = [read<Manifest>('package.json'), ...packages].flatMap(({ scripts = {} }) => Object.keys(scripts))
    expect(own.filter((name) => /^(pre|post)|^install$|^prepare$/.test(name))).toEqual([])
  })

  it('nothing but tests/interop, and what other kits bring along, knows other implementations of the protocol, and those in their last Apache-2.0 releases', () => {
    const isForeign = (path: string) => /node_modules\/(@walletconnect|@reown)\//.test(path)
    expect(
      [lock, adapters.lock, chromium.lock, images.lock, solana.lock, react18.lock, bundler.lock, examples.lock]
        .flatMap(({ packages }) => Object.keys(packages))
        .filter(isForeign),
    ).toEqual([])
    // Stands in the place of AppKit, and is ours.
    const isOurs = (path: string) => peers.lock.packages[path]?.resolved === 'no-appkit'
    for (const { packages } of [interop.lock, peers.lock]) {
      const foreign = Object.entries(packages).filter(([path]) => isForeign(path) && !isOurs(path))
      expect(foreign.length).toBeGreaterThan(0)
      for (const [path, { license }] of foreign) expect(['Apache-2.0', 'MIT', '0BSD'], path).toContain(license)
    }
  })

  it('AppKit is installed nowhere', () => {
    const isAppKit = (path: string) => /node_modules\/@(reown|web3modal)\/(appkit|modal|ui)/.test(path)
    const all = [lock, interop.lock, adapters.lock, react18.lock, bundler.lock, examples.lock, peers.lock]
    const found = all.flatMap(({ packages }) => Object.entries(packages).filter(([path]) => isAppKit(path)))
    expect(found.filter(([, { resolved }]) => resolved !== 'no-appkit')).toEqual([])
  })

  it('SEC-127: every dependency is pinned exactly and explained on the dependency page', () => {
    const own = new Set([...packages, ...apps].map(({ name }) => name))
    const boxes = [
      interop.manifest,
      adapters.manifest,
      chromium.manifest,
      images.manifest,
      react18.manifest,
      bundler.manifest,
      examples.manifest,
      peers.manifest,
    ]
    const asked = [read<Manifest>('package.json'), ...packages, ...apps, ...boxes, ...examples.each].flatMap(
      ({ dependencies, devDependencies }) => Object.entries({ ...dependencies, ...devDependencies }),
    )
    for (const [name, version] of asked) {
      if (own.has(name) || version.startsWith('file:')) continue
      if (version.startsWith('npm:')) {
        expect(version).toMatch(/@\d+\.\d+\.\d+$/)
        continue
      }
      expect(version, name).toMatch(EXACT)
      expect(page, `${name} is missing from docs/dependencies.md`).toContain(`\`${name}\``)
      expect(page, `${name} stands in docs/dependencies.md with another version`).toContain(version)
    }
  })

  it('nothing is installed for one of our packages that another one of them has in the same version', () => {
    const places = Object.entries(lock.packages).flatMap(([path, { version }]) => {
      const cut = path.lastIndexOf('node_modules/')
      return cut < 0 || !version ? [] : [{ path, of: `${path.slice(cut + 'node_modules/'.length)}@${version}` }]
    })
    const twice = places.filter(
      ({ path, of }) => /^(packages|apps)\//.test(path) && places.filter((other) => other.of === of).length > 1,
    )
    expect(twice).toEqual([])
  })

  it('SEC-127: the frame of the embedded wallet stands on at most 20 packages', () => {
    const entries = lock.packages as Record<
      string,
      { dependencies?: Record<string, string>; link?: boolean; resolved?: string }
    >
    /** As Node finds it: in the package's own folder, then in each above. */
    const find = (name: string, from: string): string | undefined => {
      for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
        const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
        if (entries[path]) return entries[path].link ? entries[path].resolved : path
        if (folder === '') return undefined
      }
    }
    const found = new Set<string>()
    const visit = (path: string) => {
      for (const name of Object.keys(entries[path]?.dependencies ?? {})) {
        const next = find(name, path)
        expect(next, `${name}, which ${path} asks for`).toBeDefined()
        if (next === undefined || found.has(next)) continue
        found.add(next)
        visit(next)
      }
    }
    visit('apps/frame')
    expect(found.size).toBeGreaterThan(8)
    expect([...found].length, [...found].join(', ')).toBeLessThanOrEqual(20)
  })

  it('an example asks for what the box of the examples has, in the same version', () => {
    const own = new Map(packages.map(({ name, version }) => [name, version]))
    const has = new Map([...Object.entries(examples.manifest.dependencies ?? {}), ...own])
    for (const { name, dependencies, devDependencies } of examples.each) {
      for (const [wanted, version] of Object.entries({ ...dependencies, ...devDependencies }))
        expect(version, `${wanted} in ${name}`).toBe(has.get(wanted))
    }
    // What our own packages bring along is there in the versions that a site would get.
    const brought = packages.filter(({ name }) =>
      ['latchkey', '@latchkey/wire', '@latchkey/walletconnect'].includes(name),
    )
    for (const { dependencies } of brought) {
      for (const [wanted, version] of Object.entries(dependencies ?? {})) expect(has.get(wanted), wanted).toBe(version)
    }
  })
})
