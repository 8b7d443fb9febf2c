/** Names that are kept off the chain, read for real: contracts on a dev chain, a server of our own, and the guard between. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Anvil, startAnvil } from '@latchkey/testing/anvil.ts'
import { placeNameContract, placeNames } from '@latchkey/testing/ens/placeNames.ts'
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodePacked,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createGuardedFetch, type SendPinned } from './guardedFetch.ts'
import { createIdentity } from './identity.ts'
import { createResolveName } from './resolveName.ts'
import type { RpcAnswer, RpcPool } from './rpcPool.ts'
import { collect } from './sendPinned.ts'

const PHRASE = 'test test test test test test test test test test test junk'
const [maker, mira, kept] = [0, 1, 2].map((addressIndex) => mnemonicToAccount(PHRASE, { addressIndex }).address) as [
  Address,
  Address,
  Address,
]
/** Whom the names of the off-chain server lead to. */
const anna = getAddress(`0x${'a4'.repeat(20)}`)
const signer = privateKeyToAccount(generatePrivateKey())
const HOST = 'names.example'

type Behaviour = (request: IncomingMessage, response: ServerResponse, answer: () => Promise<string>) => unknown

const honest: Behaviour = async (_request, response, answer) => response.end(await answer())

let chain: Anvil
let universalResolver: Address
let serving = { behave: honest, signAs: signer, lifeS: 300 }
const seen: string[] = []
const hosts: string[] = []

/** Says what every name of its own leads to, signed as `SignedResolver.sol` wants it. */
const server = createServer(async (asked, response) => {
  let body = ''
  for await (const piece of asked) body += piece
  seen.push(`${asked.method} ${asked.url?.split('/')[1] ?? ''}`)
  const [, , sender, data] =
    asked.method === 'POST'
      ? ['', '', ...(({ sender, data }: { sender: string; data: string }) => [sender, data])(JSON.parse(body))]
      : (asked.url ?? '').split('/')
  await serving.behave(asked, response, async () => {
    const { args } = decodeFunctionData({ abi: parseAbi(['function resolve(bytes, bytes)']), data: data as Hex })
    const hasCoin = args[1].length > 2 + 8 + 64
    const result = hasCoin
      ? encodeAbiParameters([{ type: 'bytes' }], ['0x'])
      : encodeAbiParameters([{ type: 'address' }], [anna])
    const expires = BigInt(Math.floor(Date.now() / 1000) + serving.lifeS)
    const hash = keccak256(
      encodePacked(
        ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
        ['0x1900', sender as Address, expires, keccak256(data as Hex), keccak256(result)],
      ),
    )
    const signature = await serving.signAs.sign({ hash })
    const signed = encodeAbiParameters(
      [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
      [result, expires, signature],
    )
    return JSON.stringify({ data: signed })
  })
})

/** As `sendPinned`, with the public address that was checked standing for our server, and without TLS. */
const send: SendPinned = ({ url, maxBytes, signal, json }) =>
  new Promise((resolve, reject) => {
    hosts.push(url.hostname)
    const { port } = server.address() as AddressInfo
    const outgoing = request(
      `http://127.0.0.1:${port}${url.pathname}`,
      { signal, method: json === undefined ? 'GET' : 'POST' },
      (incoming) =>
        collect(incoming, maxBytes).then((body) => {
          const { statusCode: status = 0, headers } = incoming
          resolve({ status, contentType: headers['content-type'] ?? '', location: headers.location, body })
        }, reject),
    )
    outgoing.on('error', reject)
    outgoing.end(json)
  })

const guardedFetch = createGuardedFetch({
  // An address of the internet, so that the guard lets it pass.
  resolve: async (host) => [{ address: host.endsWith('.inside') ? '10.0.0.7' : '93.184.216.34', family: 4 }],
  send,
  limits: { bytes: 5 * 1024 * 1024, timeoutMs: 500, redirects: 3 },
})

function createReaders() {
  const pool: RpcPool = {
    networkId: 'eip155:31337',
    async send(calls, signal) {
      const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(chain.url, { method: 'POST', headers, body, signal: signal ?? null })
      return (await answer.json()) as RpcAnswer[]
    },
  }
  return {
    resolveName: createResolveName({ pool, universalResolver, guardedFetch }),
    fetchIdentity: createIdentity({
      pool,
      universalResolver,
      guardedFetch,
      store: { find: async () => undefined, save: async () => undefined },
      clock: { now: () => Date.now() },
    }),
  }
}

const nameOf = async (address: string) => (await createReaders().fetchIdentity(address)).identity.name
const addressOf = async (name: string) => {
  const found = await createReaders().resolveName({ name })
  return found?.addresses[60]?.address
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  chain = await startAnvil()
  const place = (name: 'SignedResolver' | 'ForeignSenderResolver', url: string) =>
    placeNameContract({ rpcUrl: chain.url, maker, name, args: [url, signer.address] })
  const byGet = await place('SignedResolver', `https://${HOST}/get/{sender}/{data}`)
  const byPost = await place('SignedResolver', `https://${HOST}/post`)
  const inside = await place('SignedResolver', 'https://router.inside/get/{sender}/{data}')
  const foreign = await place('ForeignSenderResolver', `https://${HOST}/get/{sender}/{data}`)
  ;({ universalResolver } = await placeNames({
    rpcUrl: chain.url,
    maker,
    names: [
      { name: 'mira.hollow', address: mira, coins: { 501: `0x${'07'.repeat(32)}` } },
      { name: 'bare.hollow' },
      { name: 'get', resolver: byGet },
      { name: 'post', resolver: byPost },
      { name: 'inside', resolver: inside },
      { name: 'foreign', resolver: foreign },
      // Calls itself by a name that leads elsewhere.
      { name: 'kept.get', address: kept, resolver: byGet },
      { name: 'anna.own', address: anna, isPrimary: false },
      { name: 'anna.post', address: anna, resolver: byPost },
    ],
  }))
})
afterAll(async () => {
  server.closeAllConnections()
  await Promise.all([chain.stop(), new Promise((resolve) => server.close(resolve))])
})
beforeEach(() => {
  serving = { behave: honest, signAs: signer, lifeS: 300 }
  seen.length = 0
  hosts.length = 0
})

