import type { NetworkId } from '../../types/network.ts'

export type {} from '../../types/events.ts'
export type {} from '../../types/views.ts'

/** Where something was sent; never what, how much or to whom. */
type SendProperties = { readonly network: NetworkId; readonly isSmartAccount: boolean }

/** A transfer that a site asks for. */
export type PrefilledSend = {
  readonly networkId: NetworkId
  /** In whole units, as a decimal text: `0.25`. */
  readonly amount: string
  readonly to: string
  /** Its contract, or its mint; undefined for the network's coin. */
  readonly token?: string | undefined
}

declare module '../../types/views.ts' {
  interface ViewData {
    /** What to send, how much, and to whom; with `send` all of it is the site's, and only looked at. */
    WalletSend: { readonly send?: PrefilledSend | undefined }
    WalletSendSelectToken: Record<never, never>
    /** Everything once more, with what is worth knowing, before the wallet is asked. */
    WalletSendPreview: Record<never, never>
    /** What became of what was sent last. */
    WalletSendConfirmed: Record<never, never>
  }
}

declare module '../../types/events.ts' {
  interface EventProperties {
    OPEN_SEND: SendProperties
    SEND_INITIATED: SendProperties
    SEND_SUCCESS: SendProperties
    SEND_REJECTED: SendProperties
    /** `message` is a code. */
    SEND_ERROR: SendProperties & { readonly message: string }
  }
}
