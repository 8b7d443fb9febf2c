import { getBalance } from '@latchkey/wire'
import { RequestError } from '../../RequestError.ts'
import type { GatewayApp, GatewayParts } from '../environment.ts'
import { spend } from '../middleware/access.ts'
import { route } from '../route.ts'

/** What skipping the cache costs on top, in tokens of the rate limit. */
const FORCE_COST = 4

/** Balances of an EVM address on one configured chain or all of them. */
export function balance(app: GatewayApp, parts: GatewayParts): void {
  route(app, parts, getBalance, { access: 'project', rateClass: 'data', cost: 2 }, async ({ input, context }) => {
    if (!input.address.startsWith('0x') || input.chainId?.startsWith('eip155:') === false) {
      throw new RequestError('CHAIN_UNSUPPORTED', 'Balances are read on eip155 chains only.', { field: 'chainId' })
    }
    if (input.forceUpdate !== undefined) spend(context, parts, 'data', FORCE_COST)
    return parts.services.balances.fetchBalances({
      address: input.address,
      currency: input.currency,
      networkId: input.chainId,
      forceUpdate: input.forceUpdate,
    })
  })
}
