import { getAnalyticsConfigOperation } from '@latchkey/wire/analyticsConfig'
import { serve } from '../route.ts'

/** Whether the operator takes analytics events. */
export const analyticsConfig = serve(
  getAnalyticsConfigOperation,
  { rateClass: 'directory' },
  async (_request, { config }) => ({ isAnalyticsEnabled: config.analytics.enabled }),
)
