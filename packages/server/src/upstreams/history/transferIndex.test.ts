import { HISTORY_PAGE_SIZE } from '@latchkey/wire'
import fc from 'fast-check'
import { type Hex, pad, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadEmptyDatabase } from '../../../../testing/src/emptyDatabase.ts'
import { createLog } from '../../gateway/createLog.ts'
import { createRateLimiter } from '../../gateway/rateLimiter.ts'
import { RequestError } from '../../RequestError.ts'
import { ACCOUNT_BYTES, countIndexedBytes, findIndexedAccount } from '../../storage/historyIndex.ts'
import { openStorage } from '../../storage/openStorage.ts'
import type { Storage } from '../../storage/storage.ts'
import { historyAccounts } from '../../storage/tables.ts'
import type { RpcCall, RpcPool } from '../rpcPool.ts'
import { createLogsHistory, createOtterscanHistory, NODE_REQUESTS_PER_PAGE } from './evmHistory.ts'
import { TRANSFER } from './evmTransaction.ts'
import { createIndexKeeper } from './indexKeeper.ts'
import { addRange, createTransferIndex, WINDOWS_PER_PAGE } from './transferIndex.ts'

const CHAIN = 'eip155:1'
const ME: Hex = `0x${'a'.repeat(40)}`
const HIM: Hex = `0x${'b'.repeat(40)}`
const TOKEN: Hex = `0x${'1'.repeat(40)}`

let storage: Storage
beforeAll(async () => {
  storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
})
afterAll(() => storage?.close())
beforeEach(async () => {
  await storage.database.delete(historyAccounts)
})

const hashOf = (block: number): Hex => toHex(block + 1, { size: 32 })

/** A chain with one transfer to the account in each of some blocks. `most`: blocks that its nodes look through at once. */
function createChain(options: { tip: number; blocks: readonly number[]; most?: number; whom?: Hex }) {
  const state = { ...options, blocks: new Set(options.blocks), isDown: false, first: hashOf(0) as Hex | undefined }
  const requests: RpcCall[][] = []
  const scanned: [low: number, high: number][] = []
  const transaction = (block: number) => ({
    hash: hashOf(block),
    blockNumber: toHex(block),
    transactionIndex: '0x0',
    from: HIM,
    to: TOKEN,
    nonce: '0x1',
    value: '0x0',
    input: '0xdeadbeef',
  })
  const log = (block: number) => ({
    address: TOKEN,
    topics: [TRANSFER, pad(HIM), pad(options.whom ?? ME)],
    data: toHex(5n, { size: 32 }),
    blockNumber: toHex(block),
    transactionIndex: '0x0',
    transactionHash: hashOf(block),
  })
  const receipt = (block: number) => ({
    transactionHash: hashOf(block),
    blockNumber: toHex(block),
    status: '0x1',
    gasUsed: '0x9000',
    effectiveGasPrice: '0x2',
    logs: [log(block)],
    timestamp: 1_000 + block,
  })
  function answer({ method, params }: RpcCall): unknown {
    const list = params as readonly unknown[]
    if (method === 'eth_blockNumber') return toHex(state.tip)
    if (method === 'eth_getBlockByNumber') return { hash: state.first, timestamp: toHex(1_000 + Number(list[0])) }
    const block = /Hash|Receipt|trace/.test(method) ? Number(BigInt(String(list[0]))) - 1 : 0
    if (method === 'eth_getTransactionByHash') return state.blocks.has(block) ? transaction(block) : null
    if (method === 'eth_getTransactionReceipt') return state.blocks.has(block) ? receipt(block) : null
    if (method === 'ots_searchTransactionsBefore') {
      const [, before, most] = list as [string, number, number]
      const found = [...state.blocks].filter((each) => before === 0 || each < before).sort((a, b) => b - a)
      const page = found.slice(0, most)
      return { txs: page.map(transaction), receipts: page.map(receipt), lastPage: page.length === found.length }
    }
    if (method === 'trace_transaction')
      return [{ type: 'call', traceAddress: [], action: { from: HIM, to: TOKEN, value: '0x0' } }]
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock, topics } = list[0] as { fromBlock: string; toBlock: string; topics: readonly unknown[] }
    const [low, high] = [Number(fromBlock), Number(toBlock)]
    if (high - low + 1 > (state.most ?? Number.POSITIVE_INFINITY)) return undefined
    if (topics[2] !== pad(options.whom ?? ME)) return []
    scanned.push([low, high])
    return [...state.blocks].filter((each) => each >= low && each <= high).map(log)
  }
  const pool: RpcPool = {
    networkId: CHAIN,
    async send(calls) {
      requests.push([...calls])
      if (state.isDown) throw new RequestError('UPSTREAM_UNAVAILABLE', 'down')
      return calls.map((call) => {
        const result = answer(call)
        return result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result }
      })
    },
  }
  return { pool, state, requests, scanned }
}

