import { readReceipt } from '@latchkey/wallet/readReceipt.ts'
import { type Address, createWalletClient, type Hex, http, parseEther, parseUnits } from 'viem'
import type { DemoContracts } from '../settings.ts'
import { getDevAccount, SELLER } from './accounts.ts'
import { connectNode, createDevChain, findContract } from './devChain.ts'

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

/**
 * Puts the demo's contracts on a fresh dev chain and gives the demo wallet's accounts something to hold.
 * Resolves with the addresses; rejects when the chain refuses a step.
 */
export async function deployContracts(rpcUrl: string, chainId: number): Promise<DemoContracts> {
  const chain = createDevChain(rpcUrl, chainId)
  const node = connectNode(rpcUrl, chainId)
  const deployer = createWalletClient({ account: getDevAccount(0), chain, transport: http(rpcUrl) })
  let nonce = 0

  const settle = async (hash: Hex): Promise<Address | null | undefined> => {
    const receipt = await readReceipt(node, hash, 10)
    if (receipt.status !== 'success') throw new Error(`The dev chain reverted ${hash}.`)
    return receipt.contractAddress
  }
  const deploy = async (name: string, parameters: readonly unknown[] = []): Promise<Address> => {
    const contract = findContract(name)
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
    const { abi } = findContract(name)
    await settle(await deployer.writeContract({ address, abi, functionName, args, value, nonce: nonce++, chain }))
  }

  const pine = await deploy('PermitToken', ['Pine', 'PINE', 18, parseUnits('10000000', 18)])
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
  // What the sample provider sells.
  await write(dollar, 'DemoToken', 'transfer', [getDevAccount(SELLER).address, parseUnits('500000', 6)])
  await node.setBalance({ address: first, value: parseEther('1.8426') })
  await node.setBalance({ address: second, value: parseEther('0.25') })
  return { pine, dollar, wrappedEther, shade, shop }
}
