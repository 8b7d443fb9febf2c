import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, defaultClientConditions } from 'vite'
import { NONCE_MARK } from './serveSite.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** What a change in makes an old build useless. */
const SOURCES = ['packages/latchkey/src', 'packages/wire/src', 'apps/demo', 'package-lock.json']

/**
 * Builds the demo site into `apps/demo/dist` unless the build there was made from the same sources.
 * Resolves with the folder and whether it was built anew.
 */
export async function buildSite(): Promise<{ folder: string; isNew: boolean }> {
  const folder = join(ROOT, 'apps/demo/dist')
  const mark = join(folder, 'made-from.txt')
  const fingerprint = hashSources()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint) return { folder, isNew: false }
  await build({
    root: join(ROOT, 'apps/demo/site'),
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    html: { cspNonce: NONCE_MARK },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      // Preload links of chunks would need the nonce as well, for a few ms on loopback.
      modulePreload: false,
      // Pictures stay files: a policy may then leave out `data:` for everything but wallets' icons.
      assetsInlineLimit: 0,
    },
  })
  writeFileSync(mark, fingerprint)
  return { folder, isNew: true }
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) addToHash(join(ROOT, source), (text) => hash.update(text))
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