function connect(
  chain: ReturnType<typeof createChain>,
  options: { windowBlocks?: number; lookBackBlocks?: number; maxBytes?: number; capacity?: number } = {},
) {
  const time = { now: 1_000_000 }
  const clock = { now: () => time.now }
  const log = createLog('silent')
  const keeper = createIndexKeeper({ storage, maxBytes: options.maxBytes ?? 1 << 30, clock, log })
  const index = createTransferIndex({
    pool: chain.pool,
    store: keeper.ofChain(chain.pool),
    windows: createRateLimiter({ clock, capacity: options.capacity ?? 1_000, refillPerSecond: 1 }),
    windowBlocks: options.windowBlocks ?? 100,
    lookBackBlocks: options.lookBackBlocks ?? 1_000_000,
    log,
  })
  const query = (parts: object = {}) => ({
    address: ME as string,
    before: undefined as string | undefined,
    limit: HISTORY_PAGE_SIZE,
    client: 'visitor',
    signal: AbortSignal.timeout(20_000),
    ...parts,
  })
  const history = createLogsHistory({ pool: chain.pool, index })
  const readAll = async (parts: object = {}) => {
    const seen: number[] = []
    let before: string | undefined
    for (let pages = 0; pages < 400; pages += 1) {
      const page = await history.readPage(query({ ...parts, before }))
      seen.push(...page.transactions.map((each) => each.block))
      if (page.next === undefined) return { seen, pages: pages + 1, page }
      before = page.next
    }
    throw new Error('the history has no end')
  }
  return { history, index, query, readAll, time }
}

test('blocks are looked through in bounded windows, once, and a later reader goes on where the first stopped', async () => {
  const blocks = [3, 1_250, 1_900, 1_901, 2_990]
  const chain = createChain({ tip: 3_000, blocks })
  const first = connect(chain)
  const page = await first.history.readPage(first.query())
  expect(page.transactions.map((each) => each.block)).toEqual([2_990])
  expect(page.next).toBeDefined()
  expect(page).toMatchObject({ missing: ['transactions', 'internal'], code: null, since: (1_000 + 2_501) * 1_000 })
  expect(chain.scanned).toHaveLength(WINDOWS_PER_PAGE)

  // Another process, with the same database.
  chain.scanned.length = 0
  const { seen } = await connect(chain).readAll()
  expect(seen).toEqual([...blocks].reverse())
  expect(chain.scanned.every(([low, high]) => high <= 2_500 || low > 2_988)).toBe(true)

  chain.scanned.length = 0
  expect((await connect(chain).readAll()).seen).toEqual([...blocks].reverse())
  expect(chain.scanned).toEqual([[2_989, 3_000]])
})

test('another chain behind the same number begins with nothing, and one that tells no first block keeps nothing', async () => {
  await connect(createChain({ tip: 3_000, blocks: [3, 1_900, 2_990] })).readAll()
  const anew = createChain({ tip: 2_000, blocks: [40, 1_700] })
  anew.state.first = hashOf(77)
  expect((await connect(anew).readAll()).seen).toEqual([1_700, 40])

  const silent = createChain({ tip: 500, blocks: [40, 300] })
  silent.state.first = undefined
  expect((await connect(silent).readAll()).seen).toEqual([300, 40])
  silent.state.blocks.delete(40)
  expect((await connect(silent).readAll()).seen).toEqual([300])
})

test('the last twelve blocks are never kept, so that a reorganisation of them is corrected', async () => {
  const chain = createChain({ tip: 200, blocks: [50, 189, 195] })
  const { readAll } = connect(chain)
  expect((await readAll()).seen).toEqual([195, 189, 50])
  chain.state.blocks.delete(195)
  chain.state.blocks.delete(189)
  chain.state.blocks.add(194)
  expect((await readAll()).seen).toEqual([194, 50])
  chain.state.tip = 400
  expect((await readAll()).seen).toEqual([194, 50])
})

test('the look-back ends a history, and says that there is more', async () => {
  const { readAll } = connect(createChain({ tip: 1_000, blocks: [100, 950] }), { lookBackBlocks: 300 })
  const { seen, page } = await readAll()
  expect(seen).toEqual([950])
  expect(page).toMatchObject({
    next: undefined,
    missing: ['transactions', 'internal', 'older'],
    since: expect.any(Number),
  })
})

test('nodes that grant fewer blocks are asked for fewer', async () => {
  const chain = createChain({ tip: 500, blocks: [40, 450], most: 30 })
  expect((await connect(chain, { windowBlocks: 200 }).readAll()).seen).toEqual([450, 40])
})

test('no client makes it look without end: beyond its windows it is answered what is known, with the reason', async () => {
  const chain = createChain({ tip: 100_000, blocks: [100, 99_990] })
  const { history, query, time } = connect(chain, { capacity: 7 })
  const first = await history.readPage(query())
  const second = await history.readPage(query({ before: first.next }))
  expect(second).toMatchObject({ transactions: [], code: 'RATE_LIMITED', next: expect.any(String) })
  expect(chain.scanned).toHaveLength(7)
  expect(await history.readPage(query({ before: second.next, client: 'another' }))).toMatchObject({ code: null })
  time.now += 60_000
  expect(await history.readPage(query({ before: second.next }))).toMatchObject({ code: null })
})

