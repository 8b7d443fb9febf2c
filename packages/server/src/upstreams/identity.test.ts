import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { RequestError } from '../RequestError.ts'
import { type GuardedFetch, GuardedFetchError } from './guardedFetch.ts'
import { createIdentity, type HeldIdentity, IDENTITY_LIFETIME_MS } from './identity.ts'
import type { RpcAnswer, RpcPool } from './rpcPool.ts'

const someone = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

/** The parts of ENS's universal resolver that are read. Source: ENSIP-21 and ENSIP-23. */
const resolverAbi = parseAbi([
  'function reverseWithGateways(bytes, uint256, string[]) view returns (string name, address resolver, address reverseResolver)',
  'function resolveWithGateways(bytes, bytes, string[]) view returns (bytes data, address resolver)',
  'error ResolverNotFound(bytes name)',
])

function createWorld(parameters: {
  name?: string
  avatar?: string
  answer?: () => RpcAnswer
  picture?: Awaited<ReturnType<GuardedFetch>>
}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const stored = new Map<string, HeldIdentity>()
  const fetched: string[] = []
  let asked = 0
  const pool: RpcPool = {
    networkId: 'eip155:1',
    send: async (calls) => {
      asked += 1
      if (parameters.answer !== undefined) return calls.map(parameters.answer)
      return calls.map((call): RpcAnswer => {
        const [{ data }] = call.params as [{ data: Hex }]
        const { functionName } = decodeFunctionData({ abi: resolverAbi, data })
        if (functionName === 'reverseWithGateways') {
          if (parameters.name === undefined) {
            const reason = encodeErrorResult({ abi: resolverAbi, errorName: 'ResolverNotFound', args: ['0x00'] })
            return { error: { code: 3, message: 'execution reverted', data: reason } }
          }
          return {
            result: encodeFunctionResult({
              abi: resolverAbi,
              functionName,
              result: [parameters.name, someone, someone],
            }),
          }
        }
        const text = encodeAbiParameters([{ type: 'string' }], [parameters.avatar ?? ''])
        return {
          result: encodeFunctionResult({
            abi: resolverAbi,
            functionName: 'resolveWithGateways',
            result: [text, someone],
          }),
        }
      })
    },
  }
  const fetchIdentity = createIdentity({
    pool,
    clock: { now: () => time.now },
    store: {
      find: async (address, now) => {
        const held = stored.get(address)
        return held !== undefined && held.expiresAt > now ? held : undefined
      },
      save: async (address, held) => void stored.set(address, held),
    },
    guardedFetch: async (url) => {
      fetched.push(url)
      if (parameters.picture === undefined) throw new GuardedFetchError('hostDenied')
      return parameters.picture
    },
  })
  return { fetchIdentity, time, fetched, asked: () => asked }
}

test('the name is read from ENS, with a small raster picture inside the answer', async () => {
  const world = createWorld({
    name: 'vitalik.eth',
    avatar: 'https://pictures.example/v.png',
    picture: { status: 200, contentType: 'text/html', body: png },
  })
  const { identity, expiresAt } = await world.fetchIdentity(someone)
  expect(identity).toEqual({
    name: 'vitalik.eth',
    avatar: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    resolvedAt: '2026-01-01T00:00:00.000Z',
  })
  expect(expiresAt).toBe(world.time.now + IDENTITY_LIFETIME_MS)
  expect(world.fetched).toEqual(['https://pictures.example/v.png'])
})

test.each([
  ['a page', { status: 200, contentType: 'image/png', body: new TextEncoder().encode('<html>') }],
  ['an error', { status: 404, contentType: 'image/png', body: png }],
  [
    'too large a picture',
    { status: 200, contentType: 'image/png', body: Uint8Array.from([...png, ...new Array(70_000).fill(0)]) },
  ],
  ['an address that the guard denies', undefined],
])('SEC-110: an avatar that turns out to be %s is no avatar, and the name stays', async (_name, picture) => {
  const world = createWorld({
    name: 'a.eth',
    avatar: 'https://pictures.example/',
    ...(picture === undefined ? {} : { picture }),
  })
  expect((await world.fetchIdentity(someone)).identity).toMatchObject({ name: 'a.eth', avatar: null })
})

test.each(['http://pictures.example/a.png', 'ipfs://bafy', 'data:text/html,x', 'javascript:alert(1)', ''])(
  'an avatar record of %j is not fetched',
  async (avatar) => {
    const world = createWorld({ name: 'a.eth', avatar })
    expect((await world.fetchIdentity(someone)).identity.avatar).toBeNull()
    expect(world.fetched).toEqual([])
  },
)

test('no name is an answer, and is remembered for a day', async () => {
  const world = createWorld({})
  expect((await world.fetchIdentity(someone)).identity).toMatchObject({ name: null, avatar: null })
  const before = world.asked()
  world.time.now += IDENTITY_LIFETIME_MS - 1
  await world.fetchIdentity(someone.toLowerCase())
  expect(world.asked()).toBe(before)
  world.time.now += 1
  await world.fetchIdentity(someone)
  expect(world.asked()).toBeGreaterThan(before)
})

test('a chain without the resolver has no names', async () => {
  const world = createWorld({ answer: () => ({ result: '0x' }) })
  expect((await world.fetchIdentity(someone)).identity.name).toBeNull()
})

test('nodes that are down are a failure with a code, which is not remembered', async () => {
  const world = createWorld({
    answer: () => {
      throw new RequestError('UPSTREAM_UNAVAILABLE', 'No node of eip155:1 answers at the moment.')
    },
  })
  await expect(world.fetchIdentity(someone)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  await expect(world.fetchIdentity(someone)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  expect(world.asked()).toBe(2)
})

test('two questions at the same time are asked once', async () => {
  const world = createWorld({})
  await Promise.all([world.fetchIdentity(someone), world.fetchIdentity(someone.toLowerCase())])
  expect(world.asked()).toBe(1)
})
