/** Names of a zone, read through a registry on a dev chain by a library that knows nothing of this gateway. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Anvil, startAnvil } from '@latchkey/testing/anvil.ts'
import { placeCode, placeNames } from '@latchkey/testing/ens/placeNames.ts'
import type { NameRecord } from '@latchkey/wire/names'
import { type Abi, type Address, createPublicClient, encodeDeployData, type Hex, http } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { createTestGateway } from '../gateway/testGateway.ts'
import { createOffchainResolver } from './offchainResolver.ts'
import type { Zone } from './zone.ts'

const PHRASE = 'test test test test test test test test test test test junk'
const [maker, mira] = [0, 1].map((addressIndex) => mnemonicToAccount(PHRASE, { addressIndex }).address) as [
  Address,
  Address,
]
const { contracts } = JSON.parse(readFileSync(new URL('../../contracts/artifacts.json', import.meta.url), 'utf8')) as {
  contracts: { ZoneResolver: { abi: Abi; bytecode: Hex } }
}
const { ZoneResolver } = contracts
const key = generatePrivateKey()
const config = { names: { zones: ['hollowpine.eth'], resolver: { signingKey: key } } }
const solana = '11111111111111111111111111111112'
const record: NameRecord = {
  name: 'mira.hollowpine.eth',
  registered_at: null,
  updated_at: null,
  attributes: { bio: 'Grows pines' },
  addresses: { 60: { address: mira, created_at: null }, 501: { address: solana, created_at: null } },
}
const zone = {
  holds: (name: string) => name.endsWith('hollowpine.eth'),
  find: async (name: string) =>
    name === record.name || name === 'posted.hollowpine.eth' ? { ...record, name } : undefined,
} as Zone

let chain: Anvil
let universalResolver: Address
let resolver: Address
let place: (urls: readonly string[]) => Promise<Address>
const serving = { key: key as Hex, sender: undefined as string | undefined, lateMs: 0 }
const createAnswer = () =>
  createOffchainResolver({
    config: parseConfig({ names: { ...config.names, resolver: { signingKey: serving.key } } }),
    zone,
    clock: { now: () => Date.now() - serving.lateMs },
  })
const { app } = createTestGateway({
  config,
  services: {
    zone,
    answerResolver: async ({ sender, data }) =>
      (await createAnswer()?.({ sender: serving.sender ?? sender, data })) ?? '0x',
  },
})
const asked: string[] = []
const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/' } = request
  asked.push(`${method} ${url.split('/').slice(0, 4).join('/')}`)
  const body = method === 'POST' ? Buffer.concat(await request.toArray()) : null
  const headers = { origin: 'https://anybody.example', ...(body && { 'content-type': 'application/json' }) }
  const answer = await app.request(url, { method, headers, body })
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  chain = await startAnvil()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/names/resolve/{sender}/{data}`
  place = (urls) => {
    const args = [maker, privateKeyToAddress(key), urls]
    return placeCode({ rpcUrl: chain.url, maker, data: encodeDeployData({ ...ZoneResolver, args }) })
  }
  const posting = await place([url.slice(0, url.indexOf('/{sender}'))])
  resolver = await place([url])
  ;({ universalResolver } = await placeNames({
    rpcUrl: chain.url,
    maker,
    names: [
      { name: 'hollowpine.eth', resolver },
      { name: 'posted.hollowpine.eth', resolver: posting },
      // Sets what the address calls itself; where the name leads is the zone's to say.
      { name: 'mira.hollowpine.eth', address: mira, resolver },
    ],
  }))
})
afterAll(async () => {
  await chain?.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const client = () => createPublicClient({ chain: mainnet, transport: http(chain.url, { retryCount: 0 }) })
const read = (name: string, coinType?: bigint) =>
  client().getEnsAddress({ name, coinType, universalResolverAddress: universalResolver, strict: true })

test('a library that knows only the registry reads addresses, texts and the name of an address', async () => {
  expect(await read('mira.hollowpine.eth')).toBe(mira)
  expect(await read('mira.hollowpine.eth', 501n)).toBe(`0x${'00'.repeat(31)}01`)
  expect(await read('nobody.hollowpine.eth')).toBeNull()
  const about = { name: 'mira.hollowpine.eth', key: 'description', universalResolverAddress: universalResolver }
  expect(await client().getEnsText(about)).toBe('Grows pines')
  expect(await client().getEnsName({ address: mira, universalResolverAddress: universalResolver })).toBe(
    'mira.hollowpine.eth',
  )
})

test('a contract that names an address without the data is asked by POST, and answered all the same', async () => {
  asked.length = 0
  expect(await read('posted.hollowpine.eth')).toBe(mira)
  expect(asked).toEqual(['POST /v1/names/resolve'])
  const wrong = await app.request('/v1/names/resolve', {
    method: 'POST',
    headers: { origin: 'https://any.example', 'content-type': 'application/json' },
    body: '{"sender":"nobody","data":"0x12"}',
  })
  expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
})

test('an answer of another key, for another contract, or that has run out is none', async () => {
  serving.key = generatePrivateKey()
  await expect(read('mira.hollowpine.eth')).rejects.toThrow()
  serving.key = key
  serving.sender = `0x${'22'.repeat(20)}`
  await expect(read('mira.hollowpine.eth')).rejects.toThrow()
  serving.sender = undefined
  serving.lateMs = 3_600_000
  await expect(read('mira.hollowpine.eth')).rejects.toThrow()
  serving.lateMs = 0
  expect(await read('mira.hollowpine.eth')).toBe(mira)
})

test('the owner alone changes the signer', async () => {
  const next = generatePrivateKey()
  const change = (account: Address) =>
    client().simulateContract({
      address: resolver,
      abi: ZoneResolver.abi,
      functionName: 'setSigner',
      args: [privateKeyToAddress(next)],
      account,
    })
  await expect(change(mira)).rejects.toThrow('NotOwner')
  await expect(change(maker)).resolves.toBeDefined()
})

test('names of other zones, other contracts where some are named, and what is no look-up are not answered', async () => {
  const ask = (path: string) => app.request(`/v1/names/resolve/${path}`, { headers: { origin: 'https://any.example' } })
  const answer = await ask(`${resolver}/0x1234`)
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
  expect((await ask('nobody/0x1234')).status).toBe(400)
  const picky = createOffchainResolver({
    config: parseConfig({ names: { ...config.names, resolver: { signingKey: key, contracts: [maker] } } }),
    zone,
    clock: { now: () => Date.now() },
  })
  await expect(picky?.({ sender: resolver, data: '0x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
