import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  admitDevice,
  admitFarcaster,
  commitNonce,
  commitPlainNonce,
  startIdentityDevice,
} from '@latchkey/wire/custody/social'
import {
  DEVICE_TOKEN_TYPE,
  deviceClaims,
  hashContact,
  IDENTITY_TOKEN_SECONDS,
  IDENTITY_TOKEN_TYPE,
  LOGIN_TOKEN_TYPE,
} from '@latchkey/wire/custody/tokens'
import { startDevice, waitForDevice } from '@latchkey/wire/custody/vault'
import { parseWith } from '@latchkey/wire/endpoint'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, test as everyTest, expect } from 'vitest'
import { type Anvil, startAnvil } from '../../../testing/src/anvil.ts'
import { placeRegistries, type Registries } from '../../../testing/src/farcaster/placeRegistries.ts'
import { type Mailbox, startMailbox } from '../../../testing/src/mailbox.ts'
import { parseSettings } from '../config.ts'
import { type OwnKeys, openOwnKeys } from '../custody/ownKeys.ts'
import { createTestCaller, createTestDevice, FRAME, type TestDevice } from '../custody/testFrame.ts'
import { createHost } from '../gateway/createHost.ts'
import { createLog } from '../gateway/createLog.ts'
import { createMetrics } from '../gateway/metrics.ts'
import { createLocalKms } from '../kms/createLocalKms.ts'
import { parseMasterKeys } from '../kms/readMasterKeys.ts'
import { type KeyValueStore, loadLevel, openKeyValueStore } from '../storage/keyValueStore.ts'
import { openVault } from './openVault.ts'
import { vaultConfig } from './vaultConfig.ts'

/** Where the binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

const VAULT = 'https://vault.example'
const GATE = 'https://gate.example'
const SHOP = 'https://shop.example'
const CLIENT = 'the-app'

const newKey = (party: 'gateway' | 'vault') =>
  `${party}:a:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`

const folder = mkdtempSync(join(tmpdir(), 'latchkey-vault-social-'))
const time = { now: Date.UTC(2026, 5, 1) }
const issuerPair = generateKeyPair('RS256')
let mailbox: Mailbox
let chain: Anvil
let registries: Registries
let gatewayKeys: OwnKeys
/** The issuer's own server: what it says of itself, and its keys. */
let issuerServer: Server
let issuer = ''
let keysAsked = 0
let isIssuerAway = false
let vault: Awaited<ReturnType<typeof openVault>>
let app: ReturnType<typeof createHost>
let store: KeyValueStore
let person = 0
let subject = ''

