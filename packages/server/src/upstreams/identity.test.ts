import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { RequestError } from '../RequestError.ts'
import { OFFCHAIN_ROUNDS, OFFCHAIN_URLS } from './ensClient.ts'
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
  'error ReverseAddressMismatch(string primary, bytes primaryAddress)',
  'error ResolverError(bytes errorData)',
  'error HttpError(uint16 status, string message)',
])

function createWorld(parameters: {
  name?: string
  avatar?: string
  answer?: () => RpcAnswer
  picture?: Awaited<ReturnType<GuardedFetch>>
  stored?: Map<string, HeldIdentity>
  networkId?: string
  universalResolver?: string
}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const { stored = new Map<string, HeldIdentity>() } = parameters
  const fetched: string[] = []
  let asked = 0
  const pool: RpcPool = {
    networkId: parameters.networkId ?? 'eip155:1',
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
    universalResolver: parameters.universalResolver,
    clock: { now: () => time.now },
    store: {
      find: async (asked, now) => {
        const held = stored.get(asked)
        return held !== undefined && held.expiresAt > now ? held : undefined
      },
      save: async (asked, held) => void stored.set(asked, held),
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

test.each([
  'http://pictures.example/a.png',
  'ipfs://bafy',
  'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/a.png',
  'ipns://name.example',
  'ar://2r1mYXqZ',
  'eip155:1/erc721:0x0000000000000000000000000000000000000001/1',
  'data:text/html,x',
  'javascript:alert(1)',
  '',
])('SEC-112: an avatar record of %j is not fetched, from no gateway of any network', async (avatar) => {
  const world = createWorld({ name: 'a.eth', avatar })
  expect((await world.fetchIdentity(someone)).identity.avatar).toBeNull()
  expect(world.fetched).toEqual([])
})

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

const revert = (data: Hex): RpcAnswer => ({ error: { code: 3, message: 'execution reverted', data } })

test('SEC-93: a name that does not lead back to the address is none', async () => {
  const data = encodeErrorResult({
    abi: resolverAbi,
    errorName: 'ReverseAddressMismatch',
    args: ['vitalik.eth', '0x1234'],
  })
  const world = createWorld({ answer: () => revert(data) })
  expect((await world.fetchIdentity(someone)).identity.name).toBeNull()
})

test.each([
  ['the resolver fails, as with a forged or expired answer', { errorName: 'ResolverError', args: ['0x'] }],
  ['an off-chain server is away', { errorName: 'HttpError', args: [503, 'away'] }],
] as const)(
  'SEC-93: where %s there is a failure with a code, not "no name", and nothing is remembered',
  async (_what, reason) => {
    const data = encodeErrorResult({ abi: resolverAbi, ...reason } as Parameters<typeof encodeErrorResult>[0])
    const world = createWorld({ answer: () => revert(data) })
    await expect(world.fetchIdentity(someone)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    await expect(world.fetchIdentity(someone)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(world.asked()).toBe(2)
  },
)

test.each([
  ['capital letters', 'Vitalik.eth'],
  ['letters of another script among Latin ones', 'vit\u0430lik.eth'],
  ['characters that cannot be seen', 'vitalik\u200b.eth'],
  ['an empty label', 'vitalik..eth'],
  ['characters that turn the text around', '\u202ehte.kilativ'],
])('SEC-93: a name with %s is not in the form of ENSIP-15, and is none', async (_what, name) => {
  expect((await createWorld({ name }).fetchIdentity(someone)).identity).toMatchObject({ name: null, avatar: null })
})

test('SEC-93: names of one script, with digits, hyphens and emoji, are names', async () => {
  for (const name of [
    'alice.eth',
    '\u00e9clair.eth',
    '\u0430\u043b\u0438\u0441\u0430.eth',
    'a-1.b.eth',
    '\ud83d\udd11.eth',
  ])
    expect((await createWorld({ name }).fetchIdentity(someone)).identity.name, name).toBe(name)
})

test('names are read from the universal resolver that the operator names', async () => {
  const asked: unknown[] = []
  const fetchIdentity = createIdentity({
    pool: {
      networkId: 'eip155:31337',
      send: async (calls) =>
        calls.map((call) => {
          asked.push((call.params as [{ to: Hex }])[0].to)
          return { result: '0x' }
        }),
    },
    universalResolver: `0x${'12'.repeat(20)}`,
    clock: { now: () => 0 },
    store: { find: async () => undefined, save: async () => undefined },
    guardedFetch: async () => Promise.reject(new GuardedFetchError('hostDenied')),
  })
  await fetchIdentity(someone)
  expect(asked).toEqual([`0x${'12'.repeat(20)}`])
})

test('what is remembered holds for the network and the resolver that it was read from', async () => {
  const stored = new Map<string, HeldIdentity>()
  const before = createWorld({ name: 'vitalik.eth', stored })
  expect((await before.fetchIdentity(someone)).identity.name).toBe('vitalik.eth')
  for (const place of [{ universalResolver: `0x${'12'.repeat(20)}` }, { networkId: 'eip155:11155111' }]) {
    const after = createWorld({ name: 'other.eth', stored, ...place })
    expect((await after.fetchIdentity(someone)).identity.name).toBe('other.eth')
  }
  expect((await createWorld({ name: 'third.eth', stored }).fetchIdentity(someone)).identity.name).toBe('vitalik.eth')
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

describe('names that are kept off the chain', () => {
  const lookupAbi = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])

  /** A resolver that answers every question with another one, and off-chain servers that answer as given. */
  function createEndless(parameters: {
    urls?: readonly string[]
    fetch?: (url: string, signal: AbortSignal | undefined) => Promise<Awaited<ReturnType<GuardedFetch>>>
    timeoutMs?: number
  }) {
    let calls = 0
    const fetched: string[] = []
    const signals: (AbortSignal | undefined)[] = []
    const answer = { status: 200, contentType: 'application/json', body: new TextEncoder().encode('{"data":"0x01"}') }
    const fetchIdentity = createIdentity({
      pool: {
        networkId: 'eip155:1',
        send: async (asked, signal) => {
          calls += 1
          signals.push(signal)
          return asked.map((call): RpcAnswer => {
            const [{ to }] = call.params as [{ to: Hex }]
            const urls = parameters.urls ?? [`https://offchain.example/${calls}/{sender}/{data}`]
            const data = encodeErrorResult({
              abi: lookupAbi,
              errorName: 'OffchainLookup',
              args: [to, urls, '0x1234', '0xabcdef01', '0x'],
            })
            return { error: { code: 3, message: 'execution reverted', data } }
          })
        },
      },
      clock: { now: () => Date.now() },
      store: { find: async () => undefined, save: async () => undefined },
      guardedFetch: async (url, options) => {
        fetched.push(url)
        return parameters.fetch?.(url, options?.signal) ?? answer
      },
      timeoutMs: parameters.timeoutMs,
    })
    return { fetchIdentity, calls: () => calls, fetched, signals }
  }

  const untilAborted = (_url: string, signal: AbortSignal | undefined) =>
    new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new GuardedFetchError('timeout'))),
    )

  test('SEC-110: a resolver that always asks for one more round is left after four, and the address has no name', async () => {
    const world = createEndless({})
    expect((await world.fetchIdentity(someone)).identity).toMatchObject({ name: null, avatar: null })
    expect(world.calls()).toBe(1 + OFFCHAIN_ROUNDS)
    expect(world.fetched).toHaveLength(OFFCHAIN_ROUNDS)
  })

  test('SEC-110: a resolver that names a thousand addresses has a dozen of them asked', async () => {
    const urls = Array.from({ length: 1000 }, (_unused, index) => `https://offchain-${index}.example/{data}`)
    const world = createEndless({ urls, fetch: async () => ({ status: 500, contentType: '', body: new Uint8Array() }) })
    expect((await world.fetchIdentity(someone)).identity.name).toBeNull()
    expect(world.fetched).toHaveLength(OFFCHAIN_URLS)
  })

  test('a look-up that takes too long ends with a code, and what it asked ends with it', async () => {
    const world = createEndless({ fetch: untilAborted, timeoutMs: 50 })
    await expect(world.fetchIdentity(someone)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(world.signals.every((signal) => signal?.aborted)).toBe(true)
  })

  test('a look-up ends when the last of its callers has gone, not before', async () => {
    const world = createEndless({ fetch: untilAborted })
    const [one, other] = [new AbortController(), new AbortController()]
    const asking = [world.fetchIdentity(someone, one.signal), world.fetchIdentity(someone, other.signal)]
    await expect.poll(() => world.fetched.length).toBe(1)
    one.abort()
    await new Promise((resolve) => setImmediate(resolve))
    expect(world.signals[0]?.aborted).toBe(false)
    other.abort()
    for (const each of asking) await expect(each).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(world.signals[0]?.aborted).toBe(true)
  })
})
