/**
 * `npm run size` says what Latchkey costs a site, and fails above a budget.
 *
 * First the README's quickstarts, built by Vite from the packed packages and visited in a browser: every byte that the page
 * fetches from its site by each moment of a visit, less what the same site without Latchkey fetches. Then single import lines,
 * bundled by esbuild: what no quickstart has. All in gzip; React is the host's and is not counted. `--list` says what is in
 * the files, `--lines` and `--sites` measure one of the two.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import type { ExamplesBox } from '../tests/examples/createExamplesBox.ts'
import { buildQuickstart, createSitesBox, type Quickstart, type Site } from './size/buildSites.ts'
import { createWalker, MOMENTS, type Moment, type Return } from './size/walkSite.ts'

const ROOT = resolve(import.meta.dirname, '..')
const KB = 1_000
const MIB = 2 ** 20
/** What a file takes on a disk is a multiple of this, in bytes. Source: the usual block of ext4, APFS and NTFS. */
const BLOCK = 4_096

/** What `npm install` brings for the quickstart: packages with what they stand on, and their size on disk. */
const INSTALLED = { packages: 13, mib: 19.5 } as const

/** By each moment of a visit: kB gzip fetched so far, and requests, beyond those of the same site without Latchkey. */
const SITES: Readonly<
  Record<'universal' | 'wagmi', Readonly<Record<Moment, readonly [kb: number, requests: number]>>>
> = {
  universal: { entry: [17.2, 2], beforeClick: [50.7, 3], open: [54.5, 4], code: [79.1, 6], connected: [177.2, 20] },
  wagmi: { entry: [18.8, 2], beforeClick: [52.3, 3], open: [56.1, 4], code: [80.7, 6], connected: [182, 24] },
}
/** The same of a visitor who connects a wallet in the browser and comes back. */
const COMING_BACK: Readonly<
  Record<keyof typeof SITES, Readonly<Record<keyof Return, readonly [kb: number, requests: number]>>>
> = {
  universal: { connected: [137, 20], page: [130.8, 18], account: [137.6, 20] },
  wagmi: { connected: [143.5, 24], page: [137.3, 22], account: [144.1, 24] },
}
const SAID: Readonly<Record<Moment, string>> = {
  entry: 'its own script',
  beforeClick: 'before a click',
  open: 'until the open modal is idle',
  code: 'until a code stands',
  connected: 'until a wallet is connected',
}

type Budget = { readonly line: string; readonly limit: number; readonly measure: 'eager' | 'pairing' }

/** What a site has in any case, which other lines are measured beside. */
const FRONT_DOOR = "import { createLatchkey } from 'latchkey'"

/** Budgets in kB gzip. */
const BUDGETS: readonly Budget[] = [
  // A site pays for it what its quickstart pays, above.
  { line: "import { createLatchkey } from 'latchkey'", limit: 13.6, measure: 'eager' },
  { line: "import { createLatchkey } from 'latchkey/core'", limit: 11.2, measure: 'eager' },
  // What each of these adds to a page that has `createLatchkey`.
  { line: "import { universal } from 'latchkey/universal'", limit: 1.7, measure: 'eager' },
  { line: "import { solana } from 'latchkey/solana'", limit: 4.1, measure: 'eager' },
  { line: "import { wagmi } from 'latchkey/wagmi'", limit: 4.7, measure: 'eager' },
  { line: "import { ethers } from 'latchkey/ethers'", limit: 1.8, measure: 'eager' },
  { line: "import { ethers5 } from 'latchkey/ethers5'", limit: 1.8, measure: 'eager' },
  { line: "import { bitcoin } from 'latchkey/bitcoin'", limit: 2.6, measure: 'eager' },
  { line: "import { polkadot } from 'latchkey/polkadot'", limit: 1, measure: 'eager' },
  { line: "import { mainnet, base } from 'latchkey/networks'", limit: 0.3, measure: 'eager' },
  { line: "import { send } from 'latchkey/actions'", limit: 1.6, measure: 'eager' },
  { line: "import { gatewaySiwx } from 'latchkey/siwx'", limit: 0.5, measure: 'eager' },
  { line: "import { useAccount } from 'latchkey/react'", limit: 2, measure: 'eager' },
  {
    line: "import { createSignClient } from '@latchkey/walletconnect'",
    limit: 27.7,
    measure: 'pairing',
  },
]

const WHEN = {
  eager: 'before a click',
  // Until the session is settled. Loaded where it is needed alone: the provider over a session, curves and hashes where WebCrypto
  // lacks them, sign-in and its signatures, the wallet's role, the talk with other tabs, the check of a session's update, and the
  // first read or switch of a chain.
  pairing: 'when a pairing starts',
} as const

const lists = process.argv.includes('--list')
const only = (part: string): boolean =>
  !process.argv.some((argument) => ['--lines', '--sites'].includes(argument)) || process.argv.includes(part)
let failed = false
const box = await createSitesBox()
try {
  if (only('--sites')) await measureSites()
  if (only('--lines')) await measureLines()
} finally {
  box.remove()
}
process.exit(failed ? 1 : 0)

function report(size: number, limit: number, unit: string, what: string): void {
  const isTooBig = size > limit
  if (isTooBig) failed = true
  process.stdout.write(`${size.toFixed(1).padStart(6)} of ${limit} ${unit}  ${isTooBig ? 'TOO BIG' : 'ok'}  ${what}\n`)
}

