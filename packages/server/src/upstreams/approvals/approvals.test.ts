/** What accounts let others take, read from a real chain: honest contracts, and those that are made to deceive. */
import { startAnvil } from '@latchkey/testing/anvil.ts'
import { allowancesAbi, PERMIT2_ADDRESS, placePermit2 } from '@latchkey/testing/permit2/placePermit2.ts'
import { placeMulticall } from '@latchkey/testing/placeMulticall.ts'
import { readReceipt } from '@latchkey/testing/readReceipt.ts'
import {
  type Abi,
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import artifacts from '../../../../../apps/demo/contracts/artifacts.json' with { type: 'json' }
import { parseConfig } from '../../config.ts'
import { RequestError } from '../../RequestError.ts'
import type { ScanStore } from '../accountScan.ts'
import { createRpcPool, type RpcPool } from '../rpcPool.ts'
import { CONTRACT_LIMIT, createApprovalScan } from './approvalScan.ts'
import { createApprovals } from './approvals.ts'

/** Published with every dev chain. */
const VISITOR = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const me = privateKeyToAccount(VISITOR)
const MAX = 2n ** 256n - 1n
const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const [SHOP, THIEF] = [at('b'), at('c')]
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const signal = AbortSignal.timeout(600_000)

let chain: Awaited<ReturnType<typeof startAnvil>>
let dollar: Hex
let keepsakes: Hex
let seeds: Hex
const wallet = () => createWalletClient({ account: me, transport: http(chain.url) })
const reader = () => createPublicClient({ transport: http(chain.url) })
const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })

beforeAll(async () => {
  chain = await startAnvil({})
  await placeMulticall(chain.url)
  await placePermit2(chain.url)
  dollar = await deploy('DemoToken', ['Demo Dollar', 'dUSD', 6, 1_000_000_000n])
  keepsakes = await deploy('Keepsakes', ['Keepsakes', 'KEEP'])
  seeds = await deploy('Seeds', [])
  await write(keepsakes, abiOf('Keepsakes'), 'mint', [me.address, 'data:,'])
})
afterAll(() => chain?.stop())
let before: Hex
beforeEach(async () => {
  before = await node().snapshot()
  return async () => {
    await node().revert({ id: before })
  }
})

type Contract = keyof typeof artifacts.contracts
const abiOf = (name: Contract) => artifacts.contracts[name].abi as Abi

async function deploy(name: Contract, args: readonly unknown[]): Promise<Hex> {
  const bytecode = artifacts.contracts[name].bytecode as Hex
  const hash = await wallet().deployContract({ abi: abiOf(name), bytecode, args, chain: null })
  const { contractAddress } = await readReceipt(reader(), hash)
  if (!contractAddress) throw new Error('nothing was deployed')
  return contractAddress.toLowerCase() as Hex
}

async function write(address: Hex, abi: Abi, functionName: string, args: readonly unknown[]): Promise<void> {
  await readReceipt(reader(), await wallet().writeContract({ address, abi, functionName, args, chain: null }))
}

const approve = (spender: Hex, amount: bigint, token = dollar) =>
  write(token, abiOf('DemoToken'), 'approve', [spender, amount])

/** A gateway's reader over the chain; the dollar is listed and worth 2. Each is another process over the same database. */
function open({ store, pool: own }: { store?: ScanStore; pool?: (made: RpcPool) => RpcPool } = {}) {
  const { chains } = parseConfig({
    chains: [
      {
        id: `eip155:${chain.chainId}`,
        name: 'Local',
        rpc: [chain.url],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: [{ address: dollar }],
      },
    ],
  })
  const [configured] = chains
  if (configured === undefined) throw new Error('No chain')
  const clock = { now: () => Date.now() }
  const made = createRpcPool({ chain: configured, fetch, clock, log, timeoutMs: 60_000 })
  const pool = own?.(made) ?? made
  const approvals = createApprovals({
    chains,
    pools: new Map([[configured.id, pool]]),
    findGiven: createApprovalScan({ clock, store, listed: new Map([[configured.id, new Set([dollar])]]) }),
    fetchPrices: async (ids) => new Map(ids.map((id) => [id.toLowerCase(), { amount: 2, at: 0 }])),
    tokenDetails: { find: async () => new Map(), save: async () => undefined },
    iconUrl: () => '',
    clock,
  })
  return async (more: { isFresh?: boolean; address?: string } = {}) =>
    approvals.fetchApprovals({ address: me.address, currency: 'usd', signal, isFresh: true, ...more })
}

