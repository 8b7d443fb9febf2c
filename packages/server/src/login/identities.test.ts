/** Several logins of one wallet, at the gateway, over live providers. */
import { randomUUID } from 'node:crypto'
import { finishEmailChange, startEmailChange } from '@latchkey/wire/custody/email'
import { deleteWallet } from '@latchkey/wire/custody/ending'
import {
  finishEmailLink,
  IDENTITY_LIMIT,
  linkSocial,
  listIdentities,
  startEmailLink,
  unlinkIdentity,
} from '@latchkey/wire/custody/identities'
import { listSessions, startLogin, stepUp } from '@latchkey/wire/custody/login'
import { finishSocial, startSocial, stepUpSocial, waitForSocial } from '@latchkey/wire/custody/social'
import { DEVICE_TOKEN_SECONDS, DEVICE_TOKEN_TYPE, hashContact } from '@latchkey/wire/custody/tokens'
import { freezeWallet, readAudit } from '@latchkey/wire/custody/wallet'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadEmptyDatabase } from '../../../testing/src/emptyDatabase.ts'
import { type Mailbox, startMailbox } from '../../../testing/src/mailbox.ts'
import { createVisitor } from '../../../testing/src/oauth/createVisitor.ts'
import { type Providers, startProviders } from '../../../testing/src/oauth/startProviders.ts'
import { SHOP } from '../gateway/testGateway.ts'
import { listFarewells } from '../storage/endings.ts'
import { loginIdentities, loginUsers, wallets } from '../storage/loginTables.ts'
import { openStorage } from '../storage/openStorage.ts'
import type { Storage } from '../storage/storage.ts'
import { addWallet } from '../storage/wallets.ts'
import { STEP_UP_MS } from './sessions.ts'
import { createTestLogin, forgetLimits, GATE, type TestLogin, VAULT } from './testLogin.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let mailbox: Mailbox
let storage: Storage
let providers: Providers
let gate: TestLogin
let people = 0
let email = ''

beforeAll(async () => {
  mailbox = await startMailbox()
  storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
  providers = await startProviders({ gateway: GATE })
  gate = await createTestLogin({ storage, mailbox, time: { now: Date.now() }, social: providers.social })
})
afterAll(async () => {
  await gate?.login.close()
  await providers?.close()
  await storage?.close()
  await mailbox?.close()
})
beforeEach(async () => {
  email = `person${++people}@shop.example`
  await forgetLimits(storage)
  // The providers' clock is the real one.
  gate.time.now = Date.now()
})

type Phone = Awaited<ReturnType<TestLogin['createDevice']>>

/** Somebody who is in by e-mail. */
async function logIn(address = email) {
  const phone = await gate.createDevice()
  return { phone, session: await phone.logIn(address) }
}

/** With a fresh code for the logins of the wallet. */
async function stepIn(address = email) {
  const { phone, session } = await logIn(address)
  await phone.stepUp(session.token, 'identities', address)
  return { phone, token: session.token, user: session.user }
}

/** Logs in at a provider. `link`: for a link alone. */
async function goThrough(phone: Phone, provider: string, login: string, purpose: { link?: boolean; again?: boolean }) {
  const started = await phone.call(startSocial, { provider, ...purpose })
  if (started.code !== '') throw new Error(`the login did not begin: ${started.text}`)
  const visitor = createVisitor({
    ask: async (url, init) => (url.startsWith(GATE) ? gate.app.request(url, init) : fetch(url, init)),
    userAgent: BROWSER,
  })
  const form = await visitor.open(started.value.uri, { referer: `${SHOP}/` })
  const back = await visitor.send(form, { login, do: 'login' })
  if (!back.url.href.startsWith(GATE)) await visitor.send(back, {})
  return started.value.challenge
}

