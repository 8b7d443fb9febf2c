/** Bundlers of ERC-4337 and their paymasters. Sources: ERC-7769, ERC-7677, SEC-109, SEC-124. */
import { callBundlerOperation } from '@latchkey/wire/bundler'
import { RequestError } from '../../RequestError.ts'
import { spend } from '../middleware/access.ts'
import { RPC_BODY_LIMIT } from '../middleware/limits.ts'
import { serve } from '../route.ts'
import { bundlerCostOf } from '../rpcMethods.ts'

/** Passes listed methods on to the bundler that the operator has of a chain. */
export const bundler = serve(
  callBundlerOperation,
  { rateClass: 'rpc', bodyLimit: RPC_BODY_LIMIT },
  async ({ input, body, project, context }, parts) => {
    const { id, method, params } = body
    if (!project) throw new RequestError('PROJECT_UNKNOWN', 'Name a project in the query field projectId.')
    spend(context, parts, 'rpc', bundlerCostOf(method))
    const answer = await parts.services.bundlers.ask({
      networkId: input.chainId,
      name: input.bundler,
      method,
      params,
      projectId: project.id,
      signal: context.get('signal'),
    })
    return { jsonrpc: '2.0' as const, id, ...answer }
  },
)
