import type { Account } from '../../adapter.ts'
import type { Namespace, NetworkId } from '../../network.ts'

/** Why the modal closed; a closed list. */
export type CloseReason =
  | 'closeButton'
  | 'escape'
  | 'overlay'
  | 'back'
  | 'drag'
  | 'connected'
  | 'disconnected'
  | 'host'
  | 'destroyed'

/** How an opening ended. */
export type OpenResult =
  | { readonly status: 'connected'; readonly account: Account; readonly networkId: NetworkId }
  | { readonly status: 'closed'; readonly reason: CloseReason }

/** Why a close was refused. Source: views, 2.3. */
export type BlockReason = 'unsupportedChain' | 'signInRequired'

export type ModalState = {
  readonly open: boolean
  /** True while a host element shows the modal in place: no overlay, no close button. */
  readonly embedded: boolean
  /** Counts refused closes; each one shakes the card once. */
  readonly shakes: number
  /** Why the last close was refused; cleared by the next move. */
  readonly blocked: BlockReason | undefined
  /** Namespaces whose host buttons show their loading label. */
  readonly loading: readonly Namespace[]
  /** When set, only this namespace's wallets are offered. */
  readonly namespace: Namespace | undefined
  /** The legal checkbox, shared by all views for the page's life. */
  readonly legalAccepted: boolean
}

export const INITIAL_MODAL: ModalState = {
  open: false,
  embedded: false,
  shakes: 0,
  blocked: undefined,
  loading: [],
  namespace: undefined,
  legalAccepted: false,
}
