import { sendEventOperation } from '@latchkey/wire/events'
import { RequestError } from '../../RequestError.ts'
import { serve } from '../route.ts'

/**
 * Takes usage events where the operator wants them: each becomes a line of the log, for whatever the operator reads logs with.
 * No address, page path or IP is among it (SEC-105).
 */
export const events = serve(
  sendEventOperation,
  { rateClass: 'data', bodyLimit: 16 * 1024 },
  async ({ body, project }, { config, services }) => {
    if (!config.analytics.enabled) throw new RequestError('NOT_FOUND', 'This gateway takes no events.')
    const { event, type, properties } = body.props
    services.log.info({ event, type, properties, site: body.url, at: body.timestamp, project: project?.id }, 'usage')
    services.metrics.countEvent()
    return { status: 'SUCCESS' as const }
  },
)
