import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { createPublicClient, createTestClient, createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../../testing/src/anvil.ts'
import { replaceTransaction as replaceBySite } from '../../../actions/replaceTransaction.ts'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet } from '../../../testing/index.ts'
import { FailureError } from '../../errors/failure.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { followSent } from '../../kernel/requests/followSent.ts'
import { sentOf } from '../../kernel/requests/sent.ts'
import type { CreateAdapter, ReplacementRequest } from '../../types/adapter.ts'
import type { SettledTransaction } from '../../types/events.ts'
import { replacementOf } from './replacement.ts'
import { replaceTransaction } from './replaceTransaction.ts'

const KEY = `0x${'37'.repeat(32)}` as const
const account = privateKeyToAccount(KEY)
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const GWEI = 1_000_000_000n

let chain: Anvil
const at = () => ({ chain: foundry, transport: http(chain.url) })
const client = () => createPublicClient({ ...at(), pollingInterval: 50 })
const node = () => createTestClient({ ...at(), mode: 'anvil' })
const wallet = () => createWalletClient({ ...at(), account })
beforeAll(async () => {
  chain = await startAnvil()
  await node().setBalance({ address: account.address, value: 10n ** 20n })
})
afterAll(() => chain.stop())
let made: ReturnType<typeof createTestLatchkey> | undefined
afterEach(async () => {
  made?.latchkey.destroy()
  await node().setAutomine(true)
  await node().mine({ blocks: 1 })
})

