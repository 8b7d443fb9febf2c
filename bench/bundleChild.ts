/** A program of the bench as one would install it: plain JavaScript, so that no round pays for the compiler. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')

/** Bundles a file of this folder, with what is loaded late in files of its own. Gives the path to run. */
export async function bundleChild(name: string): Promise<string> {
  // Inside node_modules, so that packages are found as from anywhere in the repository.
  const outdir = join(ROOT, 'node_modules/.cache/latchkey-bench', name)
  mkdirSync(outdir, { recursive: true })
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@latchkey/source'],
    external: ['ws', '@noble/*'],
    // The other implementations are looked for from there.
    define: { 'import.meta.dirname': JSON.stringify(join(ROOT, 'tests/interop')) },
    logLevel: 'warning',
  })
  return join(outdir, `${name}.mjs`)
}
