import { getAccount } from '../../../core/kernel/connections/accounts.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import type { Instance } from '../../../core/types/latchkey.ts'

/** Tells the host that a form was gone to. */
export function trackOpening(instance: Instance, name: 'OPEN_SEND' | 'OPEN_SWAP'): void {
  const network = getActiveNetworkId(instance.stores.networks.get())
  instance.track(name, { network, isSmartAccount: getAccount(instance)?.type === 'smartAccount' })
}
