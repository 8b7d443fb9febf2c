import type { Connection } from '../../../types/adapter.ts'
import type { CheckRequest } from '../checkTransaction.ts'

export type {} from '../../../types/latchkey.ts'
export type {} from '../../../types/views.ts'

/** What a site asks of a connection. */
export type GuardedRequest = {
  readonly connection: Connection
  readonly step: 'sign' | 'send'
  readonly request: CheckRequest
}

declare module '../../../types/views.ts' {
  interface ViewData {
    /** A request of the site's, with what is worth knowing of it, before the wallet is asked. */
    ReviewRequest: Record<never, never>
  }
}

declare module '../../../types/latchkey.ts' {
  interface Instance {
    /**
     * Shows a request of the site's before its wallet is asked, where `features.guard` is on; see `guardRequest`. Resolves when it
     * may go on.
     */
    readonly guard?: ((asked: GuardedRequest) => Promise<void>) | undefined
  }
}
