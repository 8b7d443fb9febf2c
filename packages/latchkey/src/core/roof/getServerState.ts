import type { Latchkey, LatchkeyState } from '../types/latchkey.ts'
import { NO_ACCOUNTS } from './readAccount.ts'

/**
 * The state before anything happened, from the options alone: what a server renders, and what the browser renders until it
 * has taken over the markup. A restored connection or a stored network shows right after that; with `initialState` both sides
 * begin with what is being restored.
 */
export function getServerState(latchkey: Latchkey): LatchkeyState {
  const { defaultNetwork, themeMode, initialState, networks } = latchkey.instance.options
  const namespace = initialState?.activeNamespace ?? defaultNetwork.chainNamespace
  const saved = initialState?.connections[namespace]
  const networkId =
    saved?.networkId ?? (namespace === defaultNetwork.chainNamespace ? defaultNetwork : networks[0]).caipNetworkId
  return {
    open: false,
    view: 'Connect',
    loading: saved !== undefined,
    ready: false,
    status: saved ? 'connecting' : 'disconnected',
    namespace,
    networkId,
    network: networks.find((network) => network.caipNetworkId === networkId),
    address: undefined,
    caipAddress: undefined,
    accounts: NO_ACCOUNTS,
    restoringAddress: saved?.address,
    walletName: undefined,
    connectorId: undefined,
    walletImageUrl: undefined,
    walletRdns: undefined,
    balance: undefined,
    balanceSymbol: undefined,
    profileName: undefined,
    profileImageUrl: undefined,
    addressExplorerUrl: undefined,
    addressLabel: undefined,
    user: undefined,
    socialProvider: undefined,
    farcasterUrl: undefined,
    preferredAccountTypes: undefined,
    smartAccountDeployed: undefined,
    smartAccountNetworks: undefined,
    themeMode,
  }
}
