import { showToast } from '../../flow/showToast.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { findNetwork, getActiveNetworkId } from '../../kernel/networks/networks.ts'
import { requestsOf } from '../../kernel/requests/requests.ts'
import { getAdapter } from '../../kernel/way.ts'
import type { Account } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Network, NetworkId } from '../../types/network.ts'
import { asksElsewhere } from '../../values/connectorKinds.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { getCachedBalances, isUnsettled, setCachedBalances } from './cachedBalances.ts'
import type { SiteToken } from './options.ts'
import { getHead, isSiteToken, sortTokens, toQuantity } from './rules.ts'
import { type NativeBalance, type Token, type TokensState, tokensOf } from './state.ts'
import { clearTokens, failReading, finishReading, isResting, startReading } from './transitions.ts'

/** After a failure nothing is asked for so long, in ms, so that a server that is down is not kept busy (F-60). */
const BALANCE_REST_MS = 30_000

/** Whose balances on which network; `owner` is both in one text. */
type Target = { readonly owner: string; readonly account: Account; readonly networkId: NetworkId }

/** The account and network on screen, or undefined when nobody is connected there. */
export function getBalanceTarget(instance: Instance): Target | undefined {
  const networks = instance.stores.networks.get()
  const account = instance.stores.accounts.get().byNamespace[networks.activeNamespace]?.active
  const networkId = getActiveNetworkId(networks)
  return account && { owner: `${networkId}:${account.address}`, account, networkId }
}

/**
 * Reads the balances of the active account on the active network into the `tokens` store: from the 30 s cache, else the
 * gateway, and the network's own coin from the chain itself where the gateway has none. `force` skips the cache.
 * Never rejects. A failure keeps what was known, is told once, and nobody is asked again for 30 s.
 */
export async function fetchBalances(instance: Instance, options: fetchBalances.Options = {}): Promise<void> {
  const { services } = instance
  const target = getBalanceTarget(instance)
  if (!target) {
    tokensOf(instance).set(clearTokens)
    return
  }
  const { owner, networkId } = target
  const own = instance.options.tokens[networkId]
  const force = options.force === true || isUnsettled(instance, owner)
  const before = tokensOf(instance).get()
  const touched = requestsOf(instance).get().touched?.count
  const isAsked = before.owner === owner && before.status === 'loading' && before.touched === touched
  if (isAsked && !options.force) return

  /** Changes the store, and with it what stands for the account. */
  const write = (change: (state: TokensState) => TokensState): void =>
    tokensOf(instance).set((state) => {
      const next = change(state)
      if (next === state || next.owner !== owner) return next
      return { ...next, head: getHead(next, networkId, own) }
    })
  write((state) => startReading(state, owner, touched))
  const number = tokensOf(instance).get().reading
  const startedAt = services.clock.now()
  const cached = options.force ? undefined : getCachedBalances(instance, owner)
  if (cached && (!own || findOwn(cached.tokens, own))) {
    write((state) => finishReading(state, number, cached, cached.at))
    return
  }
  if (isResting(before, owner, services.clock.now())) {
    const { restUntil, restOwner } = before
    write((state) => failReading(state, number, { restUntil, restOwner }))
    return
  }

  const fromGateway = await readTokens(instance, target, force)
  if (fromGateway.error !== undefined) {
    // Said at once: the chain itself is asked as well, but may be as slow.
    fail(instance, target, number, fromGateway.error)
    const chain = await readChain(instance, target, undefined)
    write((state) =>
      state.owner === owner && state.status === 'failed'
        ? { ...state, native: chain.native ?? state.native, tokens: state.tokens ?? chain.tokens }
        : state,
    )
    return
  }
  const { tokens, native, error } = await readChain(instance, target, fromGateway.tokens)
  if (error !== undefined && (!services.gateway || own)) {
    write((state) =>
      state.reading === number ? { ...state, native: native ?? state.native, tokens: tokens ?? state.tokens } : state,
    )
    fail(instance, target, number, error)
    return
  }
  const now = services.clock.now()
  const reading = { tokens: tokens ?? [], native }
  write((state) => finishReading(state, number, reading, now))
  if (tokens || !services.gateway) {
    if (tokensOf(instance).get().reading !== number) return
    tokensOf(instance).set((state) => ({ ...state, toldOwner: undefined }))
    setCachedBalances(instance, owner, reading, startedAt)
  } else {
    tell(instance, target, number, undefined)
  }
}

export declare namespace fetchBalances {
  type Options = {
    /** Skips the cache and has the gateway read the chain afresh; for use after a transaction. */
    readonly force?: boolean | undefined
  }
}

type Answer = { readonly tokens?: readonly Token[] | undefined; readonly error?: unknown }

async function readTokens(instance: Instance, target: Target, force: boolean): Promise<Answer> {
  const { gateway, clock } = instance.services
  const own = await readWallet(instance, target)
  if (own) return { tokens: own }
  if (!gateway) return {}
  try {
    const { networkId } = target
    const { address } = target.account
    const tokens = await withDeadline({ clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }, async (signal) => {
      const [client, { readGateway }] = await Promise.all([gateway(), import('./readGateway.ts')])
      return readGateway(instance, client, { networkId, address, force, signal })
    })
    return { tokens }
  } catch (error) {
    return { error }
  }
}

/** What the wallet itself says the account holds; undefined where it does not claim to know, or does not say. */
async function readWallet(instance: Instance, target: Target): Promise<readonly Token[] | undefined> {
  const { connection } = getConnectionOf(instance, target)
  // A phone is not woken for a reading.
  if (!connection || asksElsewhere(connection.connector)) return undefined
  if (!getAdapter(instance, connection.connector)?.fetchAssets) return undefined
  return import('./readWalletTokens.ts').then(
    ({ readWalletTokens }) => readWalletTokens(instance, connection, target),
    // What reads a wallet did not load: the gateway and the network are asked, as without such a wallet.
    () => undefined,
  )
}

