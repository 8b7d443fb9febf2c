/**
 * What a connection needs of the site's wagmi, each step with its failures named. Loaded when a wallet is asked, for a
 * visitor or for a connection to restore. Source: F-54.
 */

import { FailureError, type FailureStep } from '../../core/errors/failure.ts'
import { toFailure } from '../../core/errors/toFailure.ts'
import type { Account, Adapter, Balance, Connection, Connector, SavedConnection } from '../../core/types/adapter.ts'
import type { Network, NetworkId } from '../../core/types/network.ts'
import { describeStep } from '../../evm/describeStep.ts'
import { parseQuantity } from '../../evm/hex.ts'
import { parseChainId } from '../../evm/parseChainId.ts'
import { isEip1193Provider } from '../../evm/provider.ts'
import { settleWithin, untilAborted } from '../../evm/timing.ts'
import { parseAccounts } from '../../evm/toChecksumAddress.ts'
import type { WagmiActions, WagmiConnection, WagmiConnector } from './host.ts'
import { asOwnStep, type HostLink, listConnector, listLive, makeConnector, toId } from './hostLink.ts'
import { chooseInHost, dropRemembered, keepCurrent, untilSettled } from './hostState.ts'
import { loadActions } from './loadActions.ts'

/** How long a connector may take to answer without a prompt, in ms. */
export const HOST_ANSWER_MS = 2_000

/** How long a connector of the site's may take to say goodbye, in ms. Shorter than the core's limit of 3 s. */
export const HOST_GOODBYE_MS = 2_500

/** Loads wagmi's actions before a wallet is chosen, and says in the console what is missing. */
export function prepareHost({ actions, services }: HostLink): void {
  loadActions(actions).catch((error: unknown) => services.logger.error('wagmi cannot be used.', { error }))
}

/**
 * Connects, and lets wagmi know. A wallet in the page is asked as every adapter of ours asks; a connector of the site's own by wagmi's
 * `connect`. Rejects with the signal's reason when aborted.
 */
export async function connectThroughHost(
  link: HostLink,
  base: Adapter,
  connector: Connector,
  options: Parameters<Adapter['connect']>[1],
): Promise<Connection> {
  // Without wagmi's actions no wallet is asked: its approval could not be used.
  await settleWithin(link.services.clock, HOST_ANSWER_MS, loadActions(link.actions), undefined)
  if (isEip1193Provider(connector.provider)) {
    const connection = await base.connect(connector, options)
    await joinHost(link, connection)
    return connection
  }
  const source = findExternal(link, connector)
  link.joined.set(connector.id, source)
  // The prompt may stay open for long; what happens to wagmi meanwhile is news all the same.
  const connecting = (async () => {
    if (link.config.state.connections.has(source.uid)) await chooseInHost(link, source)
    else {
      dropRemembered(link)
      await callHost(link, 'connect', 'connect', connector, { connector: source })
    }
    return demandLive(link, connector, source)
  })()
  return putFirst(await untilAborted(connecting, options.signal), options.address)
}

/**
 * Takes up a connection without a prompt. What wagmi is restoring by itself is waited for; a wallet that the visitor left by
 * the site's own button is not asked. Null when it shares nothing any more.
 */
export async function restoreThroughHost(
  link: HostLink,
  base: Adapter,
  connector: Connector,
  saved: SavedConnection,
): Promise<Connection | null> {
  await untilSettled(link)
  const { connections } = link.config.state
  if (isEip1193Provider(connector.provider)) {
    const known = link.joined.get(connector.id)
    if (!(known && connections.has(known.uid)) && (await isLeft(link, connector))) return null
    const connection = await base.reconnect(connector, saved)
    if (connection) await keepCurrent(link, () => joinHost(link, connection, 'restore'))
    return connection
  }
  const source = findExternal(link, connector)
  link.joined.set(connector.id, source)
  return keepCurrent(link, async () => {
    if (!connections.has(source.uid)) {
      // wagmi's own restoring waits for a connector for ever (F-54).
      const asking = source.isAuthorized()
      if (!(await settleWithin(link.services.clock, HOST_ANSWER_MS, asking, false))) return null
      dropRemembered(link)
      await callHost(link, 'connect', 'restore', connector, { connector: source, isReconnecting: true })
    }
    return putFirst(await demandLive(link, connector, source), saved.address)
  })
}