/** Logs in by a provider on a device that is new, which the vault lets in by that identity. */
async function enter(provider: string, login: string) {
  const phone = await gate.createDevice()
  const challenge = await goThrough(phone, provider, login, {})
  const { value } = await phone.call(waitForSocial, { challenge })
  if (value.state !== 'ready' || value.proof.kind === 'farcaster') throw new Error('the login is not ready')
  const { proof } = value
  const claims = decodeJwt(proof.kind === 'token' ? proof.idToken : proof.identity)
  const issuer = String(proof.kind === 'token' ? claims.iss : claims.issuer)
  const subject = String(proof.kind === 'token' ? claims.sub : claims.subject)
  const approval = await gate.vaultKeys.sign({
    type: DEVICE_TOKEN_TYPE,
    issuer: VAULT,
    audience: GATE,
    claims: {
      jti: randomUUID(),
      projectId: 'shop',
      contactHash: await hashContact({ projectId: 'shop', issuer, subject }),
      thumbprint: phone.device.thumbprint,
    },
    now: gate.time.now,
    seconds: DEVICE_TOKEN_SECONDS,
  })
  const entered = await phone.call(finishSocial, { challenge, approval })
  return { phone, action: value.action, entered, subject }
}

const list = async (phone: Phone, token: string) => (await phone.call(listIdentities, {}, { token })).value.identities

const newName = () => `friend${++people}`

/** Presses the button behind a link of a mail. */
async function press(link: string): Promise<void> {
  const page = await (await gate.app.request(link)).text()
  const [, mark = ''] = /name="mark" value="([^"]*)"/.exec(page) ?? []
  const [, value = ''] = /name="\w+" value="(undo)"/.exec(page) ?? []
  const answer = await gate.app.request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: GATE },
    body: new URLSearchParams({ mark, do: value }).toString(),
  })
  expect(answer.status).toBe(200)
}

async function mailsTo(address: string): Promise<readonly string[]> {
  await gate.login.settled()
  return mailbox.mails.filter(({ to }) => to.includes(address)).map(({ subject }) => subject)
}

/** Gives a user a wallet, of which nothing matters here. */
const giveWallet = (userId: string) =>
  addWallet(storage, {
    wallet: {
      id: randomUUID().replaceAll('-', '').slice(0, 22),
      userId,
      projectId: 'shop',
      addresses: JSON.stringify({ eip155: '0xa', solana: 'b' }),
      commitment: 'c',
      salt: 's',
      version: 1,
      createdAt: gate.time.now,
      frozenAt: null,
      custody: 'strict',
      backupAt: null,
      secondFactor: false,
    },
    shares: [{ holder: 'none', version: 1, keyId: 'k', wrapped: 'w', box: 'b' }],
  })

test('SEC-67: a login at a service is linked after a fresh code, told by mail, and leads to the same wallet', async () => {
  const { phone, token, user } = await stepIn()
  const name = newName()
  const challenge = await goThrough(phone, 'google', name, { link: true })
  expect((await phone.call(linkSocial, { challenge }, { token })).code).toBe('')
  expect(await list(phone, token)).toMatchObject([
    { provider: null, email, isFirst: true, isThis: true },
    { provider: 'google', email: `${name}@people.example`, isFirst: false, isThis: false },
  ])
  expect(await mailsTo(email)).toContain('Another login opens your wallet from now on (Shop)')
  const { entries } = (await phone.call(readAudit, {}, { token })).value
  expect(entries[0]).toMatchObject({ kind: 'identity', facts: { provider: 'google' } })

  const { phone: other, action, entered } = await enter('google', name)
  expect(action).toBe('device')
  // Who they are is what it was: mail goes where it went.
  expect(entered.value.user).toMatchObject({ id: user.id, email, provider: null })
  expect(entered.value.isLinked).toBe(true)
  expect(await list(other, entered.value.token)).toMatchObject([{ isThis: false }, { isThis: true }])
})