test('an allowance stands with what could be taken now: the smaller of what is allowed and what is held', async () => {
  await approve(SHOP, 5_000_000n)
  await approve(THIEF, MAX)
  const { data, incomplete, unavailable } = await open()()
  expect(
    data.map(({ kind, spender, amount, isUnlimited, value }) => [kind, spender, amount, isUnlimited, value]),
  ).toEqual([
    ['allowance', THIEF, String(MAX), true, 2000],
    ['allowance', SHOP, '5000000', false, 10],
  ])
  expect(data[0]).toMatchObject({ contract: dollar, symbol: 'dUSD', decimals: 6, trust: 'listed', held: '1000000000' })
  expect([incomplete, unavailable]).toEqual([[], []])
})

test('what was taken back, used up or sold is no approval any more', async () => {
  const read = open()
  await approve(SHOP, 5n)
  await write(keepsakes, abiOf('Keepsakes'), 'approve', [SHOP, 1n])
  expect((await read()).data).toHaveLength(2)
  await approve(SHOP, 0n)
  await write(keepsakes, abiOf('Keepsakes'), 'transferFrom', [me.address, THIEF, 1n])
  expect((await read()).data).toEqual([])
})

test('operators of both kinds of collection, and the approval of one NFT, stand with whom they are for', async () => {
  await write(keepsakes, abiOf('Keepsakes'), 'setApprovalForAll', [SHOP, true])
  await write(seeds, abiOf('Seeds'), 'setApprovalForAll', [SHOP, true])
  await write(keepsakes, abiOf('Keepsakes'), 'approve', [THIEF, 1n])
  const { data } = await open()()
  expect(
    data
      .map(({ kind, contract, spender, tokenId, held }) => [kind, contract, spender, tokenId, held])
      .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  ).toEqual(
    [
      ['nft', keepsakes, THIEF, '1', '1'],
      ['operator', keepsakes, SHOP, null, '1'],
      // ERC-1155 does not say how many of all kinds somebody has.
      ['operator', seeds, SHOP, null, null],
    ].sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  )
  expect(data.every(({ value }) => value === undefined)).toBe(true)
})

test('Permit2: what it allows others stands with its end, at most what it may take itself; what has ended does not', async () => {
  const { timestamp } = await reader().getBlock()
  const later = Number(timestamp) + 86_400 * 365
  await approve(PERMIT2_ADDRESS, 3_000_000n)
  await write(PERMIT2_ADDRESS, allowancesAbi, 'approve', [dollar, SHOP, 2n ** 160n - 1n, later])
  await write(PERMIT2_ADDRESS, allowancesAbi, 'approve', [dollar, THIEF, 7n, 1])
  const { data } = await open()()
  const found = data.filter(({ kind }) => kind === 'permit2')
  expect(found).toMatchObject([
    { spender: SHOP, isUnlimited: true, value: 6, expiresAt: new Date(later * 1000).toISOString() },
  ])
  await write(PERMIT2_ADDRESS, allowancesAbi, 'lockdown', [[{ token: dollar, spender: SHOP }]])
  expect((await open()()).data.map(({ kind }) => kind)).toEqual(['allowance'])
})