/** Leaves the wallet by wagmi's own `disconnect`, so that wagmi remembers it. In wagmi the connection is over in any case. */
export async function leaveThroughHost(link: HostLink, base: Adapter, connection: Connection): Promise<void> {
  const source = link.joined.get(connection.connector.id)
  if (!source || !link.config.state.connections.has(source.uid)) {
    if (isEip1193Provider(connection.provider)) await base.disconnect(connection)
    return
  }
  await asOwnStep(link, async () => {
    try {
      const leaving = callHost(link, 'disconnect', 'disconnect', connection.connector, { connector: source })
      const isTold = await settleWithin(
        link.services.clock,
        HOST_GOODBYE_MS,
        leaving.then(() => true),
        false,
      )
      if (isTold) return
      const text = `${connection.connector.name} does not answer.`
      throw new FailureError('WALLET_NOT_RESPONDING', text, describeStep('disconnect', connection.connector))
    } finally {
      if (link.config.state.connections.has(source.uid)) source.emitter.emit('disconnect')
    }
  })
}

/** Moves the wallet, and makes sure that wagmi knows where it is. */
export async function switchThroughHost(
  link: HostLink,
  base: Adapter,
  connection: Connection,
  network: Network,
): Promise<void> {
  const { connector } = connection
  const source = link.joined.get(connector.id)
  const chainId = Number(network.id)
  if (source && connector.type === 'EXTERNAL') {
    await callHost(link, 'switchChain', 'switch', connector, { connector: source, chainId }, network.caipNetworkId)
    const live = link.config.state.connections.get(source.uid)
    if (live?.chainId === chainId) return
    const text = `${connector.name} is not on ${network.name}.`
    throw new FailureError('SWITCH_NOT_APPLIED', text, describeStep('switch', connector, network.caipNetworkId))
  }
  await base.switchNetwork(connection, network)
  // A wallet may move without saying so (F-26).
  const live = source && link.config.state.connections.get(source.uid)
  if (live && live.chainId !== chainId) source.emitter.emit('change', { chainId })
}

/** The balance by the transports of the site's config; by the addresses that Latchkey knows where the config lacks the network or fails. */
export async function readBalance(
  { config, services }: HostLink,
  base: Adapter,
  { account, network, signal }: { account: Account; network: Network; signal?: AbortSignal | undefined },
): Promise<Balance> {
  const { symbol, decimals } = network.nativeCurrency
  try {
    if (config.chains.some(({ id }) => id === network.id)) {
      const call = { method: 'eth_getBalance', params: [account.address, 'latest'] }
      const asking = config.getClient({ chainId: network.id as never }).request(call as never)
      const value = parseQuantity(await untilAborted(asking, signal))
      if (value !== undefined) return { value, symbol, decimals }
    }
  } catch (error) {
    if (signal?.aborted) throw error
    services.logger.debug("The site's transport gives no balance.", { error })
  }
  const { fetchBalance } = base
  if (fetchBalance) return fetchBalance(account, network, signal)
  throw new FailureError('DATA_UNAVAILABLE', 'No balance could be read.', { step: 'read', namespace: 'eip155' })
}

/** Connections of wagmi as the core knows them, in their order. Those of connectors without a provider are left out. */
export async function toConnections(link: HostLink, live: readonly WagmiConnection[]): Promise<readonly Connection[]> {
  const made = await Promise.all(live.map((each) => toConnection(link, each)))
  return made.filter((connection) => connection !== undefined)
}

async function toConnection(link: HostLink, live: WagmiConnection): Promise<Connection | undefined> {
  const { connector: source, accounts } = live
  const chainId = parseChainId(live.chainId)
  if (source.uid === link.session?.source.uid) return link.session.adopted?.read()
  // A connector whose provider does not come has no connection here.
  const provider = await source.getProvider().catch(() => undefined)
  const addresses = parseAccounts(accounts)
  if (!chainId || addresses.length === 0 || !provider) return undefined
  const id = toId(source)
  const listed =
    link.listed.find((connector) => connector.provider === provider) ??
    link.listed.find((connector) => connector.id === id && connector.type === 'EXTERNAL')
  const connector: Connector = listed ?? { id, name: source.name, namespace: 'eip155', type: 'EXTERNAL', provider }
  link.joined.set(connector.id, source)
  return {
    connector: connector.provider === provider ? connector : Object.freeze({ ...connector, provider }),
    accounts: addresses.map((address) => ({ address, type: 'eoa' })),
    networkId: `eip155:${chainId}`,
    provider,
  }
}

