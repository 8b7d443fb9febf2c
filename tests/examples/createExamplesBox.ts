/**
 * The examples as a newcomer has them: in a folder outside this repository, with what their manifests name installed beside
 * them, and our own packages unpacked from what would be published.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildPackage } from '../../scripts/build.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const EXAMPLES = join(ROOT, 'examples')
const PACKED = ['wire', 'walletconnect', 'latchkey'] as const

/** The examples that stand on these tools, by folder. */
export const NAMES = ['next', 'vue', 'svelte', 'vanilla-webpack', 'vanilla-esbuild', 'script-tag'] as const

export type ExamplesBox = {
  /** Where an example, or anything else in the box, stands. */
  locate(name: string): string
  /** Runs an installed program, or Node itself. Resolves with its status and all that it wrote. */
  run(folder: string, program: string, ...parameters: readonly string[]): { status: number | null; text: string }
  /** Starts a program that stays. Returns the way to end it. */
  start(folder: string, program: string, ...parameters: readonly string[]): () => void
  remove(): void
}

/** Packs our packages and lays out the box. Takes some seconds and, where the disk cannot link files, 500 MB. */
export async function createExamplesBox(): Promise<ExamplesBox> {
  const box = mkdtempSync(join(tmpdir(), 'latchkey-examples-'))
  try {
    return await fillBox(box)
  } catch (error) {
    rmSync(box, { recursive: true, force: true })
    throw error
  }
}

async function fillBox(box: string): Promise<ExamplesBox> {
  const modules = join(box, 'node_modules')
  // Links cost no space and take a second, where both folders are on one disk.
  const linked = spawnSync('cp', ['-RPl', join(EXAMPLES, 'node_modules'), modules])
  if (linked.status !== 0) cpSync(join(EXAMPLES, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true })
  // Next takes the folder of the lock file for the whole of the site.
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(EXAMPLES, name), join(box, name))
  for (const name of NAMES) cpSync(join(EXAMPLES, name), join(box, name), { recursive: true })
  for (const name of PACKED) {
    await buildPackage(name)
    const folder = join(ROOT, 'packages', name)
    execFileSync('npm', ['pack', '--silent', '--pack-destination', box], { cwd: folder })
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }
    const place = join(modules, manifest.name)
    const tarball = readdirSync(box).find((file) => file.startsWith(manifest.name.replace('@', '').replace('/', '-')))
    if (!tarball) throw new Error(`${manifest.name} was not packed`)
    mkdirSync(place, { recursive: true })
    execFileSync('tar', ['-xzf', join(box, tarball), '-C', place, '--strip-components=1'])
  }
  const locate = (name: string): string => join(box, name)
  const find = (program: string): string => (program === 'node' ? process.execPath : join(modules, '.bin', program))
  // The test runner's own settings would make these builds into something that no site has.
  const { NODE_ENV: _, NODE_OPTIONS: __, VITEST: ___, ...rest } = process.env
  const env = { ...rest, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' } as NodeJS.ProcessEnv
  return {
    locate,
    run(folder, program, ...parameters) {
      const { status, stdout, stderr } = spawnSync(find(program), parameters, {
        cwd: locate(folder),
        encoding: 'utf8',
        env,
      })
      return { status, text: stdout + stderr }
    },
    start(folder, program, ...parameters) {
      const child = spawn(find(program), parameters, { cwd: locate(folder), env, stdio: 'ignore' })
      return () => {
        child.kill()
      }
    },
    remove: () => rmSync(box, { recursive: true, force: true }),
  }
}
