import { getNameOperation } from '@latchkey/wire/names'
import { RequestError } from '../../RequestError.ts'
import { normaliseName } from '../../upstreams/resolveName.ts'
import { serve } from '../route.ts'

/** Addresses of a name, read now: somebody is about to send there. */
export const name = serve(
  getNameOperation,
  { rateClass: 'data', cost: 3 },
  async ({ input, context }, { services }) => {
    const name = services.zone && normaliseName(input.name)
    const { zone, resolveName } = services
    const isOwn = name !== undefined && zone?.holds(name) === true
    // Not "no such name": nobody could say.
    if (!isOwn && resolveName === undefined) {
      throw new RequestError('CHAIN_UNSUPPORTED', 'This gateway reads names from no chain.', { field: 'name' })
    }
    const found = isOwn
      ? await zone.find(name, input.chainId)
      : await resolveName?.({ name: input.name, networkId: input.chainId, signal: context.get('signal') })
    if (found !== undefined) return found
    if (input.apiVersion === 2) return []
    throw new RequestError('NOT_FOUND', 'There is no such name.', { field: 'name' })
  },
)
