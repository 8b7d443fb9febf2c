import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../latchkey.ts'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import { showAlert } from './showAlert.ts'

/** The same gateway client, which also tells the developer when the gateway refuses this page. Source: product, section 8. */
export function watchGateway(instance: Instance, client: GatewayClient): GatewayClient {
  return {
    walletImageUrl: client.walletImageUrl,
    call: async (endpoint, input, options) => {
      try {
        return await client.call(endpoint, input, options)
      } catch (error) {
        if (isLatchkeyError(error, 'PROJECT_UNKNOWN') && instance.options.projectId === undefined) {
          showAlert(instance, 'PROJECT_ID_NOT_CONFIGURED')
        } else if (isLatchkeyError(error, 'PROJECT_UNKNOWN') || isLatchkeyError(error, 'ORIGIN_NOT_ALLOWED')) {
          showAlert(instance, 'INVALID_APP_CONFIGURATION', error.code)
        }
        throw error
      }
    },
  }
}
