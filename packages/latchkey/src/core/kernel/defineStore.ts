import { createStore, type Store, type Teller } from '../store.ts'

/** Gives a room's store of an instance, the same one each time. */
export type StoreOf<State> = (instance: {
  readonly live: { readonly stores: Map<string, unknown>; readonly teller: Teller }
}) => Store<State>

/**
 * Declares a store in the room that it belongs to. It is made with its first state when something first asks an instance for it,
 * and takes part in the changes that are written in one `batch` of it. `name` is its own in the whole SDK: two copies of a room in
 * one page find the same store by it. What hooks read is marked as pure where it is declared, for sites that use other hooks alone.
 */
export function defineStore<State extends object>(name: string, initial: State): StoreOf<State> {
  return ({ live: { stores, teller } }) => {
    const store = (stores.get(name) as Store<State> | undefined) ?? createStore(initial, teller)
    stores.set(name, store)
    return store
  }
}