test('SEC-67: an address is linked by a code of its own, and its logins are mailed to it', async () => {
  const { phone, token, user } = await stepIn()
  const second = `second${people}@shop.example`
  const { challenge } = (await phone.call(startEmailLink, { email: second }, { token })).value
  const code = await phone.readCode(second)
  expect(code).not.toBe('')
  expect(
    (await phone.call(finishEmailLink, { challenge, code: code === '000000' ? '000001' : '000000' }, { token })).code,
  ).toBe('CODE_REFUSED')
  expect((await phone.call(finishEmailLink, { challenge, code }, { token })).code).toBe('')
  // Good once.
  expect((await phone.call(finishEmailLink, { challenge, code }, { token })).code).toBe('CHALLENGE_OVER')

  const before = (await mailsTo(email)).length
  gate.time.now += 31_000
  const other = await gate.createDevice()
  const session = await other.logIn(second)
  expect(session).toMatchObject({ isLinked: true, user: { id: user.id, email } })
  expect((await mailsTo(email)).length).toBe(before)
})

test('SEC-67: the vault is told of the first login alone, whichever one somebody comes by', async () => {
  const { phone, token } = await stepIn()
  const name = newName()
  const challenge = await goThrough(phone, 'google', name, { link: true })
  await phone.call(linkSocial, { challenge }, { token })
  const { entered } = await enter('google', name)
  expect(decodeJwt(entered.value.assertion).contactHash).toBe(
    await hashContact({ projectId: 'shop', issuer: 'email', subject: email }),
  )
})

test('SEC-67: a login of another wallet is refused, and nothing changes', async () => {
  const name = newName()
  const owner = await enter('google', name)
  const mailed = `owner${people}@shop.example`
  await logIn(mailed)
  const { phone, token } = await stepIn()
  const challenge = await goThrough(phone, 'google', name, { link: true })
  expect((await phone.call(linkSocial, { challenge }, { token })).code).toBe('IDENTITY_TAKEN')
  gate.time.now += 31_000
  // Nothing tells beforehand that the address is known (SEC-60).
  const asked = await phone.call(startEmailLink, { email: mailed }, { token })
  const code = await phone.readCode(mailed)
  const given = { challenge: asked.value.challenge, code }
  expect((await phone.call(finishEmailLink, given, { token })).code).toBe('IDENTITY_TAKEN')
  expect(await list(phone, token)).toHaveLength(1)
  expect((await list(owner.phone, owner.entered.value.token)).map(({ isFirst }) => isFirst)).toEqual([true])
})

test('SEC-67, SEC-77: nothing is linked or unlinked without a fresh code for that', async () => {
  const { phone, session } = await logIn()
  const { token } = session
  const [own] = await list(phone, token)
  const challenge = await goThrough(phone, 'google', newName(), { link: true })
  const tries = [
    () => phone.call(linkSocial, { challenge }, { token }),
    () => phone.call(startEmailLink, { email: 'other@shop.example' }, { token }),
    () => phone.call(unlinkIdentity, { id: own?.id ?? '' }, { token }),
  ]
  for (const run of tries) expect((await run()).code).toBe('STEP_UP_NEEDED')
  await phone.stepUp(token, 'recovery', email)
  for (const run of tries) expect((await run()).code).toBe('STEP_UP_NEEDED')
  await phone.stepUp(token, 'identities', email)
  gate.time.now += STEP_UP_MS + 1
  for (const run of tries.slice(1)) expect((await run()).code).toBe('STEP_UP_NEEDED')
  expect(await list(phone, token)).toHaveLength(1)
})

