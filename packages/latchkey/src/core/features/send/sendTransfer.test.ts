import { createFakeServices, createTestLatchkey, type FakeGateway } from '@latchkey/testing'
import { type Abi, type Address, createPublicClient, createTestClient, createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import artifacts from '../../../../../../apps/demo/contracts/artifacts.json' with { type: 'json' }
import { type Anvil, startAnvil } from '../../../../../testing/src/anvil.ts'
import { readReceipt } from '../../../../../testing/src/readReceipt.ts'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet, drill, type ScriptedWalletOptions } from '../../../testing/index.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { resumeSent } from '../../kernel/requests/resumeSent.ts'
import { sentOf } from '../../kernel/requests/sent.ts'
import type { SettledTransaction } from '../../types/events.ts'
import { toNftTransaction } from '../../ways/readChain.ts'
import { changeForm, loadGasPrice, lookUpName, sendTransfer } from './actions.ts'
import { readRecipients } from './recipients.ts'
import { sendOf } from './state.ts'

const KEY = `0x${'21'.repeat(32)}` as const
const me = privateKeyToAccount(KEY).address
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const { abi, bytecode } = artifacts.contracts.DemoToken as { abi: Abi; bytecode: Hex }

/**
 * A token as USDT is: `transfer` moves and returns nothing. Balances stand in the slot of the owner's own address:
 * `sstore(caller, sload(caller) - amount); sstore(to, sload(to) + amount); stop`, after `balanceOf`, which returns.
 */
const TETHER: Hex =
  '0x60003560e01c6370a08231146024573354602435900333556004358054602435019055005b6004355460005260206000f3'
const tether = `0x${'7e'.repeat(20)}` as const

let chain: Anvil
let token: Address
const client = () => createPublicClient({ chain: foundry, transport: http(chain.url) })
beforeAll(async () => {
  chain = await startAnvil()
  const transport = http(chain.url)
  const anvil = createTestClient({ mode: 'anvil', chain: foundry, transport })
  await anvil.setBalance({ address: me, value: 5n * 10n ** 18n })
  const wallet = createWalletClient({ account: privateKeyToAccount(KEY), chain: foundry, transport })
  const placed = await wallet.deployContract({ abi, bytecode, args: ['Leaf', 'LEAF', 6, 1_000n] })
  token = (await readReceipt(client(), placed)).contractAddress as Address
  await anvil.setCode({ address: tether, bytecode: TETHER })
  await anvil.setStorageAt({
    address: tether,
    index: `0x${me.slice(2).padStart(64, '0')}`,
    value: `0x${(1_000).toString(16).padStart(64, '0')}`,
  })
})
afterAll(() => chain.stop())

async function load(script: Partial<ScriptedWalletOptions> = {}, gateway?: FakeGateway) {
  const walletWindow = new EventTarget()
  const services = { ...createFakeServices({ walletWindow, gateway }), fetch }
  const network = {
    id: chain.chainId,
    name: 'Here',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  }
  const made = createTestLatchkey({ services, options: { adapters: [universal()], networks: [network] } })
  const { chainId } = chain
  const options = { name: 'Drill', rdns: 'dev.drill', privateKey: KEY, rpcUrl: chain.url, chainId, ...script }
  const wallet = createScriptedWallet(options)
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  const connection = getConnection(made.instance.stores.connection.get(), 'eip155')
  if (!connection) throw new Error('not connected')
  changeForm(made.instance, { token: 'native', amount: '1', to: friend })
  const state = () => sendOf(made.instance).get()
  /** Waits until the chain has carried out what was sent. It is looked at again after a pause where it has not yet. */
  const untilMined = () =>
    expect.poll(() => services.clock.advance(4_000).then(() => state().sent?.status)).toBe('success')
  return { ...made, network, wallet, connection, state, untilMined }
}
const countSent = (wallet: { readonly calls: readonly { readonly method: string }[] }): number =>
  wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').length

const read = (address: Address, owner: Address): Promise<unknown> =>
  client().readContract({ address, abi, functionName: 'balanceOf', args: [owner] })

test('a coin arrives once, though the button is pressed three times, and the receipt is followed', async () => {
  const { latchkey, instance, wallet, connection, state, untilMined } = await load()
  const before = await client().getBalance({ address: friend })
  const transfer = { connection, request: { to: friend, amount: 7n }, amount: '7 wei' }
  await Promise.all([
    sendTransfer(instance, transfer),
    sendTransfer(instance, transfer),
    sendTransfer(instance, transfer),
  ])
  expect(countSent(wallet)).toBe(1)
  expect(state()).toMatchObject({ phase: 'idle', form: { amount: '', to: '' }, sent: { to: friend, amount: '7 wei' } })
  expect(readRecipients(instance, 'eip155')).toEqual([friend])
  await untilMined()
  expect((await client().getBalance({ address: friend })) - before).toBe(7n)
  latchkey.destroy()
})

