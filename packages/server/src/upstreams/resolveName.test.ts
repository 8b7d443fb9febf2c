import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  getAddress,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { RequestError } from '../RequestError.ts'
import { GuardedFetchError } from './guardedFetch.ts'
import { createResolveName } from './resolveName.ts'
import type { RpcAnswer } from './rpcPool.ts'

const owner = getAddress(`0x${'d8'.repeat(20)}`)
const other = getAddress(`0x${'a1'.repeat(20)}`)
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** The parts of ENS's universal resolver and of resolvers that are asked. Source: ENSIP-1, ENSIP-9, ENSIP-23. */
const abi = parseAbi([
  'function resolveWithGateways(bytes, bytes, string[]) view returns (bytes data, address resolver)',
  'function addr(bytes32) view returns (address)',
  'function addr(bytes32, uint256) view returns (bytes)',
  'error ResolverNotFound(bytes name)',
  'error ResolverNotContract(bytes name, address resolver)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ResolverError(bytes errorData)',
  'error HttpError(uint16 status, string message)',
])

/** A chain with the records of one name, `mira.eth`, by coin type; a record may be a revert. */
function createWorld(parameters: {
  records?: Readonly<Record<number, Hex | RpcAnswer>>
  code?: string
  networkId?: string
  send?: () => Promise<RpcAnswer>
}) {
  const asked: string[] = []
  const resolve = createResolveName({
    pool: {
      networkId: parameters.networkId ?? 'eip155:1',
      send: async (calls) =>
        Promise.all(
          calls.map(async ({ method, params }): Promise<RpcAnswer> => {
            if (parameters.send) return parameters.send()
            if (method === 'eth_getCode') {
              asked.push('code')
              return { result: parameters.code ?? '0x' }
            }
            const [{ data }] = params as [{ data: Hex }]
            const call = decodeFunctionData({ abi, data })
            const { args } = decodeFunctionData({ abi, data: call.args[1] as Hex })
            const coinType = Number(args[1] ?? 60)
            asked.push(String(coinType))
            if (args[0] !== namehash('mira.eth')) return revert('ResolverNotFound', ['0x'])
            const record = parameters.records?.[coinType] ?? '0x'
            if (typeof record !== 'string') return record
            const inner =
              args[1] === undefined
                ? encodeAbiParameters([{ type: 'address' }], [record === '0x' ? `0x${'00'.repeat(20)}` : record])
                : encodeAbiParameters([{ type: 'bytes' }], [record])
            return {
              result: encodeFunctionResult({ abi, functionName: 'resolveWithGateways', result: [inner, owner] }),
            }
          }),
        ),
    },
    guardedFetch: async () => Promise.reject(new GuardedFetchError('hostDenied')),
    timeoutMs: 500,
  })
  return { resolve, asked }
}

function revert(errorName: string, args: readonly unknown[]): RpcAnswer {
  const data = encodeErrorResult({ abi, errorName, args } as Parameters<typeof encodeErrorResult>[0])
  return { error: { code: 3, message: 'execution reverted', data } }
}

const addressesOf = async (world: ReturnType<typeof createWorld>, networkId?: string) => {
  const found = await world.resolve({ name: 'mira.eth', networkId })
  return found && Object.fromEntries(Object.entries(found.addresses).map(([coin, { address }]) => [coin, address]))
}

test('SEC-93: a name is written in its one normal form before it is looked up, and comes back in it', async () => {
  const { resolve } = createWorld({ records: { 60: owner } })
  for (const written of ['mira.eth', 'MIRA.eth', ' Mira.ETH ', '\uff4dira.eth'])
    expect(await resolve({ name: written }), written).toMatchObject({
      name: 'mira.eth',
      addresses: { 60: { address: owner } },
    })
})

test.each([
  ['letters of another script among Latin ones', 'mir\u0430.eth'],
  ['an empty label', 'mira..eth'],
  ['a space', 'mira eth.eth'],
  ['one label alone', 'mira'],
  ['a slash', 'mira/x.eth'],
  ['characters that turn the text around', '\u202eeth.arim'],
])('SEC-93: what has %s is no name, and no node is asked', async (_what, name) => {
  const { resolve, asked } = createWorld({ records: { 60: owner } })
  await expect(resolve({ name })).rejects.toMatchObject({ code: 'INPUT_INVALID', reasons: [{ field: 'name' }] })
  expect(asked).toEqual([])
})

test('a name that nobody registered is not there', async () => {
  expect(await createWorld({}).resolve({ name: 'nobody.eth' })).toBeUndefined()
})

