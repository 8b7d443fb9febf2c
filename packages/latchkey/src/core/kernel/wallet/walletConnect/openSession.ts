import type { Session } from '@latchkey/walletconnect'
import { isAddress } from '../../../../evm/isAddress.ts'
import { toChecksumAddress } from '../../../../evm/toChecksumAddress.ts'
import type { Account, Connection, Connector } from '../../../adapter.ts'
import type { Instance } from '../../../latchkey.ts'
import { listRpcUrls } from '../../../listRpcUrls.ts'
import { NAMESPACES, type Namespace, type NetworkId } from '../../../network.ts'
import { normaliseText } from '../../../normaliseText.ts'
import type { WalletConnectOptions } from '../../../options.ts'
import { findTwin, getTwinId } from '../../../twinNetworkId.ts'
import { sayStorageDenied } from '../../shell/sayStorageDenied.ts'
import { adoptConnection } from '../adoptConnection.ts'
import { applyChange } from '../applyChange.ts'
import { getConnection } from '../connection.ts'
import { getNamespaceNetwork } from '../getNamespaceNetwork.ts'
import { findKept } from '../kept.ts'
import { closeSession } from './closeSession.ts'
import { createSessionAdapter } from './createSessionAdapter.ts'
import { handSession } from './handSession.ts'
import { readApproved } from './readApproved.ts'
import type { Choice, LiveWalletConnect, SessionInUse } from './startWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Makes a session the one of this page: a provider over it, and what serves each of its namespaces. The stores are the
 * caller's business; what the wallet does to the session from now on is reflected in them.
 */
export function openSession(
  instance: Instance,
  wc: LiveWalletConnect,
  { session, choice }: { session: Session; choice: Choice | undefined },
): SessionInUse {
  const { options, services, live } = instance
  const { metadata } = session.peer
  closeSession(instance, wc)
  // The browser may have denied its database only when the session was to be kept.
  if (!wc.client.isPersistent()) sayStorageDenied(instance)
  const provider = wc.service.createProvider({
    client: wc.client,
    session: session.topic,
    rpcMap: Object.fromEntries(
      options.networks.map((network) => [network.caipNetworkId, listRpcUrls(options, network)]),
    ),
    defaultChains: listDefaults(instance, session, choice && wc.asked.namespaces),
    gatewayUrl: options.gatewayUrl,
    services: {
      clock: services.clock,
      fetch: services.fetch,
      logger: services.logger,
      memory: {
        get: (key) => services.storage.get(`cache/walletConnect/${key}`),
        set: (key, text) => services.storage.set(`cache/walletConnect/${key}`, text),
      },
    },
  })
  const toConnector = (namespace: Namespace): Connector =>
    Object.freeze({
      id: WALLET_CONNECT_ID,
      name: normaliseText(metadata.name) || choice?.wallet?.name || 'WalletConnect',
      namespace,
      type: 'WALLET_CONNECT',
      imageUrl: choice?.wallet?.imageUrl,
      explorerId: choice?.wallet?.explorerId ?? choice?.wallet?.key,
      provider: provider.forNamespace(namespace),
    })
  const connectors = Object.fromEntries(NAMESPACES.map((namespace) => [namespace, toConnector(namespace)])) as Record<
    Namespace,
    Connector
  >
  /** As the site names a network, which may be its other id. */
  const toSiteId = (id: string): NetworkId =>
    findTwin(
      options.networks.map(({ caipNetworkId }) => caipNetworkId),
      id as NetworkId,
    )
  const inUse: SessionInUse = {
    topic: session.topic,
    provider,
    choice,
    isLeft: false,
    handed: new Set(),
    over: new AbortController(),
    read: (namespace) => {
      if (!isServed(instance, namespace)) return undefined
      const networkId = provider.getDefaultChain(namespace)
      const accounts = provider.getAccounts(namespace).map((address) => toAccount(namespace, address))
      if (accounts.length === 0 || networkId === undefined) return undefined
      const connector = connectors[namespace]
      const approvedNetworkIds = readApproved({ provider }, namespace)?.map(toSiteId)
      return {
        connector,
        accounts,
        networkId: toSiteId(networkId),
        provider: connector.provider,
        ...(approvedNetworkIds && { approvedNetworkIds: [...new Set(approvedNetworkIds)] }),
      }
    },
  }
  wc.session = inUse
  for (const namespace of NAMESPACES) {
    live.sessionAdapters[namespace] = createSessionAdapter(instance, wc, { inUse, connector: connectors[namespace] })
  }
  handSession(instance, inUse)
  provider.on('session_update', () => {
    handSession(instance, inUse)
    adoptAdded(instance, inUse)
  })
  provider.on('session_delete', () => endSession(instance, wc, { inUse, reason: 'wallet' }))
  provider.on('session_expire', () => endSession(instance, wc, { inUse, reason: 'expired' }))
  return inUse
}

