import type { Account } from '../../adapter.ts'
import { showToast } from '../../kernel/shell/showToast.ts'
import { getConnection } from '../../kernel/wallet/connection.ts'
import { getAdapter } from '../../kernel/wallet/getAdapter.ts'
import { findNetwork, getActiveNetworkId } from '../../kernel/wallet/networks.ts'
import type { Instance } from '../../latchkey.ts'
import type { NetworkId } from '../../network.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../withDeadline.ts'
import { getCachedBalances, setCachedBalances } from './cachedBalances.ts'
import type { NativeBalance, Token } from './state.ts'
import { clearTokens, failReading, finishReading, isResting, startReading } from './transitions.ts'

/** After a failure nobody is asked for so long, in ms. Source: product, business constants. */
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
  const { stores, services } = instance
  const target = getBalanceTarget(instance)
  if (!target) {
    stores.tokens.set(clearTokens)
    return
  }
  const { owner } = target
  const force = options.force === true
  const before = stores.tokens.get()
  if (before.owner === owner && before.status === 'loading' && !force) return

  stores.tokens.set((state) => startReading(state, owner))
  const number = stores.tokens.get().reading
  const cached = force ? undefined : getCachedBalances(instance, owner)
  if (cached) {
    stores.tokens.set((state) => finishReading(state, number, cached, cached.at))
    return
  }
  if (isResting(before, owner, services.clock.now())) {
    const { restUntil, restOwner } = before
    stores.tokens.set((state) => failReading(state, number, { restUntil, restOwner }))
    return
  }

  const fromGateway = await readTokens(instance, target, force)
  if (fromGateway.error !== undefined) {
    // Said at once: the chain itself is asked as well, but may be as slow.
    fail(instance, target, number, fromGateway.error)
    const { native: known } = await readNative(instance, target)
    stores.tokens.set((state) =>
      known && state.owner === owner && state.status === 'failed' ? { ...state, native: known } : state,
    )
    return
  }
  const isComplete = fromGateway.tokens?.some((token) => token.address === undefined) ?? false
  const { native, error } = isComplete ? {} : await readNative(instance, target)
  if (error !== undefined && !services.gateway) {
    fail(instance, target, number, error)
    return
  }
  const now = services.clock.now()
  const reading = { tokens: fromGateway.tokens ?? [], native }
  stores.tokens.set((state) => finishReading(state, number, reading, now))
  if (fromGateway.tokens || !services.gateway) {
    if (stores.tokens.get().reading !== number) return
    stores.tokens.set((state) => ({ ...state, toldOwner: undefined }))
    setCachedBalances(instance, owner, reading, now)
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

async function readNative(
  instance: Instance,
  target: Target,
): Promise<{ readonly native?: NativeBalance; readonly error?: unknown }> {
  const { networks, connection } = instance.stores
  const network = findNetwork(networks.get(), target.networkId)
  const namespace = network?.chainNamespace
  const connector = namespace && getConnection(connection.get(), namespace)?.connector
  const adapter = connector ? getAdapter(instance, connector) : namespace && instance.adapters[namespace]
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
  const { stores, services } = instance
  const restUntil = services.clock.now() + restOf(error)
  const restOwner = services.gateway ? undefined : target.owner
  stores.tokens.set((state) => failReading(state, number, { restUntil, restOwner }))
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
  const { tokens, modal } = instance.stores
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
