/** Developer alerts of the product's section 8. Shown in debug mode only, each once a page load. */
export type AlertCode =
  | 'NETWORK_NOT_FOUND'
  | 'INVALID_APP_CONFIGURATION'
  | 'SESSION_EXPIRED'
  | 'PROJECT_ID_NOT_CONFIGURED'

export type Banner = {
  readonly code: AlertCode
  readonly variant: 'info' | 'success' | 'warning' | 'error'
  /** The fact behind it, such as the network's id. */
  readonly detail?: string | undefined
}

export type BannerState = { readonly banner: Banner | undefined; readonly shown: readonly AlertCode[] }

export const INITIAL_BANNER: BannerState = { banner: undefined, shown: [] }