test('SEC-93: names of the published registry and resolver are read in both directions, with records of other coins', async () => {
  expect(await addressOf('Mira.hollow')).toBe(mira)
  expect(await nameOf(mira)).toBe('mira.hollow')
  const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(await createReaders().resolveName({ name: 'mira.hollow', networkId })).toMatchObject({
    addresses: { 501: { address: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx' } },
  })
  expect(await createReaders().resolveName({ name: 'bare.hollow' })).toMatchObject({ addresses: {} })
  for (const name of ['nobody.hollow', 'x.mira.hollow', 'nobody.nowhere']) expect(await addressOf(name)).toBeUndefined()
  expect(await nameOf(maker)).toBeNull()
})

test('a name that is kept off the chain is read by GET and by POST, and signed for the resolver that asked', async () => {
  expect(await addressOf('anna.get')).toBe(anna)
  expect(await addressOf('anna.post')).toBe(anna)
  expect(seen).toEqual(['GET get', 'POST post'])
  expect(await nameOf(anna)).toBe('anna.post')
})

test('SEC-93: who calls itself by a name that leads elsewhere off the chain has none', async () => {
  expect(await nameOf(kept)).toBeNull()
})

test.each<[string, { behave?: Behaviour; signAs?: typeof signer; lifeS?: number }]>([
  ['signed by somebody else', { signAs: privateKeyToAccount(generatePrivateKey()) }],
  ['past its time', { lifeS: -10 }],
  ['a page', { behave: (_asked, response) => response.end('<html>Sign in to this network</html>') }],
  ['JSON of another shape', { behave: (_asked, response) => response.end('{"data":{"x":1}}') }],
  ['10 MB', { behave: (_asked, response) => response.end(Buffer.alloc(10 * 1024 * 1024, 0x20)) }],
  ['never sent', { behave: () => undefined }],
  ['cut off', { behave: (_asked, response) => response.destroy() }],
  ['an error of the server', { behave: (_asked, response) => response.writeHead(500).end('{}') }],
])('SEC-93: an off-chain answer that is %s is a failure with a code, in both directions', async (_what, served) => {
  serving = { ...serving, ...served }
  const failed = { code: 'UPSTREAM_UNAVAILABLE' }
  await expect(addressOf('anna.get')).rejects.toMatchObject(failed)
  await expect(nameOf(anna)).rejects.toMatchObject(failed)
})

test.each(['https://10.0.0.7/', 'https://metadata.inside/', 'http://names.example/', 'https://names.example:8443/'])(
  'SEC-110: an off-chain server that sends on to %s is not followed there',
  async (location) => {
    serving.behave = (_asked, response) => response.writeHead(302, { location }).end()
    await expect(addressOf('anna.get')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(hosts).toEqual([HOST])
  },
)

test('SEC-110: a resolver that names a server inside the own network is not asked there', async () => {
  await expect(addressOf('anna.inside')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  expect(hosts).toEqual([])
})

test('SEC-93: a look-up that says it comes from another contract is not followed', async () => {
  await expect(addressOf('anna.foreign')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  expect(hosts).toEqual([])
})
