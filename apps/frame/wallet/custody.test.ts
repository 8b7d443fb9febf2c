/** What the servers keep, forget and delete, over both of them and on both databases. */

import { shareAdditionalData } from '@latchkey/wire/custody/binding'
import { releaseDeviceShare } from '@latchkey/wire/custody/wallet'
import { listWaysBack } from '@latchkey/wire/custody/wayBack'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, beforeEach, describe, test as everyTest, expect } from 'vitest'
import { createLocalKms } from '../../../packages/server/src/kms/createLocalKms.ts'
import { parseMasterKeys } from '../../../packages/server/src/kms/readMasterKeys.ts'
import { openRecord, type SealedRecord } from '../../../packages/server/src/kms/sealRecord.ts'
import { bindHolder } from '../../../packages/server/src/login/halves.ts'
import { rewrapShares } from '../../../packages/server/src/login/rewrap.ts'
import { newMasterKey } from '../../../packages/server/src/login/testLogin.ts'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { openStorage } from '../../../packages/server/src/storage/openStorage.ts'
import { dumpTables } from '../../../packages/server/src/storage/testDump.ts'
import { findShare, RECOVERY } from '../../../packages/server/src/storage/wallets.ts'
import { bindVaultShare } from '../../../packages/server/src/vault/recovery.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../packages/testing/src/postgres.ts'
import { derivePasskeyKey, unwrapShare } from '../keys/atRest.ts'
import { platformRandom } from '../keys/bytes.ts'
import { bringWallet, createStrict } from './bringWallet.ts'
import { changeEmail } from './changeEmail.ts'
import {
  addPasskey,
  askFreshCode,
  deleteEverything,
  forgetRecovery,
  renewRecovery,
  renewSession,
  typeFreshCode,
} from './custody.ts'
import { startTestServers, type TestServers } from './testServers.ts'

const DAY_MS = 24 * 60 * 60_000
const CODE = /\n(\d{3}) (\d{3})\n/
const isWithoutLevel = 'reason' in loadLevel() && !process.env.CI
let postgres: PostgresServer | null = null
let person = 0
let email = ''

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())
beforeEach(() => {
  email = `keeper${++person}@shop.example`
})

const engines = [
  { engine: 'pglite', available: true, open: undefined },
  {
    engine: 'postgres',
    available: findPostgres() !== null || Boolean(process.env.CI),
    open: async () => {
      if (postgres === null) throw new Error('no PostgreSQL')
      return openStorage({ url: await postgres.createDatabase() })
    },
  },
]

