import type { Account } from './adapter.ts'
import type { NetworkId } from './network.ts'

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