/** Writes a log of four topics at most, as anybody may. */
const logging = (topics: readonly Hex[], data: Hex = '0x'): Hex =>
  concat([
    ...(data === '0x' ? [] : (['0x7f', data, '0x5f52'] as const)),
    ...[...topics].reverse().flatMap((topic) => ['0x7f' as const, topic]),
    data === '0x' ? '0x5f' : '0x6020',
    '0x5f',
    toHex(0xa0 + topics.length),
  ])
/** Answers one word to whatever it is asked, and to a call without data writes a log. */
const saying = (word: Hex, log: Hex): Hex => {
  const answer = concat(['0x7f', word, '0x5f5260205ff3'])
  // calldatasize; jump to the answer where there is any.
  const jump = toHex(5 + (log.length - 2) / 2 + 1, { size: 2 })
  return concat(['0x3661', jump, '0x57', log, '0x00', '0x5b', answer])
}
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

async function place(address: Hex, bytecode: Hex, times = 1): Promise<void> {
  await node().setCode({ address, bytecode })
  for (let count = 0; count < times; count += 1) {
    await readReceipt(reader(), await wallet().sendTransaction({ to: address, gas: 200_000n, chain: null }))
  }
}

test('SEC-96: a token that says it is allowed, and held, without end has no worth, and stands after every true one', async () => {
  await approve(SHOP, 1n)
  const liar = at('4')
  await place(
    liar,
    saying(toHex(MAX, { size: 32 }), logging([APPROVAL, pad(me.address), pad(THIEF)], toHex(MAX, { size: 32 }))),
  )
  const { data } = await open()()
  expect(data.map(({ contract }) => contract)).toEqual([dollar, liar])
  expect(data[1]).toMatchObject({
    isUnlimited: true,
    trust: 'unlisted',
    held: String(MAX),
    symbol: null,
    decimals: null,
  })
  expect(data[1]).not.toHaveProperty('value')
})

test('a log of an approval that the contract knows nothing of is no approval', async () => {
  await place(
    at('5'),
    saying(toHex(0, { size: 32 }), logging([APPROVAL, pad(me.address), pad(THIEF)], toHex(MAX, { size: 32 }))),
  )
  // Permit2's log, by somebody else.
  const permit2Log = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
  await place(at('6'), saying(toHex(1, { size: 32 }), logging([permit2Log, pad(me.address), pad(dollar), pad(THIEF)])))
  expect((await open()()).data).toEqual([])
})

test.each<[string, Hex]>([
  ['never comes to an end', '0x5b5f56'],
  ['takes all gas', '0xfe'],
  ['answers a megabyte', '0x621000005ff3'],
  ['reverts with a megabyte', '0x621000005ffd'],
  ['answers less than a word', '0x60015ff3'],
])('a contract that %s when it is asked hides no approval of another', async (_what, code) => {
  await approve(SHOP, 1n)
  const bad = at('7')
  await place(
    bad,
    saying(toHex(1, { size: 32 }), logging([APPROVAL, pad(me.address), pad(THIEF)], toHex(MAX, { size: 32 }))),
  )
  await node().setCode({ address: bad, bytecode: code })
  expect((await open()()).data.map(({ contract }) => contract)).toEqual([dollar])
})

test('a flood of approvals by one contract pushes out its own alone, never one of a listed token', async () => {
  await approve(SHOP, 1n)
  const flood = at('8')
  const entries = Array.from({ length: 3_000 }, (_one, index) => ({
    address: flood,
    blockNumber: '0x7',
    topics: [APPROVAL, pad(me.address).toLowerCase(), pad(toHex(index + 1, { size: 20 }))],
    data: toHex(MAX, { size: 32 }),
  }))
  await node().setCode({ address: flood, bytecode: concat(['0x7f', toHex(1, { size: 32 }), '0x5f5260205ff3']) })
  const read = open({
    pool: (pool) => ({
      ...pool,
      send: async (calls, until) =>
        (await pool.send(calls, until)).map((answer, index) =>
          calls[index]?.method === 'eth_getLogs' && 'result' in answer
            ? { result: [...entries, ...(answer.result as unknown[])] }
            : answer,
        ),
    }),
  })
  const { data, incomplete } = await read()
  expect(data[0]).toMatchObject({ contract: dollar })
  expect(data.filter(({ contract }) => contract === flood)).toHaveLength(CONTRACT_LIMIT)
  expect(incomplete).toEqual([`eip155:${chain.chainId}`])
})