test('a token arrives, and so does one that returns nothing, as USDT does', async () => {
  const { latchkey, instance, connection, untilMined } = await load()
  for (const address of [token, tether]) {
    const before = (await read(address, friend)) as bigint
    const request = { to: friend, amount: 5n, token: { address, decimals: 6 } }
    await sendTransfer(instance, { connection, request, amount: '0.000005 LEAF' })
    await untilMined()
    expect(((await read(address, friend)) as bigint) - before).toBe(5n)
  }
  latchkey.destroy()
})

test('whoever declines keeps the form, and may send again', async () => {
  const { latchkey, instance, connection, state, events } = await load({
    script: { eth_sendTransaction: [drill.no(4001, 'no')] },
  })
  const transfer = { connection, request: { to: friend, amount: 1n }, amount: '1 wei' }
  await sendTransfer(instance, transfer)
  expect(state()).toMatchObject({ phase: 'idle', failure: 'USER_REJECTED', form: { amount: '1', to: friend } })
  expect(events.map(({ name }) => name)).toContain('SEND_REJECTED')
  await sendTransfer(instance, transfer)
  expect(state()).toMatchObject({ failure: undefined, sent: { amount: '1 wei' } })
  latchkey.destroy()
})

test('SEC-105: what is told of sending names no address, amount or hash', async () => {
  const { latchkey, instance, connection, events } = await load()
  await sendTransfer(instance, { connection, request: { to: friend, amount: 3n }, amount: '3 wei' })
  const told = JSON.stringify(events.filter(({ name }) => name.startsWith('SEND_')))
  expect(told).toContain('SEND_SUCCESS')
  expect(told).not.toMatch(/0x[0-9a-f]{6}/i)
  latchkey.destroy()
})

test('another account than the one that was shown is never asked', async () => {
  const { latchkey, instance, wallet, connection, state } = await load()
  const other = { ...connection, accounts: [{ address: friend, type: 'eoa' as const }] }
  await sendTransfer(instance, { connection: other, request: { to: friend, amount: 1n }, amount: '1 wei' })
  expect(countSent(wallet)).toBe(0)
  expect(state()).toMatchObject({ failure: 'NOT_CONNECTED', form: { amount: '1' } })
  latchkey.destroy()
})

test('a form belongs to its network', async () => {
  const { latchkey, instance, state } = await load()
  sendOf(instance).set((now) => ({ ...now, form: { ...now.form, networkId: 'eip155:10' } }))
  changeForm(instance, { amount: '2' })
  expect(state().form).toMatchObject({ networkId: `eip155:${chain.chainId}`, amount: '2', to: '', token: undefined })
  await loadGasPrice(instance)
  expect(state().gasPrice?.wei).toBeGreaterThan(0n)
  latchkey.destroy()
})

