import { getHistoryOperation } from '@latchkey/wire/history'
import { serve } from '../route.ts'

/** What an account did; whom somebody looks up is theirs, so shared caches stay out (SEC-125). */
export const history = serve(
  getHistoryOperation,
  { rateClass: 'data', cost: 4, isServed: (services) => services.history !== undefined },
  async ({ input, context }, { services }) => {
    if (services.history === undefined) throw new Error('a gateway that reads no history has no such path')
    const { page, lifetimeMs } = await services.history.fetchHistory({
      address: input.address,
      chainId: input.chainId,
      cursor: input.cursor,
      client: `${context.get('project')?.id ?? '-'}|${context.get('clientKey')}`,
      signal: context.get('signal'),
    })
    context.header('cache-control', `private, max-age=${Math.floor(lifetimeMs / 1000)}`)
    return page
  },
)