async function measureSites(): Promise<void> {
  const quickstarts = new Map<keyof typeof SITES, Quickstart>()
  for (const name of ['universal', 'wagmi'] as const) quickstarts.set(name, await buildQuickstart(box, name))
  const { count, bytes } = weighInstalled(box.lay('installed', ['latchkey', 'react', 'react-dom']))
  report(count, INSTALLED.packages, 'packages', 'installed by the quickstart')
  report(bytes / MIB, INSTALLED.mib, 'MiB', 'installed by the quickstart')
  const walker = await createWalker([...quickstarts.values()].map(({ site }) => site))
  try {
    for (const [name, { site, floor }] of quickstarts) {
      const walk = await walker.walk(site)
      const floorBytes = sum(floor.entry.map((path) => weigh(floor, path)))
      const tell = (paths: readonly string[], [kb, requests]: readonly [number, number], said: string): void => {
        const fetched = new Set(paths)
        report((sum([...fetched].map((path) => weigh(site, path))) - floorBytes) / KB, kb, 'kB', `${name}: ${said}`)
        report(fetched.size - floor.entry.length, requests, 'requests', `${name}: ${said}`)
      }
      const fetched: string[] = []
      for (const moment of MOMENTS) {
        fetched.push(...walk[moment])
        tell(fetched, SITES[name][moment], SAID[moment])
        if (lists) for (const path of walk[moment]) listModules(site, path)
      }
      const again = await walker.comeBack(site)
      tell(again.connected, COMING_BACK[name].connected, 'until a wallet in the browser is connected')
      tell(again.page, COMING_BACK[name].page, 'for a visitor who comes back')
      tell([...again.page, ...again.account], COMING_BACK[name].account, 'and opens the account')
      if (lists) for (const path of [...again.page, ...again.account]) listModules(site, path)
    }
  } finally {
    await walker.stop()
  }
}

function weigh(site: Site, path: string): number {
  return site.files.get(path)?.gzip.length ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Says what is in a file of a site, the largest first. */
function listModules(site: Site, path: string): void {
  const modules = Object.entries(site.files.get(path)?.modules ?? {}).sort(([, a], [, b]) => b - a)
  const names = modules.map(
    ([id, bytes]) => `${id.replace(/^.*\/node_modules\//, '').replace('latchkey/dist/', '')} ${bytes}`,
  )
  process.stdout.write(`    ${weigh(site, path)} ${path} ${names.slice(0, 5).join(', ')}\n`)
}

/** How many packages stand in some folders and what is nested in them, and how many bytes they take. */
function weighInstalled(folders: readonly string[]): { readonly count: number; readonly bytes: number } {
  let count = 0
  let bytes = 0
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const stats = statSync(join(folder, file))
      if (stats.isFile()) bytes += Math.ceil(stats.size / BLOCK) * BLOCK
      if (/(^|node_modules\/(@[^/]+\/)?[^/]+\/)package\.json$/.test(file)) count += 1
    }
  }
  return { count, bytes }
}

async function measureLines(): Promise<void> {
  const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'packages/latchkey/package.json'), 'utf8'))
  const site: LineSite = { folder: layLines(box), peers: Object.keys(peerDependencies) }
  const frontDoor = await measure(FRONT_DOOR, site)
  for (const { line, ...budget } of BUDGETS) {
    const isAdded = / 'latchkey\//.test(line) && !line.includes('createLatchkey')
    const size = isAdded ? (await measure(`${FRONT_DOOR}\n${line}`, site)) - frontDoor : await measure(line, site)
    report(size, budget.limit, 'kB', `${line}  ${WHEN[budget.measure]}`)
  }
}

type LineSite = { readonly folder: string; readonly peers: readonly string[] }

function layLines(within: ExamplesBox): string {
  within.lay('lines', ['latchkey'])
  return within.locate('lines')
}

async function measure(line: string, { folder, peers }: LineSite): Promise<number> {
  const entry = join(folder, 'entry.js')
  const names = [...line.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name).join()
  writeFileSync(entry, `${line}\nglobalThis.use = [${names}]\n`)
  const result = await build({
    entryPoints: [entry],
    outdir: join(folder, 'out'),
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
    metafile: true,
    // What a site brings along itself.
    external: peers.flatMap((name) => [name, `${name}/*`]),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const gzipped = new Map(
    result.outputFiles.map((file) => [
      relative(process.cwd(), file.path),
      gzipSync(file.contents, { level: 9 }).length,
    ]),
  )
  const counted = closure(result.metafile, findEntry(result.metafile))
  if (lists) {
    for (const path of counted) {
      const inputs = Object.keys(result.metafile.outputs[path]?.inputs ?? {}).map((input) =>
        input.split('/').slice(-2).join('/'),
      )
      process.stdout.write(`    ${gzipped.get(path)} ${path.split('/').pop()} ${inputs.slice(0, 6).join(' ')}\n`)
    }
  }
  return [...counted].reduce((sum, path) => sum + (gzipped.get(path) ?? 0), 0) / KB
}

function findEntry(metafile: Metafile): string {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint?.endsWith('entry.js'))
  if (!found) throw new Error('the bundle has no entry')
  return found[0]
}

/** Everything reached from a chunk by static imports. */
function closure(metafile: Metafile, from: string): Set<string> {
  const seen = new Set<string>()
  const open = [from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const output = metafile.outputs[path]
    if (!output || seen.has(path)) continue
    seen.add(path)
    for (const imported of output.imports) {
      if (!imported.external && imported.kind === 'import-statement') open.push(imported.path)
    }
  }
  return seen
}
