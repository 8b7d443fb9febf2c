import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'

/** Whether the operator takes analytics events; it can only switch them off. Source: service reference, section 3.3. */
export const getAnalyticsConfig = defineEndpoint({
  name: 'getAnalyticsConfig',
  path: '/getAnalyticsConfig',
  input: v.object({}),
  answer: v.object({ isAnalyticsEnabled: v.boolean() }),
})
