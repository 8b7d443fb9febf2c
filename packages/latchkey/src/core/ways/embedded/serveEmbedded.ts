import type { FramePayload } from '@latchkey/wire/frame'
import { APPROVED_METHODS, type FrameMethod, needsApproval, SAFE_METHODS } from '@latchkey/wire/frame/methods'
import { toAddress } from '../../../evm/isAddress.ts'
import { toChecksumAddress } from '../../../evm/toChecksumAddress.ts'
import { findConnection } from '../../kernel/connections/connectionByConnector.ts'
import { findWay } from '../../kernel/way.ts'
import type { Account, Connection, ConnectionChange, Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { findTwin } from '../../values/twinNetworkId.ts'
import { createEvmAdapter, createEvmProvider } from './createEvmAdapter.ts'
import { createSolanaAdapter, createSolanaWallet } from './createSolanaAdapter.ts'
import { EMBEDDED_ID, EMBEDDED_NAME, EMBEDDED_NAMESPACES } from './embeddedId.ts'
import { embeddedOf } from './embeddedStore.ts'
import { FrameCallError } from './frameChannel.ts'
import { openFrame } from './openFrame.ts'
import { plainAccount } from './plainAccount.ts'
import type { EmbeddedNamespace, FrameUser, Serving } from './serving.ts'

/** Serves the wallet's namespaces from now on. */
export function serveEmbedded(instance: Instance): Serving {
  const { live, options, stores } = instance
  if (live.embeddedServing) return live.embeddedServing
  const listeners = new Map<EmbeddedNamespace, Set<(change: ConnectionChange) => void>>()
  const tell = (namespace: EmbeddedNamespace, change: ConnectionChange): void => {
    for (const listener of listeners.get(namespace) ?? []) listener(change)
  }
  let leaving: Promise<void> | undefined
  let reading: Promise<unknown> = Promise.resolve()
  const find = (namespace: EmbeddedNamespace): Connection | undefined =>
    findConnection(stores.connection.get(), { namespace, id: EMBEDDED_ID })

  const serving: Serving = {
    connectors: {
      eip155: connectorOf('eip155', () => createEvmProvider(serving)),
      solana: connectorOf('solana', () => createSolanaWallet(serving)),
    },
    read: find,

    async request(namespace, method, params) {
      if (!isOffered(method)) throw new FrameCallError('refused', { message: `${method} is not offered`, code: 4200 })
      const frame = openFrame(instance)
      const ender = new AbortController()
      if (needsApproval(method)) frame.requests.add(ender)
      const payload = {
        method,
        params: toPlain(params),
        chainId: find(namespace)?.networkId,
        chainNamespace: namespace,
      }
      try {
        return await frame.channel.call('RPC_REQUEST', payload as FramePayload<'RPC_REQUEST'>, { signal: ender.signal })
      } catch (error) {
        if (isOver(error)) for (const each of EMBEDDED_NAMESPACES) tell(each, { ended: 'expired' })
        throw error
      } finally {
        frame.requests.delete(ender)
      }
    },

    readUser(namespace, payload) {
      const read = async (): Promise<FrameUser> => {
        const preferredAccountType = plainAccount.read(instance) ? 'eoa' : 'smartAccount'
        const user = await openFrame(instance).channel.call('GET_USER', {
          ...payload,
          ...(namespace === 'eip155' && { preferredAccountType }),
        })
        if (toNetworkId(user.chainId).startsWith(`${namespace}:`)) return user
        throw new FrameCallError('refused', { message: `The frame has no account of ${namespace}`, code: 4100 })
      }
      const answer = reading.then(read, read)
      reading = answer
      return answer
    },

    toConnection(namespace, user) {
      keepUser(instance, namespace, user)
      readSmartNetworks(instance)
      const connector = serving.connectors[namespace]
      const networkId = findTwin(
        options.networks.map(({ caipNetworkId }) => caipNetworkId),
        toNetworkId(user.chainId),
      )
      return { connector, accounts: listAccounts(namespace, user), networkId, provider: connector.provider }
    },

    async restore(namespace, networkId) {
      const { channel } = openFrame(instance)
      const { isConnected } = await channel.call('IS_CONNECTED')
      if (!isConnected) return null
      return serving.toConnection(namespace, await serving.readUser(namespace, { chainId: networkId }))
    },

    async switchNetwork(namespace, networkId) {
      const { channel } = openFrame(instance)
      await channel.call('SWITCH_NETWORK', { chainId: networkId })
      const user = await serving.readUser(namespace, { chainId: networkId })
      keepUser(instance, namespace, user)
      tell(namespace, { networkId })
      tell(namespace, { accounts: listAccounts(namespace, user) })
    },

    watch(namespace, listener) {
      const set = listeners.get(namespace) ?? new Set()
      listeners.set(namespace, set.add(listener))
      return () => set.delete(listener)
    },

    async followType() {
      const connection = find('eip155')
      const wanted = plainAccount.read(instance) ? 'eoa' : 'smartAccount'
      if (!connection || connection.accounts[0]?.type === wanted) return
      const user = await serving.readUser('eip155', { chainId: connection.networkId })
      keepUser(instance, 'eip155', user)
      tell('eip155', { accounts: listAccounts('eip155', user) })
    },

    signOut() {
      leaving ??= leave(instance).finally(() => {
        leaving = undefined
      })
      return leaving
    },
  }
  live.embeddedServing = serving
  const stopFollowing = plainAccount.watch(instance, () => {
    serving.followType().catch((cause: unknown) => {
      instance.services.logger.debug('The account type is not followed.', { cause })
    })
  })
  instance.signal.addEventListener('abort', stopFollowing)
  live.followUser = (user) => {
    const namespace = EMBEDDED_NAMESPACES.find((each) => toNetworkId(user.chainId).startsWith(`${each}:`))
    if (!namespace) return
    keepUser(instance, namespace, user)
    if (find(namespace)) tell(namespace, { accounts: listAccounts(namespace, user) })
  }
  const way = findWay(instance, EMBEDDED_ID)
  if (way) {
    way.adapters.eip155 = createEvmAdapter(instance, serving)
    way.adapters.solana = createSolanaAdapter(instance, serving)
  }
  return serving
}

/** The provider is made when it is first read: it stands on what serves it. */
function connectorOf(namespace: EmbeddedNamespace, createProvider: () => unknown): Connector {
  let provider: unknown
  return Object.freeze({
    id: EMBEDDED_ID,
    name: EMBEDDED_NAME,
    namespace,
    type: 'AUTH',
    get provider() {
      provider ??= createProvider()
      return provider
    },
  })
}

/** Says goodbye to the frame, which waits for that no longer than its call lasts, and takes it off the page. */
async function leave(instance: Instance): Promise<void> {
  const { live } = instance
  const frame = live.embedded
  embeddedOf(instance).set(() => ({}))
  try {
    if (frame?.isAlive()) await frame.channel.call('SIGN_OUT')
  } finally {
    frame?.close()
    if (live.embedded === frame) live.embedded = undefined
  }
}

function keepUser(instance: Instance, namespace: EmbeddedNamespace, user: FrameUser): void {
  embeddedOf(instance).set((state) => ({
    ...state,
    user: {
      email: user.email ?? state.user?.email,
      ...(user.socialProvider !== undefined && { userName: user.userName ?? undefined }),
    },
    socialProvider: user.socialProvider,
    isBackedUp: user.isBackedUp ?? state.isBackedUp,
    preferredAccountTypes: { ...state.preferredAccountTypes, [namespace]: user.preferredAccountType ?? 'eoa' },
    smartAccountDeployed: user.smartAccountDeployed ?? state.smartAccountDeployed,
  }))
}

/** Asks once where the wallet may have a smart account. */
function readSmartNetworks(instance: Instance): void {
  if (embeddedOf(instance).get().smartAccountNetworks) return
  const keep = (ids: readonly number[]): void =>
    embeddedOf(instance).set((state) => ({ ...state, smartAccountNetworks: ids.map((id) => `eip155:${id}` as const) }))
  keep([])
  openFrame(instance)
    .channel.call('GET_SMART_ACCOUNT_ENABLED_NETWORKS')
    .then(({ smartAccountEnabledNetworks: ids }) => {
      if (ids.length > 0) keep(ids)
    })
    // Without an answer there are none.
    .catch((cause: unknown) => instance.services.logger.debug('The frame did not say its smart accounts.', { cause }))
}

/** The account in use first. */
function listAccounts(namespace: EmbeddedNamespace, { address, accounts = [] }: FrameUser): readonly Account[] {
  const toOwn = (text: string): string => {
    const evm = namespace === 'eip155' ? toAddress(text) : undefined
    return evm ? toChecksumAddress(evm) : text
  }
  const first = toOwn(address)
  const all = accounts.map((account) => ({ address: toOwn(account.address), type: account.type }))
  return [
    { address: first, type: all.find((account) => account.address === first)?.type ?? 'eoa' },
    ...all.filter((account) => account.address !== first),
  ]
}

/** A number names a network of eip155. */
function toNetworkId(chainId: FrameUser['chainId']): NetworkId {
  return typeof chainId === 'number' ? `eip155:${chainId}` : (chainId as NetworkId)
}

function isOffered(method: string): method is FrameMethod {
  return [...SAFE_METHODS, ...APPROVED_METHODS].some((known) => known === method)
}

/** The frame has no login any more: its time is over, or this device was taken off the list. */
function isOver(error: unknown): boolean {
  return error instanceof FrameCallError && (error.reason === 'SESSION_REFUSED' || error.reason === 'NOT_CONNECTED')
}

/** Numbers of JavaScript that no message carries, as nodes read them. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return `0x${value.toString(16)}`
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]))
}
