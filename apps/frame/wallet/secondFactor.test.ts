/** A passkey beside the code, over both servers. */
import type { PasskeyProof } from '@latchkey/wire/custody/secondFactor'
import { setSecondFactor, startSecondFactor } from '@latchkey/wire/custody/secondFactor'
import { readAudit } from '@latchkey/wire/custody/wallet'
import { listWaysBack, removePasskey } from '@latchkey/wire/custody/wayBack'
import { afterAll, beforeAll, beforeEach, test as everyTest, expect } from 'vitest'
import { createTestPasskey } from '../../../packages/server/src/login/testPasskey.ts'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { derivePasskeyKey } from '../keys/atRest.ts'
import { platformRandom } from '../keys/bytes.ts'
import { bringWallet } from './bringWallet.ts'
import { addPasskey, askFreshCode, renewSession, typeFreshCode } from './custody.ts'
import { startTestServers, type TestServers } from './testServers.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

/** As long as 10 mails of one address need. */
const REST_MS = 3 * 60 * 60_000

let servers: TestServers
let person = 0
let email = ''
beforeAll(async () => {
  servers = await startTestServers()
})
afterAll(() => servers?.close())
beforeEach(() => {
  email = `proven${++person}@shop.example`
  servers.time.now += 25 * 60 * 60_000
})

/** Somebody with a wallet and a passkey, who may change ways back for the next minutes. */
async function createHolder() {
  const phone = await servers.createBrowser(email)
  const brought = await bringWallet(phone.around, await phone.logIn())
  const session = await renewSession(phone.around, brought.session)
  servers.time.now += 31_000
  const challenge = await askFreshCode(phone.around, session, 'recovery')
  const [, one = '', two = ''] = await servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
  await typeFreshCode(phone.around, session, { challenge, code: one + two })
  const passkey = createTestPasskey()
  const salt = platformRandom(32)
  const { credentialId, publicKey } = passkey
  const key = await derivePasskeyKey(platformRandom(32), salt)
  await addPasskey(phone.around, session, {
    credentialId,
    publicKey,
    salt: Buffer.from(salt).toString('base64url'),
    key,
  })
  const { gateway } = phone.around
  const { token } = session
  const { walletId } = brought.wallet
  return {
    phone,
    passkey,
    addresses: brought.wallet.addresses,
    ask: () => gateway(startSecondFactor, {}, { token }),
    set: (proof: PasskeyProof | null) => gateway(setSecondFactor, { walletId, proof }, { token }),
    list: () => gateway(listWaysBack, {}, { token }),
    remove: (holder: string) => gateway(removePasskey, { walletId, holder }, { token }),
  }
}

test('SEC-81: once it is set, a new device gets in by code, link and passkey, and by no two of them; a device that is known goes on', async () => {
  const holder = await createHolder()
  const { passkey, addresses } = holder
  const asked = await holder.ask()
  expect(asked.credentialIds).toEqual([passkey.credentialId])
  await holder.set(passkey.prove(asked))
  expect(await holder.list()).toMatchObject({ hasSecondFactor: true, passkeys: [{ isProvable: true }] })
  await servers.readMail(email, /New devices need your passkey from now on/)

  servers.time.now += REST_MS
  const laptop = await servers.createBrowser(email)
  await expect(laptop.logIn()).rejects.toMatchObject({ code: 'PASSKEY_NEEDED' })
  const stranger = createTestPasskey()
  servers.time.now += REST_MS
  const refused = laptop.logIn((wanted) => ({ ...stranger.prove(wanted), credentialId: passkey.credentialId }))
  await expect(refused).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' })
  servers.time.now += REST_MS
  const session = await laptop.logIn((wanted) => passkey.prove(wanted))
  expect(await bringWallet(laptop.around, session)).toMatchObject({ how: 'recovered', wallet: { addresses } })

  // Both devices are known from then on.
  let kinds: readonly string[] = []
  for (const device of [holder.phone, laptop]) {
    servers.time.now += REST_MS
    const { token } = await device.logIn()
    const { entries } = await device.around.gateway(readAudit, {}, { token })
    kinds = entries.map(({ kind }) => kind)
  }
  expect(kinds).toEqual(expect.arrayContaining(['secondFactor', 'failure', 'device']))
})

test('SEC-81: what a passkey signed is good once, for that login alone, for 5 minutes, and never where its counter stands still', async () => {
  const holder = await createHolder()
  const { passkey } = holder
  const asked = await holder.ask()
  await expect(holder.set({ ...passkey.prove(asked, { count: 5 }), until: asked.until + 1 })).rejects.toMatchObject({
    code: 'PASSKEY_REFUSED',
  })
  // Of one that does not count, nothing but the challenge tells that it was used.
  const proof = passkey.prove(asked)
  await holder.set(proof)
  await expect(holder.set(proof)).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' })
  servers.time.now += 1_000
  await holder.set(passkey.prove(await holder.ask(), { count: 5 }))
  servers.time.now += 1_000
  const again = await holder.ask()
  const logIn = async (prove: Parameters<typeof holder.phone.logIn>[0]) => {
    servers.time.now += REST_MS
    return (await servers.createBrowser(email)).logIn(prove)
  }
  const refused = { code: 'PASSKEY_REFUSED' }
  await expect(logIn((wanted) => passkey.prove(wanted, { count: 5 }))).rejects.toMatchObject(refused)
  await expect(logIn((wanted) => passkey.prove({ ...again, until: wanted.until }, { count: 6 }))).rejects.toMatchObject(
    refused,
  )
  await expect(
    logIn((wanted) => {
      servers.time.now += 5 * 60_000 + 1
      return passkey.prove(wanted, { count: 6 })
    }),
  ).rejects.toMatchObject(refused)
  expect((await logIn((wanted) => passkey.prove(wanted, { count: 6 }))).user.email).toBe(email)
})

test('SEC-77, SEC-81: it is turned on and off after a fresh code alone, and goes with the last passkey', async () => {
  const holder = await createHolder()
  const { passkey } = holder
  servers.time.now += 6 * 60_000
  await expect(holder.set(passkey.prove(await holder.ask()))).rejects.toMatchObject({ code: 'STEP_UP_NEEDED' })
  await expect(holder.set(null)).rejects.toMatchObject({ code: 'STEP_UP_NEEDED' })

  email = `proven${++person}@shop.example`
  const other = await createHolder()
  await other.set(other.passkey.prove(await other.ask()))
  await other.set(null)
  expect(await other.list()).toMatchObject({ hasSecondFactor: false })
  await servers.readMail(email, /New devices no longer need your passkey/)
  servers.time.now += 1_000
  await other.set(other.passkey.prove(await other.ask()))
  const [held] = (await other.list()).passkeys
  await other.remove(held?.holder ?? '')
  expect(await other.list()).toMatchObject({ hasSecondFactor: false, passkeys: [] })
  servers.time.now += REST_MS
  expect((await (await servers.createBrowser(email)).logIn()).user.email).toBe(email)
})
