import { isLatchkeyError, type LatchkeyError } from '../errors/LatchkeyError.ts'
import { hearAnswer, networkOf } from '../kernel/network.ts'
import { runLater } from '../lazy.ts'
import type { GatewayClient } from '../services/gatewayClient.ts'
import type { Instance } from '../types/latchkey.ts'

/** For so long nothing is asked after the gateway refused this page, in ms: an operator changes a setting no sooner. */
export const REFUSED_MS = 30_000

/**
 * The same gateway client, which also sends the relay's id of this page, takes an answer for a network, and tells the
 * developer, once, when the gateway refuses this page: in the console, and in debug mode as an alert. A page that was refused is
 * refused again without asking, whatever its parts ask: the gateway looks at the page alone. Source: F-12.
 */
export function watchGateway(instance: Instance, client: GatewayClient): GatewayClient {
  const { clock } = instance.services
  let refused: { readonly error: LatchkeyError; readonly until: number } | undefined
  return {
    walletImageUrl: client.walletImageUrl,
    call: async (endpoint, input, options) => {
      const { isOnline } = networkOf(instance).get()
      if (refused && clock.now() < refused.until) throw refused.error
      try {
        const answer = await client.call(
          endpoint,
          { ...(input as object), clientId: instance.live.clientId } as typeof input,
          options,
        )
        hearAnswer(instance, isOnline)
        return answer
      } catch (error) {
        if (isLatchkeyError(error, 'PROJECT_UNKNOWN') || isLatchkeyError(error, 'ORIGIN_NOT_ALLOWED')) {
          refused = { error, until: clock.now() + REFUSED_MS }
          runLater(
            instance,
            () => import('./sayRefused.ts'),
            ({ sayRefused }) => sayRefused(instance, error),
          )
        }
        throw error
      }
    },
  }
}
