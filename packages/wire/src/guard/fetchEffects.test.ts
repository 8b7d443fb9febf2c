import {
  type Abi,
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import artifacts from '../../../../apps/demo/contracts/artifacts.json' with { type: 'json' }
import { type Anvil, startAnvil } from '../../../testing/src/anvil.ts'
import { readReceipt } from '../../../testing/src/readReceipt.ts'
import { type AskNode, fetchEffects } from './fetchEffects.ts'

const { abi, bytecode } = artifacts.contracts.DemoToken as { abi: Abi; bytecode: Hex }
const other = `0x${'b2'.repeat(20)}` as const
const deceiver = `0x${'de'.repeat(20)}` as const

/**
 * Calls itself with what it was handed and goes on whatever comes of it; inside, it calls the address in the first word with
 * the coin of the second and the data behind them, and reverts.
 */
const DECEIVER: Hex =
  '0x333014601957366000600037600060003660006000305af1005b604036036040600037600060006040360360006020356000355af160006000fd'

let chain: Anvil
let ask: AskNode
let me: Address
let token: Address

beforeAll(async () => {
  chain = await startAnvil()
  const transport = http(chain.url)
  const wallet = createWalletClient({ chain: foundry, transport })
  ask = (method, params) => wallet.request({ method, params } as never)
  ;[me] = (await wallet.getAddresses()) as [Address]
  const hash = await wallet.deployContract({ account: me, abi, bytecode, args: ['Leaf', 'LEAF', 6, 1_050n] })
  const client = createPublicClient({ chain: foundry, transport })
  const receipt = await readReceipt(client, hash)
  token = receipt.contractAddress as Address
  const call = { account: me, abi, address: token, functionName: 'transfer', args: [deceiver, 50n] } as const
  await readReceipt(client, await wallet.writeContract(call))
  const anvil = createTestClient({ mode: 'anvil', chain: foundry, transport })
  await anvil.setCode({ address: deceiver, bytecode: DECEIVER })
  await anvil.setBalance({ address: deceiver, value: 1_000n })
})
afterAll(() => chain.stop())

const transfer = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
const word = (value: bigint): string => value.toString(16).padStart(64, '0')

describe.each<[string, (method: string) => boolean]>([
  ['within one simulation', () => true],
  ['by the difference of the state', (method) => method !== 'eth_simulateV1'],
])('on a real node, %s', (how, isServed) => {
  const asked: string[] = []
  const node: AskNode = async (method, params) => {
    asked.push(method)
    if (!isServed(method)) throw new Error('Method not found')
    return ask(method, params)
  }
  const fetch = (transaction: { to?: Address; value?: bigint; data?: Hex }) => {
    asked.length = 0
    return fetchEffects({ from: me, ...transaction }, node)
  }

  test('a payment takes its amount and no fee', async () => {
    const effects = await fetch({ to: other, value: 7n })
    expect(effects).toMatchObject({ status: 'simulated', isComplete: true, changes: [{ kind: 'native' }] })
    if (effects.status !== 'simulated') throw new Error(effects.status)
    const [change] = effects.changes
    expect((change?.before ?? 0n) - (change?.after ?? 0n)).toBe(7n)
  })

  test('a transfer takes the tokens, in one request where a node simulates', async () => {
    const effects = await fetch({ to: token, data: transfer(other, 5n) })
    expect(effects).toMatchObject({
      status: 'simulated',
      isComplete: true,
      changes: [{ kind: 'token', token: token.toLowerCase(), before: 1_000n, after: 995n }],
    })
    if (how === 'within one simulation') {
      expect(asked).toEqual(['eth_simulateV1'])
      expect(effects).toMatchObject({ changes: [{ symbol: 'LEAF', decimals: 6 }] })
    }
  })

  test('money in a frame that reverted has not moved', async () => {
    const data = `0x${word(BigInt(me))}${word(100n)}` as const
    const trace = await ask('debug_traceCall', [{ from: me, to: deceiver, data }, 'latest', { tracer: 'callTracer' }])
    expect(JSON.stringify(trace)).toContain('"value":"0x64"')
    expect(await fetch({ to: deceiver, data })).toEqual({ status: 'simulated', changes: [], isComplete: true })
  })

  test('tokens in a frame that reverted have not moved', async () => {
    const data = `0x${word(BigInt(token))}${word(0n)}${transfer(me, 5n).slice(2)}` as const
    expect(await fetch({ to: deceiver, data })).toEqual({ status: 'simulated', changes: [], isComplete: true })
  })

  test('a transaction that would fail is said to, with the reason where the node gives one', async () => {
    const effects = await fetch({ to: token, data: transfer(other, 1_001n) })
    expect(effects).toMatchObject({ status: 'reverts', isOfFunds: false })
  })

  test('more coin than there is, is said to be that', async () => {
    expect(await fetch({ to: other, value: 10n ** 30n })).toMatchObject({ status: 'reverts', isOfFunds: true })
  })

  test('the account, the chain and the token are as they were', async () => {
    const before = await ask('eth_getTransactionCount', [me, 'latest'])
    await fetch({ to: token, data: transfer(other, 5n) })
    expect(await ask('eth_getTransactionCount', [me, 'latest'])).toBe(before)
  })
})

test('a batch is tried as one: what its first call brings the second may give on, and one that fails fails all', async () => {
  const pay = { from: me, to: other, value: 7n } as const
  const move = { from: me, to: token, data: transfer(other, 1_000n) } as const
  const effects = await fetchEffects(pay, ask, [move])
  expect(effects).toMatchObject({
    status: 'simulated',
    changes: [{ kind: 'native' }, { kind: 'token', before: 1_000n, after: 0n }],
  })
  expect(await fetchEffects(pay, ask, [move, move])).toMatchObject({ status: 'reverts' })
  const traces: AskNode = (method, params) =>
    method === 'eth_simulateV1' ? Promise.reject(new Error('unknown')) : ask(method, params)
  expect(await fetchEffects(pay, traces, [move])).toEqual({ status: 'unchecked' })
})

test('a token that the data does not name is found by its log, and its balance decides', async () => {
  const { abi: forwarder, code } = forward(token, transfer(me, 0n))
  await ask('anvil_setCode', [forwarder, code])
  const asked: string[] = []
  await fetchEffects({ from: me, to: forwarder, data: '0x12345678' }, async (method, params) => {
    asked.push(method)
    return ask(method, params)
  })
  expect(asked).toEqual(['eth_simulateV1', 'eth_simulateV1'])
})

/** A contract that makes one call, whatever it is asked: the data stands behind its code. */
function forward(to: Address, data: Hex): { abi: Address; code: Hex } {
  const size = (data.length - 2) / 2
  const hex = size.toString(16).padStart(2, '0')
  // CODECOPY(0, 0x2b, size) CALL(gas, to, 0, 0, size, 0, 0) STOP
  const head = `60${hex}602b60003960006000` + `60${hex}60006000` + `73${to.slice(2)}5af100`
  return { abi: `0x${'f0'.repeat(20)}`, code: `0x${head.padEnd(0x2b * 2, '0')}${data.slice(2)}` }
}

test.each<[string, unknown]>([
  ['nothing', null],
  ['an empty list', []],
  ['too few calls', [{ calls: [] }]],
  ['words', 'done'],
  ['calls that are none', [{ calls: [null, null, null] }]],
  ['a log bomb', [{ calls: [{}, { status: '0x1', returnData: '0x', logs: Array(5_000).fill({ topics: [{}] }) }, {}] }]],
])('a node that answers %s decides nothing', async (_, answer) => {
  const effects = await fetchEffects({ from: other, to: other, value: 0n }, async () => answer)
  expect(['unchecked', 'reverts', 'simulated']).toContain(effects.status)
  if (effects.status === 'simulated') expect(effects).toMatchObject({ changes: [], isComplete: false })
})

test('no node at all: effects could not be checked', async () => {
  const refuse: AskNode = () => Promise.reject(new Error('down'))
  expect(await fetchEffects({ from: other, to: other, value: 1n }, refuse)).toEqual({ status: 'unchecked' })
})
