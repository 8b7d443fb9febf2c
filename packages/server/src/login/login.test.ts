import { createHash } from 'node:crypto'
import {
  approveLogin,
  endLogin,
  finishLogin,
  finishStepUp,
  listSessions,
  refreshLogin,
  resendCode,
  revokeSession,
  startLogin,
  stepUp,
} from '@latchkey/wire/custody/login'
import { LOGIN_TOKEN_TYPE } from '@latchkey/wire/custody/tokens'
import { freezeWallet } from '@latchkey/wire/custody/wallet'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadEmptyDatabase } from '../../../testing/src/emptyDatabase.ts'
import { type Mailbox, startMailbox } from '../../../testing/src/mailbox.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { createCode } from '../custody/codes.ts'
import { openOwnKeys } from '../custody/ownKeys.ts'
import { createTestDevice } from '../custody/testFrame.ts'
import { createTestGateway, SHOP } from '../gateway/testGateway.ts'
import { createLocalKms } from '../kms/createLocalKms.ts'
import { parseMasterKeys } from '../kms/readMasterKeys.ts'
import { addAuditEntry, type StoredLoginSession } from '../storage/login.ts'
import { loginAudit } from '../storage/loginTables.ts'
import { openStorage } from '../storage/openStorage.ts'
import type { Storage } from '../storage/storage.ts'
import { ABSOLUTE_MS, ACCESS_MS, IDLE_MS, requireStepUp, STEP_UP_MS } from './sessions.ts'
import { codeChallenge, createTestLogin, GATE, newMasterKey, type TestLogin, VAULT } from './testLogin.ts'

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

/** Each test has addresses of its own. */
let person = 0
const nextAddress = () => `person${++person}@shop.example`
/** A code that is not this one. */
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

