import type { Namespace } from '../../types/network.ts'
import { defineStore } from '../defineStore.ts'

/** Most that are remembered of each namespace; those named last go first. */
const CONTACT_LIMIT = 200

/** Whom this visitor's accounts have paid, as their history says that was read on this page. */
export const contactsOf = /* @__PURE__ */ defineStore<{
  readonly byNamespace: Readonly<Partial<Record<Namespace, readonly string[]>>>
}>('contacts', { byNamespace: {} })

/** The state with more addresses of a namespace, each once. The same state where none is new. */
export function addContacts<State extends ReturnType<ReturnType<typeof contactsOf>['get']>>(
  state: State,
  namespace: Namespace,
  addresses: readonly string[],
): State | { readonly byNamespace: State['byNamespace'] } {
  const before = state.byNamespace[namespace] ?? []
  const all = [...new Set([...before, ...addresses])].slice(0, CONTACT_LIMIT)
  return all.length === before.length ? state : { byNamespace: { ...state.byNamespace, [namespace]: all } }
}
