import type { FailureCode } from '../../errors/failureCodes.ts'

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
  | 'storageDenied'
  | 'changedInOtherTab'
  | 'restoreFailed'
  | 'authenticating'
  | 'signatureDeclined'
  | 'smartAccountUnsupported'
  | 'signMessageFailed'
  | 'signInNotStarted'

export type Toast = {
  readonly id: number
  readonly variant: 'loading' | 'success' | 'error'
  readonly key: ToastKey
  readonly values?: Readonly<Record<string, string>> | undefined
  /** The notice that it is, where it is one; marks the toast on the page. */
  readonly failure?: FailureCode | undefined
}

export type ToastState = { readonly toast: Toast | undefined; readonly nextId: number }

export const INITIAL_TOAST: ToastState = { toast: undefined, nextId: 1 }

/** Pause between an open toast's end and the next one, in ms. Source: product, business constants. */
export const TOAST_SWAP_MS = 150