test('SEC-67: a login is linked that was begun for it, in this session and on this device, and opens nothing itself', async () => {
  const name = newName()
  const { phone, session } = await logIn()
  const early = await goThrough(phone, 'google', name, { link: true })
  gate.time.now += 31_000
  const renewed = await phone.logIn(email)
  await phone.stepUp(renewed.token, 'identities', email)
  const { token } = renewed
  for (const purpose of [{}, { again: true }]) {
    const challenge = await goThrough(phone, 'google', name, purpose)
    expect((await phone.call(linkSocial, { challenge }, { token })).code).toBe('CHALLENGE_OVER')
  }
  expect((await phone.call(linkSocial, { challenge: early }, { token })).code).toBe('CHALLENGE_OVER')
  expect(session.token).not.toBe(token)

  const challenge = await goThrough(phone, 'google', name, { link: true })
  expect((await phone.call(finishSocial, { challenge }, {})).code).toBe('CHALLENGE_OVER')
  expect((await phone.call(stepUpSocial, { challenge, reason: 'export' }, { token })).code).toBe('CHALLENGE_OVER')
  const owner = await enter('google', name)
  const own = await goThrough(owner.phone, 'google', name, { link: true })
  const asked = { challenge: own, reason: 'export' } as const
  const again = await owner.phone.call(stepUpSocial, asked, { token: owner.entered.value.token })
  expect(again.code).toBe('CHALLENGE_OVER')
  const thief = await stepIn(`thief${people}@shop.example`)
  expect((await thief.phone.call(linkSocial, { challenge }, { token: thief.token })).code).toBe('CHALLENGE_OVER')
  // Now that the login has a wallet of its own.
  expect((await phone.call(linkSocial, { challenge }, { token })).code).toBe('IDENTITY_TAKEN')
})

test('SEC-67: unlinking ends the sessions that came by a login and no others, and the login begins anew', async () => {
  const { phone, token, user } = await stepIn()
  const name = newName()
  const challenge = await goThrough(phone, 'google', name, { link: true })
  await phone.call(linkSocial, { challenge }, { token })
  const { phone: other, entered } = await enter('google', name)
  const [, linked] = await list(phone, token)
  gate.setVaultAway(true)
  expect((await phone.call(unlinkIdentity, { id: linked?.id ?? '' }, { token })).code).toBe('')
  expect((await other.call(listSessions, {}, { token: entered.value.token })).code).toBe('SESSION_REFUSED')
  expect((await phone.call(listSessions, {}, { token })).value.sessions).toHaveLength(1)
  expect(await list(phone, token)).toHaveLength(1)
  expect((await phone.call(unlinkIdentity, { id: linked?.id ?? '' }, { token })).code).toBe('IDENTITY_UNKNOWN')
  expect(await mailsTo(email)).toContain('A login of your wallet was removed (Shop)')
  const { entries } = (await phone.call(readAudit, {}, { token })).value
  expect(entries[0]).toMatchObject({ kind: 'identityRemoved', facts: { provider: 'google' } })
  // The vault forgets whom it knew by it, as soon as it is there.
  const told = (await listFarewells(storage)).map(({ claims }) => JSON.parse(claims) as { contactHashes: string[] })
  expect(told.map(({ contactHashes }) => contactHashes)).toContainEqual([linked?.id])
  gate.setVaultAway(false)
  expect((await enter('google', name)).entered.value.user.id).not.toBe(user.id)
})

test('SEC-67: the first login stays, also as the last', async () => {
  const { phone, token } = await stepIn()
  const [first] = await list(phone, token)
  expect((await phone.call(unlinkIdentity, { id: first?.id ?? '' }, { token })).code).toBe('IDENTITY_KEPT')
  const challenge = await goThrough(phone, 'google', newName(), { link: true })
  await phone.call(linkSocial, { challenge }, { token })
  expect((await phone.call(unlinkIdentity, { id: first?.id ?? '' }, { token })).code).toBe('IDENTITY_KEPT')
  expect(await list(phone, token)).toHaveLength(2)
})

test('SEC-67, SEC-121: of two wallets that link one login at once, one gets it', async () => {
  const name = newName()
  const both = [await stepIn(), await stepIn(`rival${people}@shop.example`)]
  const challenges: string[] = []
  for (const { phone } of both) challenges.push(await goThrough(phone, 'google', name, { link: true }))
  const answers = await Promise.all(
    both.map(({ phone, token }, place) => phone.call(linkSocial, { challenge: challenges[place] ?? '' }, { token })),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['', 'IDENTITY_TAKEN'])
  const held = await Promise.all(both.map(({ phone, token }) => list(phone, token)))
  expect(held.map((each) => each.length).sort()).toEqual([1, 2])
})

