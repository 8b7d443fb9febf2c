import * as v from 'valibot'
import { defineEndpoint, defineOperation } from '../endpoint.ts'

/** Whether the operator takes analytics events; it can only switch them off. */
export const getAnalyticsConfig = defineEndpoint({
  name: 'getAnalyticsConfig',
  path: '/getAnalyticsConfig',
  input: v.object({}),
  answer: v.object({ isAnalyticsEnabled: v.boolean() }),
})

/** How `getAnalyticsConfig` is served. */
export const getAnalyticsConfigOperation = /* @__PURE__ */ defineOperation(getAnalyticsConfig, {
  tag: 'analytics',
  summary: 'Whether the operator takes usage events',
  holds: 'The setting',
})
