import { randomUUID } from 'node:crypto'
import type { CallAnswer } from '@latchkey/wire/custody/call'
import { startEmailChange } from '@latchkey/wire/custody/email'
import { finishStepUp, listSessions, stepUp } from '@latchkey/wire/custody/login'
import {
  commitNonce,
  finishSocial,
  listSocials,
  readSocialResult,
  redeemTicket,
  startSocial,
  stepUpSocial,
  waitForSocial,
} from '@latchkey/wire/custody/social'
import { DEVICE_TOKEN_SECONDS, DEVICE_TOKEN_TYPE, hashContact } from '@latchkey/wire/custody/tokens'
import { revokeDevice } from '@latchkey/wire/custody/wallet'
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadEmptyDatabase } from '../../../../testing/src/emptyDatabase.ts'
import { type Mailbox, startMailbox } from '../../../../testing/src/mailbox.ts'
import { createVisitor, type VisitedPage } from '../../../../testing/src/oauth/createVisitor.ts'
import { type Providers, startProviders } from '../../../../testing/src/oauth/startProviders.ts'
import type { TestDevice } from '../../custody/testFrame.ts'
import { hashToken } from '../../custody/tokens.ts'
import { SHOP } from '../../gateway/testGateway.ts'
import { loginSocials, loginUsers } from '../../storage/loginTables.ts'
import { openStorage } from '../../storage/openStorage.ts'
import { markSecondFactor } from '../../storage/passkeys.ts'
import type { Storage } from '../../storage/storage.ts'
import { addWallet } from '../../storage/wallets.ts'
import { createTestLogin, forgetLimits, GATE, type TestLogin, VAULT } from '../testLogin.ts'
import { createTestPasskey } from '../testPasskey.ts'
import { SOCIAL_MS, TICKET_MS } from './serveSocial.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CALLBACK = `${GATE}/oauth/callback`

let mailbox: Mailbox
let storage: Storage
let providers: Providers
let gate: TestLogin
/** Whether nothing at the providers answers. */
let areAway = false

beforeAll(async () => {
  mailbox = await startMailbox()
  storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
  providers = await startProviders({ gateway: GATE })
  gate = await createTestLogin({
    storage,
    mailbox,
    time: { now: Date.now() },
    social: providers.social,
    fetch: async (input, init) => {
      if (areAway) throw new TypeError('fetch failed')
      return fetch(input, init)
    },
  })
})
afterAll(async () => {
  await gate?.login.close()
  await providers?.close()
  await storage?.close()
  await mailbox?.close()
})
afterEach(() => {
  areAway = false
  for (const twists of Object.values(providers.twists)) {
    for (const key of Object.keys(twists)) Reflect.deleteProperty(twists, key)
  }
})

/** A person's browser: the gateway is in this process, everybody else on the network. `twist`: what becomes of an answer of a provider. */
const browse = (twist = (url: URL) => url) =>
  createVisitor({
    ask: async (url, init) => {
      if (!url.startsWith(GATE)) return fetch(url, init)
      return gate.app.request(url.startsWith(CALLBACK) ? twist(new URL(url)).href : url, init)
    },
    userAgent: BROWSER,
  })

async function begin(provider: string, options: { device?: TestDevice; again?: boolean; returnUrl?: string } = {}) {
  const { device, ...body } = options
  // One network address begins twenty an hour.
  await forgetLimits(storage)
  const phone = await gate.createDevice(SHOP, device)
  const started = await phone.call(startSocial, { provider, ...body })
  if (started.code !== '') throw new Error(`the login did not begin: ${started.text}`)
  return { phone, ...started.value, visitor: browse() }
}

type Begun = Awaited<ReturnType<typeof begin>>

/** Goes to the provider, as the page around the frame leads there. */
const openForm = ({ visitor, uri }: Begun) => visitor.open(uri, { referer: `${SHOP}/` })

/** Logs in there, and comes back. */
async function goThrough(begun: Begun, login: string): Promise<VisitedPage> {
  const back = await begun.visitor.send(await openForm(begun), { login, do: 'login' })
  // Apple's page sends its form by itself.
  return back.url.href.startsWith(GATE) ? back : begun.visitor.send(back, {})
}

const wait = async ({ phone, challenge }: Begun) => (await phone.call(waitForSocial, { challenge })).value

type Waited = CallAnswer<typeof waitForSocial>

/** Who the gateway says it is, by whatever it hands out for the vault. */
function readProof(waited: Waited): { issuer: string; subject: string; email: unknown } {
  if (waited.state !== 'ready') throw new Error(`the login is ${waited.state}`)
  const { proof } = waited
  if (proof.kind === 'farcaster') throw new Error('nobody logged in by Farcaster')
  const claims = decodeJwt(proof.kind === 'token' ? proof.idToken : proof.identity)
  return proof.kind === 'token'
    ? { issuer: String(claims.iss), subject: String(claims.sub), email: claims.email }
    : { issuer: String(claims.issuer), subject: String(claims.subject), email: claims.email }
}

