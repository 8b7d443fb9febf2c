import { getSupportedChainsOperation } from '@latchkey/wire/supportedChains'
import { serve } from '../route.ts'

/** The configured chains. A chain counts as supported when it has a node. */
export const supportedChains = serve(
  getSupportedChainsOperation,
  { rateClass: 'data' },
  async ({ project }, { config }) => ({
    http: config.chains.map((chain) => chain.id),
    ws: [],
    bundler: config.chains.filter(({ bundlers }) => bundlers.length > 0).map(({ id }) => id),
    sponsored: config.chains.filter(({ bundlers }) => bundlers[0]?.sponsor).map(({ id }) => id),
    delegation: config.chains.filter(({ delegation }) => delegation).map(({ id }) => id),
    permissions: config.chains
      .filter(({ delegation }) => project && delegation?.permissions.includes(project.id))
      .map(({ id }) => id),
  }),
)
