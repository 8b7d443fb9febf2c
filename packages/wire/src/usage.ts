import type { getAnalyticsConfig } from './http/analyticsConfig.ts'
import type { sendEvent } from './http/events.ts'

/** Where `getAnalyticsConfig` is asked by a page that has loaded no schema. */
export const askAnalytics: Pick<typeof getAnalyticsConfig, 'path'> = { path: '/getAnalyticsConfig' }

/** What `getAnalyticsConfig` answered, read by hand: whether events are wanted. What the schema refuses wants none. */
export function readAnalytics(answer: unknown): boolean {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    (answer as { readonly isAnalyticsEnabled?: unknown }).isAnalyticsEnabled === true
  )
}

/** Where such a page sends a `sendEvent`. */
export const tellEvent: Pick<typeof sendEvent, 'path'> = { path: '/e' }
