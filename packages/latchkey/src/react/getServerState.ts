import type { Latchkey, LatchkeyState } from '../core/latchkey.ts'

const NO_ACCOUNTS: LatchkeyState['accounts'] = []

/**
 * The state before anything happened, from the options alone: what a server renders, and what the browser renders until it
 * has taken over the markup. A restored connection or a stored network shows right after that.
 */
export function getServerState(latchkey: Latchkey): LatchkeyState {
  const { defaultNetwork, themeMode } = latchkey.instance.options
  return {
    open: false,
    view: 'Connect',
    loading: false,
    ready: false,
    status: 'disconnected',
    namespace: defaultNetwork.chainNamespace,
    networkId: defaultNetwork.caipNetworkId,
    network: defaultNetwork,
    address: undefined,
    caipAddress: undefined,
    accounts: NO_ACCOUNTS,
    walletName: undefined,
    connectorId: undefined,
    themeMode,
  }
}
