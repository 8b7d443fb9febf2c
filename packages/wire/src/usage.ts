import type { Endpoint } from './endpoint.ts'

/** Names of properties that point at a person and are dropped wherever they stand. Sources: SEC-88, SEC-105. */
export const PRIVATE_FIELDS: readonly string[] = [
  'address',
  'account',
  'ensName',
  'hash',
  'search',
  'query',
  'uri',
  'mobile_link',
  'stackTrace',
  'email',
  'projectId',
  'cursor',
]

/** Where `getAnalyticsConfig` is asked by a page that has loaded no schema. */
export const askAnalytics: Pick<Endpoint, 'path'> = { path: '/getAnalyticsConfig' }

/** What `getAnalyticsConfig` answered, read by hand: whether events are wanted. What the schema refuses wants none. */
export function readAnalytics(answer: unknown): boolean {
  return (answer as { readonly isAnalyticsEnabled?: unknown } | null | undefined)?.isAnalyticsEnabled === true
}

/** Where such a page sends a `sendEvent`. */
export const tellEvent: Pick<Endpoint, 'path'> = { path: '/e' }
