/**
 * The examples as a newcomer has them: each in a folder outside this repository, with what its own manifest names and what that
 * brings along installed beside it, and nothing else; and our own packages unpacked from what would be published.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { packOnce } from '../../scripts/packOnce.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const EXAMPLES = join(ROOT, 'examples')

/** The examples that stand on these tools, by folder. */
export const NAMES = [
  'next',
  'vue',
  'svelte',
  'wagmi',
  'ethers',
  'vanilla-webpack',
  'vanilla-esbuild',
  'script-tag',
] as const

export type ExamplesBox = {
  /** Where an example, or anything else in the box, stands. */
  locate(name: string): string
  /**
   * Makes a site in which only these packages, of those that the examples have, are installed besides ours. Returns the folders
   * of all that npm would install in the uppermost folder for them.
   */
  lay(name: string, packages: readonly string[]): readonly string[]
  /** Runs a program that is installed in the folder, or Node itself. Resolves with its status and all that it wrote. */
  run(folder: string, program: string, ...parameters: readonly string[]): { status: number | null; text: string }
  /** Starts a program that stays. Returns the way to end it. */
  start(folder: string, program: string, ...parameters: readonly string[]): () => void
  remove(): void
}

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Packs our packages and lays out the box. Takes some seconds and, where the disk cannot link files, 500 MB for all examples. */
export async function createExamplesBox(names: readonly string[] = NAMES): Promise<ExamplesBox> {
  const box = mkdtempSync(join(tmpdir(), 'latchkey-examples-'))
  try {
    return await fillBox(box, names)
  } catch (error) {
    rmSync(box, { recursive: true, force: true })
    throw error
  }
}

async function fillBox(box: string, names: readonly string[]): Promise<ExamplesBox> {
  const locate = (name: string): string => join(box, name)
  const own = await packOnce()
  const lock = JSON.parse(readFileSync(join(EXAMPLES, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Manifest>>
  }
  const lay: ExamplesBox['lay'] = (name, packages) => {
    const modules = join(locate(name), 'node_modules')
    const installed: string[] = []
    mkdirSync(modules, { recursive: true })
    for (const path of listInstalled(lock.packages, own, packages)) {
      const from = path.startsWith('own:') ? join(own, path.slice(4)) : join(EXAMPLES, 'node_modules', path)
      const to = join(modules, path.replace('own:', ''))
      mkdirSync(dirname(to), { recursive: true })
      link(from, to)
      installed.push(to)
    }
    link(join(EXAMPLES, 'node_modules/.bin'), join(modules, '.bin'))
    return installed
  }
  for (const name of names) {
    cpSync(join(EXAMPLES, name), locate(name), { recursive: true })
    // Next takes the folder of the lock file for the whole of the site.
    cpSync(join(EXAMPLES, 'package-lock.json'), join(locate(name), 'package-lock.json'))
    const manifest = readManifest(locate(name))
    lay(name, Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
  }
  const find = (folder: string, program: string): string =>
    program === 'node' ? process.execPath : join(locate(folder), 'node_modules/.bin', program)
  // The test runner's own settings would make these builds into something that no site has.
  // A machine of a CI service is told other things than a developer's.
  const { NODE_ENV: _, NODE_OPTIONS: __, VITEST: ___, CI: ____, ...rest } = process.env
  const env = { ...rest, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' } as NodeJS.ProcessEnv
  return {
    locate,
    lay,
    run(folder, program, ...parameters) {
      const { status, stdout, stderr } = spawnSync(find(folder, program), parameters, {
        cwd: locate(folder),
        encoding: 'utf8',
        env,
      })
      return { status, text: stdout + stderr }
    },
    start(folder, program, ...parameters) {
      const child = spawn(find(folder, program), parameters, { cwd: locate(folder), env, stdio: 'ignore' })
      return () => {
        child.kill()
      }
    },
    remove: () => rmSync(box, { recursive: true, force: true }),
  }
}

/**
 * The packages that npm installs in the uppermost folder for these names: they, their dependencies, and their peers unless these
 * are optional. What npm nests comes with the package that it is nested in. Ours begin with `own:`.
 */
function listInstalled(
  locked: Readonly<Record<string, Manifest>>,
  own: string,
  names: readonly string[],
): ReadonlySet<string> {
  const installed = new Set<string>()
  const seen = new Set<string>()
  const open = names.map((name) => ({ name, from: '' }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, from } = next
    const isOwn = existsSync(join(own, name, 'package.json'))
    const path = isOwn ? `own:${name}` : findLocked(locked, name, from)
    // A package for another platform is in the lock alone.
    if (path === undefined || seen.has(path)) continue
    seen.add(path)
    if (!isOwn && !existsSync(join(EXAMPLES, path))) continue
    installed.add(isOwn ? path : (/^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''))
    const manifest = isOwn ? readManifest(join(own, name)) : (locked[path] ?? {})
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional)
    const wanted = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
    for (const each of wanted) open.push({ name: each, from: isOwn ? '' : path })
  }
  return installed
}

/** Where Node finds a package from a folder of the lock: there, or the nearest folder above. */
function findLocked(locked: Readonly<Record<string, Manifest>>, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (locked[path]) return path
    if (!folder) return undefined
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Links cost no space and take a second, where both folders are on one disk. */
function link(from: string, to: string): void {
  if (spawnSync('cp', ['-RPl', from, to]).status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}
