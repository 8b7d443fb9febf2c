import type { AskNode } from '@latchkey/wire/guard'

/** `decimals()` of ERC-20, and how many any token has: 2^256 has 78 digits. */
const DECIMALS = '0x313ce567'
const MOST_DECIMALS = 77n

/** How many decimals a token says that it has; undefined where it does not say, or nonsense. */
export async function readDecimals(ask: AskNode, token: string): Promise<number | undefined> {
  const answer = await ask('eth_call', [{ to: token, data: DECIMALS }, 'latest'])
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/iu.test(answer)) return undefined
  const decimals = BigInt(answer)
  return decimals <= MOST_DECIMALS ? Number(decimals) : undefined
}
