import { type Abi, createTestClient, type Hex, http, publicActions } from 'viem'
import artifacts from './artifacts.json' with { type: 'json' }

/** Where Permit2 stands on every chain that has it. Source: Uniswap/permit2, deterministic deployment. */
export const PERMIT2_ADDRESS = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** What our own stands in for there: allowances that are given by a transaction, without signatures. */
export const allowancesAbi = artifacts.contracts.Allowances.abi as Abi

/** Puts a stand-in of ours at Permit2's address of a dev chain. */
export async function placePermit2(rpcUrl: string): Promise<void> {
  const node = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions)
  const { data } = await node.call({ data: artifacts.contracts.Allowances.bytecode as Hex })
  if (!data) throw new Error('Permit2 could not be prepared on the dev chain.')
  await node.setCode({ address: PERMIT2_ADDRESS, bytecode: data })
}
