import type { FailureStep } from '../../errors/failure.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import type { WalletListing } from '../shell/views.ts'

/** Says that a wallet shared an account in some of the namespaces it was asked for, and not in all (F-15). */
export function sayPartial(
  instance: Instance,
  parameters: {
    step: FailureStep
    connectorId: string
    walletName: string
    /** The wallet as it was chosen, to connect it again. */
    wallet: WalletListing | undefined
    missing: readonly Namespace[]
  },
): void {
  const { step, connectorId, walletName, wallet, missing } = parameters
  const [namespace] = missing
  if (!namespace) return
  instance.stores.connection.set((state) => ({
    ...state,
    notice: { code: 'NAMESPACES_PARTIAL', walletName, wallet, namespaces: missing },
  }))
  instance.fail({ code: 'NAMESPACES_PARTIAL', step, final: false, namespace, connectorId, walletName })
}
