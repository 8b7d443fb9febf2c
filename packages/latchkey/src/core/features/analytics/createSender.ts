import { endpointUrl, SDK_TYPE } from '@latchkey/wire/endpointUrl'
import { askAnalytics, PRIVATE_FIELDS, readAnalytics, tellEvent } from '@latchkey/wire/usage'
import type { AlertCode } from '../../kernel/outcome.ts'
import { runLater } from '../../lazy.ts'
import { SDK_VERSION } from '../../services/sdkVersion.ts'
import type { LatchkeyEvent } from '../../types/events.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getSilence, sharesUsage } from './consent.ts'

/** Events kept while it is not known yet whether they are wanted. Later ones are dropped, so that a page that waits costs little. */
const WAITING_LIMIT = 50

/**
 * Sends events to the site's `analyticsUrl`: `POST {analyticsUrl}/e`, and nothing where `features.analytics` is off. Asks
 * `/getAnalyticsConfig` once and is silent for good when that refuses or does not answer, and where the visitor's browser asks
 * not to be followed (Global Privacy Control); what is told while the visitor refuses is not sent either. Sends no address, no text that a visitor typed and of the page only its origin.
 * A failure is said to the developer alone. Source: SEC-105.
 */
export function createSender(instance: Instance): (event: LatchkeyEvent) => void {
  const { options, services, signal } = instance
  const { analyticsUrl, projectId } = options
  const page = services.browser.origin()
  // Only a page has visitors, and a page without an origin of its own cannot say where it is.
  if (!analyticsUrl || getSilence(instance) !== undefined || !/^https?:/.test(page)) return () => undefined
  const gatewayUrl = new URL(analyticsUrl, page).href
  const common = { projectId, st: SDK_TYPE, sv: SDK_VERSION }

  /** Undefined until the operator's answer is there. */
  let isWanted: boolean | undefined
  let waiting: LatchkeyEvent[] = []

  void askConfig().then((answer) => {
    isWanted = answer
    const early = waiting
    waiting = []
    if (isWanted) for (const event of early) void post(event)
  })

  async function askConfig(): Promise<boolean> {
    try {
      const url = endpointUrl(askAnalytics, { gatewayUrl, input: {}, common })
      const response = await services.fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal })
      sayRefusal(response)
      return response.ok && readAnalytics(await response.json())
    } catch {
      return false
    }
  }

  function sayRefusal({ status }: Response): void {
    if (status !== 401 && status !== 403) return
    const isUnnamed = status === 401 && projectId === undefined
    const code: AlertCode = isUnnamed ? 'PROJECT_ID_NOT_CONFIGURED' : 'INVALID_APP_CONFIGURATION'
    runLater(
      instance,
      () => import('../../flow/showAlert.ts'),
      ({ showAlert }) => showAlert(instance, code),
    )
  }

  async function post({ name, properties, at }: LatchkeyEvent): Promise<void> {
    const body = {
      eventId: toUuid(services.random(16)),
      url: page,
      domain: new URL(page).hostname,
      timestamp: at,
      props: { type: name === 'INTERNAL_SDK_ERROR' ? 'error' : 'track', event: name, properties: strip(properties) },
    } as const
    try {
      const response = await services.fetch(endpointUrl(tellEvent, { gatewayUrl, input: { body }, common }), {
        method: 'POST',
        // A text body goes out as text/plain, which spares the preflight; it may outlive the page.
        body: JSON.stringify(body),
        keepalive: true,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      sayRefusal(response)
    } catch (error) {
      services.logger.debug('An event could not be sent.', { error })
    }
  }

  return (event) => {
    // That a page was loaded is not sent: it says nothing about the modal.
    if (signal.aborted || event.name === 'MODAL_CREATED' || !sharesUsage(instance)) return
    if (isWanted) void post(event)
    else if (isWanted === undefined && waiting.length < WAITING_LIMIT) waiting.push(event)
  }
}

/** Our own events have no such field; this holds even if one came to have it (SEC-105). */
function strip(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !PRIVATE_FIELDS.includes(name)))
}

/** Version 4 of RFC 9562 from 16 random bytes. */
function toUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
