/** A program of the bench as one would install it: plain JavaScript, so that no round pays for the compiler. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')

/** What a relay loads from `node_modules` where somebody runs one. */
const SERVER_PACKAGES = [
  ...['@electric-sql/pglite', '@hono/node-server', '@nats-io/transport-node', 'classic-level', 'drizzle-orm', 'hono'],
  ...['pino', 'postgres', 'prom-client', 'viem', '@scure/*'],
]

/** Bundles a file of this folder, with what is loaded late in files of its own. Gives the path to run. */
export async function bundleChild(name: string, options: { packages?: 'external' } = {}): Promise<string> {
  // Inside node_modules, so that packages are found as from the sources.
  const folder = options.packages === 'external' ? join(ROOT, 'packages/server') : ROOT
  const outdir = join(folder, 'node_modules/.cache/latchkey-bench', name)
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
    external: ['ws', '@noble/*', ...(options.packages === 'external' ? SERVER_PACKAGES : [])],
    // The other implementations are looked for from there.
    define: { 'import.meta.dirname': JSON.stringify(join(ROOT, 'tests/interop')) },
    logLevel: 'warning',
  })
  return join(outdir, `${name}.mjs`)
}
