import { getAnalyticsConfig } from '@latchkey/wire'
import type { GatewayApp, GatewayParts } from '../environment.ts'
import { route } from '../route.ts'

/** Whether the operator takes analytics events. */
export function analyticsConfig(app: GatewayApp, parts: GatewayParts): void {
  route(app, parts, getAnalyticsConfig, { access: 'project', rateClass: 'directory' }, async () => ({
    isAnalyticsEnabled: parts.config.analytics.enabled,
  }))
}
