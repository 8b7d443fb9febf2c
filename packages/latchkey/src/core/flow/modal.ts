import type { Namespace } from '../types/network.ts'

/** Why a close was refused. */
export type BlockReason = 'unsupportedChain' | 'signInRequired'

export type ModalState = {
  readonly open: boolean
  /** True while a host element shows the modal in place: no overlay, no close button. */
  readonly embedded: boolean
  /** Counts refused closes; each one shakes the card once. */
  readonly shakes: number
  /** Why the last close was refused; cleared by the next move. */
  readonly blocked?: BlockReason | undefined
  /** Namespaces whose host buttons show their loading label. */
  readonly loading: readonly Namespace[]
  /** When set, only this namespace's wallets are offered. */
  readonly namespace?: Namespace | undefined
  /** The legal checkbox, shared by all views for the page's life. */
  readonly legalAccepted: boolean
  /** Whether a success is on screen and the modal is about to close by itself: the page can be used again already. */
  readonly isLeaving?: boolean | undefined
}

export const INITIAL_MODAL: ModalState = {
  open: false,
  embedded: false,
  shakes: 0,
  loading: [],
  legalAccepted: false,
}