test('SEC-67, SEC-121: a login that is linked and logs in for itself at once is one wallet’s', async () => {
  const name = newName()
  const { phone, token, user } = await stepIn()
  const challenge = await goThrough(phone, 'google', name, { link: true })
  const [linked, { entered, subject: own }] = await Promise.all([
    phone.call(linkSocial, { challenge }, { token }),
    enter('google', name),
  ])
  const isLinked = linked.code === ''
  expect(entered.value.user.id === user.id).toBe(isLinked)
  const held = (await storage.database.select().from(loginIdentities)).filter(({ subject }) => subject === own)
  expect(held).toHaveLength(1)
  const users = (await storage.database.select().from(loginUsers)).filter(({ subject }) => subject === own)
  expect(users).toHaveLength(isLinked ? 0 : 1)
})

test('SEC-67: a session that is opened while its login is unlinked ends with it', async () => {
  const { phone, token, user } = await stepIn()
  const second = `second${people}@shop.example`
  const { challenge } = (await phone.call(startEmailLink, { email: second }, { token })).value
  await phone.call(finishEmailLink, { challenge, code: await phone.readCode(second) }, { token })
  const [, linked] = await list(phone, token)
  gate.time.now += 31_000
  const other = await gate.createDevice()
  const [session] = await Promise.all([
    other.logIn(second).catch(() => undefined),
    phone.call(unlinkIdentity, { id: linked?.id ?? '' }, { token }),
  ])
  // Let in before, after as somebody new, or not at all; never as who is unlinked.
  if (session?.user.id === user.id) {
    expect((await other.call(listSessions, {}, { token: session.token })).code).toBe('SESSION_REFUSED')
  }
})

test('SEC-67, SEC-77: a fresh code goes where the wallet began, whichever login somebody came by', async () => {
  const { phone, token } = await stepIn()
  const name = newName()
  await phone.call(linkSocial, { challenge: await goThrough(phone, 'google', name, { link: true }) }, { token })
  const { phone: other, entered } = await enter('google', name)
  gate.time.now += 31_000
  const before = (await mailsTo(email)).length
  expect((await other.call(stepUp, { reason: 'identities' }, { token: entered.value.token })).value.how).toBe('code')
  expect(await mailsTo(email)).toHaveLength(before + 1)
})

test('SEC-67, SEC-80: nothing is linked to a frozen wallet, and what was is taken from it', async () => {
  const { phone, token, user } = await stepIn()
  await giveWallet(user.id)
  const name = newName()
  await phone.call(linkSocial, { challenge: await goThrough(phone, 'google', name, { link: true }) }, { token })
  const challenge = await goThrough(phone, 'google', newName(), { link: true })
  await phone.call(freezeWallet, {}, { token })
  expect((await phone.call(linkSocial, { challenge }, { token })).code).toBe('WALLET_FROZEN')
  expect((await phone.call(startEmailLink, { email: 'b@shop.example' }, { token })).code).toBe('WALLET_FROZEN')
  const [, linked] = await list(phone, token)
  expect((await phone.call(unlinkIdentity, { id: linked?.id ?? '' }, { token })).code).toBe('')
  await storage.database.delete(wallets)
})

test(`SEC-67: a wallet has ${IDENTITY_LIMIT} logins at most`, async () => {
  const { phone, token, user } = await stepIn()
  for (let number = 1; number < IDENTITY_LIMIT; number++) {
    const subject = `many${people}.${number}`
    const linked = { contact: null, provider: 'google', userName: null, linkedAt: gate.time.now }
    await storage.database
      .insert(loginIdentities)
      .values({ projectId: 'shop', issuer: 'https://many.example', subject, userId: user.id, ...linked })
  }
  const challenge = await goThrough(phone, 'google', newName(), { link: true })
  expect((await phone.call(linkSocial, { challenge }, { token })).code).toBe('TOO_OFTEN')
  expect(await list(phone, token)).toHaveLength(IDENTITY_LIMIT)
})

