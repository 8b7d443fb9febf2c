import { describe, expect, test } from 'vitest'
import type { RpcAnswer, RpcPool } from '../rpcPool.ts'
import { fetchGasPrice } from './gasPrices.ts'

const GWEI = 1_000_000_000n
const quantity = (value: bigint): string => `0x${value.toString(16)}`

/** The price at a chain whose node answers each method with what is given. */
function read(answers: Readonly<Record<string, RpcAnswer>>) {
  const pool: RpcPool = {
    networkId: 'eip155:1',
    send: async (calls) =>
      calls.map(({ method }) => answers[method] ?? { error: { code: -32601, message: 'no such method' } }),
  }
  return fetchGasPrice(pool)
}

const feeHistory = (baseFees: readonly unknown[], reward: unknown): RpcAnswer => ({
  result: { oldestBlock: '0x1', baseFeePerGas: baseFees, gasUsedRatio: [0.5], reward },
})

test('one block with a tip of a thousand coins, as its producer may write it, moves no price', async () => {
  const reward = [3n, 1n, 2n, 10n ** 12n].map((tip) => [tip * GWEI, tip * 2n * GWEI, tip * 4n * GWEI].map(quantity))
  expect(await read({ eth_feeHistory: feeHistory([quantity(7n), quantity(64n * GWEI)], reward) })).toEqual({
    standard: String(131n * GWEI),
    fast: String(134n * GWEI),
    instant: String(140n * GWEI),
  })
})

test('a chain whose base fee is 0 or none has the price that its node names, and a quarter and a half more', async () => {
  for (const eth_feeHistory of [feeHistory(['0x0', '0x0'], []), { result: null }])
    expect(await read({ eth_feeHistory, eth_gasPrice: { result: '0x8' } })).toEqual({
      standard: '8',
      fast: '10',
      instant: '12',
    })
})

test('no speed costs less than a slower one, whatever the tips', async () => {
  const { standard, fast, instant } = await read({ eth_feeHistory: feeHistory(['0x8'], [['0xffff', '0x0', '0x1']]) })
  expect([fast, instant]).toEqual([standard, standard])
})

describe('a node that says nothing that can be believed is a coded failure and never a price of 0', () => {
  test.each<[string, Readonly<Record<string, RpcAnswer>>]>([
    ['no answer', {}],
    ['text', { eth_gasPrice: { result: 'cheap' }, eth_feeHistory: { result: 'cheap' } }],
    ['a number', { eth_gasPrice: { result: 12 }, eth_feeHistory: feeHistory([12], [[1, 2, 3]]) }],
    ['a negative one', { eth_gasPrice: { result: '-0x1' } }],
    ['256 bits', { eth_gasPrice: { result: quantity(2n ** 256n - 1n) } }],
    ['lists of other things', { eth_feeHistory: feeHistory([{ toString: '0x1' }], 'rewards') }],
  ])('%s', async (_what, answers) => {
    await expect(read(answers)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })

  test('tips that are none count as nothing', async () => {
    expect((await read({ eth_feeHistory: feeHistory(['0x40'], [null, ['0xzz', [], -1]]) })).standard).toBe('128')
  })
})
