import { createHash } from 'node:crypto'
import { bytesOf } from '@latchkey/wire/custody/call'
import { listSessions } from '@latchkey/wire/custody/login'
import { keepPermission, listPermissions, noteEnded } from '@latchkey/wire/custody/permission'
import type { CustodyKeys } from '@latchkey/wire/custody/tokens'
import {
  addDevice,
  createWallet,
  freezeWallet,
  listDevices,
  readAudit,
  releaseDeviceShare,
  releaseRecoveryShare,
  revokeDevice,
  rotateRecovery,
  thawWallet,
} from '@latchkey/wire/custody/wallet'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createReleaseKey, sealForServer } from '../../../../apps/frame/keys/sealing.ts'
import { loadEmptyDatabase } from '../../../testing/src/emptyDatabase.ts'
import { type Mailbox, startMailbox } from '../../../testing/src/mailbox.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { createLocalKms } from '../kms/createLocalKms.ts'
import { parseMasterKeys } from '../kms/readMasterKeys.ts'
import { openStorage } from '../storage/openStorage.ts'
import type { Storage } from '../storage/storage.ts'
import { dumpTables } from '../storage/testDump.ts'
import { findShare } from '../storage/wallets.ts'
import { bindDevice, bindRecovery } from './halves.ts'
import { holdBack } from './holdBack.ts'
import { PERMISSION_LIMIT } from './permissions.ts'
import { rewrapShares } from './rewrap.ts'
import { createTestLogin, GATE, newMasterKey, type TestLogin } from './testLogin.ts'

let server: PostgresServer | null = null
let snapshot: Blob | undefined
let mailbox: Mailbox

beforeAll(async () => {
  server = await startPostgres()
  snapshot = await loadEmptyDatabase()
  mailbox = await startMailbox()
})
afterAll(async () => {
  await mailbox?.close()
  await server?.stop()
})

const engines = [
  { engine: 'pglite', available: true, open: () => openStorage({ memory: true, snapshot }) },
  {
    engine: 'postgres',
    available: findPostgres() !== null || Boolean(process.env.CI),
    open: async () => {
      if (server === null) throw new Error('no PostgreSQL')
      return openStorage({ url: await server.createDatabase() })
    },
  },
] as const

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const bytes = (written: string) => Uint8Array.from(Buffer.from(written, 'base64url'))
const hash = (written: string) => createHash('sha256').update(written).digest('base64url')

let person = 0
/** Of the one style in a page, as a policy names it. */
const hashOfStyle = (page: string) =>
  createHash('sha256')
    .update(/<style>([^<]+)<\/style>/.exec(page)?.[1] ?? '')
    .digest('base64')
const nextAddress = () => `holder${++person}@shop.example`

