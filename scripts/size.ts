/**
 * States what Latchkey costs a host page, as the host's own import lines, and fails above the budget.
 * Bundles the built packages the way a site would (esbuild, minified, code splitting) and adds up gzip sizes of the
 * chunks that each moment loads. React is the host's and is not counted.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { buildPackage } from './build.ts'

const ROOT = resolve(import.meta.dirname, '..')
const KB = 1_000

type Budget = { readonly line: string; readonly limit: number; readonly measure: 'eager' | 'firstOpen' | 'pairing' }

/** Budgets in kB gzip. Source: decisions, section 4. */
const BUDGETS: readonly Budget[] = [
  { line: "import { createLatchkey } from 'latchkey'", limit: 12, measure: 'eager' },
  { line: "import { createLatchkey } from 'latchkey'", limit: 45, measure: 'firstOpen' },
  { line: "import { createLatchkey } from 'latchkey/core'", limit: 12, measure: 'eager' },
  { line: "import { universal } from 'latchkey/universal'", limit: 6, measure: 'eager' },
  { line: "import { solana } from 'latchkey/solana'", limit: 12, measure: 'eager' },
  { line: "import { wagmi } from 'latchkey/wagmi'", limit: 6, measure: 'eager' },
  { line: "import { ethers } from 'latchkey/ethers'", limit: 5, measure: 'eager' },
  { line: "import { ethers5 } from 'latchkey/ethers5'", limit: 5, measure: 'eager' },
  { line: "import { bitcoin } from 'latchkey/bitcoin'", limit: 10, measure: 'eager' },
  { line: "import { polkadot } from 'latchkey/polkadot'", limit: 6, measure: 'eager' },
  { line: "import { mainnet, base } from 'latchkey/networks'", limit: 1, measure: 'eager' },
  // What one name of a wide entry brings along where no instance is on the page yet: with one, most of it is there already.
  { line: "import { send } from 'latchkey/actions'", limit: 5, measure: 'eager' },
  { line: "import { gatewaySiwx } from 'latchkey/siwx'", limit: 4, measure: 'eager' },
  { line: "import { useAccount } from 'latchkey/react'", limit: 5, measure: 'eager' },
  {
    line: "import { createSignClient } from '@latchkey/walletconnect'\nimport { createUniversalProvider } from '@latchkey/walletconnect/provider'",
    limit: 35,
    measure: 'pairing',
  },
]

/**
 * What is loaded by itself from the click until the wallets stand on screen: the modal, the opening rules, and the wallet
 * directory with the gateway's client and schemas, and what tells the host which wallets came into sight. Everything else waits for another gesture: the way into a wallet, the
 * account, networks, help, other languages, and what stands in when a server is missing.
 */
const FIRST_OPEN = ['mount', 'actions', 'readDirectory', 'gateway', 'watchImpressions'].map(
  (name) => `dist/parts/${name}.js`,
)

for (const folder of ['wire', 'walletconnect', 'latchkey'] as const) {
  if (!existsSync(join(ROOT, 'packages', folder, 'dist')) || !process.argv.includes('--built'))
    await buildPackage(folder)
}

const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'packages/latchkey/package.json'), 'utf8'))
const PEERS = Object.keys(peerDependencies)

const WHEN = {
  eager: 'before a click',
  firstOpen: 'more at the first open',
  // Until the session is settled, or restored, and its accounts are told. Loaded where it is needed alone: curves and hashes where
  // WebCrypto lacks them, sign-in and its signatures, the wallet's seat, the talk with other tabs, the check of a session's
  // update, and the first read or switch of a chain.
  pairing: 'when a pairing starts',
} as const

const scratch = mkdtempSync(join(ROOT, 'node_modules/.size-'))
let failed = false
try {
  for (const budget of BUDGETS) {
    const size = await measure(budget)
    const verdict = size <= budget.limit ? 'ok' : 'TOO BIG'
    if (size > budget.limit) failed = true
    const line = budget.line.replace('\n', '; ')
    process.stdout.write(
      `${size.toFixed(1).padStart(6)} kB of ${budget.limit} kB  ${verdict}  ${line}  ${WHEN[budget.measure]}\n`,
    )
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
if (failed) process.exit(1)

async function measure({ line, measure }: Budget): Promise<number> {
  const entry = join(scratch, 'entry.js')
  const names = [...line.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name).join()
  writeFileSync(entry, `${line}\nglobalThis.use = [${names}]\n`)
  const result = await build({
    entryPoints: [entry],
    outdir: join(scratch, 'out'),
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
    metafile: true,
    // What a site brings along itself.
    external: PEERS.flatMap((name) => [name, `${name}/*`]),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const gzipped = new Map(
    result.outputFiles.map((file) => [file.path.slice(ROOT.length + 1), gzipSync(file.contents, { level: 9 }).length]),
  )
  const eager = closure(result.metafile, [findEntry(result.metafile)], 'static')
  const loaded = measure === 'firstOpen' ? closure(result.metafile, [...eager], 'firstOpen') : eager
  const counted = measure === 'firstOpen' ? new Set([...loaded].filter((path) => !eager.has(path))) : eager
  const entries = Object.values(result.metafile.outputs).map(({ entryPoint }) => entryPoint ?? '')
  const missing = FIRST_OPEN.find((path) => !entries.some((built) => built.endsWith(path)))
  if (measure === 'firstOpen' && missing)
    throw new Error(`${missing} is not a chunk any more: this would measure nothing`)
  if (process.argv.includes('--list')) {
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

/** Everything reached from some chunks by static imports, and for the first open by those dynamic ones too. */
function closure(metafile: Metafile, from: readonly string[], kinds: 'static' | 'firstOpen'): Set<string> {
  const seen = new Set<string>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const output = metafile.outputs[path]
    if (!output || seen.has(path)) continue
    seen.add(path)
    for (const imported of output.imports) {
      if (imported.external) continue
      const entry = metafile.outputs[imported.path]?.entryPoint ?? ''
      const isOpened = kinds === 'firstOpen' && FIRST_OPEN.some((path) => entry.endsWith(path))
      if (imported.kind === 'import-statement' || isOpened) open.push(imported.path)
    }
  }
  return seen
}