for (const { engine, available, open } of engines) {
  describe.skipIf(!available || isWithoutLevel)(`custody on ${engine}`, () => {
    const test = everyTest
    let servers: TestServers

    beforeAll(async () => {
      servers = await startTestServers({ openDatabase: open })
    })
    afterAll(() => servers?.close())
    beforeEach(() => {
      servers.mend()
      servers.strictProjects.length = 0
      servers.time.now += 25 * 60 * 60_000
    })

    async function createHolder() {
      const phone = await servers.createBrowser(email)
      const brought = await bringWallet(phone.around, await phone.logIn())
      const session = await renewSession(phone.around, brought.session)
      const words = phone.keyring.exportWords()
      return { phone, session, around: phone.around, words, entropy: mnemonicToEntropy(words, wordlist) }
    }

    async function typeCode(holder: Awaited<ReturnType<typeof createHolder>>, reason: 'recovery' | 'delete') {
      servers.time.now += 31_000
      const challenge = await askFreshCode(holder.around, holder.session, reason)
      const [, one = '', two = ''] = await servers.readMail(email, CODE)
      await typeFreshCode(holder.around, holder.session, { challenge, code: one + two })
    }

    async function recover() {
      servers.time.now += 60_000
      const laptop = await servers.createBrowser(email)
      const { how } = await bringWallet(laptop.around, await laptop.logIn())
      return { how, words: laptop.keyring.exportWords() }
    }

    const dumpGateway = async () => JSON.stringify([...(await dumpTables(servers.storage)).values()])

    async function dumpVault(): Promise<[string, string][]> {
      const entries = servers.level.iterator({ gte: '', lt: '\u007f' })
      try {
        return await entries.nextv(100_000)
      } finally {
        await entries.close()
      }
    }

    /** Everything of 32 bytes that a party can make of its stores and its master keys. */
    async function openGateway(): Promise<Uint8Array[]> {
      const kms = await createLocalKms(parseMasterKeys(servers.masterKeys.gateway, 'gateway'))
      const tables = await dumpTables(servers.storage)
      const rows = (tables.get('wallet_shares') ?? []) as readonly Record<string, string>[]
      const opened = await Promise.all(
        rows.map(({ wallet_id = '', holder = '', version, key_id = '', wrapped = '', box = '' }) => {
          const binding = bindHolder({ walletId: wallet_id, holder, version: Number(version) }, 'shop')
          return openRecord(kms, { keyId: key_id, wrapped, box }, shareAdditionalData('rest', binding))
        }),
      )
      return [...opened, ...listWords(await dumpGateway())]
    }

    async function openVault(): Promise<Uint8Array[]> {
      const kms = await createLocalKms(parseMasterKeys(servers.masterKeys.vault, 'vault'))
      const entries = await dumpVault()
      const opened = await Promise.all(
        entries
          .filter(([key]) => key.startsWith('share:'))
          .map(([, value]) => {
            const share = JSON.parse(value) as {
              projectId: string
              walletId: string
              version: number
              sealed: SealedRecord
            }
            const binding = bindVaultShare(share.projectId, share.walletId, share.version)
            return openRecord(kms, share.sealed, shareAdditionalData('rest', binding))
          }),
      )
      return [...opened, ...listWords(entries.flat().join('\n'))]
    }

    /** Whether the entropy is among these, or is any two of them put together. */
    function rebuilds(pieces: readonly Uint8Array[], entropy: Uint8Array): boolean {
      const known = new Set(pieces.map((piece) => Buffer.from(piece).toString('hex')))
      if (known.has(Buffer.from(entropy).toString('hex'))) return true
      return pieces.some((piece) => {
        const other = Buffer.from(piece.map((byte, index) => byte ^ (entropy[index] ?? 0)))
        return known.has(other.toString('hex'))
      })
    }

    test('SEC-02, SEC-11: a dump of every store of one party, with its master keys, rebuilds no wallet; both together do, as long as it is recoverable', async () => {
      const { entropy } = await createHolder()
      const [gateway, vault] = [await openGateway(), await openVault()]
      expect(gateway.length).toBeGreaterThan(2)
      expect([rebuilds(gateway, entropy), rebuilds(vault, entropy)]).toEqual([false, false])
      expect(rebuilds([...gateway, ...vault], entropy)).toBe(true)
    })

    test('SEC-10: of a strict wallet gateway and vault together, with all their secrets, rebuild nothing; its device goes on, and a new one is told', async () => {
      const holder = await createHolder()
      await expect(forgetRecovery(holder.around, holder.session)).rejects.toMatchObject({ code: 'STEP_UP_NEEDED' })
      await typeCode(holder, 'recovery')
      servers.cut('/v1/wallet/custody/strict', 'after', 1)
      const session = await forgetRecovery(holder.around, holder.session)
      expect(session.user.wallet?.custody).toBe('strict')
      await servers.login.settled()
      const all = [...(await openGateway()), ...(await openVault())]
      expect(rebuilds(all, holder.entropy)).toBe(false)
      // The gateway has destroyed its own half, whatever the vault did.
      expect(await findShare(servers.storage, session.user.wallet?.walletId ?? '', RECOVERY)).toBeUndefined()
      const again = await holder.phone.reload()
      expect((await bringWallet(again.around, session)).how).toBe('unlocked')
      await expect(recover()).rejects.toMatchObject({ code: 'WALLET_STRICT' })
      // A new pair makes it recoverable again.
      const holding = { ...holder, around: again.around, session }
      await typeCode(holding, 'recovery')
      expect((await renewRecovery(again.around, session)).user.wallet).toMatchObject({
        custody: 'recoverable',
        version: 2,
      })
      expect(await recover()).toEqual({ how: 'recovered', words: holder.words })
    })

    test('SEC-10: where a project is strict from the start, both servers together, with all their secrets, never rebuild a wallet; the gateway takes no pair and makes none without a way back', async () => {
      servers.strictProjects.push('shop')
      const phone = await servers.createBrowser(email)
      const session = await phone.logIn()
      expect(session.custody).toBe('strict')
      await expect(bringWallet(phone.around, session)).rejects.toMatchObject({ code: 'OWN_WAY_NEEDED' })
      // A frame that does as it always did is refused.
      const careless = bringWallet(phone.around, { ...session, custody: 'recoverable' })
      await expect(careless).rejects.toMatchObject({ code: 'OWN_WAY_NEEDED' })
      const record = phone.keyring.draft()
      servers.cut('/v1/wallet/create', 'after', 1)
      const made = await createStrict(phone.around, session, record, { kind: 'backup' })
      expect(made.wallet).toMatchObject({ custody: 'strict', isBackedUp: true, walletId: record.walletId })
      const entropy = mnemonicToEntropy(phone.keyring.exportWords(), wordlist)
      expect(rebuilds([...(await openGateway()), ...(await openVault())], entropy)).toBe(false)
      expect(await findShare(servers.storage, record.walletId, RECOVERY)).toBeUndefined()
      const holder = { phone, around: phone.around, session: await renewSession(phone.around, session) }
      await typeCode({ ...holder, words: '', entropy }, 'recovery')
      await expect(renewRecovery(holder.around, holder.session)).rejects.toMatchObject({ code: 'WALLET_STRICT' })
      await expect(recover()).rejects.toMatchObject({ code: 'WALLET_STRICT' })

      servers.strictProjects.length = 0
      email = `keeper${++person}@shop.example`
      const other = await servers.createBrowser(email)
      const own = createStrict(other.around, await other.logIn(), other.keyring.draft(), { kind: 'backup' })
      await expect(own).rejects.toMatchObject({ code: 'SHARE_REFUSED' })
    })

    test('SEC-10, SEC-13: of a strict wallet with a passkey gateway and vault together rebuild nothing; with the passkey alone the gateway does, and its half survives a new master key', async () => {
      const holder = await createHolder()
      const output = platformRandom(32)
      const salt = platformRandom(32)
      const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
      const passkey = {
        credentialId: text(platformRandom(20)),
        salt: text(salt),
        key: await derivePasskeyKey(output.slice(), salt),
      }
      await expect(addPasskey(holder.around, holder.session, passkey)).rejects.toMatchObject({ code: 'STEP_UP_NEEDED' })
      await expect(forgetRecovery(holder.around, holder.session, 'passkey')).rejects.toMatchObject({
        code: 'STEP_UP_NEEDED',
      })
      await typeCode(holder, 'recovery')
      // A way that is not there takes no other one away.
      await expect(forgetRecovery(holder.around, holder.session, 'passkey')).rejects.toMatchObject({
        code: 'WALLET_UNKNOWN',
      })
      servers.cut('/v1/wallet/passkeys/put', 'after', 1)
      await addPasskey(holder.around, holder.session, passkey)
      servers.mend()
      const session = await forgetRecovery(holder.around, holder.session, 'passkey')
      expect(session.user.wallet).toMatchObject({ custody: 'strict', isBackedUp: true })
      await servers.login.settled()
      const all = [...(await openGateway()), ...(await openVault())]
      expect(rebuilds(all, holder.entropy)).toBe(false)

      const { passkeys } = await holder.around.gateway(listWaysBack, {}, { token: session.token })
      const [held] = passkeys
      if (!held || passkeys.length !== 1) throw new Error(`${passkeys.length} passkeys`)
      const binding = {
        ...bindHolder({ walletId: session.user.wallet?.walletId ?? '', holder: held.holder, version: 1 }, 'shop'),
      }
      const own = await unwrapShare(Uint8Array.from(Buffer.from(held.wrapped, 'base64url')), passkey.key, 'passkey', {
        ...binding,
        kind: 'recovery-share',
      })
      expect(rebuilds([...all, own], holder.entropy)).toBe(true)
      for (const dump of [await dumpGateway(), (await dumpVault()).flat().join('\n')])
        for (const encoding of ['hex', 'base64', 'base64url'] as const)
          for (const secret of [output, own]) expect(dump).not.toContain(Buffer.from(secret).toString(encoding))

      const former = servers.masterKeys.gateway
      const fresh = newMasterKey('gateway', 'b')
      const kms = await createLocalKms(parseMasterKeys(`${fresh},${former}`, 'gateway'))
      const readRows = async () =>
        ((await dumpTables(servers.storage)).get('wallet_shares') ?? []) as readonly Record<string, string>[]
      await rewrapShares(servers.storage, kms)
      const rows = await readRows()
      expect(rows.filter((each) => each.key_id !== kms.keyId)).toEqual([])
      const { key_id = '', wrapped = '', box = '' } = rows.find((each) => each.holder === held.holder) ?? {}
      await openRecord(kms, { keyId: key_id, wrapped, box }, shareAdditionalData('rest', binding))
      // The servers of these tests know the former one alone.
      await rewrapShares(servers.storage, await createLocalKms(parseMasterKeys(`${former},${fresh}`, 'gateway')))
    })

    test('SEC-10: a vault that is away while a wallet becomes strict is told later', async () => {
      const holder = await createHolder()
      await typeCode(holder, 'recovery')
      servers.cut('/v1/custody/gone', 'before')
      await forgetRecovery(holder.around, holder.session)
      await servers.login.settled()
      const walletId = holder.session.user.wallet?.walletId ?? ''
      const isAtVault = async () =>
        (await dumpVault()).some(([key]) => key.startsWith('share:') && key.includes(walletId))
      // Its half is noise: the gateway's is gone.
      expect(await isAtVault()).toBe(walletId !== '')
      servers.mend()
      await servers.login.sweep()
      await servers.login.settled()
      expect(await isAtVault()).toBe(false)
    })

    test('a recovery pair is renewed: the former one counts until the gateway has the other, also where a page ended in between', async () => {
      const holder = await createHolder()
      await typeCode(holder, 'recovery')
      servers.cut('/v1/wallet/recovery/rotate', 'before')
      await expect(renewRecovery(holder.around, holder.session)).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
      servers.mend()
      expect(await recover()).toEqual({ how: 'recovered', words: holder.words })
      servers.time.now += 60 * 60_000
      const again = await holder.phone.reload()
      const session = await again.logIn()
      await bringWallet(again.around, session)
      const holding = { ...holder, around: again.around, session }
      await typeCode(holding, 'recovery')
      const renewed = await renewRecovery(again.around, session)
      expect(renewed.user.wallet?.version).toBe(3)
      expect(await recover()).toEqual({ how: 'recovered', words: holder.words })
    })

    test('SEC-16: deletion wants a fresh code, refuses logins at once, is taken back for 7 days, and then leaves nothing of the person at either server', async () => {
      const holder = await createHolder()
      await expect(deleteEverything(holder.around, holder.session)).rejects.toMatchObject({ code: 'STEP_UP_NEEDED' })
      await typeCode(holder, 'delete')
      const deleteAt = await deleteEverything(holder.around, holder.session)
      expect(deleteAt).toBe(servers.time.now + 7 * DAY_MS)
      const walletId = holder.session.user.wallet?.walletId ?? 'none'
      const key = { walletId, key: 'B'.repeat(87) }
      const { token } = holder.session
      await expect(holder.around.gateway(releaseDeviceShare, key, { token })).rejects.toMatchObject({
        code: 'SESSION_REFUSED',
      })
      servers.time.now += 60_000
      await expect(holder.phone.logIn()).rejects.toMatchObject({ code: 'USER_LEAVES' })
      const [link] = await servers.readMail(email, /https:\S+undo-deletion\/\S+/)
      servers.time.now += 6 * DAY_MS
      await servers.login.sweep()
      expect((await servers.reach(link)).status).toBe(200)
      expect(await servers.press(link, 'keep')).toBe(200)
      servers.time.now += 2 * DAY_MS
      await servers.login.sweep()
      const back = await holder.phone.reload()
      const session = await back.logIn()
      expect((await bringWallet(back.around, session)).how).toBe('unlocked')

      const leaving = { ...holder, around: back.around, session }
      await typeCode(leaving, 'delete')
      await deleteEverything(back.around, session)
      const [last] = await servers.readMail(email, /https:\S+undo-deletion\/\S+/)
      servers.time.now += 7 * DAY_MS + 1
      servers.cut('/v1/custody/gone', 'after', 1)
      await servers.login.sweep()
      await servers.login.settled()
      await servers.login.sweep()
      await servers.login.settled()
      await servers.vault.sweep()
      expect((await servers.reach(last)).status).toBe(404)
      const left = [await dumpGateway(), (await dumpVault()).flat().join('\n')].join('\n')
      const { id } = session.user
      for (const trace of [email, id, walletId, holder.phone.around.device]) expect(left).not.toContain(trace)
      // The address is anybody's, and begins anew.
      expect((await (await servers.createBrowser(email)).logIn()).user.wallet).toBeNull()
    })

    test('a deletion whose answer is lost counts, and what somebody else has at an address that was given up stays', async () => {
      const former = email
      const holder = await createHolder()
      servers.time.now += 31_000
      email = `later${person}@shop.example`
      const change = await changeEmail({ ...holder.around, random: platformRandom }, holder.session, email)
      // The vault never follows.
      for (const address of [former, email]) {
        const [, one = '', two = ''] = await servers.readMail(address, CODE)
        await change.type(one + two)
      }
      servers.time.now += 4 * DAY_MS
      const other = await servers.createBrowser(former)
      const theirs = await bringWallet(other.around, await other.logIn())
      const phone = await holder.phone.reload(email)
      const session = await phone.logIn()
      await typeCode({ ...holder, around: phone.around, session }, 'delete')
      servers.cut('/v1/wallet/delete', 'after', 1)
      expect(await deleteEverything(phone.around, session)).toBeUndefined()
      servers.time.now += 7 * DAY_MS + 1
      await servers.login.sweep()
      await servers.login.settled()
      const walletId = holder.session.user.wallet?.walletId ?? 'none'
      const keys = (await dumpVault()).map(([key]) => key).filter((key) => key.startsWith('share:'))
      expect(keys.filter((key) => key.includes(walletId))).toEqual([])
      expect(keys.filter((key) => key.includes(theirs.wallet.walletId))).toHaveLength(1)
      email = former
      expect((await recover()).how).toBe('recovered')
    })

    test('the vault believes nobody but the gateway about what is gone', async () => {
      const { session } = await createHolder()
      for (const body of [{}, { token: 'a.b.c' }, { token: session.assertion }]) {
        const answer = await servers.reach('https://vault.example/v1/custody/gone', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        expect(answer.status).toBe(400)
      }
      expect((await recover()).how).toBe('recovered')
    })
  })
}

/** What stands in a text as 32 bytes in base64url or hex. */
function listWords(text: string): Uint8Array[] {
  const written = text.match(/(?<![\w-])[\w-]{43}(?![\w-])/g) ?? []
  const hex = text.match(/(?<!\w)[0-9a-f]{64}(?!\w)/g) ?? []
  return [
    ...written.map((word) => Uint8Array.from(Buffer.from(word, 'base64url'))),
    ...hex.map((word) => Uint8Array.from(Buffer.from(word, 'hex'))),
  ]
}