test('what was found is kept by the database: another process reads on from there', async () => {
  const rows = new Map<string, string>()
  const store: ScanStore = {
    find: async (id, address) => rows.get(`${id}|${address}`),
    save: async (id, address, scan) => {
      rows.set(`${id}|${address}`, scan)
    },
  }
  await approve(SHOP, 5n)
  await node().mine({ blocks: 40 })
  await open({ store })()
  expect([...rows.keys()]).toEqual([`eip155:${chain.chainId}|${me.address.toLowerCase()}`])
  const asked: bigint[] = []
  const read = open({
    store,
    pool: (pool) => ({
      ...pool,
      send: (calls, until) => {
        for (const { method, params } of calls) {
          if (method === 'eth_getLogs') asked.push(BigInt((params as [{ fromBlock: Hex }])[0].fromBlock))
        }
        return pool.send(calls, until)
      },
    }),
  })
  expect((await read()).data.map(({ spender }) => spender)).toEqual([SHOP])
  expect(asked).toHaveLength(1)
  expect(asked[0]).toBeGreaterThan(0n)
  // What is no scan, and one of another chain, count for nothing.
  for (const text of [
    '',
    '[]',
    '{"first":"0x"}',
    [...rows.values()][0]?.replace(/"first":"0x.{6}/, '"first":"0xffffff') ?? '',
  ]) {
    rows.set(`eip155:${chain.chainId}|${me.address.toLowerCase()}`, text)
    expect((await open({ store })()).data.map(({ spender }) => spender)).toEqual([SHOP])
  }
})

test('an account that approved nobody is kept nowhere', async () => {
  let writes = 0
  const store: ScanStore = {
    find: async () => undefined,
    save: async () => {
      writes += 1
    },
  }
  expect((await open({ store })({ address: at('9') })).data).toEqual([])
  expect(writes).toBe(0)
})

test('a chain that is away is said, not shown as one without approvals', async () => {
  const read = open({
    pool: (pool) => ({
      ...pool,
      send: async () => {
        throw new RequestError('UPSTREAM_UNAVAILABLE', 'No node answers.')
      },
    }),
  })
  await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
})

test('what was read is remembered for a block, unless it is asked for anew', async () => {
  const read = open()
  await approve(SHOP, 5n)
  expect((await read()).data).toHaveLength(1)
  await approve(SHOP, 0n)
  expect((await read({ isFresh: false })).data).toHaveLength(1)
  expect((await read()).data).toEqual([])
})

test('logs of approvals that are none are passed over', async () => {
  const abi = parseAbi(['function approve(address,uint256)'])
  await write(dollar, abi, 'approve', [SHOP, 3n])
  const junk = [null, 7, {}, { address: dollar, topics: [APPROVAL], data: '0x', blockNumber: '0x1' }]
  const removed = {
    address: dollar,
    topics: [APPROVAL, pad(me.address), pad(THIEF)],
    data: encodeAbiParameters([{ type: 'uint256' }], [1n]),
    blockNumber: '0x1',
    removed: true,
  }
  const read = open({
    pool: (pool) => ({
      ...pool,
      send: async (calls, until) =>
        (await pool.send(calls, until)).map((answer, index) =>
          calls[index]?.method === 'eth_getLogs' && 'result' in answer
            ? { result: [...junk, removed, ...(answer.result as unknown[])] }
            : answer,
        ),
    }),
  })
  expect((await read()).data.map(({ spender }) => spender)).toEqual([SHOP])
})
