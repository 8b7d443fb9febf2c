import type { AlertCode } from '../kernel/outcome.ts'

export type Banner = {
  readonly code: AlertCode
  readonly variant: 'info' | 'success' | 'warning' | 'error'
  /** The fact behind it, such as the network's id. */
  readonly detail?: string | undefined
}

export type BannerState = { readonly banner?: Banner | undefined; readonly shown: readonly AlertCode[] }

export const INITIAL_BANNER: BannerState = { shown: [] }