/** What the vault gives once it has let the device in. */
const approve = async (begun: Begun, waited: Waited, claims: Readonly<Record<string, unknown>> = {}) => {
  const { issuer, subject } = readProof(waited)
  return gate.vaultKeys.sign({
    type: DEVICE_TOKEN_TYPE,
    issuer: VAULT,
    audience: GATE,
    claims: {
      jti: randomUUID(),
      projectId: 'shop',
      // Plain services are known by their own name, which is not that of the gateway's token.
      contactHash: await hashContact({ projectId: 'shop', issuer, subject }),
      thumbprint: begun.phone.device.thumbprint,
      ...claims,
    },
    now: gate.time.now,
    seconds: DEVICE_TOKEN_SECONDS,
  })
}

const stateOf = ({ uri }: Begun): string => new URL(uri).searchParams.get('state') ?? ''

/** Logs in on a provider's page. Gives where it leads, or the form that it sends, and goes nowhere. */
async function answerOf(form: VisitedPage, login: string): Promise<string> {
  const answer = await fetch(form.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ login, do: 'login' }).toString(),
  })
  return answer.headers.get('location') ?? answer.text()
}

async function codeOf(form: VisitedPage, login: string): Promise<string> {
  const answer = await answerOf(form, login)
  const [, posted] = /name="code" value="([^"]*)"/.exec(answer) ?? []
  return posted ?? new URL(answer).searchParams.get('code') ?? ''
}

/** Comes back from a provider with these fields. */
async function callBack(provider: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const written = new URLSearchParams(fields).toString()
  if (provider !== 'apple') return gate.app.request(`${CALLBACK}/${provider}?${written}`)
  return gate.app.request(`${CALLBACK}/apple`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `${providers.url}` },
    body: written,
  })
}

/** The whole way of a new device. */
async function logIn(provider: string, login: string, options: Parameters<typeof begin>[1] = {}) {
  const begun = await begin(provider, options)
  await goThrough(begun, login)
  const waited = await wait(begun)
  const finished = await begun.phone.call(finishSocial, {
    challenge: begun.challenge,
    approval: await approve(begun, waited),
  })
  if (finished.code !== '') throw new Error(`the login did not end: ${finished.text}`)
  return { ...begun, waited, session: finished.value }
}