for (const { engine, available, open } of engines) {
  describe.skipIf(!available)(`logins on ${engine}`, () => {
    let storage: Storage
    let gate: TestLogin
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
      return () => gate.login.close()
    })

    test('a newcomer gets in with the vault’s approval and a code, and the same device later with a code alone', async () => {
      const phone = await gate.createDevice()
      const first = await phone.askCode(email)
      expect(first.action).toBe('device')
      const done = await phone.call(finishLogin, first)
      expect(done.value).toMatchObject({ user: { email, wallet: null }, hasShare: false })
      gate.time.now += 60_000
      const again = await phone.askCode(email)
      expect(again.action).toBe('code')
      expect((await phone.call(finishLogin, again)).value.user.id).toBe(done.value.user.id)
    })

    test('SEC-60: known and unknown addresses are the same work for the database, call by call, and no mail for either', async () => {
      await (await gate.createDevice()).logIn(email)
      const work: string[] = []
      const database = new Proxy(storage.database, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...given: unknown[]) => {
            work.push(`${String(name)} ${is(given[0], PgTable) ? getTableName(given[0]) : ''}`)
            return value.apply(target, given) as unknown
          }
        },
      })
      const watched = await createTestLogin({ storage: { ...storage, database }, mailbox, masterKeys, time: gate.time })
      const workOf = async (address: string) => {
        const stranger = await watched.createDevice()
        work.length = 0
        const { challenge } = (await stranger.call(startLogin, { email: address })).value
        await stranger.call(resendCode, { challenge })
        for (let tried = 0; tried < 6; tried++) await stranger.call(finishLogin, { challenge, code: '123456' })
        return [...work]
      }
      const before = mailbox.mails.length
      const known = await workOf(email)
      expect(await workOf(nextAddress())).toEqual(known)
      expect(known.length).toBeGreaterThan(20)
      await watched.login.settled()
      expect(mailbox.mails).toHaveLength(before)
      await watched.login.close()
    })

    test('SEC-58: guesses where no code is on its way use up none of the tries of an address', async () => {
      const phone = await gate.createDevice()
      const { challenge, code } = await phone.askCode(email)
      for (let attempt = 0; attempt < 8; attempt++) {
        const stranger = await gate.createDevice()
        const theirs = (await stranger.call(startLogin, { email })).value.challenge
        for (let tried = 0; tried < 5; tried++) {
          expect((await stranger.call(finishLogin, { challenge: theirs, code })).code).toBe('CODE_REFUSED')
        }
      }
      expect((await phone.call(finishLogin, { challenge, code })).code).toBe('')
    })

    test('SEC-57: the sixth try fails with the right code, and every wrong one says how many are left', async () => {
      const phone = await gate.createDevice()
      const { challenge, code } = await phone.askCode(email)
      for (const left of [4, 3, 2, 1, 0]) {
        const tried = await phone.call(finishLogin, { challenge, code: wrong(code) })
        expect(tried.code).toBe('CODE_REFUSED')
        expect(JSON.parse(tried.text)).toMatchObject({
          reasons: [{}, { field: 'triesLeft', description: String(left) }],
        })
      }
      expect((await phone.call(finishLogin, { challenge, code })).code).toBe('CHALLENGE_OVER')
    })

    test('SEC-57: another code of the same login has five tries of its own', async () => {
      const phone = await gate.createDevice()
      const { challenge, code } = await phone.askCode(email)
      for (let tried = 0; tried < 6; tried++) await phone.call(finishLogin, { challenge, code: wrong(code) })
      gate.time.now += 31_000
      expect((await phone.call(resendCode, { challenge })).value).toMatchObject({ action: 'code' })
      await gate.login.settled()
      const next = await phone.readCode(email)
      expect((await phone.call(finishLogin, { challenge, code: wrong(next) })).code).toBe('CODE_REFUSED')
      expect((await phone.call(finishLogin, { challenge, code: next })).status).toBe(200)
    })

    test('SEC-57, SEC-121: of 50 tries at once every one counts, and the right code among them opens one session at most', async () => {
      const phone = await gate.createDevice()
      const { challenge, code } = await phone.askCode(email)
      const tries = await Promise.all(
        Array.from({ length: 50 }, () => phone.call(finishLogin, { challenge, code: wrong(code) })),
      )
      expect(tries.filter((each) => each.code === 'CODE_REFUSED')).toHaveLength(5)
      expect(tries.filter((each) => each.code === 'CHALLENGE_OVER')).toHaveLength(45)
      const [held] = rows(
        await storage.database.execute(sql`select tries from login_challenges where id_hash = ${hash(challenge)}`),
      )
      expect(held?.tries).toBe(50)
      gate.time.now += 60_000
      const next = await phone.askCode(email)
      const rights = await Promise.all(
        Array.from({ length: 5 }, () => phone.call(finishLogin, { challenge: next.challenge, code: next.code })),
      )
      expect(rights.filter((each) => each.status === 200)).toHaveLength(1)
    })

    test('SEC-57: a code ends after 10 minutes, and is kept only as a mark that needs a key from elsewhere', async () => {
      const phone = await gate.createDevice()
      const { challenge, code } = await phone.askCode(email)
      const dump = JSON.stringify(rows(await storage.database.execute(sql`select * from login_challenges`)))
      expect(dump).not.toContain(code)
      expect(dump).not.toContain(challenge)
      expect(dump).not.toContain(hash(code))
      gate.time.now += 10 * 60_000
      expect((await phone.call(finishLogin, { challenge, code })).code).toBe('CHALLENGE_OVER')
    })

    test('SEC-58: one address gets one mail in 30 s, five in an hour and ten in a day, and is told when to come back', async () => {
      const phone = await gate.createDevice()
      const { challenge } = await phone.askCode(email)
      const soon = await phone.call(resendCode, { challenge })
      expect(soon).toMatchObject({ status: 429, code: 'TOO_OFTEN' })
      expect(soon.headers.get('retry-after')).toBe('30')
      for (let sent = 2; sent <= 5; sent++) {
        gate.time.now += 30_000
        expect((await phone.call(resendCode, { challenge })).code).toBe('')
      }
      gate.time.now += 30_000
      const hour = await phone.call(resendCode, { challenge })
      expect(hour.code).toBe('TOO_OFTEN')
      expect(Number(hour.headers.get('retry-after'))).toBe(3600 - 150)
      // Another device of another network address changes nothing: the mailbox is one.
      const other = await gate.createDevice()
      gate.time.now += 3600_000
      await phone.logIn(email)
      const started = await other.call(startLogin, { email })
      const approved = await other.call(approveLogin, {
        challenge: started.value.challenge,
        approval: await other.approve(email),
      })
      expect(approved.code).toBe('TOO_OFTEN')
      for (let sent = 7; sent <= 10; sent++) {
        gate.time.now += 20 * 60_000
        await phone.askCode(email)
      }
      gate.time.now += 2 * 3600_000
      expect((await phone.call(startLogin, { email })).code).toBe('TOO_OFTEN')
    })

    test('SEC-58: a device and a network address begin so many logins an hour', async () => {
      const phone = await gate.createDevice()
      for (let begun = 0; begun < 10; begun++) {
        expect((await phone.call(startLogin, { email: nextAddress() })).code).toBe('')
      }
      expect((await phone.call(startLogin, { email: nextAddress() })).code).toBe('TOO_OFTEN')
      for (let begun = 10; begun < 20; begun++) {
        expect((await (await gate.createDevice()).call(startLogin, { email: nextAddress() })).code).toBe('')
      }
      const last = await (await gate.createDevice()).call(startLogin, { email: nextAddress() })
      expect(last).toMatchObject({ code: 'TOO_OFTEN', status: 429 })
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3500)
    })

    test('SEC-58: 30 codes are tried for one address in an hour, over all its challenges', async () => {
      const codes: string[] = []
      for (let round = 0; round < 7; round++) {
        await storage.database.execute(sql`delete from login_limits where key = ${hash(`mail\nshop\n${email}`)}`)
        const phone = await gate.createDevice()
        const { challenge, code } = await phone.askCode(email)
        for (let tried = 0; tried < 5; tried++) {
          codes.push((await phone.call(finishLogin, { challenge, code: wrong(code) })).code)
        }
      }
      expect(codes.map((code, index) => [index, code])).toEqual(
        codes.map((_, index) => [index, index < 30 ? 'CODE_REFUSED' : 'TOO_OFTEN']),
      )
    })

    test('SEC-59: the right code from another device, page or project fails and counts', async () => {
      const phone = await gate.createDevice()
      const { challenge, code } = await phone.askCode(email)
      const thief = await gate.createDevice()
      expect((await thief.call(finishLogin, { challenge, code })).code).toBe('CODE_REFUSED')
      const elsewhere = { projectId: 'other', host: 'https://other.example' }
      expect((await phone.call(finishLogin, { challenge, code }, elsewhere)).code).toBe('CODE_REFUSED')
      // Another page of the project, and another project of the page.
      for (const part of [{ host: 'https://second.shop.example' }, { projectId: 'twin' }])
        expect((await phone.call(finishLogin, { challenge, code }, part)).code).toBe('CODE_REFUSED')
      const [held] = rows(
        await storage.database.execute(sql`select tries from login_challenges where id_hash = ${hash(challenge)}`),
      )
      expect(held?.tries).toBe(4)
      expect((await phone.call(finishLogin, { challenge, code })).status).toBe(200)
      expect((await phone.call(finishLogin, { challenge, code })).code).toBe('CHALLENGE_OVER')
    })

    test('SEC-59: an approval counts once, for the device, address and project that it names, while it is fresh', async () => {
      const phone = await gate.createDevice()
      const { challenge } = (await phone.call(startLogin, { email })).value
      const stranger = await createTestDevice()
      const refused = [
        await phone.approve(nextAddress()),
        await phone.approve(email, { thumbprint: stranger.thumbprint }),
        await phone.approve(email, { projectId: 'other' }),
        await phone.approve(email, { contactHash: 'a'.repeat(43) }),
        await gate.vaultKeys.sign({
          type: 'jwt',
          issuer: VAULT,
          audience: GATE,
          claims: {},
          now: gate.time.now,
          seconds: 60,
        }),
        'a.b.c',
      ]
      for (const approval of refused) {
        expect((await phone.call(approveLogin, { challenge, approval })).code).toBe('TOKEN_REFUSED')
      }
      const approval = await phone.approve(email)
      expect((await phone.call(approveLogin, { challenge, approval })).code).toBe('')
      gate.time.now += 31_000
      expect((await phone.call(approveLogin, { challenge, approval })).code).toBe('TOKEN_REFUSED')
      const old = await phone.approve(email)
      gate.time.now += 16 * 60_000
      const next = await phone.call(startLogin, { email })
      expect((await phone.call(approveLogin, { challenge: next.value.challenge, approval: old })).code).toBe(
        'TOKEN_REFUSED',
      )
    })

    test('SEC-60: a stranger’s device is answered the same for known and unknown addresses, and writes as much', async () => {
      await (await gate.createDevice()).logIn(email)
      const counted = async (address: string) => {
        const stranger = await gate.createDevice()
        const mails = mailbox.mails.length
        const started = await stranger.call(startLogin, { email: address })
        const tried = await stranger.call(finishLogin, { challenge: started.value.challenge, code: '123456' })
        const again = await stranger.call(resendCode, { challenge: started.value.challenge })
        await gate.login.settled()
        const shape = (text: string) => text.replaceAll(/[\w-]{43}|[\w-]{36}/g, '…')
        const headers = [...started.headers].filter(([name]) => name !== 'x-request-id')
        const audit = await storage.database.select().from(loginAudit)
        return {
          answers: [shape(started.text), shape(tried.text), shape(again.text)],
          statuses: [started.status, tried.status, again.status],
          headers,
          mails: mailbox.mails.length - mails,
          failures: audit.filter(({ kind }) => kind === 'failure').length,
        }
      }
      expect(await counted(email)).toEqual(await counted(nextAddress()))
    })

    test('SEC-61: what is not one address is refused before anything else, and capitals lead to the same person', async () => {
      const phone = await gate.createDevice()
      for (const text of ['ada@shop.example, eve@shop.example', 'ada@shop.example\r\nBcc: eve@shop.example', 'ada']) {
        expect((await phone.call(startLogin, { email: text })).code).toBe('MAIL_ADDRESS_REFUSED')
      }
      const done = await phone.logIn(email)
      gate.time.now += 60_000
      const started = await phone.call(startLogin, {
        email: email.toUpperCase().replace('SHOP.EXAMPLE', 'Shop.Example'),
      })
      expect(started.value.action).toBe('code')
      // The mail goes to the mailbox that the identity began with.
      const code = await phone.readCode(email)
      const finished = await phone.call(finishLogin, { challenge: started.value.challenge, code })
      expect(finished.value.user.id).toBe(done.user.id)
    })

    test('SEC-19: the same address is another person in another project, and its sessions stay there', async () => {
      const phone = await gate.createDevice()
      const { token, user } = await phone.logIn(email)
      const elsewhere = { projectId: 'other', host: 'https://other.example' }
      gate.time.now += 60_000
      const started = await phone.call(startLogin, { email }, elsewhere)
      expect(started.value.action).toBe('device')
      expect((await phone.call(listSessions, {}, { token, ...elsewhere })).code).toBe('SESSION_REFUSED')
      // Nor in another project of the same page.
      expect((await phone.call(listSessions, {}, { token, projectId: 'twin' })).code).toBe('SESSION_REFUSED')
      expect((await phone.call(listSessions, {}, { token })).value.sessions).toHaveLength(1)
      const users = rows(
        await storage.database.execute(sql`select id, project_id from login_users where subject = ${email}`),
      )
      expect(users).toEqual([{ id: user.id, project_id: 'shop' }])
    })

    test('SEC-73: a token is kept as a hash, works for 15 minutes, is renewed for 7 days and for 30 at most', async () => {
      const phone = await gate.createDevice()
      const { token } = await phone.logIn(email)
      const dump = JSON.stringify(rows(await storage.database.execute(sql`select * from login_sessions`)))
      expect(dump).not.toContain(token)
      gate.time.now += ACCESS_MS
      expect((await phone.call(listSessions, {}, { token })).code).toBe('SESSION_REFUSED')
      const renewed = await phone.call(refreshLogin, {}, { token })
      expect(renewed.status).toBe(200)
      expect((await phone.call(listSessions, {}, { token: renewed.value.token })).status).toBe(200)
      // The answer may have been lost: the former token renews for a minute, and reads nothing.
      expect((await phone.call(listSessions, {}, { token })).code).toBe('SESSION_REFUSED')
      const lost = await phone.call(refreshLogin, {}, { token })
      expect(lost.status).toBe(200)
      gate.time.now += 61_000
      expect((await phone.call(refreshLogin, {}, { token })).code).toBe('SESSION_REFUSED')
      let held = lost.value.token
      const end = gate.time.now + ABSOLUTE_MS
      for (;;) {
        gate.time.now += IDLE_MS - 600_000
        const next = await phone.call(refreshLogin, {}, { token: held })
        if (next.status !== 200) break
        held = next.value.token
      }
      expect(gate.time.now).toBeGreaterThan(end - IDLE_MS)
      expect(gate.time.now).toBeLessThan(end + IDLE_MS)
    })

    test('SEC-73: sessions are listed and ended, one’s own and each of one’s others, and nobody else’s', async () => {
      const phone = await gate.createDevice()
      const one = await phone.logIn(email)
      gate.time.now += 60_000
      const laptop = await gate.createDevice()
      const other = await laptop.logIn(email)
      const { sessions } = (await phone.call(listSessions, {}, { token: one.token })).value
      expect(sessions.map(({ isThis, host, device }) => ({ isThis, host, device }))).toEqual([
        { isThis: false, host: SHOP, device: 'Firefox · Linux' },
        { isThis: true, host: SHOP, device: 'Firefox · Linux' },
      ])
      const stranger = await gate.createDevice()
      const theirs = await stranger.logIn(nextAddress())
      const id = sessions[0]?.id ?? ''
      await stranger.call(revokeSession, { id }, { token: theirs.token })
      expect((await laptop.call(listSessions, {}, { token: other.token })).status).toBe(200)
      await phone.call(revokeSession, { id }, { token: one.token })
      expect((await laptop.call(listSessions, {}, { token: other.token })).code).toBe('SESSION_REFUSED')
      await phone.call(endLogin, {}, { token: one.token })
      expect((await phone.call(refreshLogin, {}, { token: one.token })).code).toBe('SESSION_REFUSED')
    })

    test('SEC-74: a stolen token is of no use to another device, and a proof that was seen is refused by the gateway', async () => {
      const phone = await gate.createDevice()
      const { token } = await phone.logIn(email)
      const thief = await gate.createDevice()
      expect((await thief.call(listSessions, {}, { token })).code).toBe('SESSION_REFUSED')
      const proof = await phone.device.prove({ url: `${GATE}${listSessions.path}`, now: gate.time.now, token })
      const twice = await Promise.all([1, 2, 3].map(() => phone.call(listSessions, {}, { token, proof })))
      expect(twice.map(({ status }) => status).sort()).toEqual([200, 401, 401])
      expect((await phone.call(endLogin, {}, { token, proof })).code).toBe('PROOF_REFUSED')
    })

    test('SEC-75: only the frame’s origin may call, in JSON, for a page that the project lists', async () => {
      const phone = await gate.createDevice()
      const tried = async (headers: Record<string, string>) =>
        (await phone.call(startLogin, { email }, { headers })).code
      expect(await tried({ origin: SHOP })).toBe('ORIGIN_NOT_ALLOWED')
      expect(await tried({ origin: 'null' })).toBe('ORIGIN_NOT_ALLOWED')
      expect(await tried({ origin: '' })).toBe('ORIGIN_NOT_ALLOWED')
      expect(await tried({ origin: 'https://wallet.example.evil.example' })).toBe('ORIGIN_NOT_ALLOWED')
      expect(await tried({ 'content-type': 'text/plain' })).toBe('BODY_INVALID')
      expect((await phone.call(startLogin, { email }, { host: 'https://evil.example' })).code).toBe('HOST_NOT_ALLOWED')
      expect((await phone.call(startLogin, { email }, { host: '' })).code).toBe('HOST_NOT_ALLOWED')
      expect((await phone.call(startLogin, { email }, { projectId: 'none' })).code).toBe('PROJECT_UNKNOWN')
      const ask = (origin: string) =>
        gate.app.request(`${GATE}${startLogin.path}?projectId=shop`, { method: 'OPTIONS', headers: { origin } })
      expect((await ask('https://wallet.example')).headers.get('access-control-allow-origin')).toBe(
        'https://wallet.example',
      )
      expect((await ask(SHOP)).headers.get('access-control-allow-origin')).toBe(null)
      expect((await ask('https://wallet.example')).headers.get('access-control-allow-credentials')).toBe(null)
    })

    test('SEC-77: a fresh code is for one thing of one session, for 5 minutes', async () => {
      const phone = await gate.createDevice()
      const { token } = await phone.logIn(email)
      gate.time.now += 31_000
      const asked = await phone.call(stepUp, { reason: 'devices' }, { token })
      const code = await phone.readCode(email)
      const challenge = codeChallenge(asked.value)
      // It opens no session, and the code of a login is none of these.
      expect((await phone.call(finishLogin, { challenge, code })).code).toBe('CODE_REFUSED')
      const done = await phone.call(finishStepUp, { challenge, code }, { token })
      expect(done.value.until).toBe(gate.time.now + STEP_UP_MS)
      expect((await phone.call(finishStepUp, { challenge, code }, { token })).code).toBe('CHALLENGE_OVER')
    })

    test('SEC-77: what wants a fresh code is refused without one, after one for another thing, and after its 5 minutes', () => {
      const { now } = gate.time
      const session = { stepUpReason: 'devices', stepUpUntil: now + STEP_UP_MS } as StoredLoginSession
      expect(() => requireStepUp(session, 'devices', now + STEP_UP_MS - 1)).not.toThrow()
      for (const [asked, reason, later] of [
        [session, 'export', 0],
        [session, 'devices', STEP_UP_MS],
        [{ ...session, stepUpReason: null, stepUpUntil: null }, 'devices', 0],
      ] as const)
        expect(() => requireStepUp(asked, reason, now + later)).toThrow('A fresh code is needed first.')
    })

    test('SEC-78: what happened stands in a chain that shows every change, holds no secret, and takes many at once', async () => {
      const phone = await gate.createDevice()
      const { token, user } = await phone.logIn(email)
      gate.time.now += 31_000
      const { challenge, code } = await phone.askCode(email)
      await Promise.all([1, 2, 3, 4].map(() => phone.call(finishLogin, { challenge, code: wrong(code) })))
      await phone.call(finishLogin, { challenge, code })
      const { createAudit } = await import('./audit.ts')
      const marks = { mark: async (text: string) => hash(`key of this test ${text}`) }
      const audit = createAudit({ storage, keys: { ...gate.vaultKeys, ...marks }, clock: gate.clock })
      const entries = await storage.database.select().from(loginAudit).where(sql`user_id = ${user.id}`)
      expect(entries.map(({ kind }) => kind).sort()).toEqual([
        'device',
        'failure',
        'failure',
        'failure',
        'failure',
        'login',
      ])
      expect(entries.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6])
      for (const secret of [token, code, challenge, email]) expect(JSON.stringify(entries)).not.toContain(secret)

      await storage.database.execute(sql`delete from login_audit where user_id = ${user.id}`)
      for (const kind of ['login', 'share', 'recovery', 'frozen'] as const)
        await audit.add(user.id, kind, { host: SHOP })
      expect(await audit.findDamage(user.id)).toBeUndefined()
      await storage.database.execute(
        sql`update login_audit set kind = 'login' where user_id = ${user.id} and number = 3`,
      )
      expect(await audit.findDamage(user.id)).toBe(3)
      await storage.database.execute(
        sql`update login_audit set kind = 'recovery' where user_id = ${user.id} and number = 3`,
      )
      expect(await audit.findDamage(user.id)).toBeUndefined()
      await storage.database.execute(sql`delete from login_audit where user_id = ${user.id} and number = 2`)
      expect(await audit.findDamage(user.id)).toBe(3)

      // Left out before it was written: every mark is right, and a number is missing.
      await storage.database.execute(sql`delete from login_audit where user_id = ${user.id}`)
      await audit.add(user.id, 'login', { host: SHOP })
      const [first] = await audit.read(user.id, 1)
      const later = { userId: user.id, number: 3, at: gate.time.now, kind: 'share', facts: '{}' }
      const chained = ['audit', user.id, later.number, later.at, later.kind, later.facts, first?.mark]
      await addAuditEntry(storage, { ...later, mark: await marks.mark(JSON.stringify(chained)) })
      expect(await audit.findDamage(user.id)).toBe(3)
    })

    test('the assertion names the person by a hash, the device, the time of the code, and the vault as its reader', async () => {
      const phone = await gate.createDevice()
      const { assertion } = await phone.logIn(email)
      const keys = (await (await gate.app.request(`${GATE}/v1/custody/keys`)).json()) as { sign: object[] }
      const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: keys.sign as never }), {
        typ: LOGIN_TOKEN_TYPE,
        issuer: GATE,
        audience: VAULT,
        currentDate: new Date(gate.time.now),
      })
      expect(payload).toMatchObject({
        projectId: 'shop',
        contactHash: hash(`shop\nemail\n${email}`),
        thumbprint: phone.device.thumbprint,
        auth_time: Math.floor(gate.time.now / 1000),
        wallet: null,
      })
      expect(Number(payload.exp) - Number(payload.iat)).toBe(300)
      expect(assertion).not.toContain(Buffer.from(email).toString('base64url').slice(0, 10))
    })

    test('SEC-11: a gateway refuses the vault’s keys, and a vault that has its own', async () => {
      await expect(createTestLogin({ storage, mailbox, masterKeys: newMasterKey('vault', 'a') })).rejects.toMatchObject(
        {
          code: 'MASTER_KEY_UNUSABLE',
        },
      )
      await gate.login.checkPeer()
      const kms = await createLocalKms(parseMasterKeys(masterKeys.replace('gateway:', 'vault:'), 'vault'))
      const vaultKeys = await openOwnKeys({ party: 'vault', kms, keep: async (_name, fresh) => fresh })
      const shared = await createTestLogin({ storage, mailbox, masterKeys, vaultKeys })
      await expect(shared.login.checkPeer()).rejects.toMatchObject({ code: 'SECRET_SHARED' })
      await shared.login.close()
    })

    test('while the vault is away nobody new comes in, and who is known does', async () => {
      const phone = await gate.createDevice()
      gate.setVaultAway(true)
      const { challenge } = (await phone.call(startLogin, { email })).value
      const away = await phone.call(approveLogin, { challenge, approval: await phone.approve(email) })
      expect(away).toMatchObject({ status: 503, code: 'NOT_READY' })
      gate.setVaultAway(false)
      await phone.logIn(email)
      gate.setVaultAway(true)
      gate.time.now += 60_000
      await phone.logIn(email)
    })

    test('SEC-118, SEC-119: no line of the log and no answer holds an address, a code, a token or a proof', async () => {
      const phone = await gate.createDevice()
      const { challenge, code } = await phone.askCode(email)
      const { value } = await phone.call(finishLogin, { challenge, code })
      await phone.call(freezeWallet, {}, { token: value.token })
      for (const secret of [email, code, value.token, challenge, value.assertion, gate.masterKeys.slice(-20)]) {
        expect(gate.logText()).not.toContain(secret)
      }
      expect(gate.log().map(({ route }) => route)).toContain('finishLogin')
    })
  })
}

test('a gateway without logins in its configuration has none of their paths', async () => {
  const { app } = createTestGateway()
  expect((await app.request(`${GATE}/v1/custody/keys`)).status).toBe(404)
  for (const { path } of [startLogin, finishLogin, freezeWallet]) {
    expect((await app.request(`${GATE}${path}?projectId=shop`, { method: 'POST', body: '{}' })).status).toBe(404)
  }
})

test('SEC-57: codes are six digits, each as likely as every other', () => {
  expect(createCode(() => 7)).toBe('000007')
  const counts = Array.from({ length: 10 }, () => 0)
  for (let drawn = 0; drawn < 20_000; drawn++) {
    const code = createCode()
    expect(code).toMatch(/^\d{6}$/)
    for (const digit of code) counts[Number(digit)] = (counts[Number(digit)] ?? 0) + 1
  }
  // Chi-square with nine degrees of freedom: beyond 60 once in a thousand million runs.
  const chiSquare = counts.reduce((sum, each) => sum + (each - 12_000) ** 2 / 12_000, 0)
  expect(chiSquare).toBeLessThan(60)
})

function rows(result: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(result) ? [...result] : (result as { rows: Record<string, unknown>[] }).rows
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
