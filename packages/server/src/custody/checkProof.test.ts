import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { checkProof, PROOF_WINDOW_MS } from './checkProof.ts'
import { createTestDevice, type TestDevice } from './testFrame.ts'

const URL_OF_CALL = 'https://gate.example/v1/wallet/create'
const NOW = Date.UTC(2026, 2, 1)
const TOKEN = 'a'.repeat(43)

let device: TestDevice
beforeAll(async () => {
  device = await createTestDevice()
})

function createMemory() {
  const seen = new Set<string>()
  return async (id: string) => {
    if (seen.has(id)) return false
    seen.add(id)
    return true
  }
}

const check = (proof: string | undefined, changes: Partial<Parameters<typeof checkProof>[0]> = {}) =>
  checkProof({ proof, url: URL_OF_CALL, now: NOW, token: TOKEN, takeOnce: createMemory(), ...changes })

const refused = { code: 'PROOF_REFUSED' }

test('SEC-74: a proof tells the device by its key, and the one-time key that it names', async () => {
  const key = Buffer.alloc(65, 4).toString('base64url')
  const proof = await device.prove({ url: URL_OF_CALL, now: NOW, token: TOKEN, key })
  expect(await check(proof)).toEqual({
    thumbprint: device.thumbprint,
    releaseKeyHash: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('SEC-74: a proof counts once, also when it comes many times at once', async () => {
  const takeOnce = createMemory()
  const proof = await device.prove({ url: URL_OF_CALL, now: NOW, token: TOKEN })
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => check(proof, { takeOnce })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.each([
  ['another path', { htu: 'https://gate.example/v1/wallet/freeze' }],
  ['another server', { htu: 'https://vault.example/v1/wallet/create' }],
  ['the same path with a query', { htu: `${URL_OF_CALL}?x=1` }],
  ['another method', { htm: 'GET' }],
  ['another token', { ath: 'b'.repeat(43) }],
  ['no token', { ath: undefined }],
  ['a time long ago', { iat: (NOW - PROOF_WINDOW_MS) / 1000 - 1 }],
  ['a time to come', { iat: (NOW + PROOF_WINDOW_MS) / 1000 + 1 }],
  ['no time', { iat: undefined }],
  ['a short id', { jti: 'x' }],
  ['no id', { jti: undefined }],
  ['a one-time key that is none', { rpk: 'x' }],
  ['an end that has come', { exp: NOW / 1000 - 1 }],
])('SEC-74: a proof for %s is refused, and uses up no id', async (_what, claims) => {
  let asked = 0
  const takeOnce = async () => {
    asked++
    return true
  }
  const proof = await device.prove({ url: URL_OF_CALL, now: NOW, token: TOKEN, claims })
  await expect(check(proof, { takeOnce })).rejects.toMatchObject(refused)
  expect(asked).toBe(0)
})

test('SEC-74: a proof within the minute before and after is taken', async () => {
  for (const iat of [(NOW - PROOF_WINDOW_MS) / 1000, (NOW + PROOF_WINDOW_MS) / 1000]) {
    await check(await device.prove({ url: URL_OF_CALL, now: NOW, token: TOKEN, claims: { iat } }))
  }
})

test('SEC-74: a stolen token without its session, and a session call without a token, are refused', async () => {
  const without = await device.prove({ url: URL_OF_CALL, now: NOW })
  await expect(check(without)).rejects.toMatchObject(refused)
  const withToken = await device.prove({ url: URL_OF_CALL, now: NOW, token: TOKEN })
  await expect(check(withToken, { token: undefined })).rejects.toMatchObject(refused)
})

test('SEC-74: what is no proof by a key that it shows is refused', async () => {
  const proof = await device.prove({ url: URL_OF_CALL, now: NOW, token: TOKEN })
  const [head = '', payload = '', signature = ''] = proof.split('.')
  const stranger = await createTestDevice()
  const other = await stranger.prove({ url: URL_OF_CALL, now: NOW, token: TOKEN })
  const forged = [
    undefined,
    '',
    'x',
    `${head}.${payload}.`,
    `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
    `${other.split('.')[0]}.${payload}.${signature}`,
    `${head}.${other.split('.')[1]}.${signature}`,
    `${Buffer.from('{"alg":"none","typ":"dpop+jwt"}').toString('base64url')}.${payload}.`,
    `${'a'.repeat(5_000)}.${payload}.${signature}`,
  ]
  for (const each of forged) await expect(check(each), String(each)).rejects.toMatchObject(refused)
})

test('SEC-74: another type, another algorithm and a private key in the head are refused', async () => {
  const sign = async (header: Record<string, unknown>) =>
    device.prove({ url: URL_OF_CALL, now: NOW, token: TOKEN, header })
  await expect(check(await sign({ typ: 'jwt' }))).rejects.toMatchObject(refused)
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const claims = { jti: 'x'.repeat(20), htm: 'POST', htu: URL_OF_CALL, iat: NOW / 1000 }
  const rsa = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .sign(privateKey)
  await expect(check(rsa, { token: undefined })).rejects.toMatchObject(refused)
  const pair = await generateKeyPair('ES256', { extractable: true })
  const shown = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(pair.privateKey) })
    .sign(pair.privateKey)
  await expect(check(shown, { token: undefined })).rejects.toMatchObject(refused)
  const secret = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: await exportJWK(pair.publicKey) })
    .sign(new Uint8Array(32))
  await expect(check(secret, { token: undefined })).rejects.toMatchObject(refused)
})