test('an NFT of either kind is handed on, and the chain says who has it', async () => {
  const { latchkey, instance, connection, untilMined } = await load()
  const transport = http(chain.url)
  const maker = createWalletClient({ account: privateKeyToAccount(KEY), chain: foundry, transport })
  const { Keepsakes, Seeds } = artifacts.contracts as unknown as Record<
    'Keepsakes' | 'Seeds',
    { abi: Abi; bytecode: Hex }
  >
  const place = async ({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: readonly unknown[] = []) => {
    const { contractAddress } = await readReceipt(client(), await maker.deployContract({ abi, bytecode, args }))
    return contractAddress as Address
  }
  const mint = async (address: Address, { abi }: { abi: Abi }, args: readonly unknown[]) =>
    readReceipt(client(), await maker.writeContract({ address, abi, functionName: 'mint', args }))
  const keepsakes = await place(Keepsakes, ['Keepsakes', 'KEEP'])
  const seeds = await place(Seeds)
  await mint(keepsakes, Keepsakes, [me, 'data:,'])
  await mint(seeds, Seeds, [me, [1n], [5n]])
  const [id] = await client()
    .getLogs({ address: keepsakes, fromBlock: 0n })
    .then((logs) => logs.map(({ topics }) => BigInt(topics[3] ?? 0)))
  const send = (standard: 'ERC721' | 'ERC1155', contract: string, tokenId: bigint, amount: bigint) =>
    sendTransfer(instance, {
      connection,
      request: { to: friend, amount, token: { address: contract, decimals: 0 } },
      amount: 'Windmill',
      transaction: toNftTransaction({ from: me, to: friend, contract, id: tokenId, amount, standard }),
    })
  await send('ERC721', keepsakes, id ?? 0n, 1n)
  await untilMined()
  await send('ERC1155', seeds, 1n, 2n)
  await untilMined()
  const owner = await client().readContract({
    address: keepsakes,
    abi: Keepsakes.abi,
    functionName: 'ownerOf',
    args: [id],
  })
  expect(owner).toBe(friend)
  const held = (address: string) =>
    client().readContract({ address: seeds, abi: Seeds.abi, functionName: 'balanceOf', args: [address, 1n] })
  expect([await held(friend), await held(me)]).toEqual([2n, 3n])
  latchkey.destroy()
})

/** A gateway whose only name leads where the test says, now. */
function nameService(answers: (() => unknown)[]): FakeGateway {
  return { getName: () => (answers.shift() ?? (() => []))() }
}
const leadsTo = (address: string) => () => ({ name: 'mira.eth', attributes: null, addresses: { 60: { address } } })
const isDown = (): never => {
  throw new Error('down')
}

test('SEC-93: a name is looked up when it is typed, again where nobody could say, and once more before it is sent to', async () => {
  const { latchkey, instance, connection, state, untilMined } = await load(
    {},
    nameService([isDown, leadsTo(friend), leadsTo(friend)]),
  )
  changeForm(instance, { to: 'Mira.eth' })
  await lookUpName(instance)
  expect(state().named).toMatchObject({ typed: 'Mira.eth', status: 'unread' })
  await lookUpName(instance)
  expect(state().named).toMatchObject({ status: 'found', name: 'mira.eth', address: friend })
  const before = await client().getBalance({ address: friend })
  await sendTransfer(instance, { connection, request: { to: friend, amount: 3n }, amount: '3 wei', name: 'mira.eth' })
  await untilMined()
  expect((await client().getBalance({ address: friend })) - before).toBe(3n)
  expect(state()).toMatchObject({ named: undefined, sent: { to: friend, name: 'mira.eth' } })
  latchkey.destroy()
})

test.each([
  ['leads elsewhere', leadsTo(tether), 'NAME_MOVED'],
  ['is gone', () => [], 'NAME_MOVED'],
  ['cannot be read', isDown, 'NAME_UNREAD'],
])('SEC-93: nothing is sent where the name %s by then, and the form stays', async (_name, answer, failure) => {
  const { latchkey, instance, connection, wallet, state } = await load({}, nameService([answer]))
  changeForm(instance, { to: 'mira.eth' })
  await sendTransfer(instance, { connection, request: { to: friend, amount: 3n }, amount: '3 wei', name: 'mira.eth' })
  expect(countSent(wallet)).toBe(0)
  expect(state()).toMatchObject({ phase: 'idle', failure, named: undefined, form: { to: 'mira.eth', amount: '1' } })
  latchkey.destroy()
})

test('what was typed meanwhile is not overwritten by an answer to another name', async () => {
  const { latchkey, instance, state } = await load({}, nameService([leadsTo(friend)]))
  changeForm(instance, { to: 'mira.eth' })
  const looking = lookUpName(instance)
  changeForm(instance, { to: 'mirabel.eth' })
  await looking
  expect(state().named?.status).toBe('reading')
  latchkey.destroy()
})

test('how it ended is told once, also by the page after a reload; another one that comes later has nothing to tell', async () => {
  const anvil = createTestClient({ mode: 'anvil', chain: foundry, transport: http(chain.url) })
  await anvil.setAutomine(false)
  const first = await load()
  const told: SettledTransaction[] = []
  first.latchkey.on('transaction', (settled) => told.push(settled))
  await sendTransfer(first.instance, {
    connection: first.connection,
    request: { to: friend, amount: 9n },
    amount: '9 wei',
  })
  const hash = first.state().sent?.hash ?? ''
  const { storage } = first.services
  await expect.poll(() => storage.get('cache/sent')).toContain(hash)
  first.latchkey.destroy()

  const again = (): ReturnType<typeof createTestLatchkey> => {
    const services = { ...createFakeServices(), storage, fetch }
    const made = createTestLatchkey({ services, options: { adapters: [universal()], networks: [first.network] } })
    made.latchkey.on('transaction', (settled) => told.push(settled))
    resumeSent(made.instance)
    return made
  }
  const [second, tab] = [again(), again()]
  expect(told).toEqual([])
  await anvil.setAutomine(true)
  await anvil.mine({ blocks: 1 })
  await expect
    .poll(async () => {
      await second.services.clock.advance(4_000)
      return told
    })
    .toMatchObject([{ hash, address: me, networkId: `eip155:${chain.chainId}`, outcome: { hash, status: 'success' } }])
  await expect
    .poll(async () => {
      await tab.services.clock.advance(4_000)
      return sentOf(tab.instance).get().list[0]?.outcome?.status
    })
    .toBe('success')
  expect(storage.get('cache/sent')).toBeUndefined()
  const third = again()
  expect([told.length, sentOf(third.instance).get().list]).toEqual([1, []])
  for (const { latchkey } of [second, tab, third]) latchkey.destroy()
})
