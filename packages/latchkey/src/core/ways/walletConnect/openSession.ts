import type { Session } from '@latchkey/walletconnect'
import { toAddress } from '../../../evm/isAddress.ts'
import { toChecksumAddress } from '../../../evm/toChecksumAddress.ts'
import { adoptConnection } from '../../kernel/connections/adoptConnection.ts'
import { applyChange } from '../../kernel/connections/applyChange.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { findConnection } from '../../kernel/connections/connectionByConnector.ts'
import { noticeOf, type SessionNotice } from '../../kernel/connections/notice.ts'
import { sayStorageDenied } from '../../kernel/connections/sayStorageDenied.ts'
import { getNamespaceNetwork } from '../../kernel/networks/getActiveNetwork.ts'
import { readRecord } from '../../kernel/saved/records.ts'
import { writeRecord } from '../../kernel/saved/writeRecords.ts'
import type { Account, Connection, Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import { NAMESPACES, type Namespace, type NetworkId } from '../../types/network.ts'
import type { WalletConnectOptions } from '../../types/options.ts'
import { listRpcUrls } from '../../values/listRpcUrls.ts'
import { NAMESPACE_RECORDS } from '../../values/namespaces.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { findTwin, getTwinId } from '../../values/twinNetworkId.ts'
import { getBundlerUrl } from '../getBundlerUrl.ts'
import { closeSession } from './closeSession.ts'
import { createSessionAdapter } from './createSessionAdapter.ts'
import { handSession } from './handSession.ts'
import type { Choice, CurrentSession, LiveWalletConnect, ServingWalletConnect } from './liveWalletConnect.ts'
import { readApproved } from './readApproved.ts'
import { sessionAdapters } from './sessionAdapters.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Makes a session the one of this page: a provider over it, and what serves each of its namespaces. The stores are the
 * caller's business; what the wallet does to the session from now on is reflected in them.
 */
export function openSession(
  instance: Instance,
  wc: ServingWalletConnect,
  { session, choice }: { session: Session; choice: Choice | undefined },
): CurrentSession {
  const { options, services } = instance
  const { metadata } = session.peer
  closeSession(instance, wc)
  const known = readListing(instance, session, choice?.wallet)
  // The browser may have denied its database only when the session was to be kept.
  if (!wc.client.isPersistent()) sayStorageDenied(instance)
  const provider = wc.serving.createProvider({
    client: wc.serving.client,
    session: session.topic,
    rpcMap: Object.fromEntries(
      options.networks.map((network) => [network.caipNetworkId, listRpcUrls(options, network)]),
    ),
    defaultChains: listDefaults(instance, session, choice && wc.asked.namespaces),
    gatewayUrl: options.gatewayUrl,
    getBundlerUrl: (name, chain) => getBundlerUrl(options, chain, name),
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
      imageUrl: known.imageUrl,
      imageId: known.imageId,
      explorerId: known.explorerId,
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
  const current: CurrentSession = {
    topic: session.topic,
    provider,
    choice,
    isLeft: false,
    handed: new Set(),
    over: new AbortController(),
    read: (namespace) => {
      if (!hasNetworkOf(instance, namespace)) return undefined
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
  wc.session = current
  for (const namespace of NAMESPACES) {
    sessionAdapters(instance)[namespace] = createSessionAdapter(instance, wc, {
      current,
      connector: connectors[namespace],
    })
  }
  handSession(instance, current)
  provider.on('session_update', () => {
    handSession(instance, current)
    instance.batch(() => adoptAdded(instance, current))
  })
  provider.on('session_delete', () => endSession(instance, wc, { current, reason: 'wallet' }))
  provider.on('session_expire', () => endSession(instance, wc, { current, reason: 'expired' }))
  return current
}

/** Storage name of what is known of the session's wallet beyond what it says of itself. */
const LISTING_RECORD = 'walletConnect/listing'

/**
 * Picture and directory id of a session's wallet: of the one that was chosen, which is kept for the next page load; of one that
 * scanned a code, the picture that it names itself, which is shown where it may be (SEC-84).
 */
function readListing(
  { services }: Instance,
  { topic, peer }: Session,
  chosen: Pick<WalletListing, 'imageUrl' | 'imageId' | 'explorerId' | 'key'> | undefined,
): Pick<Connector, 'imageUrl' | 'imageId' | 'explorerId'> {
  const { storage } = services
  if (chosen) {
    const known = { imageUrl: chosen.imageUrl, imageId: chosen.imageId, explorerId: chosen.explorerId ?? chosen.key }
    writeRecord(storage, LISTING_RECORD, { topic, ...known })
    return known
  }
  const kept = (readRecord(storage, LISTING_RECORD) ?? {}) as Readonly<Record<string, unknown>>
  const isKept = kept.topic === topic
  const toText = (value: unknown): string | undefined => (isKept && typeof value === 'string' ? value : undefined)
  return {
    imageUrl: toText(kept.imageUrl) ?? peer.metadata.icons?.[0],
    imageId: toText(kept.imageId),
    explorerId: toText(kept.explorerId),
  }
}

/** Whether the site has a network of a namespace: what a wallet grants beyond that is of no use here. */
export function hasNetworkOf({ options }: Instance, namespace: Namespace): boolean {
  return options.networks.some(({ chainNamespace }) => chainNamespace === namespace)
}

/** What a session holds, the namespace that was asked for first. */
export function listSessionConnections(current: CurrentSession, first: Namespace): readonly Connection[] {
  return NAMESPACES.flatMap((namespace) => current.read(namespace) ?? []).sort(
    (a, b) => Number(b.connector.namespace === first) - Number(a.connector.namespace === first),
  )
}

function toAccount(namespace: Namespace, address: string): Account {
  const evm = namespace === 'eip155' ? toAddress(address) : undefined
  return {
    address: evm ? toChecksumAddress(evm) : address,
    type: NAMESPACE_RECORDS[namespace].accountType,
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
function adoptAdded(instance: Instance, current: CurrentSession): void {
  for (const connection of listSessionConnections(current, 'eip155')) {
    const state = instance.stores.connection.get()
    if (findConnection(state, connection.connector)) continue
    adoptConnection(instance, {
      connection,
      place: getConnection(state, connection.connector.namespace) ? 'connected' : 'current',
    })
  }
}

/** The wallet has ended the session, or its time is over: every namespace that used it is left, and the visitor may connect again (F-16). */
export function endSession(
  instance: Instance,
  wc: LiveWalletConnect,
  { current, reason }: { current: CurrentSession; reason: 'wallet' | 'expired' },
): void {
  const { stores } = instance
  if (current.isLeft || wc.session !== current) return
  const ended = NAMESPACES.flatMap(
    (namespace) => findConnection(stores.connection.get(), { namespace, id: WALLET_CONNECT_ID }) ?? [],
  )
  closeSession(instance, wc)
  const [one] = ended
  if (!one) return
  const namespaces = ended.map(({ connector }) => connector.namespace)
  const { name: walletName, namespace } = one.connector
  instance.batch(() => {
    const notice: SessionNotice = { code: 'SESSION_ENDED', walletName, wallet: current.choice?.wallet, namespaces }
    noticeOf(instance).set(() => ({ notice }))
    for (const { connector } of ended) applyChange(instance, connector, { ended: reason })
    instance.fail({
      code: 'SESSION_ENDED',
      step: 'disconnect',
      final: false,
      namespace,
      connectorId: WALLET_CONNECT_ID,
      walletName,
    })
  })
}
