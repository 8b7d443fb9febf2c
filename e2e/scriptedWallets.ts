import { createScriptedWallet, type ScriptedWallet, type ScriptedWalletOptions } from 'latchkey/testing'

declare global {
  interface Window {
    /** Makes a wallet that remembers its permissions across reloads, and announces it. */
    addWallet(options: PageWallet): void
    /** The wallets of this page by their key. */
    wallets: Record<string, ScriptedWallet>
  }
}

/** A wallet as a test describes it; all of it can travel into the page. */
export type PageWallet = Pick<
  ScriptedWalletOptions,
  'name' | 'rdns' | 'privateKey' | 'rpcUrl' | 'chainId' | 'chains' | 'icon' | 'script'
> & {
  /** How the test calls it; the rdns unless two share one. */
  readonly key?: string | undefined
  readonly delayMs?: number | undefined
  /** Keeps nothing across reloads, for pages whose storage is broken. */
  readonly forgets?: boolean | undefined
  /** Keys of further accounts. */
  readonly otherKeys?: readonly `0x${string}`[] | undefined
}

window.wallets = {}
window.addWallet = ({ key: wanted, delayMs, forgets, otherKeys = [], ...options }) => {
  // A tab that was only opened has no storage and no secure context yet.
  if (!location.protocol.startsWith('http')) return
  const key = wanted ?? options.rdns
  const wallet = createScriptedWallet({
    ...options,
    storage: forgets
      ? undefined
      : {
          get: () => sessionStorage.getItem(`wallet ${key}`),
          set: (value) => sessionStorage.setItem(`wallet ${key}`, value),
        },
  })
  for (const other of otherKeys) wallet.addAccount(other)
  window.wallets[key] = wallet
  wallet.announce(window, { delayMs })
}
