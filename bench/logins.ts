/**
 * `npm run bench -- logins`: logins of newcomers with everything that is behind one (the vault's link, the gateway's code, a wallet made
 * at both), the processor time of the whole process for each, and what its parts cost alone. Both servers, the frame's side and the mail
 * server are in this process, PostgreSQL beside it. The servers' clock is moved, so that limits of an hour are not what is measured.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { shareAdditionalData } from '@latchkey/wire/custody/binding'
import { startLogin } from '@latchkey/wire/custody/login'
import { createReleaseKey } from '../apps/frame/keys/sealing.ts'
import { bringWallet } from '../apps/frame/wallet/bringWallet.ts'
import { startTestServers } from '../apps/frame/wallet/testServers.ts'
import { checkProof } from '../packages/server/src/custody/checkProof.ts'
import { sealToFrame } from '../packages/server/src/custody/ownKeys.ts'
import { createTestDevice } from '../packages/server/src/custody/testFrame.ts'
import { createLocalKms } from '../packages/server/src/kms/createLocalKms.ts'
import { parseMasterKeys } from '../packages/server/src/kms/readMasterKeys.ts'
import { openRecord, sealRecord } from '../packages/server/src/kms/sealRecord.ts'
import { openStorage } from '../packages/server/src/storage/openStorage.ts'
import { startPostgres } from '../packages/testing/src/postgres.ts'
import { quantile } from './quantile.ts'

const LOGINS = 200
const ROUNDS = 500

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heap = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

const parts = await measureParts()
const postgres = await startPostgres()
if (postgres === null) throw new Error('no PostgreSQL')
const servers = await startTestServers({
  openDatabase: async () => openStorage({ url: await postgres.createDatabase() }),
})
await logIn(0)
const times: number[] = []
const began = performance.now()
const cpu = process.cpuUsage()
const heaps: number[] = []
for (let next = 1; next <= LOGINS; next++) {
  const start = performance.now()
  await logIn(next)
  times.push(performance.now() - start)
  if (next === LOGINS / 2) heaps.push(await rest())
}
const seconds = (performance.now() - began) / 1000
const used = process.cpuUsage(cpu)
heaps.push(await rest())
const refused = await countRefused()
await servers.close()
await postgres.stop()

const [half = 0, whole = 0] = heaps
const cpuMs = (used.user + used.system) / 1000 / LOGINS
export const result = {
  logins: {
    perMinuteOneAfterAnother: Math.round((LOGINS / seconds) * 60),
    medianMs: round(quantile(times, 0.5)),
    p99Ms: round(quantile(times, 0.99)),
    cpuMs: round(cpuMs),
    coresAt200PerMinute: round((cpuMs * 200) / 60_000),
    heapKbPerLogin: round((whole - half) / 1024 / (LOGINS / 2)),
  },
  partsMicroseconds: parts,
  startsOfOneAddressOf30: refused,
}

async function logIn(number: number): Promise<void> {
  servers.time.now += 400_000
  const browser = await servers.createBrowser(`person${number}@shop.example`)
  const { how } = await bringWallet(browser.around, await browser.logIn())
  if (how !== 'created') throw new Error(how)
}

/** The heap once what is over is dropped. */
async function rest(): Promise<number> {
  servers.time.now += 31 * 24 * 60 * 60_000
  await servers.login.sweep()
  await servers.vault.sweep()
  return heap()
}

/** Of 30 logins that one network address begins, how many are admitted, and how many are told when to come back. */
async function countRefused(): Promise<{ admitted: number; toldWhen: number }> {
  let admitted = 0
  let toldWhen = 0
  for (let number = 0; number < 30; number++) {
    const browser = await servers.createBrowser('')
    await browser.around.gateway(startLogin, { email: `flood${number}@shop.example` }).then(
      () => admitted++,
      (error: unknown) => {
        if (error instanceof Error && 'retryAfter' in error && Number(error.retryAfter) > 0) toldWhen++
      },
    )
  }
  return { admitted, toldWhen }
}

/** What one of each costs, in µs of the clock. */
async function measureParts() {
  const binding = {
    projectId: 'shop',
    walletId: 'A'.repeat(22),
    holder: 'recovery',
    kind: 'recovery-share',
    version: 1,
  } as const
  const kms = await createLocalKms(
    parseMasterKeys(
      `gateway:a:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`,
      'gateway',
    ),
  )
  const share = new Uint8Array(32).fill(1)
  const additionalData = shareAdditionalData('rest', binding)
  const record = await sealRecord(kms, share, additionalData)
  const key = await createReleaseKey()
  const publicKey = Buffer.from(key.publicKey).toString('base64url')
  const device = await createTestDevice()
  const url = 'https://gate.example/v1/login/email'
  const now = Date.now()
  const proofs = await Promise.all(Array.from({ length: ROUNDS }, () => device.prove({ url, now })))
  const released = await sealToFrame(share, publicKey, binding)
  const opened = { encapsulated: decode(released.encapsulated), ciphertext: decode(released.ciphertext) }
  return {
    hpkeSeal: await time(() => sealToFrame(share, publicKey, binding)),
    hpkeOpen: await time(() => key.open(opened, binding)),
    kmsSeal: await time(() => sealRecord(kms, share, additionalData)),
    kmsUnwrap: await time(() => openRecord(kms, record, additionalData)),
    dpopCheck: await time((round) =>
      checkProof({ proof: proofs[round], url, now, token: undefined, takeOnce: async () => true }),
    ),
  }
}

async function time(work: (round: number) => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 50; warm++) await work(warm)
  const start = performance.now()
  for (let round = 0; round < ROUNDS; round++) await work(round)
  return Math.round(((performance.now() - start) / ROUNDS) * 1000)
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
