import { createTestClient, type Hex, http, publicActions } from 'viem'

/** Multicall3's address on every chain. Source: the Multicall3 deployment list. */
const MULTICALL_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Puts Multicall3 at its usual address, as it stands on public chains. */
export async function placeMulticall(rpcUrl: string): Promise<void> {
  const node = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions)
  // viem ships the creation code without exporting it; running it in a call gives the runtime code.
  const { multicall3Bytecode } = (await import(
    new URL('./constants/contracts.js', import.meta.resolve('viem')).href
  )) as { multicall3Bytecode: Hex }
  const { data } = await node.call({ data: multicall3Bytecode })
  if (!data) throw new Error('Multicall3 could not be prepared on the dev chain.')
  await node.setCode({ address: MULTICALL_ADDRESS, bytecode: data })
}
