/** The example of a site's own server, as it is: started as a program, and signed in to over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { formatSignInMessage } from '@latchkey/wire'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSolanaAccount } from './testAccounts.ts'

const ORIGIN = 'https://shop.example'
const key = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const stranger = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')

let program: ChildProcess
let url: string
beforeAll(async () => {
  const file = join(import.meta.dirname, '../../../../examples/siwx-server/server.js')
  program = spawn(process.execPath, ['--import', 'tsx', '--conditions=@latchkey/source', file], {
    env: { ...process.env, PORT: '0', ORIGIN },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  url = await new Promise<string>((resolve, reject) => {
    program.once('exit', (code) => reject(new Error(`the example ended with ${code}`)))
    program.stdout?.on('data', (chunk: Buffer) => {
      const port = /listening on (\d+)/.exec(String(chunk))?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
  })
})
afterAll(() => program?.kill())

/** A browser of one visitor: it keeps the cookie and names the page. */
function openBrowser(origin = ORIGIN) {
  let cookie = ''
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const set = response.headers.get('set-cookie')
    if (set !== null) cookie = set.split(';')[0] ?? ''
    return { status: response.status, body: (await response.json()) as Record<string, unknown> | null, set }
  }
  const write = async (
    change: { address?: string; networkId?: `eip155:${string}` | `solana:${string}`; domain?: string } = {},
  ) => {
    const { body } = await ask('/siwx/nonce')
    const now = Date.now()
    return formatSignInMessage({
      domain: 'shop.example',
      address: key.address,
      uri: `${ORIGIN}/`,
      version: '1',
      networkId: 'eip155:1',
      nonce: String(body?.nonce),
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + 3_600_000).toISOString(),
      ...change,
    })
  }
  const sign = async (message: string) => ({ message, signature: await key.signMessage({ message }) })
  return { ask, write, sign, cookie: () => cookie }
}

test('a visitor signs in, is known by an HttpOnly cookie, gets what is theirs, and signs out', async () => {
  const { ask, write, sign } = openBrowser()
  expect((await ask('/orders')).status).toBe(401)
  const answer = await ask('/siwx/verify', await sign(await write()))
  expect([answer.status, answer.body]).toEqual([200, { ok: true }])
  expect(answer.set).toMatch(/HttpOnly; SameSite=Lax; Secure$/)
  expect((await ask('/siwx/session')).body).toEqual({ address: key.address, networkId: 'eip155:1' })
  expect((await ask('/orders')).body).toEqual({ orders: [], of: key.address })
  await ask('/siwx/sign-out', {})
  expect((await ask('/siwx/session')).body).toBeNull()
  expect((await ask('/orders')).status).toBe(401)
})

test('what was signed once is refused the second time, for the same visitor and for any other', async () => {
  const { ask, write, sign } = openBrowser()
  const body = await sign(await write())
  expect((await ask('/siwx/verify', body)).status).toBe(200)
  expect((await ask('/siwx/verify', body)).body).toMatchObject({ ok: false, code: 'SIGN_IN_NONCE_REFUSED' })
  const other = openBrowser()
  await other.write()
  expect((await other.ask('/siwx/verify', body)).body).toMatchObject({ ok: false, code: 'SIGN_IN_NONCE_REFUSED' })
  expect((await other.ask('/orders')).status).toBe(401)
})

test('of the same message sent five times at once one signs in', async () => {
  const { write, sign, cookie, ask } = openBrowser()
  const body = JSON.stringify(await sign(await write()))
  const headers = { origin: ORIGIN, cookie: cookie() }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => fetch(`${url}/siwx/verify`, { method: 'POST', headers, body })),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await ask('/orders')).status).toBe(401)
})

test('a signature of somebody else, a message for another site, and a page of another site are refused', async () => {
  const { ask, write, sign } = openBrowser()
  const message = await write()
  const forged = { message, signature: await stranger.signMessage({ message }) }
  expect((await ask('/siwx/verify', forged)).body).toMatchObject({ code: 'SIGNATURE_REFUSED' })
  const phished = await sign(await write({ domain: 'evil.example' }))
  expect((await ask('/siwx/verify', phished)).body).toMatchObject({ code: 'SIGN_IN_SITE_WRONG' })
  const foreign = openBrowser('https://evil.example')
  expect((await foreign.ask('/siwx/verify', await sign(await foreign.write()))).body).toEqual({
    code: 'ORIGIN_NOT_ALLOWED',
  })
})

test('an account of another namespace signs in the same way', async () => {
  const account = createSolanaAccount()
  const { ask, write } = openBrowser()
  const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const message = await write({ address: account.address, networkId })
  expect((await ask('/siwx/verify', { message, signature: account.sign(message) })).status).toBe(200)
  expect((await ask('/siwx/session')).body).toEqual({ address: account.address, networkId })
})

test('what is no sign-in at all is refused without a fault', async () => {
  const { ask } = openBrowser()
  expect((await ask('/siwx/verify', { hello: 1 })).status).toBe(400)
  expect((await ask('/siwx/verify', [])).status).toBe(400)
  expect((await ask('/nowhere')).status).toBe(404)
})