function getConnectionOf(instance: Instance, { networkId }: Target) {
  const { networks, connection } = instance.stores
  const network = findNetwork(networks.get(), networkId)
  return { network, connection: network && getConnection(connection.get(), network.chainNamespace) }
}

/**
 * What the chain itself is asked beside the gateway's or wallet's answer: the coin where that has none, and the site's token where
 * that lacks it, with the coin beside it as a row. What could be read comes with the error of what could not.
 */
async function readChain(
  instance: Instance,
  target: Target,
  listed: readonly Token[] | undefined,
): Promise<ChainReading> {
  const own = instance.options.tokens[target.networkId]
  const { network } = getConnectionOf(instance, target)
  const hasCoin = listed?.some((token) => token.address === undefined)
  const nothing: { native?: undefined; token?: undefined; error?: undefined } = {}
  const [coin, token] = await Promise.all([
    hasCoin ? nothing : readNative(instance, target),
    !own || !network || findOwn(listed, own) ? nothing : readOwn(instance, target, network),
  ])
  const error = coin.error ?? token.error
  if (!own || !network) return { tokens: listed, native: coin.native, error }
  const named = listed?.map((each) => (own.image && isSiteToken(each, own) ? { ...each, iconUrl: own.image } : each))
  const row = coin.native && toCoinToken(coin.native, network)
  const tokens = sortTokens([...(named ?? []), ...(token.token ? [token.token] : []), ...(row ? [row] : [])])
  return { tokens: tokens.length > 0 ? tokens : undefined, native: coin.native, error }
}

/** The site's token from the chain. */
async function readOwn(
  instance: Instance,
  target: Target,
  network: Network,
): Promise<{ readonly token?: Token | undefined; readonly error?: unknown }> {
  const { services, options, signal } = instance
  const own = options.tokens[target.networkId]
  if (!own) return {}
  try {
    const read = async (until: AbortSignal): Promise<Token | undefined> => {
      const { readSiteToken } = await import('./readSiteToken.ts')
      return readSiteToken(instance, { network, holder: target.account.address, own, signal: until })
    }
    return { token: await withDeadline({ clock: services.clock, delayMs: READ_DEADLINE_MS, signal }, read) }
  } catch (error) {
    return { error }
  }
}
/** What the chain itself said. */
type ChainReading = {
  readonly tokens: readonly Token[] | undefined
  readonly native: NativeBalance | undefined
  /** Of what could not be read. */
  readonly error: unknown
}

function findOwn(tokens: readonly Token[] | undefined, own: SiteToken): Token | undefined {
  return tokens?.find((token) => isSiteToken(token, own))
}

/** The network's own coin as a row among tokens. */
function toCoinToken({ value, decimals, symbol }: NativeBalance, network: Network): Token {
  return {
    name: network.nativeCurrency.name,
    symbol,
    chainId: network.caipNetworkId,
    address: undefined,
    value: undefined,
    price: undefined,
    quantity: { decimals, numeric: toQuantity(value, decimals) },
    iconUrl: undefined,
  }
}

async function readNative(
  instance: Instance,
  target: Target,
): Promise<{ readonly native?: NativeBalance; readonly error?: unknown }> {
  const { network, connection } = getConnectionOf(instance, target)
  const adapter = connection
    ? getAdapter(instance, connection.connector)
    : network && instance.adapters[network.chainNamespace]
  const read = adapter?.fetchBalance
  if (!network || !read) return {}
  const { clock } = instance.services
  try {
    const parameters = { clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }
    return { native: await withDeadline(parameters, (signal) => read(target.account, network, signal)) }
  } catch (error) {
    return { error }
  }
}

/** Notes that a reading failed, how long nobody is asked again, and tells of it. What was known stays. */
function fail(instance: Instance, target: Target, number: number, error: unknown): void {
  const { services } = instance
  const restUntil = services.clock.now() + restOf(error)
  const restOwner = services.gateway ? undefined : target.owner
  tokensOf(instance).set((state) => failReading(state, number, { restUntil, restOwner }))
  tell(instance, target, number, error)
}

/** A gateway that says when to come back is believed, but nobody is asked sooner than after 30 s. */
function restOf(error: unknown): number {
  const facts: unknown = (error as { facts?: unknown } | undefined)?.facts
  const wanted: unknown = (facts as { retryAfterMs?: unknown } | undefined)?.retryAfterMs
  return typeof wanted === 'number' && wanted > BALANCE_REST_MS ? wanted : BALANCE_REST_MS
}

/** Says once an owner that its balances cannot be had: to the host, and to the visitor where the modal is open. */
function tell(instance: Instance, target: Target, number: number, cause: unknown): void {
  const { modal } = instance.stores
  const tokens = tokensOf(instance)
  if (instance.signal.aborted || tokens.get().reading !== number || tokens.get().toldOwner === target.owner) return
  tokens.set((state) => ({ ...state, toldOwner: target.owner }))
  const { networkId } = target
  instance.fail({ code: 'DATA_UNAVAILABLE', step: 'read', final: false, networkId, ...(cause ? { cause } : {}) })
  // On a network the site does not work on the visitor has another question to answer, and nobody promised a balance.
  const isOffered = instance.options.allowUnsupportedChain || findNetwork(instance.stores.networks.get(), networkId)
  if (!modal.get().open || !isOffered) return
  const isKnown = (tokens.get().tokens?.length ?? 0) > 0
  showToast(instance, { variant: 'error', key: isKnown ? 'tokenBalanceOld' : 'tokenBalanceUnavailable' })
}
