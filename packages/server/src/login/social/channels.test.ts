import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createRelayChannels } from './channels.ts'

/** A relay elsewhere, as Farcaster's public one answers. */
let relay: Server
let url = ''
const asked: { path: string; authorization: string | undefined; body: string }[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }

beforeAll(async () => {
  relay = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => relay.close(resolve)))
afterEach(() => void asked.splice(0))

const request = { domain: 'shop.example', siweUri: 'https://shop.example', nonce: 'a'.repeat(64) }

test('a channel of a relay elsewhere is opened for our nonce and page, and looked at by its token', async () => {
  const channels = createRelayChannels(url, fetch)
  answer = {
    status: 201,
    body: { channelToken: 'ABC', url: 'https://phone.example/siwf?channelToken=ABC', nonce: 'x' },
  }
  expect(await channels.open(request, 0)).toEqual({ token: 'ABC', url: 'https://phone.example/siwf?channelToken=ABC' })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ ...request, acceptAuthAddress: true })
  answer = { status: 202, body: { state: 'pending', nonce: 'x', url: 'https://phone.example/' } }
  expect(await channels.look('ABC')).toBeUndefined()
  expect(asked.at(-1)).toMatchObject({ path: '/v1/channel/status', authorization: 'Bearer ABC' })
  const completed = { state: 'completed', message: 'a text', signature: '0xab', fid: 5, username: 'ada', bio: 'x' }
  answer = { status: 200, body: completed }
  expect(await channels.look('ABC')).toMatchObject({ message: 'a text', signature: '0xab', username: 'ada' })
})

test('a relay that refuses, fails or answers something else is away', async () => {
  const channels = createRelayChannels(url, fetch)
  for (const wrong of [
    { status: 500, body: {} },
    { status: 401, body: { error: 'unauthorized' } },
    { status: 200, body: { state: 'done' } },
    { status: 200, body: { state: 'completed', message: 'a text', signature: 'no hex' } },
  ]) {
    answer = wrong
    await expect(channels.look('ABC')).rejects.toMatchObject({ reason: 'away' })
    await expect(channels.open(request, 0)).rejects.toMatchObject({ reason: 'away' })
  }
})
