import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseEther,
  parseUnits,
  publicActions,
} from 'viem'
import type { DemoContracts } from '../settings.ts'
import { getDevAccount } from './accounts.ts'

/** Multicall3's address on every chain. Source: the Multicall3 deployment list. */
const MULTICALL_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** What the shop sells: species, price of a share in ether, shares. */
const CATALOGUE = [
  { name: 'Scots pine', price: parseEther('0.012'), left: 480 },
  { name: 'Silver fir', price: parseEther('0.021'), left: 260 },
  { name: 'Rowan', price: parseEther('0.008'), left: 612 },
  { name: 'Larch', price: parseEther('0.016'), left: 340 },
] as const

/** Index in the catalogue and shares. */
const EARLIER_PURCHASES = [
  [0, 3],
  [2, 1],
  [1, 2],
  [0, 1],
  [3, 5],
  [2, 2],
  [1, 1],
  [0, 4],
  [3, 1],
  [2, 6],
  [0, 2],
  [1, 1],
] as const

type Artifacts = { readonly contracts: Readonly<Record<string, { readonly abi: Abi; readonly bytecode: Hex }>> }

/**
 * Puts the demo's contracts on a fresh dev chain and gives the demo wallet's accounts something to hold.
 * Resolves with the addresses; rejects when the chain refuses a step.
 */
export async function deployContracts(rpcUrl: string, chainId: number): Promise<DemoContracts> {
  const { contracts } = JSON.parse(
    readFileSync(new URL('../contracts/artifacts.json', import.meta.url), 'utf8'),
  ) as Artifacts
  const chain = createDevChain(rpcUrl, chainId)
  const node = connectNode(rpcUrl, chainId)
  const deployer = createWalletClient({ account: getDevAccount(0), chain, transport: http(rpcUrl) })
  let nonce = 0

  const settle = async (hash: Hex): Promise<Address | null | undefined> => {
    const receipt = await node.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`The dev chain reverted ${hash}.`)
    return receipt.contractAddress
  }
  const find = (name: string): Artifacts['contracts'][string] => {
    const contract = contracts[name]
    if (!contract) throw new Error(`artifacts.json has no contract ${name}; run npm run contracts.`)
    return contract
  }
  const deploy = async (name: string, parameters: readonly unknown[] = []): Promise<Address> => {
    const contract = find(name)
    const address = await settle(await deployer.deployContract({ ...contract, args: parameters, nonce: nonce++ }))
    if (!address) throw new Error(`The dev chain gave no address for ${name}.`)
    return address
  }
  const write = async (
    address: Address,
    name: string,
    functionName: string,
    args: readonly unknown[],
    value = 0n,
  ): Promise<void> => {
    const { abi } = find(name)
    await settle(await deployer.writeContract({ address, abi, functionName, args, value, nonce: nonce++, chain }))
  }

  const pine = await deploy('DemoToken', ['Pine', 'PINE', 18, parseUnits('10000000', 18)])
  const dollar = await deploy('DemoToken', ['Demo Dollar', 'dUSD', 6, parseUnits('10000000', 6)])
  const wrappedEther = await deploy('WrappedEther')
  const shade = await deploy('Shade')
  const shop = await deploy('HollowpineShop', [shade, pine, CATALOGUE])
  await write(shade, 'Shade', 'openShop', [shop])
  await write(pine, 'DemoToken', 'transfer', [shop, parseUnits('1000000', 18)])

  // The slope has neighbours already: species and shares of purchases made before the visitor came.
  for (const [index, shares] of EARLIER_PURCHASES) {
    const value = (CATALOGUE[index]?.price ?? 0n) * BigInt(shares)
    await write(shop, 'HollowpineShop', 'plant', [BigInt(index), shares], value)
  }

  const [first, second] = [getDevAccount(1).address, getDevAccount(2).address]
  await write(pine, 'DemoToken', 'transfer', [first, parseUnits('240', 18)])
  await write(dollar, 'DemoToken', 'transfer', [first, parseUnits('612.4', 6)])
  await write(dollar, 'DemoToken', 'transfer', [second, parseUnits('18', 6)])
  await node.setBalance({ address: first, value: parseEther('1.8426') })
  await node.setBalance({ address: second, value: parseEther('0.25') })
  return { pine, dollar, wrappedEther, shade, shop }
}

/** Puts Multicall3 at its usual address, as it stands on public chains. */
export async function placeMulticall(rpcUrl: string, chainId: number): Promise<void> {
  const node = connectNode(rpcUrl, chainId)
  // viem ships the creation code without exporting it; running it in a call gives the runtime code.
  const { multicall3Bytecode } = (await import(
    new URL('./constants/contracts.js', import.meta.resolve('viem')).href
  )) as { multicall3Bytecode: Hex }
  const { data } = await node.call({ data: multicall3Bytecode })
  if (!data) throw new Error('Multicall3 could not be prepared on the dev chain.')
  await node.setCode({ address: MULTICALL_ADDRESS, bytecode: data })
}

function createDevChain(rpcUrl: string, chainId: number) {
  return defineChain({
    id: chainId,
    name: 'Dev chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

function connectNode(rpcUrl: string, chainId: number) {
  const chain = createDevChain(rpcUrl, chainId)
  return createTestClient({ mode: 'anvil', chain, transport: http(rpcUrl), pollingInterval: 20 }).extend(publicActions)
}
