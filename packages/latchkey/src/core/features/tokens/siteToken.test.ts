import { createFakeServices, createTestLatchkey, type FakeGateway, fakeAddress } from '@latchkey/testing'
import {
  type Abi,
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import artifacts from '../../../../../../apps/demo/contracts/artifacts.json' with { type: 'json' }
import { type Anvil, startAnvil } from '../../../../../testing/src/anvil.ts'
import { readReceipt } from '../../../../../testing/src/readReceipt.ts'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet } from '../../../testing/index.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { fetchBalances } from './fetchBalances.ts'
import { tokensOf } from './state.ts'

const KEY = `0x${'21'.repeat(32)}` as const
const IMAGE = 'https://shop.test/leaf.png'

let chain: Anvil
let leaf: Address
beforeAll(async () => {
  chain = await startAnvil()
  leaf = await deploy('Leaf', 'LEAF', 6, 12_345_678n)
})
afterAll(() => chain.stop())

/** Puts an ERC-20 on the chain, whose whole supply belongs to the visitor. */
async function deploy(name: string, symbol: string, decimals: number, supply: bigint): Promise<Address> {
  const here = defineChain({
    id: chain.chainId,
    name: 'Here',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  const transport = http(chain.url)
  const account = privateKeyToAccount(KEY)
  await createTestClient({ mode: 'anvil', chain: here, transport }).setBalance({
    address: account.address,
    value: 5n * 10n ** 18n,
  })
  const { abi, bytecode } = artifacts.contracts.DemoToken
  const hash = await createWalletClient({ account, chain: here, transport }).deployContract({
    abi: abi as Abi,
    bytecode: bytecode as Hex,
    args: [name, symbol, decimals, supply],
  })
  const { contractAddress } = await readReceipt(createPublicClient({ chain: here, transport }), hash)
  if (!contractAddress) throw new Error('not deployed')
  return contractAddress
}

/** A page of the site with the visitor's wallet connected on the dev chain. */
async function load(tokens: CreateLatchkeyOptions['tokens'], gateway?: FakeGateway) {
  const walletWindow = new EventTarget()
  const services = { ...createFakeServices({ walletWindow, gateway }), fetch }
  const network = {
    id: chain.chainId,
    name: 'Here',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  }
  const made = createTestLatchkey({ services, options: { adapters: [universal()], networks: [network], tokens } })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    privateKey: KEY,
    rpcUrl: chain.url,
    chainId: chain.chainId,
  })
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  return { ...made, services, tokens: () => tokensOf(made.instance).get() }
}

test("the site's token stands for the account, and has a row with its picture beside the coin's", async () => {
  const { latchkey, instance, tokens } = await load({ 'eip155:31337': { address: leaf.toLowerCase(), image: IMAGE } })
  await fetchBalances(instance)
  expect(latchkey.getState()).toMatchObject({ balance: '12.345678', balanceSymbol: 'LEAF' })
  expect(tokens()).toMatchObject({ status: 'ready' })
  expect(tokens().tokens?.map(({ symbol, name, iconUrl }) => [symbol, name, iconUrl])).toEqual([
    ['ETH', 'Ether', undefined],
    ['LEAF', 'Leaf', IMAGE],
  ])
  latchkey.destroy()
})

test('a later reading asks for the amount alone', async () => {
  const { latchkey, instance, services, tokens } = await load({ 'eip155:31337': { address: leaf } })
  await fetchBalances(instance)
  const asked: string[] = []
  services.fetch = (url, init) => {
    asked.push(/0x[0-9a-f]{8}(?=[0"])/.exec(String(init?.body))?.[0] ?? '')
    return fetch(url, init)
  }
  await fetchBalances(instance, { force: true })
  expect(tokens().head).toEqual({ numeric: '12.345678', symbol: 'LEAF' })
  expect(asked).not.toContain('0x95d89b41')
  latchkey.destroy()
})

test('where the gateway lists the token, its price stays and the picture is the site’s', async () => {
  const gateway: FakeGateway = {
    getSupportedChains: () => ({ http: ['eip155:31337'], ws: [] }),
    getBalance: () => ({
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:31337',
          price: 2,
          value: 2,
          quantity: { decimals: '18', numeric: '1' },
          iconUrl: '',
        },
        {
          name: 'Leaf',
          symbol: 'LEAF',
          chainId: 'eip155:31337',
          address: `eip155:31337:${leaf}`,
          price: 3,
          value: 6,
          quantity: { decimals: '6', numeric: '2' },
          iconUrl: '',
        },
      ],
    }),
  }
  const { latchkey, instance, tokens } = await load({ 'eip155:31337': { address: leaf, image: IMAGE } }, gateway)
  await fetchBalances(instance)
  expect(latchkey.getState()).toMatchObject({ balance: '2', balanceSymbol: 'LEAF' })
  expect(tokens().tokens?.map(({ symbol, value, iconUrl }) => [symbol, value, iconUrl])).toEqual([
    ['LEAF', 6, IMAGE],
    ['ETH', 2, undefined],
  ])
  latchkey.destroy()
})

test("what is no token leaves the account without an amount, never with the coin's, and the coin has its row", async () => {
  const { latchkey, instance, tokens } = await load({ 'eip155:31337': { address: fakeAddress(9) } })
  await fetchBalances(instance)
  expect(latchkey.getState()).toMatchObject({ balance: undefined, balanceSymbol: undefined })
  expect(tokens().status).toBe('failed')
  expect(tokens().tokens?.map(({ symbol }) => symbol)).toEqual(['ETH'])
  latchkey.destroy()
})

test('a token may be named while the page runs', async () => {
  const { latchkey, instance } = await load(undefined)
  const { updateOptions } = await import('../../roof/updateOptions.ts')
  await fetchBalances(instance)
  expect(latchkey.getState().balanceSymbol).toBe('ETH')
  updateOptions(latchkey, { tokens: { 'eip155:31337': { address: leaf } } })
  await fetchBalances(instance)
  expect(latchkey.getState()).toMatchObject({ balance: '12.345678', balanceSymbol: 'LEAF' })
  latchkey.destroy()
})

test('a token without decimals counts whole pieces, and odd names are cleaned', async () => {
  const address = await deploy('Visit\u202e evil', '', 0, 3n)
  const { latchkey, instance, tokens } = await load({ 'eip155:31337': { address } })
  await fetchBalances(instance)
  expect(latchkey.getState()).toMatchObject({ balance: '3', balanceSymbol: address.slice(0, 8) })
  expect(tokens().tokens?.some(({ name }) => name === 'Visit evil')).toBe(true)
  latchkey.destroy()
})