test('a name without an address for the network is there, without one', async () => {
  const world = createWorld({ records: { 60: owner, 501: revert('UnsupportedResolverProfile', ['0x12345678']) } })
  expect(await world.resolve({ name: 'mira.eth', networkId: solana })).toMatchObject({
    name: 'mira.eth',
    addresses: {},
  })
  expect(await addressesOf(createWorld({}))).toEqual({})
})

describe('addresses by network', () => {
  test('SEC-93: on Solana and on Bitcoin they are written as these networks write them', async () => {
    const world = createWorld({
      records: { 501: `0x${'07'.repeat(32)}`, 0: `0x0014${'751e76e8199196d454941c45d1b3a323f1433bd6'}` },
    })
    expect(await addressesOf(world, solana)).toEqual({ 501: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx' })
    expect(await addressesOf(world, bitcoin)).toEqual({ 0: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })
  })

  test.each([
    ['Solana', solana, 501, `0x${'07'.repeat(31)}`],
    ['Bitcoin', bitcoin, 0, '0x0014751e'],
    ['another EVM chain', 'eip155:10', 2147483658, `0x${'07'.repeat(19)}`],
  ] as const)('bytes that are no address of %s are none', async (_what, networkId, coinType, record) => {
    expect(await addressesOf(createWorld({ records: { [coinType]: record } }), networkId)).toEqual({})
  })

  test("an EVM chain's own record is taken before Ethereum's", async () => {
    const world = createWorld({ records: { 60: owner, 2147483658: other } })
    expect(await addressesOf(world, 'eip155:10')).toEqual({ 2147483658: other })
  })

  test("SEC-93: Ethereum's address serves another EVM chain where it is a key's, and not where a contract stands there", async () => {
    const records = { 60: owner }
    expect(await addressesOf(createWorld({ records }), 'eip155:10')).toEqual({ 60: owner })
    expect(await addressesOf(createWorld({ records, code: `0xef0100${'ab'.repeat(20)}` }), 'eip155:10')).toEqual({
      60: owner,
    })
    expect(await addressesOf(createWorld({ records, code: '0x6080' }), 'eip155:10')).toEqual({})
    expect(await addressesOf(createWorld({ records, code: '0x6080' }), 'eip155:1')).toEqual({ 60: owner })
  })

  test('on the chain that names are read from the address is the one without a coin type', async () => {
    const world = createWorld({ records: { 60: owner }, networkId: 'eip155:31337', code: '0x6080' })
    expect(await addressesOf(world, 'eip155:31337')).toEqual({ 60: owner })
    expect(world.asked).toEqual(['60'])
  })

  test.each(['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'bip122:000000000933ea01ad0ee984209779ba', 'eip155:x'])(
    'names have no addresses on %s',
    async (networkId) => {
      await expect(createWorld({}).resolve({ name: 'mira.eth', networkId })).rejects.toMatchObject({
        code: 'CHAIN_UNSUPPORTED',
      })
    },
  )
})

test.each([
  ['the resolver refuses an answer as forged or expired', revert('ResolverError', ['0x'])],
  ['an off-chain server is away', revert('HttpError', [503, 'away'])],
  ['a node says something unheard of', { error: { code: -32000, message: 'header not found' } }],
  [
    'the resolver reverts with an error that nobody knows',
    { error: { code: 3, message: 'reverted', data: '0x12345678' } },
  ],
  ['there is no universal resolver', { result: '0x' }],
  ['the answer is not one', { result: '0x1234' }],
] as const)('SEC-93: where %s there is a failure with a code, never "no such name"', async (_what, answer) => {
  const world = createWorld({ records: { 60: answer as RpcAnswer } })
  await expect(world.resolve({ name: 'mira.eth' })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
})

test('nodes that are down are a failure with a code', async () => {
  const down = async () => Promise.reject(new RequestError('UPSTREAM_UNAVAILABLE', 'No node answers.'))
  await expect(createWorld({ send: down }).resolve({ name: 'mira.eth' })).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
})

test('a look-up that takes too long ends with a code', async () => {
  await expect(
    createWorld({ send: () => new Promise(() => undefined) }).resolve({ name: 'mira.eth' }),
  ).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
})

test('SEC-93: equal questions at the same time are asked once, and a later one anew', async () => {
  const { resolve, asked } = createWorld({ records: { 60: owner } })
  await Promise.all([resolve({ name: 'mira.eth' }), resolve({ name: 'MIRA.eth' })])
  expect(asked).toHaveLength(1)
  await resolve({ name: 'mira.eth' })
  expect(asked).toHaveLength(2)
})
