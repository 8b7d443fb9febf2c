import { getNftsOperation } from '@latchkey/wire/nfts'
import { RequestError } from '../../RequestError.ts'
import { isSolanaAddress } from '../../upstreams/balances/metaplex.ts'
import { namespaceOf } from '../../upstreams/namespaceOf.ts'
import { serve } from '../route.ts'

/** NFTs of an EVM or a Solana address on one configured chain or all of its namespace. */
export const nfts = serve(
  getNftsOperation,
  { rateClass: 'data', cost: 4 },
  async ({ input, context }, { services }) => {
    const namespace = input.address.startsWith('0x') ? 'eip155' : 'solana'
    if (input.chainId !== undefined && namespaceOf(input.chainId) !== namespace) {
      throw new RequestError('CHAIN_UNSUPPORTED', `The address is none of ${input.chainId}.`, { field: 'chainId' })
    }
    if (namespace === 'solana' && !isSolanaAddress(input.address)) {
      throw new RequestError('ADDRESS_INVALID', 'A Solana address is 32 bytes in base58.', { field: 'address' })
    }
    return services.nfts.fetchNfts({
      address: input.address,
      networkId: input.chainId,
      cursor: input.cursor,
      signal: context.get('signal'),
    })
  },
)
