import type { Namespace } from '../../network.ts'

/** Texts a toast can carry; the words are in the UI's catalogues under the same key. */
export type ToastKey =
  | 'addressCopied'
  | 'copyFailed'
  | 'linkCopied'
  | 'pageCopied'
  | 'networkSwitched'
  | 'walletConnected'
  | 'walletAdded'
  | 'walletRemoved'
  | 'walletSwitched'
  | 'accountSwitched'
  | 'disconnected'
  | 'disconnectFailed'
  | 'tokenBalanceUnavailable'
  | 'tokenBalanceOld'
  | 'authenticating'
  | 'signatureDeclined'
  | 'smartAccountUnsupported'
  | 'signMessageFailed'
  | 'signInNotStarted'

/** A wallet of an earlier page load that did not come back. */
export type LostWallet = {
  readonly namespace: Namespace
  readonly connectorId: string
  /** Undefined when it was never announced: what is kept of a connection has no name. */
  readonly walletName: string | undefined
}

/** What a toast says: a line, or a notice with its button, which stays until it is answered. */
export type ToastContent =
  | {
      readonly variant: 'loading' | 'success' | 'error'
      readonly key: ToastKey
      readonly values?: Readonly<Record<string, string>> | undefined
    }
  | {
      readonly variant: 'notice'
      readonly code: 'RESTORE_FAILED' | 'CHANGED_IN_OTHER_TAB' | 'STORAGE_DENIED'
      /** The wallet that was lost (`RESTORE_FAILED`). */
      readonly wallet?: LostWallet | undefined
      readonly key?: undefined
    }

export type Toast = ToastContent & { readonly id: number }

export type ToastState = { readonly toast: Toast | undefined; readonly nextId: number }

export const INITIAL_TOAST: ToastState = { toast: undefined, nextId: 1 }

/** Pause between an open toast's end and the next one, in ms. Source: product, business constants. */
export const TOAST_SWAP_MS = 150
