import { namesOf } from '../features/names/state.ts'
import { tokensOf } from '../features/tokens/state.ts'
import { getConnection, getStatus } from '../kernel/connections/connection.ts'
import { findNetwork, getActiveNetworkId } from '../kernel/networks/networks.ts'
import type { AccountState } from '../types/account.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Namespace } from '../types/network.ts'
import { getConnectorImage } from '../values/getConnectorImage.ts'
import { toAddressLink } from '../values/toAddressLink.ts'
import { embeddedOf } from '../ways/embedded/embeddedStore.ts'

/** Draws an account from the stores; without a namespace that of the active one. Equal input gives equal fields. */
export function readAccount(
  instance: Pick<Instance, 'stores' | 'options' | 'live'>,
  wanted?: Namespace | undefined,
): AccountState {
  const { stores, options } = instance
  const networks = stores.networks.get()
  const connections = stores.connection.get()
  const names = namesOf(instance).get()
  const tokens = tokensOf(instance).get()
  const namespace = wanted ?? networks.activeNamespace
  const networkId = getActiveNetworkId({ ...networks, activeNamespace: namespace })
  const network = findNetwork(networks, networkId)
  const accounts = stores.accounts.get().byNamespace[namespace]
  const connector = getConnection(connections, namespace)?.connector
  const address = accounts?.active.address
  const embedded = connector?.type === 'AUTH' ? embeddedOf(instance).get() : undefined
  const profile = address !== undefined && names.address === address ? names : undefined
  const isRead = address !== undefined && tokens.owner === `${networkId}:${address}`
  const head = isRead ? tokens.head : undefined
  return {
    namespace,
    status: getStatus(connections, namespace),
    networkId,
    network,
    address,
    caipAddress: address === undefined ? undefined : `${networkId}:${address}`,
    accounts: accounts?.all ?? NO_ACCOUNTS,
    restoringAddress: connections.byNamespace[namespace]?.saved?.address,
    walletName: connector?.name,
    connectorId: connector?.id,
    walletImageUrl: getConnectorImage(options, connector),
    walletRdns: connector?.rdns,
    balance: head?.numeric,
    balanceSymbol: head?.symbol,
    profileName: profile?.name,
    profileImageUrl: profile?.avatar,
    addressExplorerUrl: address && toAddressLink(network, address),
    addressLabel: accounts?.active.label,
    user: embedded?.user,
    socialProvider: embedded?.socialProvider,
    farcasterUrl: embeddedOf(instance).get().farcasterUrl,
    preferredAccountTypes: embedded?.preferredAccountTypes,
    smartAccountDeployed: embedded?.smartAccountDeployed,
    smartAccountNetworks: embedded?.smartAccountNetworks,
  }
}

export const NO_ACCOUNTS: AccountState['accounts'] = []