/** A site whose wallet keeps the nonce that it is asked for, or numbers anew as others do. */
async function connect({ keepsNonce = true, answer }: { keepsNonce?: boolean; answer?: () => Promise<string> } = {}) {
  const walletWindow = new EventTarget()
  const services = { ...createFakeServices({ walletWindow }), fetch }
  const network = {
    id: chain.chainId,
    name: 'Here',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  }
  const asked: ReplacementRequest[] = []
  const create: CreateAdapter = (surroundings) => ({
    ...universal()(surroundings),
    ...(keepsNonce && {
      replaceTransaction: async (_, request) => {
        asked.push(request)
        if (answer) return answer()
        const { to, value, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = request
        return wallet().sendTransaction({
          to: to as Hex,
          value: value ?? 0n,
          ...(data && { data }),
          ...(gas && { gas }),
          nonce: Number(nonce),
          maxFeePerGas,
          maxPriorityFeePerGas,
        })
      },
    }),
  })
  made = createTestLatchkey({ services, options: { adapters: [create], networks: [network] } })
  const { instance, latchkey } = made
  const { chainId } = chain
  createScriptedWallet({ name: 'Drill', rdns: 'dev.drill', privateKey: KEY, rpcUrl: chain.url, chainId }).announce(
    walletWindow,
  )
  await latchkey.connect({ connectorId: 'dev.drill' })
  const connection = getConnection(instance.stores.connection.get(), 'eip155')
  if (!connection) throw new Error('not connected')
  return { latchkey, instance, services, connection, asked, now: () => replacementOf(instance).get().now }
}

/** A payment that waits for its block. */
async function leaveWaiting(): Promise<Hex> {
  await node().setAutomine(false)
  return wallet().sendTransaction({
    to: friend,
    value: 7n,
    gas: 21_000n,
    maxFeePerGas: 20n * GWEI,
    maxPriorityFeePerGas: 2n * GWEI,
  })
}

test.each([
  ['speedUp', 'spedUp', 7n],
  ['cancel', 'cancelled', 0n],
] as const)(
  '%s: one of the two is mined, under the same nonce, and whoever follows the first hears of it',
  async (kind, replaced, paid) => {
    const { instance, services, connection, asked, now } = await connect()
    const before = await client().getBalance({ address: friend })
    const nonce = await client().getTransactionCount({ address: account.address })
    const hash = await leaveWaiting()
    followSent(instance, connection, hash)
    await expect.poll(() => sentOf(instance).get().list.length).toBe(1)
    await replaceTransaction(instance, { connection, hash, kind })
    expect(now()).toEqual({ hash, kind, status: 'left' })
    expect(asked).toMatchObject([
      { nonce: BigInt(nonce), to: kind === 'speedUp' ? friend.toLowerCase() : account.address },
    ])
    // Nodes want both a tenth above those of the one that waits.
    expect(asked[0]?.maxFeePerGas).toBeGreaterThanOrEqual(22n * GWEI)
    expect(asked[0]?.maxPriorityFeePerGas).toBeGreaterThanOrEqual((22n * GWEI) / 10n)
    await node().mine({ blocks: 1 })
    expect(await client().getTransactionCount({ address: account.address })).toBe(nonce + 1)
    expect((await client().getBalance({ address: friend })) - before).toBe(paid)
    await expect
      .poll(async () => {
        await services.clock.advance(4_000)
        return sentOf(instance).get().list[0]?.outcome
      })
      .toMatchObject({ status: 'success', replaced })
  },
)

test('a transaction that has its block is left alone, and the wallet is not asked', async () => {
  const { instance, connection, asked, now } = await connect()
  const hash = await wallet().sendTransaction({ to: friend, value: 1n })
  await client().waitForTransactionReceipt({ hash })
  await replaceTransaction(instance, { connection, hash, kind: 'cancel' })
  expect(now()).toEqual({ hash, kind: 'cancel', status: 'late' })
  expect(asked).toEqual([])
})

test('a second press while the wallet is asked does nothing, and one who declines may try again', async () => {
  let decline = (): void => undefined
  const { instance, connection, asked, now } = await connect({
    answer: () =>
      new Promise((_, reject) => {
        decline = () => reject(new FailureError('USER_REJECTED', 'no', { step: 'send' }))
      }),
  })
  const hash = await leaveWaiting()
  const first = replaceTransaction(instance, { connection, hash, kind: 'speedUp' })
  await expect.poll(() => asked.length).toBe(1)
  await replaceTransaction(instance, { connection, hash, kind: 'cancel' })
  expect(asked).toHaveLength(1)
  decline()
  await first
  expect(now()).toEqual({ hash, kind: 'speedUp', status: 'failed', failure: 'USER_REJECTED' })
  const again = replaceTransaction(instance, { connection, hash, kind: 'cancel' })
  await expect.poll(() => asked.length).toBe(2)
  decline()
  await again
})

test('what somebody else sent, and what no node knows, is not touched', async () => {
  const { instance, connection, asked, now } = await connect()
  const other = privateKeyToAccount(`0x${'38'.repeat(32)}`)
  await node().setBalance({ address: other.address, value: 10n ** 18n })
  await node().setAutomine(false)
  const foreign = await createWalletClient({ ...at(), account: other }).sendTransaction({ to: friend, value: 1n })
  for (const hash of [foreign, `0x${'9'.repeat(64)}`]) {
    await replaceTransaction(instance, { connection, hash, kind: 'cancel' })
    expect(now()).toMatchObject({ hash, status: 'failed' })
  }
  expect(asked).toEqual([])
})

test('a wallet that numbers its transactions itself is never asked: the same payment would be a second one', async () => {
  const { instance, connection, now } = await connect({ keepsNonce: false })
  const hash = await leaveWaiting()
  const nonce = await client().getTransactionCount({ address: account.address, blockTag: 'pending' })
  await replaceTransaction(instance, { connection, hash, kind: 'speedUp' })
  expect(now()).toMatchObject({ status: 'failed' })
  expect(await client().getTransactionCount({ address: account.address, blockTag: 'pending' })).toBe(nonce)
})

test('a site does the same by an action, is told which of the two it was, and refused with a code where nothing can be replaced', async () => {
  const { latchkey, services, connection, instance } = await connect()
  const settled: SettledTransaction[] = []
  latchkey.on('transaction', (transaction) => settled.push(transaction))
  const hash = await leaveWaiting()
  followSent(instance, connection, hash)
  await expect.poll(() => sentOf(instance).get().list.length).toBe(1)
  const other = await replaceBySite(latchkey, { hash, kind: 'cancel' })
  await node().mine({ blocks: 1 })
  await expect
    .poll(async () => {
      await services.clock.advance(4_000)
      return settled
    })
    .toMatchObject([{ hash, outcome: { hash: other, replaced: 'cancelled' } }])
  for (const [parameters, field] of [
    [{ hash: other, kind: 'cancel' }, 'hash'],
    [{ hash: `0x${'9'.repeat(64)}`, kind: 'cancel' }, 'hash'],
    [{ hash: '0x12', kind: 'cancel' }, 'hash'],
    [{ hash, kind: 'undo' as never }, 'kind'],
  ] as const) {
    await expect(replaceBySite(latchkey, parameters)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      facts: { field },
    })
  }
})

test('a site whose wallet numbers anew is told that it cannot', async () => {
  const { latchkey } = await connect({ keepsNonce: false })
  await expect(replaceBySite(latchkey, { hash: await leaveWaiting(), kind: 'speedUp' })).rejects.toMatchObject({
    code: 'ABILITY_MISSING',
  })
})
