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
