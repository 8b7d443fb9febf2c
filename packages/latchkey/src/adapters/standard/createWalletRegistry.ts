/**
 * Wallets that register themselves in a page. Sources: Wallet Standard, window events; SEC-83, SEC-84 and SEC-89. The
 * handshake is done here, because the package for it keeps one list a page for every instance.
 */
import type { Wallet } from '@wallet-standard/base'
import type { WalletWindow } from '../../core/services/ports.ts'
import { isDataImage } from '../../core/values/isDataImage.ts'
import { normaliseText } from '../../core/values/normaliseText.ts'

/** A wallet as it registered: its own object, never a copy, since its getters live, and what may be shown of it. */
export type RegisteredWallet = {
  /**
   * The wallet's name; `name#2`… for further objects with the same one, and `name#other` for one of another family. Stable for
   * as long as the object is here.
   */
  readonly id: string
  readonly name: string
  /** A data: image, or undefined when the wallet has none that may be shown. */
  readonly icon: string | undefined
  /** True while two different objects of this family bear this name. Many wallets register one object a family. */
  readonly isLookalike: boolean
  readonly wallet: Wallet
}

/** The wallets of one page, as one adapter sees them. */
export type WalletRegistry = {
  /**
   * Calls back with the wallets that are here now, then at each change; each call asks the page again. Returns the way to
   * stop: after the last one nothing of ours is left in the page, and wallets are forgotten.
   */
  watch(listener: (wallets: readonly RegisteredWallet[]) => void): () => void
}

/** What a wallet is handed to register itself with. */
type Register = { register(...wallets: readonly unknown[]): () => void }

/**
 * Makes a registry; `isOurs` says which wallets are of the adapter's family. Pure: the page is asked when the first listener
 * comes; on a server there is nothing to ask.
 */
export function createWalletRegistry(
  walletWindow: WalletWindow | null,
  isOurs: (wallet: Wallet) => boolean,
): WalletRegistry {
  let registered: readonly RegisteredWallet[] = []
  let isAsking = false
  const listeners = new Set<(wallets: readonly RegisteredWallet[]) => void>()

  const change = (next: readonly RegisteredWallet[]) => {
    const ours = next.filter(({ wallet }) => isOurs(wallet))
    registered = next.map((entry) => {
      const isLookalike = ours.includes(entry) && ours.some((other) => other !== entry && other.name === entry.name)
      return isLookalike === entry.isLookalike ? entry : Object.freeze({ ...entry, isLookalike })
    })
    if (!isAsking) for (const listener of [...listeners]) listener(registered)
  }

  const add = (wallet: unknown) => {
    const claim = parseWallet(wallet)
    if (!claim || listeners.size === 0 || registered.some((known) => known.wallet === claim.wallet)) return
    // `#` is ours: it tells lookalikes apart.
    const base = `${claim.name.replaceAll('#', ' ')}${isOurs(claim.wallet) ? '' : '#other'}`
    let id = base
    for (let count = 2; registered.some((known) => known.id === id); count += 1) id = `${base}#${count}`
    change([...registered, Object.freeze({ ...claim, id, isLookalike: false })])
  }

  const api: Register = Object.freeze({
    register: (...wallets: readonly unknown[]) => {
      for (const wallet of wallets) add(wallet)
      return () => {
        if (registered.some(({ wallet }) => wallets.includes(wallet)))
          change(registered.filter(({ wallet }) => !wallets.includes(wallet)))
      }
    },
  })

  const hear = (event: Event) => {
    const { detail: callback } = event as CustomEvent<unknown>
    if (typeof callback !== 'function') return
    try {
      callback(api)
    } catch {
      // A wallet that stumbles over its own registration is not here; the others are.
    }
  }

  return {
    watch(listener) {
      // A wrapper of its own, so that one function given twice is two listeners.
      const tell = (wallets: readonly RegisteredWallet[]) => listener(wallets)
      if (!walletWindow) {
        tell([])
        return () => {}
      }
      if (listeners.size === 0) walletWindow.addEventListener('wallet-standard:register-wallet', hear)
      listeners.add(tell)
      const before = registered
      isAsking = true
      walletWindow.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
      isAsking = false
      if (registered === before) tell(registered)
      else for (const each of [...listeners]) each(registered)
      return () => {
        if (!listeners.delete(tell) || listeners.size > 0) return
        walletWindow.removeEventListener('wallet-standard:register-wallet', hear)
        registered = []
      }
    },
  }
}

/** What may be shown of a wallet, or undefined for what is none. Survives objects whose members throw. */
function parseWallet(value: unknown): Pick<RegisteredWallet, 'name' | 'icon' | 'wallet'> | undefined {
  try {
    const { name: said, icon, chains, features, accounts } = value as Record<keyof Wallet, unknown>
    const name = typeof said === 'string' && normaliseText(said)
    if (!name || !Array.isArray(chains) || !Array.isArray(accounts)) return undefined
    if (typeof features !== 'object' || features === null) return undefined
    return { name, icon: isDataImage(icon) ? icon : undefined, wallet: value as Wallet }
  } catch {
    return undefined
  }
}