/** What the last page of the window tells, and to whom. */
function readTold(page: VisitedPage): { resultUri: string; origin: string } {
  const [, uri = '""', origin = '""'] = /postMessage\(\{resultUri:("[^"]*")\},("[^"]*")\)/.exec(page.text) ?? []
  return { resultUri: JSON.parse(uri) as string, origin: JSON.parse(origin) as string }
}

const readTicket = (page: VisitedPage): string => {
  const result = readSocialResult(readTold(page).resultUri, GATE)
  if (result === undefined || !('ticket' in result)) throw new Error(`no ticket: ${page.text}`)
  return result.ticket
}

test('every provider leads in, each by its own ways: the person, what they are called, and an address that was checked', async () => {
  const { value } = await (await gate.createDevice()).call(listSocials, {})
  expect(value.providers.map(({ id, label }) => [id, label])).toEqual([
    ['google', 'Google'],
    ['x', 'X'],
    ['discord', 'Discord'],
    ['github', 'GitHub'],
    ['apple', 'Apple'],
    ['facebook', 'Facebook'],
    ['example', 'Example ID'],
  ])
  // Pages are told the same, and offer no other ones.
  const told = await gate.app.request(`${GATE}/v1/socials?projectId=shop`, { headers: { origin: SHOP } })
  expect(await told.json()).toEqual(value)
  for (const { id } of value.providers) {
    const { session } = await logIn(id, 'ada')
    expect({ provider: session.user.provider, email: session.user.email }).toEqual({
      provider: id,
      // X tells none.
      email: id === 'x' ? null : 'ada@people.example',
    })
    const named = { google: null }[id] === null ? null : id === 'apple' ? 'ada Example' : 'ada'
    expect([id, session.user.userName]).toEqual([id, named])
  }
})

test('an address that nobody checked, or that there is none of, is no address', async () => {
  for (const provider of ['google', 'apple', 'example', 'discord', 'github']) {
    expect([provider, (await logIn(provider, 'bob-unverified')).session.user.email]).toEqual([provider, null])
  }
  for (const provider of ['facebook', 'discord', 'github', 'google', 'apple']) {
    expect([provider, (await logIn(provider, 'eve-mailless')).session.user.email]).toEqual([provider, null])
  }
})

test('SEC-67: the same address at another provider, and by e-mail, is another person', async () => {
  const ids = [
    (await logIn('google', 'carol')).session.user.id,
    (await logIn('github', 'carol')).session.user.id,
    (await logIn('example', 'carol')).session.user.id,
    (await (await gate.createDevice()).logIn('carol@people.example')).user.id,
  ]
  expect(new Set(ids).size).toBe(4)
  expect((await logIn('google', 'carol')).session.user.id).toBe(ids[0])
})

test('a device that is known needs no approval again, and one that is new comes in by none but the vault’s', async () => {
  const first = await logIn('github', 'dora')
  const again = await begin('github', { device: first.phone.device })
  await goThrough(again, 'dora')
  const waited = await wait(again)
  expect(waited).toMatchObject({ state: 'ready', action: 'finish' })
  expect((await again.phone.call(finishSocial, { challenge: again.challenge })).code).toBe('')

  const other = await begin('github')
  await goThrough(other, 'dora')
  const seen = await wait(other)
  expect(seen).toMatchObject({ state: 'ready', action: 'device' })
  const { challenge } = other
  expect((await other.phone.call(finishSocial, { challenge })).code).toBe('DEVICE_NOT_APPROVED')
  for (const wrong of [
    { thumbprint: first.phone.device.thumbprint },
    { projectId: 'other' },
    { contactHash: await hashContact({ projectId: 'shop', issuer: 'github', subject: '1' }) },
  ]) {
    const approval = await approve(other, seen, wrong)
    expect((await other.phone.call(finishSocial, { challenge, approval })).code).toBe('TOKEN_REFUSED')
  }
  expect((await other.phone.call(finishSocial, { challenge, approval: await approve(other, seen) })).code).toBe('')
  // Once.
  expect((await other.phone.call(finishSocial, { challenge })).code).toBe('CHALLENGE_OVER')
})

test('SEC-66: PKCE by S256, a state and a nonce of each login alone, and exactly one address to come back to', async () => {
  const asked = []
  for (const provider of ['example', 'google', 'github', 'x']) {
    const begun = await begin(provider)
    const seen: URL[] = []
    const visitor = createVisitor({
      ask: async (url, init) => {
        seen.push(new URL(url))
        return url.startsWith(GATE) ? gate.app.request(url, init) : fetch(url, init)
      },
      userAgent: BROWSER,
    })
    await visitor.open(begun.uri, { referer: `${SHOP}/` })
    const query = seen[1]?.searchParams
    expect(query?.get('redirect_uri')).toBe(`${CALLBACK}/${provider}`)
    expect(query?.get('code_challenge_method')).toBe('S256')
    expect(query?.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(query?.get('response_type')).toBe('code')
    asked.push(query?.get('state'), query?.get('code_challenge'))
    if (provider === 'example' || provider === 'google') {
      asked.push(query?.get('nonce'))
      expect(query?.get('nonce')).toMatch(/^[\w-]{43}$/)
    }
  }
  expect(new Set(asked).size).toBe(asked.length)
  await expect(
    startProviders({ gateway: 'https://elsewhere.example' }).then(async (elsewhere) => {
      const page = await fetch(
        `${elsewhere.url}/github/authorize?client_id=latchkey-of-tests&redirect_uri=${CALLBACK}/github`,
      )
      await elsewhere.close()
      return page.status
    }),
  ).resolves.toBe(400)
})

test('SEC-66: a state that nobody was given, is over, was used or is another provider’s leads nowhere', async () => {
  const begun = await begin('github')
  const state = stateOf(begun)
  const visitor = browse()
  // Nobody was led to the provider yet.
  expect((await visitor.open(`${CALLBACK}/github?code=x&state=${state}`)).status).toBe(404)
  expect((await visitor.open(`${CALLBACK}/github?code=x&state=${'A'.repeat(43)}`)).status).toBe(404)
  expect((await visitor.open(`${CALLBACK}/github?code=x`)).status).toBe(404)
  const form = await openForm(begun)
  expect((await visitor.open(`${CALLBACK}/discord?code=x&state=${state}`)).status).toBe(404)
  expect((await visitor.open(`${CALLBACK}/nobody?code=x&state=${state}`)).status).toBe(404)
  const back = await begun.visitor.send(form, { login: 'ada', do: 'login' })
  expect(back.text).toContain('You are logged in')
  // The same answer again, as from a history or a log.
  expect((await visitor.open(back.url.href)).status).toBe(404)
  expect((await wait(begun)).state).toBe('ready')

  const late = await begin('github')
  await openForm(late)
  gate.time.now += SOCIAL_MS
  const lateState = stateOf(late)
  expect((await visitor.open(late.uri, { referer: `${SHOP}/` })).status).toBe(404)
  expect((await visitor.open(`${CALLBACK}/github?code=x&state=${lateState}`)).status).toBe(404)
  expect((await late.phone.call(waitForSocial, { challenge: late.challenge })).code).toBe('CHALLENGE_OVER')
  gate.time.now -= SOCIAL_MS
})

test('SEC-66: of many answers with one state at once, one counts', async () => {
  const begun = await begin('github')
  const callback = await answerOf(await openForm(begun), 'ada')
  const answers = await Promise.all(Array.from({ length: 8 }, () => gate.app.request(callback)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
  expect((await wait(begun)).state).toBe('ready')
})

test('SEC-66: a code of another login is refused, whoever puts it there', async () => {
  for (const provider of ['github', 'google', 'apple']) {
    const thief = await begin(provider)
    const code = await codeOf(await openForm(thief), 'thief')
    const victim = await begin(provider)
    await openForm(victim)
    const page = await callBack(provider, { code, state: stateOf(victim) })
    expect(await page.text()).toContain('came to nothing')
    expect(await wait(victim)).toEqual({ state: 'failed', reason: 'refused' })
  }
})

test('SEC-66: a code that was used is refused, also where the service says so with 200', async () => {
  for (const body of [
    { error: 'bad_verification_code' },
    { access_token: 1 },
    {},
    { access_token: 'x', token_type: 'mac' },
  ]) {
    providers.twists.github.tokenAnswer = { status: 200, body }
    const begun = await begin('github')
    await goThrough(begun, 'ada')
    expect(await wait(begun)).toEqual({ state: 'failed', reason: 'refused' })
  }
})

test('SEC-66: an answer that names another issuer, or none, is refused before its code goes anywhere (mix-up)', async () => {
  for (const iss of ['https://evil.example', undefined]) {
    const begun = await begin('example')
    const visitor = browse((url) => {
      expect(url.searchParams.get('iss')).toBe(`${providers.url}/example`)
      if (iss === undefined) url.searchParams.delete('iss')
      else url.searchParams.set('iss', iss)
      return url
    })
    await visitor.send(await visitor.open(begun.uri, { referer: `${SHOP}/` }), { login: 'ada', do: 'login' })
    expect(await wait(begun)).toEqual({ state: 'failed', reason: 'refused' })
  }
})

test('SEC-66: what a person brought back is kept no longer than the login, and no token of a provider ever', async () => {
  const { session, phone } = await logIn('github', 'ada')
  expect(session.token).toMatch(/^[\w-]{43}$/)
  const begun = await begin('google', { device: phone.device })
  await goThrough(begun, 'ada')
  const rows = await storage.database.select().from(loginSocials)
  const texts = JSON.stringify(rows)
  expect(texts).not.toContain(begun.challenge)
  expect(texts).not.toContain(stateOf(begun))
  expect(texts).not.toMatch(/access_token|code_verifier/)
  const waited = await wait(begun)
  const { challenge } = begun
  const own = hashToken(challenge)
  expect(rows.map(({ idHash }) => idHash)).toContain(own)
  await phone.call(finishSocial, { challenge, approval: await approve(begun, waited) })
  expect((await storage.database.select().from(loginSocials)).map(({ idHash }) => idHash)).not.toContain(own)
  gate.time.now += SOCIAL_MS
  await gate.login.sweep()
  expect(await storage.database.select().from(loginSocials)).toEqual([])
  gate.time.now -= SOCIAL_MS
})

test('SEC-68: an ID token that is not this issuer’s, for this app, of now and for this login is refused', async () => {
  const now = () => Math.floor(Date.now() / 1000)
  const stranger = await generateKeyPair('RS256')
  const ofOtherKind = await generateKeyPair('ES256')
  const secret = new TextEncoder().encode('a secret for tests alone')
  const { google } = providers.twists
  const twists: readonly (readonly [string, () => void])[] = [
    ['another issuer', () => (google.claims = { iss: 'https://evil.example' })],
    ['another app', () => (google.claims = { aud: 'another-app' })],
    ['several apps, asked for by another', () => (google.claims = { aud: ['latchkey-of-tests', 'b'], azp: 'b' })],
    ['several apps, asked for by nobody', () => (google.claims = { aud: ['latchkey-of-tests', 'b'] })],
    ['over', () => (google.claims = { iat: now() - 500, exp: now() - 100 })],
    ['too old', () => (google.claims = { iat: now() - 700, exp: now() + 700 })],
    ['too new', () => (google.claims = { iat: now() + 300, exp: now() + 700 })],
    ['another nonce', () => (google.claims = { nonce: 'A'.repeat(43) })],
    ['no nonce', () => (google.claims = { nonce: undefined })],
    ['nobody', () => (google.claims = { sub: '' })],
    ['a name with a line in it', () => (google.claims = { sub: 'a\nb' })],
    ['no signature', () => (google.token = async (claims) => new UnsecuredJWT(claims).encode())],
    [
      'a stranger’s key',
      () =>
        (google.token = async (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(stranger.privateKey)),
    ],
    [
      'an algorithm that is not this issuer’s',
      () =>
        (google.token = async (claims) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'first' }).sign(ofOtherKind.privateKey)),
    ],
    [
      'the app’s secret as a key',
      () => (google.token = async (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret)),
    ],
  ]
  for (const [what, twist] of twists) {
    google.claims = undefined
    google.token = undefined
    twist()
    const begun = await begin('google')
    await goThrough(begun, 'ada')
    expect([what, await wait(begun)]).toEqual([what, { state: 'failed', reason: 'refused' }])
  }
  google.claims = undefined
  google.token = undefined
  const { session } = await logIn('google', 'ada')
  expect(session.user.email).toBe('ada@people.example')
})

test('SEC-68: the nonce of an ID token commits to the device, so that the vault sees for whom it was made', async () => {
  for (const provider of ['google', 'apple', 'example']) {
    const begun = await begin(provider)
    await goThrough(begun, 'ada')
    const waited = await wait(begun)
    if (waited.state !== 'ready' || waited.proof.kind !== 'token') throw new Error('no token')
    const { idToken, nonce } = waited.proof
    expect(decodeJwt(idToken).nonce).toBe(await commitNonce(begun.phone.device.thumbprint, nonce))
    // It may be asked for again, as long as the login is open: an answer may be lost.
    expect(await wait(begun)).toEqual(waited)
  }
})

test('SEC-69: a ticket is good once, for a minute, on the device and page that began, and may pass through the page around', async () => {
  const begun = await begin('google')
  const ticket = readTicket(await goThrough(begun, 'ada'))
  const stranger = await gate.createDevice()
  expect((await stranger.call(redeemTicket, { ticket })).code).toBe('CHALLENGE_OVER')
  expect((await begun.phone.call(redeemTicket, { ticket }, { host: 'https://second.shop.example' })).code).toBe(
    'CHALLENGE_OVER',
  )
  expect((await begun.phone.call(redeemTicket, { ticket }, { projectId: 'twin' })).code).toBe('CHALLENGE_OVER')
  const redeemed = await begun.phone.call(redeemTicket, { ticket })
  expect(redeemed.value.provider).toBe('google')
  expect((await begun.phone.call(redeemTicket, { ticket })).code).toBe('CHALLENGE_OVER')
  // Both ways lead to the one login.
  const { challenge } = redeemed.value
  const waited = (await begun.phone.call(waitForSocial, { challenge })).value
  expect(waited).toEqual(await wait(begun))
  const approval = await approve(begun, waited)
  expect((await begun.phone.call(finishSocial, { challenge, approval })).code).toBe('')
  expect((await begun.phone.call(finishSocial, { challenge: begun.challenge, approval })).code).toBe('CHALLENGE_OVER')

  const late = await begin('google')
  const second = readTicket(await goThrough(late, 'ada'))
  gate.time.now += TICKET_MS
  expect((await late.phone.call(redeemTicket, { ticket: second })).code).toBe('CHALLENGE_OVER')
  // The frame that kept its challenge goes on all the same: a phone may have slept.
  expect((await wait(late)).state).toBe('ready')
  gate.time.now -= TICKET_MS
})

test('SEC-69: of many who take a ticket at once, one has it', async () => {
  const begun = await begin('google')
  const ticket = readTicket(await goThrough(begun, 'ada'))
  const taken = await Promise.all(Array.from({ length: 8 }, () => begun.phone.call(redeemTicket, { ticket })))
  expect(taken.filter(({ code }) => code === '')).toHaveLength(1)
})

test('SEC-66: a challenge is nothing to another device, page or project', async () => {
  const begun = await begin('github')
  await goThrough(begun, 'ada')
  const { challenge } = begun
  const stranger = await gate.createDevice()
  const approval = await approve(begun, await wait(begun))
  expect((await stranger.call(waitForSocial, { challenge })).code).toBe('CHALLENGE_OVER')
  expect((await stranger.call(finishSocial, { challenge, approval })).code).toBe('CHALLENGE_OVER')
  const elsewhere = { host: 'https://second.shop.example' }
  expect((await begun.phone.call(finishSocial, { challenge, approval }, elsewhere)).code).toBe('CHALLENGE_OVER')
  expect((await begun.phone.call(finishSocial, { challenge, approval }, { projectId: 'twin' })).code).toBe(
    'CHALLENGE_OVER',
  )
  expect((await begun.phone.call(finishSocial, { challenge, approval })).code).toBe('')
})

test('SEC-66: a stranger’s login that is led through somebody’s browser logs nobody in there (login CSRF)', async () => {
  const thief = await begin('github')
  const callback = await answerOf(await openForm(thief), 'thief')
  const victim = await gate.createDevice()
  // The victim's browser is made to open the answer to the stranger's login.
  const page = await browse().open(callback, { site: 'cross-site' })
  const ticket = readTicket(page)
  expect((await victim.call(redeemTicket, { ticket })).code).toBe('CHALLENGE_OVER')
  const seen = (await thief.phone.call(waitForSocial, { challenge: thief.challenge })).value
  expect(readProof(seen).subject).not.toBe('')
})

test('whoever is sent an address by somebody else is told whose login it is, and goes on by a press alone', async () => {
  const thief = await begin('github')
  const page = 'Go on only if you began it yourself'
  const victim = browse()
  for (const from of [{}, { referer: 'https://evil.example/' }, { referer: `${GATE}/` }, { site: 'same-site' }]) {
    const shown = await victim.open(thief.uri, from)
    expect(shown.text).toContain(page)
    expect(shown.text).toContain('Log in to Shop with GitHub?')
    expect(shown.text).toContain(`<dt>Site</dt><dd><bdi>${SHOP}</bdi></dd>`)
    expect(shown.text).toContain('<dt>Device</dt><dd><bdi>Firefox · Linux</bdi></dd>')
  }
  // The page's own link is nothing where it was not pressed there.
  const shown = await victim.open(thief.uri)
  expect((await victim.open(`${thief.uri}&go=1`, { site: 'cross-site' })).text).toContain(page)
  expect((await victim.open(`${thief.uri}&go=1`, { site: 'none' })).text).toContain(page)
  expect((await victim.open(`${thief.uri}&go=1`, { referer: 'https://evil.example/' })).text).toContain(page)
  // Another browser than the one of the frame, though a page of the project led there.
  const other = createVisitor({
    ask: async (url, init) => gate.app.request(url, init),
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  expect((await other.open(thief.uri, { referer: `${SHOP}/` })).text).toContain(page)
  // Another network address.
  const far = createVisitor({
    ask: async (url, init) => gate.app.request(url, init, { remoteAddress: '203.0.113.9' }),
    userAgent: BROWSER,
  })
  expect((await far.open(thief.uri, { referer: `${SHOP}/` })).text).toContain(page)
  expect((await victim.press(shown)).url.href).toContain(`${providers.url}/github/authorize`)
})

test('SEC-66: the whole page comes back to the page that asked, and to no other address (open redirect)', async () => {
  const phone = await gate.createDevice()
  for (const returnUrl of [
    'https://evil.example/',
    `${SHOP}.evil.example/`,
    `https://user:word@shop.example/`,
    'https://second.shop.example/',
    'javascript:alert(1)',
    '//evil.example',
    '/here',
    'http://shop.example/',
  ]) {
    expect([returnUrl, (await phone.call(startSocial, { provider: 'github', returnUrl })).code]).toEqual([
      returnUrl,
      'RETURN_NOT_ALLOWED',
    ])
  }
  const begun = await begin('github', { returnUrl: `${SHOP}/cart?step=2#pay` })
  const callback = await answerOf(await openForm(begun), 'ada')
  const answer = await gate.app.request(callback)
  const back = new URL(answer.headers.get('location') ?? '')
  expect([answer.status, back.origin, back.pathname, back.searchParams.get('step'), back.hash]).toEqual([
    303,
    SHOP,
    '/cart',
    '2',
    '#pay',
  ])
  const result = readSocialResult(back.searchParams.get('result_uri') ?? '', GATE)
  if (result === undefined || !('ticket' in result)) throw new Error('no ticket')
  // The page is loaded anew, and its frame has no more than its device.
  const { value } = await begun.phone.call(redeemTicket, { ticket: result.ticket })
  const { challenge } = value
  const waited = (await begun.phone.call(waitForSocial, { challenge })).value
  const finished = await begun.phone.call(finishSocial, { challenge, approval: await approve(begun, waited) })
  expect(finished.value.user.userName).toBe('ada')

  const given = await begin('github', { returnUrl: `${SHOP}/` })
  const form = await openForm(given)
  const refused = await fetch(form.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'do=cancel',
  })
  const denied = await gate.app.request(refused.headers.get('location') ?? '')
  const told = new URL(denied.headers.get('location') ?? '').searchParams.get('result_uri') ?? ''
  expect(readSocialResult(told, GATE)).toEqual({ error: 'denied' })
})

test('SEC-72: a form that comes back is taken by its state alone, once, and where the provider answers by forms', async () => {
  const begun = await begin('apple')
  const code = await codeOf(await openForm(begun), 'ada')
  const state = stateOf(begun)
  // Forged: no state, another one, as a query, as JSON, at a provider that sends none.
  expect((await callBack('apple', { code })).status).toBe(404)
  expect((await callBack('apple', { code, state: 'A'.repeat(43) })).status).toBe(404)
  expect((await gate.app.request(`${CALLBACK}/apple?${new URLSearchParams({ code, state })}`)).status).toBe(405)
  const posted = (path: string, type: string, body: string) =>
    gate.app.request(`${CALLBACK}/${path}`, { method: 'POST', headers: { 'content-type': type }, body })
  expect((await posted('apple', 'application/json', JSON.stringify({ code, state }))).status).toBe(400)
  expect((await posted('apple', 'text/plain', `code=${code}&state=${state}`)).status).toBe(400)
  const plain = await begin('github')
  await openForm(plain)
  const form = 'application/x-www-form-urlencoded'
  expect((await posted('github', form, `code=${code}&state=${stateOf(plain)}`)).status).toBe(405)
  // None of that spoiled either login, and no cookie has a part in one.
  const page = await callBack('apple', { code, state })
  expect(page.headers.getSetCookie()).toEqual([])
  expect((await wait(begun)).state).toBe('ready')
  expect((await callBack('apple', { code, state })).status).toBe(404)
  const steps = await storage.database.select().from(loginSocials)
  expect(steps.find(({ provider, step }) => provider === 'github' && step === 'sent')).toBeDefined()
})

test('SEC-70: the window’s pages keep their opener, load nothing, and tell the result to the registered page alone', async () => {
  const loading = await gate.app.request(`${GATE}/oauth/loading`)
  expect(loading.status).toBe(200)
  const begun = await begin('github')
  const page = await goThrough(begun, 'ada')
  expect(readTold(page).origin).toBe(SHOP)
  expect(page.text).toContain('You can close this window')
  for (const headers of [loading.headers, page.headers]) {
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('sandbox')
    expect(policy).toContain("frame-ancestors 'none'")
  }
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '') ?? []
  expect(page.text.match(/<script/g)).toHaveLength(1)
  expect(page.text).toContain(`<script nonce="${nonce}">`)
})

test('SEC-70: whoever waits hears of it without the window, at once, also where many processes serve', async () => {
  const begun = await begin('github')
  const form = await openForm(begun)
  const waiting = wait(begun)
  await begun.visitor.send(form, { login: 'ada', do: 'login' })
  expect((await waiting).state).toBe('ready')
})

test('F-44: whoever says no, and a service that is away, ends the login in a word', async () => {
  for (const provider of ['github', 'facebook', 'google', 'apple', 'example']) {
    const begun = await begin(provider)
    const back = await begun.visitor.send(await openForm(begun), { do: 'cancel' })
    const page = provider === 'apple' ? await begun.visitor.send(back, {}) : back
    expect([provider, await wait(begun)]).toEqual([provider, { state: 'failed', reason: 'denied' }])
    expect(readSocialResult(readTold(page).resultUri, GATE)).toEqual({ error: 'denied' })
  }
  const begun = await begin('github')
  const callback = await answerOf(await openForm(begun), 'ada')
  areAway = true
  await gate.app.request(callback)
  expect(await wait(begun)).toEqual({ state: 'failed', reason: 'away' })
  areAway = false
  providers.twists.discord.tokenAnswer = { status: 503, body: {} }
  const second = await begin('discord')
  await goThrough(second, 'ada')
  expect(await wait(second)).toEqual({ state: 'failed', reason: 'away' })
  const lines = JSON.stringify(gate.loginLog())
  expect(lines).toContain('socialFailed')
  expect(lines).not.toContain(stateOf(begun))
})

test('Facebook’s token of another app is refused', async () => {
  providers.twists.facebook.appId = 'another-app'
  const begun = await begin('facebook')
  await goThrough(begun, 'ada')
  expect(await wait(begun)).toEqual({ state: 'failed', reason: 'refused' })
})

test('a provider that the gateway does not have is refused, and a gateway without any offers none', async () => {
  const phone = await gate.createDevice()
  expect((await phone.call(startSocial, { provider: 'nobody' })).code).toBe('PROVIDER_UNKNOWN')
  const without = await createTestLogin({ storage, mailbox, time: gate.time, masterKeys: gate.masterKeys })
  expect((await (await without.createDevice()).call(listSocials, {})).value.providers).toEqual([])
  expect((await without.app.request(`${GATE}/oauth/loading`)).status).toBe(404)
  await without.login.close()
})

test('SEC-81: a login by a provider on a new device needs the passkey too, where the owner wants that; one that is known does not', async () => {
  const first = await logIn('github', 'nina')
  const walletId = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  const text = (count: number) => Buffer.alloc(count, 1).toString('base64url')
  const { credentialId, publicKey, prove } = createTestPasskey()
  const holder = `passkey.${text(32)}`
  const [createdAt, salt] = [gate.time.now, text(32)]
  await addWallet(storage, {
    wallet: {
      ...{ id: walletId, userId: first.session.user.id, projectId: 'shop', version: 1, createdAt },
      addresses: JSON.stringify({ eip155: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) }),
      ...{ commitment: text(32), salt: text(16), frozenAt: null, custody: 'strict', backupAt: null },
      secondFactor: false,
    },
    shares: [{ holder, version: 1, keyId: 'a', wrapped: 'w', box: 'b' }],
    passkey: {
      ...{ walletId, holder, credentialId, salt, wrapped: text(60), host: SHOP, device: '', createdAt },
      ...{ publicKey, signCount: 0 },
    },
  })
  await markSecondFactor(storage, walletId, true)

  const other = await begin('github')
  await goThrough(other, 'nina')
  const { challenge, phone } = other
  const approval = await approve(other, await wait(other))
  const refused = await phone.call(finishSocial, { challenge, approval })
  expect(refused.code).toBe('PASSKEY_NEEDED')
  const { reasons } = JSON.parse(refused.text) as { reasons: { field: string; description: string }[] }
  const facts = Object.fromEntries(reasons.map(({ field, description }) => [field, description]))
  expect(facts.credentialIds).toBe(credentialId)
  const asked = { challenge: facts.challenge ?? '', until: Number(facts.until) }
  const wrong = createTestPasskey().prove(asked)
  expect((await phone.call(finishSocial, { challenge, approval, passkey: { ...wrong, credentialId } })).code).toBe(
    'PASSKEY_REFUSED',
  )
  expect((await phone.call(finishSocial, { challenge, approval, passkey: prove(asked) })).code).toBe('')

  const again = await begin('github', { device: first.phone.device })
  await goThrough(again, 'nina')
  await wait(again)
  expect((await again.phone.call(finishSocial, { challenge: again.challenge })).code).toBe('')
})

test('SEC-77: whoever has no address logs in at the provider again, just now and as the same person, in place of a code', async () => {
  const { session, phone } = await logIn('x', 'mallory')
  const { token } = session
  const asked = await phone.call(stepUp, { reason: 'devices' }, { token })
  expect(asked.value).toEqual({ how: 'social', provider: 'x' })
  const other = await logIn('x', 'oscar')
  const wanted = { thumbprint: other.phone.device.thumbprint }
  expect((await phone.call(revokeDevice, wanted, { token })).code).toBe('STEP_UP_NEEDED')

  const prove = async (login: string, options: { again?: boolean }) => {
    gate.time.now += 1_000
    const begun = await begin('x', { device: phone.device, ...options })
    await goThrough(begun, login)
    return begun.challenge
  }
  const tell = (challenge: string) => phone.call(stepUpSocial, { challenge, reason: 'devices' }, { token })
  // An ordinary login does not do, nor does somebody else's.
  expect((await tell(await prove('mallory', {}))).code).toBe('CHALLENGE_OVER')
  expect((await tell(await prove('oscar', { again: true }))).code).toBe('CHALLENGE_OVER')
  const late = await prove('mallory', { again: true })
  gate.time.now += 5 * 60_000 + 1
  expect((await tell(late)).code).toBe('CHALLENGE_OVER')
  const challenge = await prove('mallory', { again: true })
  expect((await tell(challenge)).code).toBe('')
  expect((await tell(challenge)).code).toBe('CHALLENGE_OVER')
  // Now it is asked whether there is such a device.
  expect((await phone.call(revokeDevice, wanted, { token })).code).toBe('WALLET_UNKNOWN')
})

test('SEC-77: whoever has an address gets a code there, and a wrong one is recorded for them and nobody else', async () => {
  const byMail = await (await gate.createDevice()).logIn('trent@people.example')
  const { session, phone } = await logIn('github', 'trent')
  const { token } = session
  gate.time.now += 31_000
  const asked = await phone.call(stepUp, { reason: 'devices' }, { token })
  if (asked.value.how !== 'code') throw new Error('no code was mailed')
  const { challenge } = asked.value
  const code = await phone.readCode('trent@people.example')
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await phone.call(finishStepUp, { challenge, code: wrong }, { token })).code).toBe('CODE_REFUSED')
  expect((await phone.call(finishStepUp, { challenge, code }, { token })).code).toBe('')
  const { loginAudit } = await import('../../storage/loginTables.ts')
  const failures = (await storage.database.select().from(loginAudit)).filter(({ kind }) => kind === 'failure')
  const ofBoth = failures.filter(({ userId }) => [session.user.id, byMail.user.id].includes(userId))
  expect(ofBoth.map(({ userId }) => userId)).toEqual([session.user.id])
  expect(byMail.user.id).not.toBe(session.user.id)
})

test('whoever logs in by a provider has no address to change, and their session is as any other', async () => {
  const { session, phone } = await logIn('github', 'peggy')
  const { token } = session
  gate.time.now += 31_000
  const asked = await phone.call(stepUp, { reason: 'email' }, { token })
  if (asked.value.how !== 'code') throw new Error('no code was mailed')
  await phone.call(
    finishStepUp,
    { challenge: asked.value.challenge, code: await phone.readCode('peggy@people.example') },
    { token },
  )
  expect((await phone.call(startEmailChange, { email: 'new@people.example' }, { token })).code).toBe('NOT_BY_EMAIL')
  expect((await phone.call(listSessions, {}, { token })).value.sessions).toHaveLength(1)
  const [kept] = (await storage.database.select().from(loginUsers)).filter(({ userName }) => userName === 'peggy')
  expect(kept).toMatchObject({ provider: 'github', issuer: 'github', contact: 'peggy@people.example' })
})
