import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const EXACT = /^\d+\.\d+\.\d+$/

type Manifest = {
  name: string
  private?: boolean
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, { version?: string; resolved?: string; hasInstallScript?: boolean }> }

const read = <Shape>(path: string): Shape => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Shape
const packages = readdirSync(join(ROOT, 'packages')).map((folder) => read<Manifest>(`packages/${folder}/package.json`))
const lock = read<Lock>('package-lock.json')
const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')

describe('dependencies', () => {
  it('SEC-126: the lock file is committed, names no host, and installs run without scripts', () => {
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
    const npmrc = readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')
    expect(npmrc).toContain('ignore-scripts=true')
    expect(npmrc).toContain('omit-lockfile-registry-resolved=true')
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

  it('SEC-127: every dependency is pinned exactly and explained on the dependency page', () => {
    const own = new Set(packages.map(({ name }) => name))
    const asked = [read<Manifest>('package.json'), ...packages].flatMap(({ dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    )
    for (const [name, version] of asked) {
      if (own.has(name)) continue
      expect(version, name).toMatch(EXACT)
      expect(page, `${name} is missing from docs/dependencies.md`).toContain(`\`${name}\``)
      expect(page, `${name} stands in docs/dependencies.md with another version`).toContain(version)
    }
  })
})
