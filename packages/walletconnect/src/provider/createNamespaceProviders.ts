import { createEmitter, type Emitter } from '../createEmitter.ts'
import type { Logger } from '../ports.ts'
import { toShownChain } from './chains.ts'
import type { NamespaceProvider, RequestArguments, RequestOptions } from './universalProvider.ts'

/** Number and words of a session's end. */
export const SESSION_END = { code: 6000, message: 'User disconnected.' }

/** What a namespace was told last: the chain it is on (CAIP-2) and its addresses. */
export type NamespaceState = { readonly chain: string | undefined; readonly accounts: readonly string[] }

/** An event of a namespace. `isShared`: those who listen to the whole provider are told as well. */
export type NamespaceEvent = { readonly name: string; readonly payload: unknown; readonly isShared: boolean }

/** One provider a namespace, and what each was told last, so that it is told of differences only. */
export type NamespaceProviders = {
  /** The same object each time for a namespace. */
  get(namespace: string): NamespaceProvider
  /** Tells each namespace, those that are left and those that are there now, what differs from what it was told last. */
  update(namespaces: readonly string[]): void
  /** Tells those who listen to a namespace. */
  emit(namespace: string, name: string, payload: unknown): void
}

/** Makes the providers of namespaces. `events` are those of the whole provider; `read` says where a namespace stands now. */
export function createNamespaceProviders({
  logger,
  events: shared,
  read,
  request,
}: {
  readonly logger: Logger
  readonly events: Emitter
  readonly read: (namespace: string) => NamespaceState | undefined
  readonly request: (call: RequestArguments, namespace: string, options: RequestOptions) => Promise<unknown>
}): NamespaceProviders {
  const opened = new Map<string, { readonly provider: NamespaceProvider; readonly events: Emitter }>()
  const known = new Map<string, NamespaceState>()

  function open(namespace: string) {
    const events = createEmitter(logger)
    const provider: NamespaceProvider = {
      namespace,
      request: <Result>(call: RequestArguments, options: RequestOptions = {}) =>
        request(call, namespace, options) as Promise<Result>,
      on(name, listener) {
        events.on(name, listener)
        return provider
      },
      removeListener(name, listener) {
        events.off(name, listener)
        return provider
      },
    }
    const made = { provider, events }
    opened.set(namespace, made)
    return made
  }

  const emit: NamespaceProviders['emit'] = (namespace, name, payload) =>
    opened.get(namespace)?.events.emit(name, payload)

  return {
    get: (namespace) => (opened.get(namespace) ?? open(namespace)).provider,
    update(namespaces) {
      for (const namespace of new Set([...known.keys(), ...namespaces])) {
        // Read one after the other: a listener may move the next one.
        const before = known.get(namespace)
        const now = read(namespace)
        if (now) known.set(namespace, now)
        else known.delete(namespace)
        for (const { name, payload, isShared } of compareStates(before, now)) {
          emit(namespace, name, payload)
          if (isShared) shared.emit(name, payload)
        }
      }
    },
    emit,
  }
}

/** What a namespace is told when it goes from one state to another. Undefined: the session does not cover it. */
export function compareStates(
  before: NamespaceState | undefined,
  now: NamespaceState | undefined,
): readonly NamespaceEvent[] {
  const { chain, accounts = [] } = now ?? {}
  const hasMoved = before !== undefined && chain !== undefined && before.chain !== chain
  const events: NamespaceEvent[] = []
  if (!before && chain) events.push({ name: 'connect', payload: { chainId: toShownChain(chain) }, isShared: false })
  if (hasMoved) events.push({ name: 'chainChanged', payload: toShownChain(chain), isShared: true })
  if (hasMoved || before?.accounts.join() !== accounts.join())
    events.push({ name: 'accountsChanged', payload: accounts, isShared: true })
  if (before && !now) {
    const payload = Object.assign(new Error(SESSION_END.message), { code: 4900 })
    events.push({ name: 'disconnect', payload, isShared: false })
  }
  return events
}
