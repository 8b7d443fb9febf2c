/**
 * Builds the frame: files by their hashes, a page that names them by their integrity, and a manifest of all hashes. Two builds of the
 * same sources are equal byte for byte (SEC-130).
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin, transform } from 'esbuild'
import { clearFolder } from '../../../scripts/clearFolder.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const FRAME = resolve(import.meta.dirname, '..')

/** The file with the hashes of all others. */
export const MANIFEST = 'manifest.json'

/** A built frame. */
export type BuiltFrame = {
  /** By their paths, with forward slashes and none in front. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** What is in the files, for whoever counts. */
  readonly metafiles: readonly Metafile[]
  /** What the page loads before anything is asked of it. */
  readonly first: readonly string[]
  /** What it loads with the first approval. */
  readonly approval: readonly string[]
}

/** Styles that a module takes as text, made small. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  setup: (bundler) => {
    bundler.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace('?inline', '')),
      namespace: 'inline-style',
    }))
    bundler.onLoad({ filter: /.*/, namespace: 'inline-style' }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true, target: 'es2022' })
      return { contents: code, loader: 'text' }
    })
  },
}

const usual = {
  bundle: true,
  minify: true,
  write: false as const,
  metafile: true as const,
  target: 'es2022',
  charset: 'utf8' as const,
  legalComments: 'none' as const,
  conditions: ['@latchkey/source', 'production'],
  // Paths in the output's order must not depend on where the sources lie.
  absWorkingDir: ROOT,
  outdir: join(ROOT, 'frame'),
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  plugins: [inlineStyles],
} satisfies BuildOptions

const nameOf = ({ path }: OutputFile): string => relative(usual.outdir, path).replaceAll('\\', '/')

const hashOf = (algorithm: 'sha256' | 'sha384', bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('base64')

const readVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/latchkey/package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** The files that an output needs at once: itself, and what it imports without waiting. */
const listFirst = ({ outputs }: Metafile, entry: string): readonly string[] => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') visit(imported)
  }
  visit(entry)
  return [...found].map((path) => path.replace(/^frame\//, ''))
}

export const buildFrame = async (): Promise<BuiltFrame> => {
  const version = readVersion()
  const worker = await build({ ...usual, entryPoints: { worker: join(FRAME, 'worker/worker.ts') }, format: 'iife' })
  const [workerFile] = worker.outputFiles
  if (!workerFile) throw new Error('the worker has no file')
  const page = await build({
    ...usual,
    entryPoints: { page: join(FRAME, 'page/main.ts') },
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"production"',
      FRAME_WORKER: JSON.stringify(`/${nameOf(workerFile)}`),
      FRAME_VERSION: JSON.stringify(version),
    },
  })
  // What the page loads later has an entry of its own.
  const isEntry = ({ entryPoint }: Metafile['outputs'][string]): boolean => entryPoint === 'apps/frame/page/main.ts'
  const [entryPath] = Object.entries(page.metafile.outputs).find(([, output]) => isEntry(output)) ?? []
  const entry = page.outputFiles.find((file) => `frame/${nameOf(file)}` === entryPath)
  if (!entry || !entryPath) throw new Error('the page has no file')
  const html = readFileSync(join(FRAME, 'page/page.html'), 'utf8')
    .replace('%entry%', `/${nameOf(entry)}`)
    .replace('%integrity%', `sha384-${hashOf('sha384', entry.contents)}`)
  const files = new Map<string, Uint8Array>([
    ['index.html', Buffer.from(html)],
    ...[...worker.outputFiles, ...page.outputFiles].map((file) => [nameOf(file), file.contents] as const),
  ])
  const hashes = Object.fromEntries([...files].map(([name, bytes]) => [name, hashOf('sha256', bytes)] as const).sort())
  files.set(MANIFEST, Buffer.from(`${JSON.stringify({ version, files: hashes }, null, 2)}\n`))
  const [approval] =
    Object.entries(page.metafile.outputs).find(([, { entryPoint }]) => entryPoint === 'apps/frame/approve/index.ts') ??
    []
  return {
    files,
    metafiles: [worker.metafile, page.metafile],
    first: listFirst(page.metafile, entryPath),
    approval: approval === undefined ? [] : listFirst(page.metafile, approval),
  }
}

/** Names of packages of others that are in the frame. */
export const listPackages = ({ metafiles }: BuiltFrame): readonly string[] => {
  const found = new Set<string>()
  for (const { inputs } of metafiles)
    for (const path of Object.keys(inputs)) {
      const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
      if (name && !name.startsWith('@latchkey/')) found.add(name)
    }
  return [...found].sort()
}

/** Where a built frame is put by `npm run frame`. */
export const FRAME_FOLDER = join(dirname(import.meta.dirname), 'dist/frame')

/** Builds the frame into a folder, in which nothing else may be. */
export const writeFrame = async (folder: string): Promise<void> => {
  const { files } = await buildFrame()
  const names = [...files.keys()]
  clearFolder(folder, [...new Set(names.map((name) => name.split('/')[0] ?? ''))])
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}