test('SEC-65, SEC-67: an address that was given up lately is linked to nobody, nor one that is linked changed to', async () => {
  const { phone, token } = await stepIn()
  const second = `second${people}@shop.example`
  const third = `third${people}@shop.example`
  const link = async (by: Phone, held: string, address: string): Promise<string> => {
    await forgetLimits(storage)
    const { challenge } = (await by.call(startEmailLink, { email: address }, { token: held })).value
    return (await by.call(finishEmailLink, { challenge, code: await by.readCode(address) }, { token: held })).code
  }
  const change = async (address: string): Promise<string> => {
    await phone.stepUp(token, 'email', email)
    const { challenge } = (await phone.call(startEmailChange, { email: address }, { token })).value
    const given = { changeId: 'A'.repeat(22), challenge, code: await phone.readCode(address) }
    return (await phone.call(finishEmailChange, given, { token })).code
  }
  expect(await link(phone, token, third)).toBe('')
  expect(await change(third)).toBe('EMAIL_TAKEN')
  expect(await change(second)).toBe('')
  // Who they are went along, and the former address leads nowhere meanwhile.
  expect(await list(phone, token)).toMatchObject([{ email: second, isFirst: true }, { email: third }])
  await phone.stepUp(token, 'identities', second)
  expect(await link(phone, token, email)).toBe('IDENTITY_TAKEN')
  const rival = await stepIn(`rival${people}@shop.example`)
  expect(await link(rival.phone, rival.token, email)).toBe('IDENTITY_TAKEN')
  // Taken back by the link to it, everything is what it was.
  await gate.login.settled()
  const notice = mailbox.mails.findLast(({ to, text }) => to.includes(email) && text.includes('/undo-email/'))
  const [address = ''] = /https:\S+\/undo-email\/\S+/.exec(notice?.text ?? '') ?? []
  await press(address)
  await forgetLimits(storage)
  const again = await logIn()
  expect(await list(again.phone, again.session.token)).toMatchObject([{ email, isFirst: true }, { email: third }])
})

test('SEC-16, SEC-67: with a wallet all its logins go, and the vault is told of each', async () => {
  const { phone, token, user } = await stepIn()
  const name = newName()
  await phone.call(linkSocial, { challenge: await goThrough(phone, 'google', name, { link: true }) }, { token })
  const ids = (await list(phone, token)).map(({ id }) => id)
  await phone.stepUp(token, 'delete', email)
  await phone.call(deleteWallet, {}, { token })
  const { entered } = await enter('google', name)
  expect(entered.code).toBe('USER_LEAVES')
  gate.setVaultAway(true)
  gate.time.now += 7 * 24 * 60 * 60_000 + 1
  await gate.login.sweep()
  const told = (await listFarewells(storage)).map(({ claims }) => JSON.parse(claims) as { contactHashes: string[] })
  expect(told.map(({ contactHashes }) => contactHashes)).toContainEqual(ids)
  const left = await storage.database.select().from(loginIdentities)
  expect(left.filter(({ userId }) => userId === user.id)).toEqual([])
  gate.setVaultAway(false)
})

test('SEC-60, SEC-67: an address that is linked is answered as one that nobody knows', async () => {
  const { phone, token } = await stepIn()
  const second = `second${people}@shop.example`
  const { challenge } = (await phone.call(startEmailLink, { email: second }, { token })).value
  await phone.call(finishEmailLink, { challenge, code: await phone.readCode(second) }, { token })
  const stranger = await gate.createDevice()
  for (const address of [second, `nobody${people}@shop.example`]) {
    expect((await stranger.call(startLogin, { email: address })).value.action).toBe('device')
  }
})

test('SEC-66, SEC-67: whoever is led to a service by somebody else is told whose wallet their login would open', async () => {
  const { phone } = await stepIn()
  const { uri } = (await phone.call(startSocial, { provider: 'google', link: true })).value
  const page = await (await gate.app.request(uri)).text()
  expect(page).toContain('Have Google log you in to a wallet at Shop?')
  expect(page).toContain('Your login will lead to the wallet of whoever began this, and to no wallet of your own.')
})