beforeAll(async () => {
  mailbox = await startMailbox()
  chain = await startAnvil({ chainId: 10 })
  registries = await placeRegistries(chain.url, privateKeyToAccount(generatePrivateKey()))
  const kms = await createLocalKms(parseMasterKeys(newKey('gateway'), 'gateway'))
  gatewayKeys = await openOwnKeys({ party: 'gateway', kms, keep: async (_name, fresh) => fresh })
  const jwk = { ...(await exportJWK((await issuerPair).publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  issuerServer = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (isIssuerAway) return response.writeHead(503).end('{}')
    if (request.url === '/keys') {
      keysAsked++
      return response.end(JSON.stringify({ keys: [jwk] }))
    }
    const named = request.url?.startsWith('/late/') ? `${issuer}/late` : issuer
    return response.end(JSON.stringify({ issuer: named, jwks_uri: `${issuer}/keys` }))
  })
  await new Promise<void>((resolve) => issuerServer.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`
  const loaded = loadLevel()
  if ('reason' in loaded) throw loaded.reason
  store = await openKeyValueStore(loaded.level, join(folder, 'vault'))
  const clock = { now: () => time.now }
  const log = createLog('silent')
  const settings = {
    publicUrl: VAULT,
    frameOrigin: FRAME,
    gateway: { origin: GATE },
    projects: [
      { id: 'shop', name: 'Shop', hosts: [SHOP] },
      { id: 'other', name: 'Other', hosts: [SHOP] },
    ],
    farcaster: { rpc: chain.url },
    issuers: [
      { issuer, clientIds: [CLIENT, 'the-app-on-phones'] },
      { issuer: `${issuer}/late`, clientIds: [CLIENT] },
    ],
    keys: { kind: 'environment', keys: newKey('vault') },
    mail: {
      host: '127.0.0.1',
      port: mailbox.port,
      allowClear: true,
      from: { name: 'Latchkey vault', address: 'vault@vault.example' },
    },
    limits: { calls: { capacity: 100_000, refillPerSecond: 1_000 } },
  }
  vault = await openVault({
    config: parseSettings(vaultConfig, settings, {}),
    store,
    fetch: async (input, init) =>
      String(input).startsWith(GATE) ? Response.json(gatewayKeys.publicKeys) : fetch(input, init),
    clock,
    log,
    mode: 'test',
  })
  app = createHost({
    config: { metrics: {}, limits: { requestTimeoutMs: 60_000 } },
    services: { clock, log, uuid: randomUUID, metrics: createMetrics(), checkReady: async () => undefined },
  })
  vault.mount(app)
})
afterAll(async () => {
  await vault?.close()
  await mailbox?.close()
  await chain?.stop()
  await new Promise((resolve) => issuerServer?.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  subject = `subject-${++person}`
  isIssuerAway = false
  // One network address begins twenty an hour.
  time.now += 61 * 60_000
})

async function createDevice(key?: TestDevice) {
  const device = key ?? (await createTestDevice())
  const call = createTestCaller({
    device,
    url: VAULT,
    ask: (url, init) => app.request(url, init),
    now: () => time.now,
    host: SHOP,
  })
  const { thumbprint } = device
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const claimsOf = async (changes: object = {}) => ({
    iss: issuer,
    aud: CLIENT,
    sub: subject,
    iat: Math.floor(time.now / 1000),
    exp: Math.floor(time.now / 1000) + 600,
    nonce: await commitNonce(thumbprint, nonce),
    email: `${subject}@people.example`,
    email_verified: true,
    ...changes,
  })
  return {
    thumbprint,
    call,
    nonce,
    claimsOf,
    /** What the issuer signs for this device. */
    sign: async (changes: object = {}, header: object = {}) =>
      new SignJWT(await claimsOf(changes))
        .setProtectedHeader({ alg: 'RS256', kid: 'first', ...header })
        .sign((await issuerPair).privateKey),
    /** What the gateway says of who logged in. */
    name: (changes: object = {}, type = IDENTITY_TOKEN_TYPE) =>
      gatewayKeys.sign({
        type,
        issuer: GATE,
        audience: VAULT,
        claims: {
          jti: randomUUID(),
          projectId: 'shop',
          issuer: 'github',
          subject,
          thumbprint,
          email: `${subject}@people.example`,
          ...changes,
        },
        now: time.now,
        seconds: IDENTITY_TOKEN_SECONDS,
      }),
  }
}

/** Keys of what is counted over sliding times. */
async function listTimes(): Promise<readonly string[]> {
  const entries = store.iterator({ gte: '~times:', lt: '~times:\u007f' })
  const found = (await entries.nextv(1_000)).map(([key]) => key)
  await entries.close()
  return found
}

const readApproval = (token: string) => {
  const claims = parseWith(deviceClaims, decodeJwt(token))
  if (!claims.ok) throw new Error('no approval')
  return claims.value
}

const mailsTo = async (address: string) => {
  await vault.settled()
  return mailbox.mails.filter(({ to }) => to.includes(address))
}

/** Presses the button behind the newest link to an address. */
async function letIn(address: string): Promise<void> {
  const [link = ''] = /https:\/\/vault\.example\/device\/\S+/.exec((await mailsTo(address)).at(-1)?.text ?? '') ?? []
  const [, mark = ''] = /name="mark" value="([^"]+)"/.exec(await (await app.request(link)).text()) ?? []
  const pressed = await app.request(link, {
    method: 'POST',
    headers: { origin: VAULT, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ do: 'approve', mark }).toString(),
  })
  expect(pressed.status).toBe(200)
}

test('what the issuer signed for a device lets it in, for that person, without a mail', async () => {
  const { call, sign, nonce, thumbprint } = await createDevice()
  const { value, code } = await call(admitDevice, { projectId: 'shop', idToken: await sign(), nonce })
  expect(code).toBe('')
  expect(decodeProtectedHeader(value.approval).typ).toBe(DEVICE_TOKEN_TYPE)
  expect(readApproval(value.approval)).toMatchObject({
    projectId: 'shop',
    thumbprint,
    contactHash: await hashContact({ projectId: 'shop', issuer, subject }),
  })
  expect(await mailsTo(`${subject}@people.example`)).toEqual([])
  // Another device is told of, to the address that the issuer had checked (SEC-79).
  const other = await createDevice()
  await other.call(admitDevice, { projectId: 'shop', idToken: await other.sign(), nonce: other.nonce })
  const [told] = await mailsTo(`${subject}@people.example`)
  expect(told?.text).toContain(`${VAULT}/not-me/`)
})

test('SEC-68: the vault takes no ID token but its issuer’s, by keys that it fetched itself, for this device, of now', async () => {
  const { call, sign, nonce, claimsOf } = await createDevice()
  const stranger = await generateKeyPair('RS256')
  const elliptic = await generateKeyPair('ES256')
  const now = Math.floor(time.now / 1000)
  const other = await createDevice()
  const wrong: Readonly<Record<string, string>> = {
    'another issuer': await sign({ iss: 'https://evil.example' }),
    'another app': await sign({ aud: 'another-app' }),
    'several apps, asked for by nobody': await sign({ aud: [CLIENT, 'another-app'] }),
    'several apps, asked for by another': await sign({ aud: [CLIENT, 'another-app'], azp: 'another-app' }),
    'asked for by another': await sign({ azp: 'another-app' }),
    over: await sign({ iat: now - 500, exp: now - 100 }),
    'too old': await sign({ iat: now - 700, exp: now + 700 }),
    'too new': await sign({ iat: now + 300, exp: now + 700 }),
    'no time': await sign({ iat: undefined }),
    'no end': await sign({ exp: undefined }),
    'another nonce': await sign({ nonce: 'A'.repeat(43) }),
    'no nonce': await sign({ nonce: undefined }),
    'the nonce alone, without the device': await sign({ nonce }),
    'another device’s nonce': await sign({ nonce: await commitNonce(other.thumbprint, nonce) }),
    nobody: await sign({ sub: undefined }),
    'a name with a line in it': await sign({ sub: 'a\nb' }),
    'no signature': new UnsecuredJWT(await claimsOf()).encode(),
    'no issuer’s key': await sign({}, { kid: 'second' }),
    'a stranger’s key': await new SignJWT(await claimsOf())
      .setProtectedHeader({ alg: 'RS256', kid: 'first' })
      .sign(stranger.privateKey),
    'a key of its own': await new SignJWT(await claimsOf())
      .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(stranger.publicKey) })
      .sign(stranger.privateKey),
    'another algorithm': await new SignJWT(await claimsOf())
      .setProtectedHeader({ alg: 'ES256', kid: 'first' })
      .sign(elliptic.privateKey),
    'no token': 'x.y.z',
  }
  for (const [index, [what, idToken]] of Object.entries(wrong).entries()) {
    // Ten logins an hour are allowed to one device; the tokens are of the same minute.
    if (index % 9 === 8) for (const key of await listTimes()) await store.batch([{ type: 'del', key }], { sync: true })
    const answer = await call(admitDevice, { projectId: 'shop', idToken, nonce })
    expect([what, answer.code]).toEqual([what, 'TOKEN_REFUSED'])
  }
  expect((await call(admitDevice, { projectId: 'shop', idToken: await sign(), nonce })).code).toBe('')
})

test('SEC-66: a token lets its device in once', async () => {
  const { call, sign, nonce } = await createDevice()
  const idToken = await sign()
  expect((await call(admitDevice, { projectId: 'shop', idToken, nonce })).code).toBe('')
  expect((await call(admitDevice, { projectId: 'shop', idToken, nonce })).code).toBe('TOKEN_REFUSED')
  // Signed anew for the same login it is the same token.
  expect((await call(admitDevice, { projectId: 'shop', idToken: await sign({ x: 1 }), nonce })).code).toBe(
    'TOKEN_REFUSED',
  )
})

test('SEC-66: a token that was made for one device lets no other one in, whoever brings it', async () => {
  const victim = await createDevice()
  const idToken = await victim.sign()
  const thief = await createDevice()
  expect((await thief.call(admitDevice, { projectId: 'shop', idToken, nonce: victim.nonce })).code).toBe(
    'TOKEN_REFUSED',
  )
  // And it was not used up by that.
  expect((await victim.call(admitDevice, { projectId: 'shop', idToken, nonce: victim.nonce })).code).toBe('')
})

test('an issuer that is away is said to be away, and one that was asked before is not asked for each login', async () => {
  const device = await createDevice()
  const bring = async () => {
    const idToken = await device.sign({ iss: `${issuer}/late` })
    return (await device.call(admitDevice, { projectId: 'shop', idToken, nonce: device.nonce })).code
  }
  isIssuerAway = true
  expect(await bring()).toBe('NOT_READY')
  isIssuerAway = false
  expect(await bring()).toBe('')
  const before = keysAsked
  for (let count = 0; count < 3; count++) {
    const other = await createDevice()
    const idToken = await other.sign({ iss: `${issuer}/late` })
    expect((await other.call(admitDevice, { projectId: 'shop', idToken, nonce: other.nonce })).code).toBe('')
  }
  expect(keysAsked).toBe(before)
})

test('of whom no issuer signs, the gateway’s word is a name: a link goes to the address that the vault keeps', async () => {
  const first = await createDevice()
  const asked = await first.call(startIdentityDevice, { projectId: 'shop', identity: await first.name() })
  expect(asked.value.sentTo).toBe('s…@people.example')
  const { request } = asked.value
  await letIn(`${subject}@people.example`)
  const waited = await first.call(waitForDevice, { request })
  if (waited.value.state !== 'approved') throw new Error(waited.value.state)
  expect(readApproval(waited.value.approval)).toMatchObject({
    thumbprint: first.thumbprint,
    contactHash: await hashContact({ projectId: 'shop', issuer: 'github', subject }),
  })

  // A gateway that was taken over names another address, and a frame that was changed too: the vault's own copy counts.
  time.now += 31_000
  const thief = await createDevice()
  const identity = await thief.name({ email: 'thief@evil.example' })
  const again = await thief.call(startIdentityDevice, { projectId: 'shop', identity, email: 'thief@evil.example' })
  expect(again.value.sentTo).toBe('s…@people.example')
  expect(await mailsTo('thief@evil.example')).toEqual([])
  expect(await mailsTo(`${subject}@people.example`)).toHaveLength(2)
})

test('an address is asked for where a first device has none, and for nothing else', async () => {
  const { call, name } = await createDevice()
  const identity = await name({ email: null })
  expect((await call(startIdentityDevice, { projectId: 'shop', identity })).code).toBe('EMAIL_NEEDED')
  expect((await call(startIdentityDevice, { projectId: 'shop', identity, email: 'a@b@c' })).code).toBe(
    'MAIL_ADDRESS_REFUSED',
  )
  const given = await call(startIdentityDevice, { projectId: 'shop', identity, email: `own.${subject}@shop.example` })
  expect(given.value.sentTo).toBe('o…@shop.example')
  // Nobody pressed yet, so nothing is kept, and another address may be given.
  time.now += 31_000
  const other = await call(startIdentityDevice, {
    projectId: 'shop',
    identity: await name({ email: null }),
    email: 'x@shop.example',
  })
  expect(other.value.sentTo).toBe('x…@shop.example')
  await letIn('x@shop.example')
  time.now += 31_000
  const later = await createDevice()
  const kept = await later.call(startIdentityDevice, { projectId: 'shop', identity: await later.name({ email: null }) })
  expect(kept.value.sentTo).toBe('x…@shop.example')
})

test('SEC-67: the gateway’s word is no way around an issuer’s signature, a mail, a device or a project', async () => {
  const { call, name } = await createDevice()
  const other = await createDevice()
  const wrong: Readonly<Record<string, string>> = {
    'somebody whose issuer the vault checks': await name({ issuer }),
    'somebody who logs in by e-mail': await name({ issuer: 'email', subject: 'ada@shop.example' }),
    'another device': await name({ thumbprint: other.thumbprint }),
    'another project': await name({ projectId: 'other' }),
    'another kind of token': await name({}, LOGIN_TOKEN_TYPE),
    nobody: await name({ subject: '' }),
  }
  for (const [what, identity] of Object.entries(wrong)) {
    expect([what, (await call(startIdentityDevice, { projectId: 'shop', identity })).code]).toEqual([
      what,
      'TOKEN_REFUSED',
    ])
  }
  expect((await call(startIdentityDevice, { projectId: 'none', identity: await name() })).code).toBe('HOST_NOT_ALLOWED')
  const old = await name()
  time.now += (IDENTITY_TOKEN_SECONDS + 10) * 1000
  expect((await call(startIdentityDevice, { projectId: 'shop', identity: old })).code).toBe('TOKEN_REFUSED')
})

test('SEC-67: the same address and subject elsewhere is another person to the vault too', async () => {
  const hashes = []
  const first = await createDevice()
  const { value } = await first.call(admitDevice, {
    projectId: 'shop',
    idToken: await first.sign(),
    nonce: first.nonce,
  })
  hashes.push(readApproval(value.approval).contactHash)
  for (const [index, name] of ['github', 'discord'].entries()) {
    time.now += 31_000
    const device = await createDevice()
    const asked = await device.call(startIdentityDevice, {
      projectId: 'shop',
      identity: await device.name({ issuer: name }),
    })
    await letIn(`${subject}@people.example`)
    const waited = await device.call(waitForDevice, { request: asked.value.request })
    if (waited.value.state !== 'approved') throw new Error(`${index}: ${waited.value.state}`)
    hashes.push(readApproval(waited.value.approval).contactHash)
  }
  time.now += 31_000
  const byMail = await createDevice()
  const email = `${subject}@people.example`
  const asked = await byMail.call(startDevice, { projectId: 'shop', email })
  await letIn(email)
  const waited = await byMail.call(waitForDevice, { request: asked.value.request })
  if (waited.value.state !== 'approved') throw new Error(waited.value.state)
  hashes.push(readApproval(waited.value.approval).contactHash)
  expect(new Set(hashes).size).toBe(4)
})

test('SEC-58: mails to one address are limited, whoever’s identity they are for', async () => {
  const email = `${subject}@people.example`
  const codes = []
  for (const name of ['github', 'discord']) {
    const device = await createDevice()
    const identity = await device.name({ issuer: name, email })
    codes.push((await device.call(startIdentityDevice, { projectId: 'shop', identity })).code)
  }
  expect(codes).toEqual(['', 'TOO_OFTEN'])
})

test('SEC-71: what a Farcaster account signed for a device lets it in once, by a node that the vault asks itself', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const fid = await registries.register(account)
  const device = await createDevice()
  const { nonce } = device
  const message = createSiweMessage({
    domain: 'shop.example',
    address: account.address,
    statement: 'Farcaster Auth',
    uri: SHOP,
    version: '1',
    chainId: 10,
    nonce: await commitPlainNonce(device.thumbprint, nonce),
    issuedAt: new Date(time.now),
    resources: [`farcaster://fid/${fid}`],
  })
  const signature = await account.signMessage({ message })
  const body = { projectId: 'shop', message, signature, nonce }
  const thief = await createDevice()
  expect((await thief.call(admitFarcaster, body)).code).toBe('TOKEN_REFUSED')
  expect((await thief.call(admitFarcaster, { ...body, nonce: thief.nonce })).code).toBe('TOKEN_REFUSED')
  const admitted = await device.call(admitFarcaster, body)
  expect(readApproval(admitted.value.approval)).toMatchObject({
    thumbprint: device.thumbprint,
    contactHash: await hashContact({ projectId: 'shop', issuer: 'farcaster', subject: String(fid) }),
  })
  expect((await device.call(admitFarcaster, body)).code).toBe('TOKEN_REFUSED')
  // The gateway's word does not do in place of it.
  const identity = await device.name({ issuer: 'farcaster', subject: String(fid) })
  expect((await device.call(startIdentityDevice, { projectId: 'shop', identity })).code).toBe('TOKEN_REFUSED')
})
