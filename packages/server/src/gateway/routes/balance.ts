import { getBalanceOperation } from '@latchkey/wire/balance'
import { RequestError } from '../../RequestError.ts'
import { isSolanaAddress } from '../../upstreams/balances/metaplex.ts'
import { namespaceOf } from '../../upstreams/namespaceOf.ts'
import { spend } from '../middleware/access.ts'
import { serve } from '../route.ts'

/** What skipping the cache costs on top, in tokens of the rate limit. */
const FORCE_COST = 4

/** Balances of an EVM or a Solana address on one configured chain or all of its namespace. */
export const balance = serve(getBalanceOperation, { rateClass: 'data', cost: 2 }, async ({ input, context }, parts) => {
  const namespace = input.address.startsWith('0x') ? 'eip155' : 'solana'
  if (input.chainId !== undefined && namespaceOf(input.chainId) !== namespace) {
    throw new RequestError('CHAIN_UNSUPPORTED', `The address is none of ${input.chainId}.`, { field: 'chainId' })
  }
  if (namespace === 'solana' && !isSolanaAddress(input.address)) {
    throw new RequestError('ADDRESS_INVALID', 'A Solana address is 32 bytes in base58.', { field: 'address' })
  }
  if (input.forceUpdate !== undefined) spend(context, parts, 'data', FORCE_COST)
  return parts.services.balances.fetchBalances({
    address: input.address,
    currency: input.currency,
    networkId: input.chainId,
    forceUpdate: input.forceUpdate,
  })
})
