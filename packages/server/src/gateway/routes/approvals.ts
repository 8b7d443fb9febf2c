import { getApprovalsOperation } from '@latchkey/wire/approvals'
import { RequestError } from '../../RequestError.ts'
import { namespaceOf } from '../../upstreams/namespaceOf.ts'
import { spend } from '../middleware/access.ts'
import { serve } from '../route.ts'

/** What skipping the cache costs on top, in tokens of the rate limit. */
const FRESH_COST = 4

/** What an EVM address lets others take, on one configured chain or all. */
export const approvals = serve(
  getApprovalsOperation,
  { rateClass: 'data', cost: 4 },
  async ({ input, context }, parts) => {
    if (input.chainId !== undefined && namespaceOf(input.chainId) !== 'eip155') {
      throw new RequestError('CHAIN_UNSUPPORTED', `Nothing is approved on ${input.chainId}.`, { field: 'chainId' })
    }
    if (input.fresh !== undefined) spend(context, parts, 'data', FRESH_COST)
    return parts.services.approvals.fetchApprovals({
      address: input.address,
      currency: input.currency,
      networkId: input.chainId,
      isFresh: input.fresh !== undefined,
      signal: context.get('signal'),
    })
  },
)
