import { startAnvil } from '@latchkey/testing/anvil.ts'
import { placeMulticall } from '@latchkey/testing/placeMulticall.ts'
import { parseEventLogs } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoContracts } from '../settings.ts'
import { getDevAccount } from './accounts.ts'
import { deployContracts } from './deployContracts.ts'
import { connectNode, findContract } from './devChain.ts'
import { PAST_DAYS, type PastContracts, writePast } from './writePast.ts'

const DAY_S = 86_400
const visitor = getDevAccount(1).address

let chain: Awaited<ReturnType<typeof startAnvil>>
let node: ReturnType<typeof connectNode>
let contracts: DemoContracts
let past: PastContracts
let before: readonly unknown[]

const readBalances = (): Promise<readonly unknown[]> =>
  Promise.all([
    node.getBalance({ address: visitor }),
    ...[contracts.pine, contracts.wrappedEther].map((address) =>
      node.readContract({ address, abi: findContract('DemoToken').abi, functionName: 'balanceOf', args: [visitor] }),
    ),
  ])

beforeAll(async () => {
  const startsAt = Math.floor(Date.now() / 1000) - PAST_DAYS * DAY_S
  chain = await startAnvil({ chainId: 31_337, startsAt })
  node = connectNode(chain.url, chain.chainId)
  await placeMulticall(chain.url)
  contracts = await deployContracts(chain.url, chain.chainId)
  before = await readBalances()
  past = await writePast(chain.url, chain.chainId, contracts)
}, 60_000)
afterAll(() => chain?.stop())

test('the past leaves coins and tokens as they were, and the next block is of now', async () => {
  expect(await readBalances()).toEqual(before)
  await node.mine({ blocks: 1 })
  const { timestamp } = await node.getBlock()
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(30)
})

test('it reaches over weeks, from the first block on, and time never goes back', async () => {
  const last = await node.getBlockNumber()
  const blocks = await Promise.all(
    Array.from({ length: Number(last) + 1 }, (_, number) => node.getBlock({ blockNumber: BigInt(number) })),
  )
  const times = blocks.map(({ timestamp }) => Number(timestamp))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan((PAST_DAYS - 1) * DAY_S)
})

test('it has a transaction that failed, NFTs of both standards, and transfers of nothing to an address like one that was paid', async () => {
  const logs = parseEventLogs({
    abi: findContract('DemoToken').abi,
    eventName: 'Transfer',
    logs: await node.getLogs({ address: contracts.dollar, fromBlock: 0n }),
  }) as unknown as readonly { args: { from: string; to: string; value: bigint } }[]
  const payee = getDevAccount(4).address.toLowerCase()
  const empty = logs.filter(({ args }) => args.from === visitor && args.value === 0n)
  expect(empty).toHaveLength(1)
  const to = empty[0]?.args.to.toLowerCase() ?? ''
  expect(to).not.toBe(payee)
  expect([to.slice(0, 6), to.slice(-4)]).toEqual([payee.slice(0, 6), payee.slice(-4)])

  const read = (address: `0x${string}`, name: string, functionName: string, args: readonly unknown[]) =>
    node.readContract({ address, abi: findContract(name).abi, functionName, args })
  expect(await read(past.keepsakes, 'Keepsakes', 'balanceOf', [visitor])).toBe(2n)
  expect(await read(past.lure, 'Keepsakes', 'balanceOf', [visitor])).toBe(1n)
  expect(await read(past.seeds, 'Seeds', 'balanceOf', [visitor, 1n])).toBe(10n)
  expect(await read(contracts.shade, 'Shade', 'balanceOf', [visitor])).toBe(1n)

  const nonces = await node.getTransactionCount({ address: visitor })
  const failed = []
  for (let number = await node.getBlockNumber(); number > 0n; number--) {
    const { transactions } = await node.getBlock({ blockNumber: number })
    for (const hash of transactions) {
      const receipt = await node.getTransactionReceipt({ hash })
      if (receipt.status === 'reverted' && receipt.from === visitor.toLowerCase()) failed.push(hash)
    }
  }
  expect(failed).toHaveLength(1)
  expect(nonces).toBeGreaterThan(8)
})
