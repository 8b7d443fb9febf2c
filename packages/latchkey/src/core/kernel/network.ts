import { createStore, type Store } from '../store.ts'
import type { Instance } from '../types/latchkey.ts'

/** Whether this page reaches the network, as far as is known. */
export type NetworkState = {
  readonly isOnline: boolean
  /** How often the visitor has asked for another try. */
  readonly tries: number
}

/**
 * What is known of the network: what the browser says, until an answer from anywhere proves it wrong. Some browsers say for ever that
 * they are offline (F-58).
 */
export function networkOf({ live, services: { browser }, signal }: Instance): Store<NetworkState> {
  if (live.network) return live.network
  const store = createStore<NetworkState>({ isOnline: browser.isOnline(), tries: 0 })
  live.network = store
  signal.addEventListener(
    'abort',
    browser.watchOnline((isOnline) => setOnline(store, isOnline)),
    { once: true },
  )
  return store
}

/** Something on the network has answered. An answer to what was asked while there was a network says nothing of now. */
export function hearAnswer(instance: Instance, wasOnline = false): void {
  if (!wasOnline) setOnline(networkOf(instance), true)
}

function setOnline(store: Store<NetworkState>, isOnline: boolean): void {
  store.set((state) => (state.isOnline === isOnline ? state : { ...state, isOnline }))
}
