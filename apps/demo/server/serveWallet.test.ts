import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSettings } from '@latchkey/wallet/settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { serveWallet } from './serveWallet.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
const settings = parseSettings({
  relayUrl: 'ws://127.0.0.1:1/relay',
  projectId: 'hollowpine',
  chains: [{ id: 'eip155:31337', name: 'Slope', symbol: 'ETH', decimals: 18, rpcUrl: 'http://127.0.0.1:2' }],
  pictureOrigins: ['http://127.0.0.1:3'],
})
const server = createServer(serveWallet(folder, settings))
let wallet = ''

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<script nonce="HOLLOWPINE_NONCE"></script>')
  wallet = `http://127.0.0.1:${await listen(server, 0)}`
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((resolve) => server.close(resolve))
})

test('the settings are served as they are', async () => {
  const answer = await fetch(`${wallet}/settings.json`)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(parseSettings(await answer.json())).toEqual(settings)
})

test('links to /wc lead to the page itself, with its code left to the page', async () => {
  const answer = await fetch(`${wallet}/wc?uri=wc%3Aab`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toMatch(/^<script nonce="(?!HOLLOWPINE)/)
})

test('SEC-100: the page reaches the relay with its key and the chains, relays of this machine, and pictures of the site; nothing else', async () => {
  const policy = (await fetch(wallet)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain(
    "connect-src 'self' ws://127.0.0.1:1 http://127.0.0.1:1 http://127.0.0.1:2 ws://127.0.0.1:* ws://localhost:*; base-uri 'none'",
  )
  expect(policy).toContain("img-src 'self' data: http://127.0.0.1:3")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
})
