import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, defaultClientConditions } from 'vite'
import { NONCE_MARK } from './serveSite.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The pages of the demo, and what a change in makes an old build useless. */
const PAGES = {
  demo: ['packages/latchkey/src', 'packages/walletconnect/src', 'packages/wire/src', 'apps/demo', 'package-lock.json'],
  wallet: ['packages/walletconnect/src', 'packages/wire/src', 'apps/wallet', 'package-lock.json'],
} as const

/**
 * Builds a page of the demo, from `apps/<page>/site` into `apps/<page>/dist`, unless the build there was made from the same
 * sources. Resolves with the folder and whether it was built anew.
 */
export async function buildSite(page: keyof typeof PAGES): Promise<{ folder: string; isNew: boolean }> {
  const folder = join(ROOT, `apps/${page}/dist`)
  const mark = join(folder, 'made-from.txt')
  const fingerprint = hashSources(PAGES[page])
  if (existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint) return { folder, isNew: false }
  await build({
    root: join(ROOT, `apps/${page}/site`),
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
    html: { cspNonce: NONCE_MARK },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      // Preload links of chunks would need the nonce as well, for a few ms on loopback.
      modulePreload: false,
      // Pictures stay files: a policy may then leave out `data:` for everything but wallets' icons.
      assetsInlineLimit: 0,
      // The wallet carries three families of keys, and comes from loopback.
      chunkSizeWarningLimit: 1_000,
    },
  })
  writeFileSync(mark, fingerprint)
  return { folder, isNew: true }
}

function hashSources(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(join(ROOT, source), (text) => hash.update(text))
  return hash.digest('hex')
}

function addToHash(path: string, add: (text: string) => void): void {
  const facts = statSync(path)
  if (!facts.isDirectory()) {
    add(`${path} ${facts.size} ${facts.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (name !== 'dist' && name !== 'node_modules') addToHash(join(path, name), add)
  }
}