/** Lets wagmi take up a connection that the wallet has agreed to already, silently. */
async function joinHost(
  link: HostLink,
  { connector, accounts }: Connection,
  step: FailureStep = 'connect',
): Promise<void> {
  await asOwnStep(link, async () => {
    const { config } = link
    const source = await findSource(link, connector)
    link.joined.set(connector.id, source)
    dropRemembered(link)
    // The wallet's own word may have come first.
    if (config.state.connections.has(source.uid)) await chooseInHost(link, source)
    else {
      const joining = callHost(link, 'connect', step, connector, { connector: source, isReconnecting: true })
      await settleWithin(link.services.clock, HOST_ANSWER_MS, joining, undefined)
    }
    const addresses = accounts.map(({ address }) => address)
    // Some wallets tell their accounts only to whoever asks for them aloud.
    if (config.state.connections.get(source.uid)?.accounts.join() !== addresses.join()) {
      source.emitter.emit('change', { accounts: addresses })
    }
  })
}

/** wagmi's connector over a wallet's object: the one that it made itself, or one that it makes now. */
async function findSource(link: HostLink, connector: Connector): Promise<WagmiConnector> {
  const { config, joined } = link
  const { id, name, rdns = id, imageUrl: icon, provider } = connector
  const candidates = [joined.get(id), ...config.connectors.filter((each) => each.id === id || each.id === rdns)]
  for (const source of candidates) if (source && (await source.getProvider()) === provider) return source
  const detail = { info: { uuid: id, name, icon, rdns }, provider }
  const made = makeConnector(link, (internals) => internals.providerDetailToConnector?.(detail as never))
  if (!made) throw new Error('This wagmi takes up no further connector; a newer Latchkey is needed.')
  listConnector(link, made)
  return made
}

function findExternal({ config }: HostLink, connector: Connector): WagmiConnector {
  const source = config.connectors.find((each) => toId(each) === connector.id)
  if (source) return source
  throw new FailureError(
    'WALLET_NOT_SEEN',
    `${connector.name} is not in wagmi's config.`,
    describeStep('connect', connector),
  )
}

async function demandLive(link: HostLink, connector: Connector, source: WagmiConnector): Promise<Connection> {
  const live = listLive(link.config).find((each) => each.connector.uid === source.uid)
  const connection = live && (await toConnection(link, live))
  if (connection) return connection
  throw new FailureError(
    'ACCOUNT_NOT_SHARED',
    `${connector.name} shared no account.`,
    describeStep('connect', connector),
  )
}

/** Whether the visitor has left this wallet by wagmi, which keeps a mark of its own about it. */
async function isLeft({ config }: HostLink, { id, rdns = id }: Connector): Promise<boolean> {
  try {
    return Boolean(await config.storage?.getItem(`${rdns}.disconnected` as never))
  } catch {
    return false
  }
}

async function callHost(
  link: HostLink,
  name: 'connect' | 'disconnect' | 'switchChain',
  step: FailureStep,
  connector: Connector,
  parameters: object,
  networkId?: NetworkId,
): Promise<unknown> {
  const actions: WagmiActions = await loadActions(link.actions)
  try {
    return await actions[name](link.config as never, parameters as never)
  } catch (error) {
    throw toFailure(unwrapSwitch(error), describeStep(step, connector, networkId), { family: 'eip155' })
  }
}

/** viem gives every refused switch the number 4902, which means that the wallet lacks the network; the wallet's own word is inside. */
function unwrapSwitch(error: unknown): unknown {
  const { name, cause } = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown
    cause?: unknown
  }
  return name === 'SwitchChainError' && cause ? cause : error
}

function putFirst(connection: Connection, address: string | undefined): Connection {
  const wanted = address?.toLowerCase()
  const isWanted = (account: Account) => account.address.toLowerCase() === wanted
  if (!connection.accounts.some(isWanted)) return connection
  return { ...connection, accounts: [...connection.accounts].sort((a, b) => Number(isWanted(b)) - Number(isWanted(a))) }
}
