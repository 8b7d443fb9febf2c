import { demandLink } from '../../checks/optionErrors.ts'
import type { CreateLatchkeyOptions, Options } from '../../types/options.ts'

declare module '../../types/options.ts' {
  interface CreateLatchkeyOptions {
    /** Where events are sent, for sites that want them sent (`{analyticsUrl}/e`). Default none: nothing leaves the page. */
    readonly analyticsUrl?: string | undefined
  }
  interface Options {
    readonly analyticsUrl: string | undefined
  }
}

/** The option of this feature. Throws for an address that a page may not send anything to (SEC-92). */
export function resolveAnalyticsOptions({ analyticsUrl }: CreateLatchkeyOptions): Pick<Options, 'analyticsUrl'> {
  demandLink('analyticsUrl', analyticsUrl)
  return { analyticsUrl }
}
