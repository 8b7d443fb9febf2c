import type { WalletState } from './wallet.ts'

/** What the wallet knows, and who is called when that changes. */
export type WalletStore = {
  get(): WalletState
  change(next: Partial<WalletState>): void
  /** Says what became of the last deed. */
  say(text: string, isProblem?: boolean): void
  subscribe(listener: () => void): () => void
}

/** Makes the store of a wallet that knows nothing yet. */
export function createWalletStore(): WalletStore {
  const listeners = new Set<() => void>()
  let state: WalletState = {
    sessions: [],
    pending: [],
    working: [],
    word: { text: '', isProblem: false, number: 0 },
    pairing: { step: 'resting', problem: undefined },
    relay: 'idle',
    chains: {},
  }

  function change(next: Partial<WalletState>): void {
    state = { ...state, ...next }
    for (const listener of [...listeners]) listener()
  }

  return {
    get: () => state,
    change,
    say: (text, isProblem = false) => change({ word: { text, isProblem, number: state.word.number + 1 } }),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
