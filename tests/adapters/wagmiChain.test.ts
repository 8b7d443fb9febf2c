import { readFileSync } from 'node:fs'
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseEther,
  verifyMessage,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as actions from 'wagmi-core-3'
import { createConfig, getConnection } from 'wagmi-core-3'
import { wagmi } from '../../packages/latchkey/src/adapters/wagmi/index.ts'
import type { Connection, Connector } from '../../packages/latchkey/src/core/types/adapter.ts'
import { createScriptedWallet } from '../../packages/latchkey/src/testing/index.ts'
import { type Anvil, startAnvil } from '../../packages/testing/src/anvil.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { readReceipt } from '../../packages/testing/src/readReceipt.ts'

/** The first two accounts of every dev chain. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const artifacts = JSON.parse(
  readFileSync(new URL('../../apps/demo/contracts/artifacts.json', import.meta.url), 'utf8'),
) as { contracts: { DemoToken: { abi: Abi; bytecode: Hex } } }
const { abi, bytecode } = artifacts.contracts.DemoToken

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil()
})
afterAll(async () => {
  delete (globalThis as { window?: unknown }).window
  await chain.stop()
})

it('connects, reads, signs, sends coins and tokens, and writes a contract on a real chain', async () => {
  const dev = defineChain({
    id: chain.chainId,
    name: 'Dev',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  const node = createPublicClient({ chain: dev, transport: http(), pollingInterval: 50 })
  const account = privateKeyToAccount(KEY)
  const deployed = await createWalletClient({ account, chain: dev, transport: http() }).deployContract({
    abi,
    bytecode,
    args: ['Coin', 'COIN', 6, 1_000_000n],
  })
  const { contractAddress: token } = await readReceipt(node, deployed)
  if (!token) throw new Error('no token')

  const walletWindow = new EventTarget()
  Object.assign(globalThis, { window: walletWindow })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    privateKey: KEY,
    rpcUrl: chain.url,
    chainId: chain.chainId,
  })
  wallet.announce(walletWindow)
  const config = createConfig({ chains: [dev], transports: { [dev.id]: http() }, storage: null })
  const services = createFakeServices({ walletWindow, fetch })
  const adapter = wagmi({ config, actions: async () => actions })({ networks: [], services })
  const listed: { now: readonly Connector[] } = { now: [] }
  adapter.watchConnectors((known) => {
    listed.now = known
  })
  const [connector] = listed.now
  if (!connector) throw new Error('no connector')
  const network = { ...dev, chainNamespace: 'eip155', caipNetworkId: `eip155:${dev.id}` } as const
  const connection = await adapter.connect(connector, { network })
  expect(getConnection(config)).toMatchObject({ address: account.address, chainId: dev.id })

  const signature = (await adapter.signMessage(connection, 'Grüße')) as Hex
  expect(await verifyMessage({ address: account.address, message: 'Grüße', signature })).toBe(true)

  const before = await node.getBalance({ address: TO })
  const gas = await adapter.estimateGas?.(connection, { to: TO, value: 1n })
  expect(gas).toBeGreaterThanOrEqual(21_000n)
  const sent = (await adapter.sendTransaction?.(connection, { to: TO, value: parseEther('1') })) as Hex
  expect((await readReceipt(node, sent)).status).toBe('success')
  expect(await adapter.fetchBalance?.({ address: TO, type: 'eoa' }, network)).toEqual({
    value: before + parseEther('1'),
    decimals: 18,
    symbol: 'ETH',
  })

  const held = () => node.readContract({ address: token, abi, functionName: 'balanceOf', args: [TO] })
  const written = (await adapter.writeContract?.(connection, {
    address: token,
    abi,
    functionName: 'transfer',
    args: [TO, 5n],
  })) as Hex
  await readReceipt(node, written)
  expect(await held()).toBe(5n)
  const request = { to: TO, amount: 7n, token: { address: token, decimals: 6 } }
  const moved = (await adapter.send?.(connection, request)) as Hex
  await readReceipt(node, moved)
  expect(await held()).toBe(12n)
})

it('writes a contract by wagmi where the connector is the site’s own', async () => {
  const dev = defineChain({
    id: chain.chainId,
    name: 'Dev',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  Object.assign(globalThis, { window: new EventTarget() })
  const account = privateKeyToAccount(KEY)
  const config = createConfig({
    chains: [dev],
    transports: { [dev.id]: http() },
    storage: null,
    connectors: [actions.mock({ accounts: [account.address] })],
  })
  const adapter = wagmi({ config, actions: async () => actions })({ networks: [], services: createFakeServices() })
  const listed: { now: readonly Connector[] } = { now: [] }
  adapter.watchConnectors((known) => {
    listed.now = known
  })
  const [connector] = listed.now
  if (!connector) throw new Error('no connector')
  const network = { ...dev, chainNamespace: 'eip155', caipNetworkId: `eip155:${dev.id}` } as const
  const connection = await adapter.connect(connector, { network })
  const node = createPublicClient({ chain: dev, transport: http(), pollingInterval: 50 })
  const hash = await createWalletClient({ account, chain: dev, transport: http() }).deployContract({
    abi,
    bytecode,
    args: ['Coin', 'COIN', 6, 1_000_000n],
  })
  const { contractAddress: token } = await readReceipt(node, hash)
  if (!token) throw new Error('no token')
  const request = { address: token, abi, functionName: 'transfer', args: [TO, 3n] }
  const written = (await adapter.writeContract?.(connection, request)) as Hex
  expect((await readReceipt(node, written)).status).toBe('success')
  // F-30: the check that every other wallet gets; this account has no coin at all.
  const poor: Connection = { ...connection, accounts: [{ address: `0x${'be'.repeat(20)}`, type: 'eoa' }] }
  await expect(adapter.writeContract?.(poor, request)).rejects.toMatchObject({ code: 'GAS_TOO_LOW' })
})
