import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

/** Where the dump is kept between runs. The version in the name is the engine's: another engine makes another dump. */
const KEPT = join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules/.cache/latchkey/pglite-0.5.16.tar')

/**
 * A dump of an empty PGlite, to hand to `openStorage({ memory: true, snapshot })`. Making a database takes seconds and
 * loading one takes half of one, so the dump is made once and kept.
 */
export async function loadEmptyDatabase(): Promise<Blob> {
  if (existsSync(KEPT)) return new Blob([new Uint8Array(readFileSync(KEPT))])
  const client = await PGlite.create()
  const dump = await client.dumpDataDir('none')
  await client.close()
  mkdirSync(dirname(KEPT), { recursive: true })
  const written = `${KEPT}.${process.pid}`
  writeFileSync(written, new Uint8Array(await dump.arrayBuffer()))
  renameSync(written, KEPT)
  return dump
}

/** Puts an empty database into a data directory, which is there then as after a first start. */
export async function placeEmptyDatabase(dataDir: string): Promise<void> {
  await loadEmptyDatabase()
  const folder = join(dataDir, 'pglite')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xf', KEPT, '-C', folder], { stdio: 'ignore' })
}
