import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { RANGE_BLOCKS, RANGES_PER_CALL, type ScanStore } from '../accountScan.ts'
import { createLogScan } from './ownedTokens.ts'
import { createTestChain, type TestNft } from './testChain.ts'

const ME = `0x${'a'.repeat(40)}` as const
const HATS = `0x${'1'.repeat(40)}` as const
const FIRST = `0x${'f'.repeat(64)}`

const hat = (tokenId: bigint, block: bigint): TestNft => ({
  standard: 'ERC721',
  contract: HATS,
  tokenId,
  cameTo: ME,
  block,
})

/** A chain whose first block is known, and a database. Each `start` is another process over both. */
function setUp(nfts: TestNft[], tip: bigint) {
  const made = createTestChain({ nfts, tip })
  const rows = new Map<string, string>()
  const state = { first: FIRST as unknown, writes: 0 }
  const store: ScanStore = {
    find: async (chainId, address) => rows.get(`${chainId}|${address}`),
    save: async (chainId, address, scan) => {
      state.writes += 1
      rows.set(`${chainId}|${address}`, scan)
    },
  }
  const pool: typeof made.pool = {
    ...made.pool,
    send: async (calls) =>
      (await made.pool.send(calls)).map((answer, index) =>
        calls[index]?.method === 'eth_getBlockByNumber' ? { result: { hash: state.first } } : answer,
      ),
  }
  const start = (own: ScanStore | undefined = store) => {
    const find = createLogScan({ clock: { now: () => 0 }, store: own })
    return async (owner: Hex = ME) => {
      made.ranges.length = 0
      const { tokens, isWhole } = await find({ pool, owner })
      return { ids: tokens.map(({ tokenId }) => tokenId), isWhole, ranges: [...made.ranges] }
    }
  }
  return { ...made, rows, state, start }
}

test('what came to an account is remembered by the database: another process goes on where the last one stopped', async () => {
  const length = RANGE_BLOCKS * BigInt(RANGES_PER_CALL)
  const { start, chain } = setUp([hat(2n ** 256n - 1n, length + 5n), hat(1n, 5n)], length + 100n)
  expect(await start()()).toMatchObject({ ids: [2n ** 256n - 1n], isWhole: false })
  chain.tip += 50n
  chain.nfts.push(hat(3n, chain.tip))
  const later = await start()()
  expect(later).toMatchObject({ ids: [3n, 2n ** 256n - 1n, 1n], isWhole: true })
  // The blocks that a reorganisation may change with those since, then those before.
  expect(later.ranges).toEqual([
    [length + 89n, length + 150n],
    [0n, 100n],
  ])
})

test('what is known already is not written again, and an account that nothing came to never is', async () => {
  const { start, chain, state, rows } = setUp([hat(1n, 5n)], 100n)
  const read = start()
  await read()
  chain.tip += 1_000n
  await read()
  expect(state.writes).toBe(1)
  chain.tip += RANGE_BLOCKS
  await read()
  expect(state.writes).toBe(2)
  await read(`0x${'b'.repeat(40)}`)
  expect([state.writes, rows.size]).toEqual([2, 1])
})

describe('nothing that is remembered is believed where', () => {
  test('the chain is another one that has the same number', async () => {
    const { start, chain, state } = setUp([hat(1n, 5n)], 100n)
    await start()()
    chain.nfts = [hat(2n, 5n)]
    state.first = `0x${'e'.repeat(64)}`
    expect(await start()()).toMatchObject({ ids: [2n], isWhole: true })
  })

  test('the chain is shorter than what was looked through', async () => {
    const { start, chain } = setUp([hat(1n, 5n)], 100n)
    await start()()
    chain.nfts = [hat(2n, 5n)]
    chain.tip = 20n
    expect(await start()()).toMatchObject({ ids: [2n], isWhole: true })
  })

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['other fields', '{"first":1}'],
    [
      'a token of no contract',
      `{"first":"${FIRST}","from":0,"to":9,"isCut":false,"coins":[],"tokens":[["ERC721","0x",1,2]]}`,
    ],
    ['blocks that are none', `{"first":"${FIRST}","from":-5,"to":1e300,"isCut":false,"coins":[],"tokens":[]}`],
  ])('the row holds %s', async (_what, text) => {
    const { start, rows } = setUp([hat(1n, 5n)], 100n)
    rows.set(`eip155:31337|${ME}`, text)
    expect(await start()()).toMatchObject({ ids: [1n], isWhole: true })
  })

  test('no node tells the first block: then nothing is kept, and nothing is lost', async () => {
    const { start, state, rows } = setUp([hat(1n, 5n)], 100n)
    for (const first of [undefined, null, 7, '0x12']) {
      state.first = first
      expect(await start()()).toMatchObject({ ids: [1n], isWhole: true })
    }
    expect(rows.size).toBe(0)
  })
})