/** Whether the site has a network of a namespace: what a wallet grants beyond that is of no use here. */
export function isServed({ options }: Instance, namespace: Namespace): boolean {
  return options.networks.some(({ chainNamespace }) => chainNamespace === namespace)
}

/** What a session holds, the namespace that was asked for first. */
export function listConnections(inUse: SessionInUse, first: Namespace): readonly Connection[] {
  return NAMESPACES.flatMap((namespace) => inUse.read(namespace) ?? []).sort(
    (a, b) => Number(b.connector.namespace === first) - Number(a.connector.namespace === first),
  )
}

function toAccount(namespace: Namespace, address: string): Account {
  return {
    address: namespace === 'eip155' && isAddress(address) ? toChecksumAddress(address) : address,
    type: namespace === 'bip122' ? 'payment' : 'eoa',
  }
}

/** The network to begin with in each namespace: the site's default for new sessions, else its active one, where the wallet shared an account on it. */
function listDefaults(
  { stores }: Instance,
  session: Session,
  asked: WalletConnectOptions['namespaces'] = {},
): Readonly<Record<string, string>> {
  const accounts = Object.values(session.namespaces).flatMap((granted) => granted.accounts)
  return Object.fromEntries(
    NAMESPACES.flatMap((namespace) => {
      const own = getNamespaceNetwork(stores.networks.get(), namespace)?.caipNetworkId
      const wanted = [asked[namespace]?.defaultChain, own, own && getTwinId(own)].find(
        (chain) => chain && accounts.some((account) => account.startsWith(`${chain}:`)),
      )
      return wanted ? [[namespace, wanted]] : []
    }),
  )
}

/** Namespaces that the wallet added to the session are connected too: in use where nothing else is. */
function adoptAdded(instance: Instance, inUse: SessionInUse): void {
  for (const connection of listConnections(inUse, 'eip155')) {
    const state = instance.stores.connection.get()
    if (findKept(state, connection.connector)) continue
    adoptConnection(instance, {
      connection,
      place: getConnection(state, connection.connector.namespace) ? 'aside' : 'inUse',
      onChange: (told, change) => applyChange(instance, told, change),
    })
  }
}

/** The wallet has ended the session, or its time is over: every namespace that used it is left, and the visitor may connect again (F-16). */
export function endSession(
  instance: Instance,
  wc: LiveWalletConnect,
  { inUse, reason }: { inUse: SessionInUse; reason: 'wallet' | 'expired' },
): void {
  const { stores } = instance
  if (inUse.isLeft || wc.session !== inUse) return
  const ended = NAMESPACES.flatMap(
    (namespace) => findKept(stores.connection.get(), { namespace, id: WALLET_CONNECT_ID }) ?? [],
  )
  closeSession(instance, wc)
  const [one] = ended
  if (!one) return
  const namespaces = ended.map(({ connector }) => connector.namespace)
  const { name: walletName, namespace } = one.connector
  stores.connection.set((state) => ({
    ...state,
    notice: { code: 'SESSION_ENDED', walletName, wallet: inUse.choice?.wallet, namespaces },
  }))
  instance.fail({
    code: 'SESSION_ENDED',
    step: 'disconnect',
    final: false,
    namespace,
    connectorId: WALLET_CONNECT_ID,
    walletName,
  })
  for (const { connector } of ended) applyChange(instance, connector, { ended: reason })
}
