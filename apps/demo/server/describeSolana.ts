import type { ConfigInput } from '@latchkey/server'
import { type DemoSolana, SOLANA } from './startSolana.ts'

/** The gateway's view of the Solana chain: its node, its tokens, and what they are worth. */
export function describeSolana({ chain, id, tokens }: DemoSolana) {
  const networkId = `solana:${id}` as const
  return {
    chain: {
      id: networkId,
      name: SOLANA.name,
      rpc: [chain.url],
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      tokens: [
        { address: tokens.cone, name: 'Cone', symbol: 'CONE', decimals: 6 },
        { address: tokens.resin, name: 'Resin', symbol: 'RESIN', decimals: 2 },
      ],
    } satisfies NonNullable<ConfigInput['chains']>[number],
    prices: {
      [`${networkId}:So11111111111111111111111111111111111111111`]: { usd: 142 },
      [`${networkId}:${tokens.cone}`]: { usd: 0.4 },
      [`${networkId}:${tokens.resin}`]: { usd: 1.2 },
    },
  }
}
