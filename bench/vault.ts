/**
 * `npm run bench -- vault`: the resident memory of a vault over the halves of 20,000 wallets, a few seconds after its start, which has
 * gone through all of them once, and after 2,000 calls.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadLevel, openKeyValueStore } from '../packages/server/src/storage/keyValueStore.ts'
import { keyOf } from '../packages/server/src/vault/records.ts'
import { FOLDER } from '../packages/server/src/vault/startVault.ts'
import { put } from '../packages/server/src/vault/vaultStore.ts'
import { bundleChild } from './bundleChild.ts'
import { heardFrom } from './heardFrom.ts'

const REST_MS = 5_000
const CALLS = 2_000
const WALLETS = 20_000

const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const loaded = loadLevel()
if ('reason' in loaded) throw loaded.reason
mkdirSync(join(dataDir, FOLDER), { recursive: true })
const store = await openKeyValueStore(loaded.level, join(dataDir, FOLDER))
const text = (length: number) => 'A'.repeat(length)
for (let at = 0; at < WALLETS; at++) {
  const contactHash = String(at).padStart(43, 'A')
  const walletId = String(at).padStart(22, 'A')
  const person = { projectId: 'bench', subject: `p${at}@shop.example`, contact: `p${at}@shop.example`, frozenAt: null }
  const sealed = { keyId: 'a', wrapped: text(80), box: text(64) }
  const share = { projectId: 'bench', walletId, version: 1, sealed, isCandidate: false, createdAt: 0 }
  await store.batch(
    [
      put(keyOf.person(contactHash), person),
      put(keyOf.device(contactHash, text(43)), { at: 0 }),
      put(keyOf.share(contactHash, walletId, 1), share),
    ],
    { sync: false },
  )
}
await store.close()

const program = await bundleChild('vaultChild', { packages: 'external' })
const child = fork(program, [dataDir], { execArgv: ['--no-warnings'] })
const url = String(await heardFrom(child, 'the vault', 120_000))

const atRest = await weigh()
for (let at = 0; at < CALLS; at++) {
  const answer = await fetch(`${url}/v1/custody/keys`)
  if (!answer.ok) throw new Error(`No keys: ${answer.status}`)
  await answer.arrayBuffer()
}
const afterCalls = await weigh()
const ended = new Promise((resolve) => child.once('exit', resolve))
child.disconnect()
await ended
rmSync(dataDir, { recursive: true, force: true })

export const result = { megabytes: { atRest, afterCalls } }

async function weigh(): Promise<number> {
  await pause(REST_MS)
  child.send('weigh')
  return Math.round(Number(await heardFrom(child, 'the weight of the vault', 10_000)) / 1_048_576)
}
