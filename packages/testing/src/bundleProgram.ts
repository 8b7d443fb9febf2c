/**
 * A program of ours for tests that start it as a process of its own, as one file: from its sources, module by module, it takes
 * some seconds of the processor to start, and so a third of a second.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** What stays where it is installed: packages that look for files beside themselves, and those that are CommonJS. */
const OUTSIDE =
  /^(@electric-sql\/pglite|@nats-io\/transport-node|classic-level|nodemailer|pino|postgres|prom-client|sharp|ws)(\/|$)/

/** Leads to the installed packages from wherever the program is put. */
const leaveOutside: Plugin = {
  name: 'leave-outside',
  setup({ onResolve, resolve }) {
    onResolve({ filter: OUTSIDE }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === leaveOutside) return undefined
      const found = await resolve(path, { kind, resolveDir, pluginData: leaveOutside })
      return found.errors.length > 0 ? found : { path: pathToFileURL(found.path).href, external: true }
    })
  },
}

/** What a source finds by its own place it goes on finding there. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    }))
  },
}

/**
 * Bundles a file, or a text as if it stood in a folder of the sources. Resolves with the file to run, with nothing but Node. It
 * is put into `into`, which is the caller's to remove.
 */
export async function bundleProgram(
  program: string | { readonly text: string; readonly folder: string },
  into: string,
): Promise<string> {
  const outfile = join(into, 'program.mjs')
  await build({
    ...(typeof program === 'string'
      ? { entryPoints: [program] }
      : { stdin: { contents: program.text, resolveDir: program.folder, loader: 'ts' as const } }),
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@latchkey/source', 'import'],
    plugins: [leaveOutside, keepPlaces],
    logLevel: 'error',
  })
  return outfile
}