for (const { engine, available, open } of engines) {
  describe.skipIf(!available)(`shares of wallets on ${engine}`, () => {
    let storage: Storage
    let gate: TestLogin
    let keys: CustodyKeys
    let email: string
    const masterKeys = newMasterKey('gateway', 'a')
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage?.close())
    beforeEach(async () => {
      email = nextAddress()
      await storage.database.execute(sql`delete from login_limits`)
      gate = await createTestLogin({ storage, mailbox, masterKeys })
      keys = (await (await gate.app.request(`${GATE}/v1/custody/keys`)).json()) as CustodyKeys
      return () => gate.login.close()
    })

    async function upload(share: Uint8Array, binding: ReturnType<typeof bindDevice>) {
      const [seal] = keys.seal
      if (seal === undefined) throw new Error('the gateway has no key')
      const { encapsulated, ciphertext } = await sealForServer(share, bytes(seal.publicKey), binding)
      return { keyId: seal.keyId, encapsulated: text(encapsulated), ciphertext: text(ciphertext) }
    }

    /** A person on a device with a wallet. */
    async function createHolder() {
      const phone = await gate.createDevice()
      const { token, user } = await phone.logIn(email)
      const walletId = text(random(16))
      const deviceShare = random(32)
      const recoveryShare = random(32)
      const body = {
        walletId,
        addresses: { eip155: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) },
        commitment: text(random(32)),
        salt: text(random(16)),
        deviceShare: await upload(deviceShare, bindDevice('shop', walletId, phone.device.thumbprint, 1)),
        recoveryShare: await upload(recoveryShare, bindRecovery('shop', walletId, 1)),
      }
      const made = await phone.call(createWallet, body, { token })
      return { phone, token, userId: user.id, walletId, deviceShare, recoveryShare, body, made }
    }

    /** Asks for a share and opens it. */
    async function take(
      phone: Awaited<ReturnType<TestLogin['createDevice']>>,
      call: typeof releaseDeviceShare,
      parameters: { walletId: string; token: string; binding: ReturnType<typeof bindDevice> },
    ) {
      const key = await createReleaseKey()
      const { walletId, token, binding } = parameters
      const answer = await phone.call(call, { walletId, key: text(key.publicKey) }, { token })
      if (answer.code !== '') return { code: answer.code, share: undefined, key, answer }
      const { encapsulated, ciphertext } = answer.value.share
      const share = await key.open({ encapsulated: bytes(encapsulated), ciphertext: bytes(ciphertext) }, binding)
      return { code: '', share, key, answer }
    }

    test('a wallet is there with the answer, and its halves come back to the device that they belong to', async () => {
      const { phone, token, walletId, deviceShare, recoveryShare, made } = await createHolder()
      expect(made.value.wallet).toMatchObject({ walletId, version: 1, isFrozen: false })
      const device = bindDevice('shop', walletId, phone.device.thumbprint, 1)
      expect((await take(phone, releaseDeviceShare, { walletId, token, binding: device })).share).toEqual(deviceShare)
      const recovery = bindRecovery('shop', walletId, 1)
      expect((await take(phone, releaseRecoveryShare, { walletId, token, binding: recovery })).share).toEqual(
        recoveryShare,
      )
    })

    test('the same creation again is answered the same, another wallet is refused, and of many at once there is one', async () => {
      const { phone, token, walletId, body, made } = await createHolder()
      expect((await phone.call(createWallet, body, { token })).value).toEqual(made.value)
      const other = text(random(16))
      const second = {
        ...body,
        walletId: other,
        deviceShare: await upload(random(32), bindDevice('shop', other, phone.device.thumbprint, 1)),
        recoveryShare: await upload(random(32), bindRecovery('shop', other, 1)),
      }
      expect((await phone.call(createWallet, second, { token })).code).toBe('WALLET_EXISTS')

      const rival = await gate.createDevice()
      const { token: rivalToken } = await rival.logIn(nextAddress())
      const bodies = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const id = text(random(16))
          return {
            ...body,
            walletId: id,
            deviceShare: await upload(random(32), bindDevice('shop', id, rival.device.thumbprint, 1)),
            recoveryShare: await upload(random(32), bindRecovery('shop', id, 1)),
          }
        }),
      )
      const made8 = await Promise.all(bodies.map((each) => rival.call(createWallet, each, { token: rivalToken })))
      expect(made8.filter(({ status }) => status === 200)).toHaveLength(1)
      // Nor does anybody get the id of somebody else's.
      const thief = await gate.createDevice()
      const { token: thiefToken } = await thief.logIn(nextAddress())
      const stolen = {
        ...body,
        deviceShare: await upload(random(32), bindDevice('shop', walletId, thief.device.thumbprint, 1)),
      }
      expect((await thief.call(createWallet, stolen, { token: thiefToken })).code).toBe('WALLET_EXISTS')
    })

    test('SEC-06: no share stands in the database, and every one has a data key of its own', async () => {
      const { deviceShare, recoveryShare } = await createHolder()
      const dump = await dumpAll(storage)
      for (const share of [deviceShare, recoveryShare]) {
        for (const form of [text(share), Buffer.from(share).toString('hex'), Buffer.from(share).toString('base64')]) {
          expect(dump).not.toContain(form)
          expect(gate.logText()).not.toContain(form)
        }
      }
      const wrapped = [...dump.matchAll(/"wrapped":"([^"]+)"/g)].map(([, each]) => each)
      expect(new Set(wrapped).size).toBe(wrapped.length)
    })

    test('SEC-07: a share opens with the one-time key that the device named alone, and no key counts twice', async () => {
      const { phone, token, walletId } = await createHolder()
      const binding = bindDevice('shop', walletId, phone.device.thumbprint, 1)
      const { key, answer } = await take(phone, releaseDeviceShare, { walletId, token, binding })
      const { encapsulated, ciphertext } = answer.value.share
      const sealed = { encapsulated: bytes(encapsulated), ciphertext: bytes(ciphertext) }
      await expect((await createReleaseKey()).open(sealed, binding)).rejects.toMatchObject({ code: 'SHARE_REFUSED' })
      await expect(key.open(sealed, { ...binding, holder: 'recovery' })).rejects.toMatchObject({
        code: 'SHARE_REFUSED',
      })
      const again = { walletId, key: text(key.publicKey) }
      expect((await phone.call(releaseDeviceShare, again, { token })).code).toBe('KEY_USED')
      // A key that the device did not sign for.
      const fresh = text((await createReleaseKey()).publicKey)
      const url = `${GATE}${releaseDeviceShare.path}`
      const without = await phone.device.prove({ url, now: gate.time.now, token })
      expect((await phone.call(releaseDeviceShare, { walletId, key: fresh }, { token, proof: without })).code).toBe(
        'PROOF_REFUSED',
      )
      const other = await phone.device.prove({ url, now: gate.time.now, token, key: text(key.publicKey) })
      expect((await phone.call(releaseDeviceShare, { walletId, key: fresh }, { token, proof: other })).code).toBe(
        'PROOF_REFUSED',
      )
      const many = await Promise.all(
        Array.from({ length: 6 }, () => phone.call(releaseDeviceShare, { walletId, key: fresh }, { token })),
      )
      expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(many.filter(({ code }) => code === 'KEY_USED')).toHaveLength(5)
    })

    test('SEC-04: a share that was sealed for another wallet, device, kind or number is refused', async () => {
      const { phone, token, walletId } = await createHolder()
      const right = bindDevice('shop', walletId, phone.device.thumbprint, 2)
      const wrongs = [
        { ...right, projectId: 'other' },
        { ...right, walletId: text(random(16)) },
        { ...right, holder: 'recovery' },
        { ...right, kind: 'recovery-auth-share' as const },
        { ...right, version: 1 },
      ]
      for (const binding of wrongs) {
        const share = await upload(random(32), binding)
        expect((await phone.call(addDevice, { walletId, version: 2, share }, { token })).code).toBe('SHARE_REFUSED')
      }
      const share = await upload(random(32), right)
      const foreign = { ...share, keyId: 'another' }
      expect((await phone.call(addDevice, { walletId, version: 2, share: foreign }, { token })).code).toBe(
        'SHARE_REFUSED',
      )
      expect((await phone.call(addDevice, { walletId, version: 2, share }, { token })).code).toBe('')
      expect((await phone.call(addDevice, { walletId, version: 2, share }, { token })).code).toBe('')
    })

    test('SEC-09, SEC-77: a removed device has no share and no session from then on; of another device a fresh code is wanted', async () => {
      const { phone, token, walletId } = await createHolder()
      gate.time.now += 60_000
      const laptop = await gate.createDevice()
      const other = await laptop.logIn(email)
      const binding = bindDevice('shop', walletId, laptop.device.thumbprint, 1)
      const share = await upload(random(32), binding)
      expect((await laptop.call(addDevice, { walletId, version: 1, share }, { token: other.token })).code).toBe('')
      const { devices } = (await phone.call(listDevices, {}, { token })).value
      expect(devices.map(({ hasShare, isThis }) => ({ hasShare, isThis }))).toEqual([
        { hasShare: true, isThis: true },
        { hasShare: true, isThis: false },
      ])
      const { thumbprint } = laptop.device
      expect((await phone.call(revokeDevice, { thumbprint }, { token })).code).toBe('STEP_UP_NEEDED')
      await phone.stepUp(token, 'recovery', email)
      expect((await phone.call(revokeDevice, { thumbprint }, { token })).code).toBe('STEP_UP_NEEDED')
      await phone.stepUp(token, 'devices', email)
      expect((await phone.call(revokeDevice, { thumbprint }, { token })).code).toBe('')
      expect((await take(laptop, releaseDeviceShare, { walletId, token: other.token, binding })).code).toBe(
        'SESSION_REFUSED',
      )
      expect(await findShare(storage, walletId, thumbprint)).toBeUndefined()
      // It must be let in anew, and finds nothing that completes what it still has.
      gate.time.now += 60_000
      const back = await laptop.logIn(email)
      expect(back.hasShare).toBe(false)
      expect((await take(laptop, releaseDeviceShare, { walletId, token: back.token, binding })).code).toBe(
        'WALLET_UNKNOWN',
      )
    })

    test('SEC-12: the recovery half needs a login of the last 5 minutes and comes 3 times a day, each with a notice', async () => {
      const { phone, token, walletId } = await createHolder()
      const binding = bindRecovery('shop', walletId, 1)
      const parameters = { walletId, token, binding }
      for (let taken = 0; taken < 3; taken++) {
        expect((await take(phone, releaseRecoveryShare, parameters)).code).toBe('')
      }
      const fourth = await take(phone, releaseRecoveryShare, parameters)
      expect(fourth.code).toBe('TOO_OFTEN')
      expect(Number(fourth.answer.headers.get('retry-after'))).toBeGreaterThan(86_000)
      await gate.login.settled()
      const notices = mailbox.mails.filter(({ to, subject }) => to.includes(email) && subject.includes('recovered'))
      expect(notices).toHaveLength(3)
      gate.time.now += 5 * 60_000 + 1
      expect((await take(phone, releaseRecoveryShare, parameters)).code).toBe('LOGIN_TOO_OLD')
    })

    test('SEC-19: nobody is handed anything of somebody else’s wallet', async () => {
      const { walletId } = await createHolder()
      const thief = await gate.createDevice()
      const { token } = await thief.logIn(nextAddress())
      const binding = bindRecovery('shop', walletId, 1)
      expect((await take(thief, releaseRecoveryShare, { walletId, token, binding })).code).toBe('WALLET_UNKNOWN')
      expect((await take(thief, releaseDeviceShare, { walletId, token, binding })).code).toBe('WALLET_UNKNOWN')
    })

    test('a new recovery half takes the place of the former one at once, and whoever is too late is told', async () => {
      const { phone, token, walletId } = await createHolder()
      const next = random(32)
      const bodyOf = async (share: Uint8Array, version: number) => ({
        walletId,
        version,
        share: await upload(share, bindRecovery('shop', walletId, version)),
      })
      expect((await phone.call(rotateRecovery, await bodyOf(next, 2), { token })).code).toBe('STEP_UP_NEEDED')
      await phone.stepUp(token, 'recovery', email)
      expect((await phone.call(rotateRecovery, await bodyOf(next, 102), { token })).code).toBe('VERSION_CONFLICT')
      const done = await phone.call(rotateRecovery, await bodyOf(next, 2), { token })
      expect(done.value.wallet.version).toBe(2)
      expect((await phone.call(rotateRecovery, await bodyOf(next, 2), { token })).value.wallet.version).toBe(2)
      expect((await phone.call(rotateRecovery, await bodyOf(random(32), 2), { token })).code).toBe('VERSION_CONFLICT')
      const binding = bindRecovery('shop', walletId, 2)
      expect((await take(phone, releaseRecoveryShare, { walletId, token, binding })).share).toEqual(next)
      // A number is left out where only the vault's half of it ever arrived; an earlier one comes too late.
      expect((await phone.call(rotateRecovery, await bodyOf(random(32), 4), { token })).value.wallet.version).toBe(4)
      expect((await phone.call(rotateRecovery, await bodyOf(random(32), 3), { token })).code).toBe('VERSION_CONFLICT')
    })

    test('SEC-18: all shares and own keys move under a new master key while the gateway serves, and open without the old one', async () => {
      const { phone, token, walletId, deviceShare } = await createHolder()
      const fresh = newMasterKey('gateway', 'b')
      const kms = await createLocalKms(parseMasterKeys(`${fresh},${masterKeys}`, 'gateway'))
      expect(await rewrapShares(storage, kms)).toBeGreaterThanOrEqual(6)
      expect(await rewrapShares(storage, kms)).toBe(0)
      const later = await createTestLogin({
        storage,
        mailbox,
        masterKeys: fresh,
        time: gate.time,
        vaultKeys: gate.vaultKeys,
      })
      const same = await later.createDevice(undefined, phone.device)
      const binding = bindDevice('shop', walletId, phone.device.thumbprint, 1)
      expect((await take(same, releaseDeviceShare, { walletId, token, binding })).share).toEqual(deviceShare)
      await later.login.close()
      // Back, for the tests that follow.
      await rewrapShares(storage, await createLocalKms(parseMasterKeys(`${masterKeys},${fresh}`, 'gateway')))
    })

    test('SEC-80: frozen, nothing is handed out or put in; thawing wants a fresh code and a fresh approval of the vault', async () => {
      const { phone, token, walletId } = await createHolder()
      const binding = bindDevice('shop', walletId, phone.device.thumbprint, 1)
      await phone.call(freezeWallet, {}, { token })
      const parameters = { walletId, token, binding }
      expect((await take(phone, releaseDeviceShare, parameters)).code).toBe('WALLET_FROZEN')
      expect((await take(phone, releaseRecoveryShare, parameters)).code).toBe('WALLET_FROZEN')
      const share = await upload(random(32), binding)
      expect((await phone.call(addDevice, { walletId, version: 1, share }, { token })).code).toBe('WALLET_FROZEN')
      const approval = await phone.approve(email)
      expect((await phone.call(thawWallet, { approval }, { token })).code).toBe('STEP_UP_NEEDED')
      await phone.stepUp(token, 'thaw', email)
      const foreign = await phone.approve(nextAddress())
      expect((await phone.call(thawWallet, { approval: foreign }, { token })).code).toBe('TOKEN_REFUSED')
      expect((await phone.call(thawWallet, { approval }, { token })).code).toBe('')
      expect((await phone.call(thawWallet, { approval }, { token })).code).toBe('TOKEN_REFUSED')
      expect((await take(phone, releaseDeviceShare, parameters)).code).toBe('')
    })

    test('SEC-80: what the operator holds back, of one person or a whole project, nobody gets and no person thaws; it is recorded', async () => {
      const { phone, token, userId, walletId } = await createHolder()
      const binding = bindDevice('shop', walletId, phone.device.thumbprint, 1)
      const hold = (whom: string | undefined, isHeld: boolean, projectId = 'shop') => {
        const { login } = gate.config
        if (login === undefined) throw new Error('logins are not configured')
        return holdBack({ config: login, storage, mode: 'test', now: gate.time.now, projectId, email: whom, isHeld })
      }
      const taken = async () => (await take(phone, releaseDeviceShare, { walletId, token, binding })).code
      expect(await hold('nobody@shop.example', true)).toBe('unknown')
      expect([await hold(email, true), await hold(email, true)]).toEqual(['done', 'same'])
      expect(await taken()).toBe('WALLET_FROZEN')
      await phone.stepUp(token, 'thaw', email)
      expect((await phone.call(thawWallet, { approval: await phone.approve(email) }, { token })).code).toBe('')
      expect(await taken()).toBe('WALLET_FROZEN')
      expect([await hold(email, false), await hold(email, false)]).toEqual(['done', 'same'])
      expect(await taken()).toBe('')
      expect(await hold(undefined, true, 'other')).toBe('done')
      expect(await taken()).toBe('')
      expect(await hold(undefined, true)).toBe('done')
      expect(await taken()).toBe('WALLET_FROZEN')
      await hold(undefined, false)
      expect(await taken()).toBe('')
      const { entries } = (await phone.call(readAudit, {}, { token })).value
      const kinds = entries.filter(({ facts }) => facts.by === 'operator').map(({ kind }) => kind)
      expect(kinds).toEqual(['thawed', 'frozen'])
      const rows = (await dumpTables(storage)).get('custody_holds') ?? []
      expect(rows.filter((row) => row.user_id === userId || row.user_id === null).length).toBeGreaterThanOrEqual(3)
    })

    test('SEC-136: a gateway that starts with wallets and no word of backups warns its operator', async () => {
      await createHolder()
      await gate.login.checkBackups()
      expect(gate.loginLog()).toContainEqual(
        expect.objectContaining({ level: 40, event: 'backupsUnknown', wallets: expect.any(Number) }),
      )
    })

    test('SEC-79: that a device was removed, and that the wallet was thawed, is told by mail, with a link that freezes', async () => {
      const { phone, token } = await createHolder()
      gate.time.now += 60_000
      const laptop = await gate.createDevice()
      await laptop.logIn(email)
      await phone.stepUp(token, 'devices', email)
      await phone.call(revokeDevice, { thumbprint: laptop.device.thumbprint }, { token })
      await phone.call(freezeWallet, {}, { token })
      await phone.stepUp(token, 'thaw', email)
      await phone.call(thawWallet, { approval: await phone.approve(email) }, { token })
      await gate.login.settled()
      for (const what of ['A device was removed from your wallet', 'Your wallet was unfrozen']) {
        const told = mailbox.mails.filter(({ to, subject }) => to.includes(email) && subject === `${what} (Shop)`)
        expect(told.map(({ text }) => /https:\/\/gate\.example\/v1\/login\/not-me\/\S+/.test(text))).toEqual([true])
      }
    })

    test('SEC-79: the link of a notice freezes by its button alone, not when a scanner opens it or another page posts', async () => {
      const { phone, token, walletId } = await createHolder()
      gate.time.now += 60_000
      await (await gate.createDevice()).logIn(email)
      await gate.login.settled()
      const notice = mailbox.mails
        .filter(({ to, subject }) => to.includes(email) && subject.includes('new device'))
        .at(-1)
      const [link = ''] = /https:\/\/gate\.example\S+/.exec(notice?.text ?? '') ?? []
      const opened = await gate.app.request(link)
      const page = await opened.text()
      // Of styles the page's own alone, by its hash; nothing is loaded and nothing runs.
      expect(opened.headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hashOfStyle(page)}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      const [, mark = ''] = /name="mark" value="([^"]+)"/.exec(page) ?? []
      await gate.app.request(link, { method: 'HEAD' })
      const post = async (body: string, headers: Record<string, string> = {}) =>
        (
          await gate.app.request(link, {
            method: 'POST',
            headers: { origin: GATE, 'content-type': 'application/x-www-form-urlencoded', ...headers },
            body,
          })
        ).status
      expect(await post('do=freeze')).toBe(403)
      expect(await post(`do=freeze&mark=${mark}`, { origin: 'https://evil.example' })).toBe(403)
      expect(await post(`do=freeze&mark=${mark}`, { 'sec-fetch-site': 'cross-site' })).toBe(403)
      expect(await post(`do=thaw&mark=${mark}`)).toBe(400)
      const binding = bindDevice('shop', walletId, phone.device.thumbprint, 1)
      expect((await take(phone, releaseDeviceShare, { walletId, token, binding })).code).toBe('')
      expect(await post(`do=freeze&mark=${mark}`)).toBe(200)
      expect((await phone.call(listSessions, {}, { token })).code).toBe('SESSION_REFUSED')
      gate.time.now += 60_000
      const back = await phone.logIn(email)
      expect(back.user.wallet?.isFrozen).toBe(true)
      expect((await take(phone, releaseDeviceShare, { walletId, token: back.token, binding })).code).toBe(
        'WALLET_FROZEN',
      )
      expect((await gate.app.request(`${link.slice(0, -1)}x`)).status).toBe(404)
    })

    test('SEC-78: what was handed out, and what changed, is read in the frame', async () => {
      const { phone, token, walletId } = await createHolder()
      const binding = bindDevice('shop', walletId, phone.device.thumbprint, 1)
      await take(phone, releaseDeviceShare, { walletId, token, binding })
      await phone.call(freezeWallet, {}, { token })
      const { entries } = (await phone.call(readAudit, {}, { token })).value
      expect(entries.map(({ kind }) => kind)).toEqual(['frozen', 'share', 'created', 'device'])
    })

    test('SEC-53: a permission is listed on each device of its owner, and to nobody else, until it is ended or over', async () => {
      const { phone, token } = await createHolder()
      const former = email
      const hex = (byte: string, bytes: number) => `0x${byte.repeat(bytes)}`
      const permission = {
        hash: hex('01', 32),
        networkId: 'eip155:1' as const,
        account: hex('a1', 20),
        delegate: hex('d1', 20),
        target: hex('c1', 20),
        amount: '1000000000000000000',
        period: { seconds: 86_400, startsAt: 1_700_000_000 },
        calls: 10,
        validUntil: Math.floor(gate.time.now / 1000) + 3600,
        salt: hex('5a', 32),
        signature: hex('ab', 65),
      }
      const kept = { ...permission, host: 'https://shop.example', createdAt: gate.time.now }
      expect((await phone.call(keepPermission, permission, { token })).code).toBe('')
      // Its answer was lost.
      expect((await phone.call(keepPermission, permission, { token })).code).toBe('')
      const list = async (device: typeof phone, by: string) =>
        (await device.call(listPermissions, {}, { token: by })).value.permissions
      expect(await list(phone, token)).toEqual([kept])
      gate.time.now += 60_000
      const laptop = await gate.createDevice()
      const there = await laptop.logIn(email)
      expect(await list(laptop, there.token)).toEqual([kept])
      email = nextAddress()
      const other = await createHolder()
      email = former
      expect(await list(other.phone, other.token)).toEqual([])
      expect((await other.phone.call(noteEnded, { hash: permission.hash }, { token: other.token })).code).toBe('')
      expect((await laptop.call(noteEnded, { hash: permission.hash }, { token: there.token })).code).toBe('')
      expect((await laptop.call(noteEnded, { hash: permission.hash }, { token: there.token })).code).toBe('')
      expect(await list(phone, token)).toEqual([])
      const later = { ...permission, hash: hex('02', 32), period: null }
      await phone.call(keepPermission, later, { token })
      expect(await list(phone, token)).toHaveLength(1)
      gate.time.now += 3_700_000
      await gate.login.sweep()
      expect((await dumpTables(storage)).get('wallet_permissions')).toEqual([])
      const { entries } = (await laptop.call(readAudit, {}, { token: (await laptop.logIn(email)).token })).value
      expect(entries.map(({ kind }) => kind).filter((kind) => kind.startsWith('permission'))).toEqual([
        'permission',
        'permissionEnded',
        'permission',
      ])
    })

    test('SEC-53: a wallet has so many permissions at a time, and the next one is refused', async () => {
      const { phone, token } = await createHolder()
      const hex = (number: number, bytes: number) => `0x${number.toString(16).padStart(bytes * 2, '0')}`
      const keep = async (number: number) =>
        (
          await phone.call(
            keepPermission,
            {
              hash: hex(number, 32),
              networkId: 'eip155:1',
              account: hex(1, 20),
              delegate: hex(2, 20),
              target: hex(3, 20),
              amount: '1',
              period: null,
              calls: 1,
              validUntil: Math.floor(gate.time.now / 1000) + 3600,
              salt: hex(4, 32),
              signature: hex(5, 65),
            },
            { token },
          )
        ).code
      for (let number = 0; number < PERMISSION_LIMIT; number++) expect(await keep(number)).toBe('')
      expect(await keep(PERMISSION_LIMIT)).toBe('TOO_OFTEN')
      expect(await keep(0)).toBe('')
    })

    test('SEC-02, SEC-11: everything that the gateway has, opened with its master keys, is noise without the other halves', async () => {
      // The frame's side: two pairs of one secret, of which the gateway gets a half each.
      const secret = random(32)
      const phone = await gate.createDevice()
      const { token } = await phone.logIn(email)
      const walletId = text(random(16))
      const halves = [random(32), random(32)]
      const [deviceHalf, recoveryHalf] = halves.map((pad) => secret.map((byte, index) => byte ^ (pad[index] ?? 0)))
      const device = bindDevice('shop', walletId, phone.device.thumbprint, 1)
      const recovery = bindRecovery('shop', walletId, 1)
      const made = await phone.call(
        createWallet,
        {
          walletId,
          addresses: { eip155: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) },
          commitment: text(random(32)),
          salt: text(random(16)),
          deviceShare: await upload(deviceHalf ?? secret, device),
          recoveryShare: await upload(recoveryHalf ?? secret, recovery),
        },
        { token },
      )
      expect(made.code).toBe('')
      const opened = [
        (await take(phone, releaseDeviceShare, { walletId, token, binding: device })).share,
        (await take(phone, releaseRecoveryShare, { walletId, token, binding: recovery })).share,
      ].map((share) => share ?? new Uint8Array(32))
      const xor = (one: Uint8Array, other: Uint8Array) => one.map((byte, index) => byte ^ (other[index] ?? 0))
      const [first = secret, second = secret] = opened
      for (const guess of [first, second, xor(first, second)]) expect(guess).not.toEqual(secret)
      expect(xor(first, halves[0] ?? secret)).toEqual(secret)
      expect(await dumpAll(storage)).not.toContain(text(secret))
    })
  })
}

test('ids and keys have the length that they are read with', () => {
  expect(v.is(bytesOf(16), text(random(16)))).toBe(true)
  expect(v.is(bytesOf(65), text(random(65)))).toBe(true)
  expect(v.is(bytesOf(65), text(random(64)))).toBe(false)
  expect(hash('')).toHaveLength(43)
})

/** Every row of every table, as text. */
async function dumpAll(storage: Storage): Promise<string> {
  const list = (result: unknown) =>
    (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as Record<string, unknown>[]
  const tables = list(
    await storage.database.execute(
      sql`select table_name from information_schema.tables where table_schema = 'public' order by table_name`,
    ),
  )
  const parts: string[] = []
  for (const { table_name } of tables) {
    parts.push(
      JSON.stringify(list(await storage.database.execute(sql`select * from ${sql.identifier(String(table_name))}`))),
    )
  }
  return parts.join('\n')
}
