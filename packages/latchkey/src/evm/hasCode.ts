/** Mark of an account that lends itself a contract's code and still signs with its key. Source: EIP-7702. */
const DELEGATION_MARK = '0xef0100'

/** Whether a contract stands at an address. `ask` puts a question to a node of its chain. */
export async function hasCode(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
  address: string,
): Promise<boolean> {
  const code = await ask('eth_getCode', [address, 'latest'])
  return typeof code === 'string' && code.length > 2 && !code.toLowerCase().startsWith(DELEGATION_MARK)
}