test('a full index drops the accounts that nobody asked for the longest, and no client writes more than its share', async () => {
  const chain = createChain({ tip: 50, blocks: [] })
  const maxBytes = ACCOUNT_BYTES * 40
  const { history, query, time } = connect(chain, { maxBytes, capacity: 100_000 })
  const address = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
  for (let index = 0; index < 30; index += 1)
    await history.readPage(query({ address: address(index), client: 'greedy' }))
  expect(await countIndexedBytes(storage)).toBeLessThanOrEqual(maxBytes / 10)
  for (let index = 100; index < 160; index += 1) {
    time.now += 61_000
    await history.readPage(query({ address: address(index), client: `client ${index}` }))
    await history.readPage(query({ address: address(100), client: 'faithful' }))
  }
  expect(await countIndexedBytes(storage)).toBeLessThanOrEqual(maxBytes)
  const isKept = async (index: number) =>
    (await findIndexedAccount(storage, { chainId: `${CHAIN}#${hashOf(0)}`, address: address(index) })) !== undefined
  expect(await Promise.all([isKept(0), isKept(101), isKept(100), isKept(159)])).toEqual([false, false, true, true])
})

test('a database that is away costs speed and nothing else', async () => {
  const chain = createChain({ tip: 300, blocks: [20, 280] })
  const { pool } = chain
  const away = async (): Promise<never> => Promise.reject(new Error('the database is away'))
  const index = createTransferIndex({
    pool,
    store: { open: away, read: away, save: away },
    windows: { take: () => undefined, size: () => 0 },
    windowBlocks: 1_000,
    lookBackBlocks: 10_000,
    log: createLog('silent'),
  })
  const { query } = connect(chain)
  const page = await createLogsHistory({ pool, index }).readPage(query())
  expect(page.transactions.map((each) => each.block)).toEqual([280, 20])
})

test('logs that were not asked for, or of wrong types, are not believed', async () => {
  const chain = createChain({ tip: 100, blocks: [20, 30] })
  const { send } = chain.pool
  const lying: RpcPool = {
    networkId: CHAIN,
    send: async (calls, signal) => {
      const answers = await send(calls, signal)
      return answers.map((answer, place) =>
        calls[place]?.method === 'eth_getLogs' && 'result' in answer
          ? {
              result: [
                ...(answer.result as object[]),
                null,
                { topics: 'all' },
                { ...(answer.result as object[])[0], topics: [TRANSFER, pad(HIM), pad(TOKEN)] },
                { ...(answer.result as object[])[0], blockNumber: '0xfffff' },
              ],
            }
          : answer,
      )
    },
  }
  const { readAll } = connect({ ...chain, pool: lying })
  expect((await readAll()).seen).toEqual([30, 20])
})

test('a page sends its nodes no more requests than said, whatever they answer', async () => {
  const tip = 3_000
  const blocks = Array.from({ length: 400 }, (_one, index) => tip - index * 7)
  for (const make of [createOtterscanHistory, createLogsHistory]) {
    await storage.database.delete(historyAccounts)
    const chain = createChain({ tip, blocks, most: 40 })
    const { index, query } = connect(chain, { windowBlocks: 160 })
    const history = make({ pool: chain.pool, index })
    let before: string | undefined
    let most = 0
    for (let pages = 0; pages < 100; pages += 1) {
      chain.requests.length = 0
      const page = await history.readPage(query({ before }))
      most = Math.max(most, chain.requests.length)
      expect(chain.requests.length).toBeLessThanOrEqual(NODE_REQUESTS_PER_PAGE)
      if (page.next === undefined) break
      before = page.next
    }
    expect(most).toBeGreaterThan(4)
  }
})

test('any pages of any size, read while the index fills, hold every transaction once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(400), { maxLength: 40 }),
      fc.integer({ min: 16, max: 200 }),
      fc.integer({ min: 1, max: 9 }),
      async (blocks, windowBlocks, limit) => {
        await storage.database.delete(historyAccounts)
        const { readAll } = connect(createChain({ tip: 400, blocks }), { windowBlocks })
        const expected = [...blocks].sort((a, b) => b - a)
        expect((await readAll({ limit })).seen).toEqual(expected)
        expect((await readAll({ limit: 25 })).seen).toEqual(expected)
      },
    ),
    { numRuns: 15 },
  )
})

test('stretches of blocks are joined where they touch, and what is in none of them is in none', () => {
  const range = fc.tuple(fc.nat(60), fc.nat(8)).map(([low, length]) => [low, low + length] as const)
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), (added) => {
      const ranges = added.reduce<readonly (readonly [number, number])[]>(addRange, [])
      for (let block = 0; block <= 70; block += 1) {
        const isIn = (list: readonly (readonly [number, number])[]) =>
          list.some(([low, high]) => low <= block && block <= high)
        expect(isIn(ranges)).toBe(isIn(added))
      }
      for (const [index, [low]] of ranges.entries()) {
        const after = ranges[index + 1]
        if (after !== undefined) expect(after[1]).toBeLessThan(low - 1)
      }
    }),
  )
})
