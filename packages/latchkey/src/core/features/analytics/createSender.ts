import { getAnalyticsConfig } from '@latchkey/wire/analyticsConfig'
import { endpointUrl, parseWith, SDK_TYPE } from '@latchkey/wire/endpoint'
import { PRIVATE_FIELDS, sendEvent } from '@latchkey/wire/events'
import type { LatchkeyEvent } from '../../events.ts'
import { showAlert } from '../../kernel/shell/showAlert.ts'
import type { Instance } from '../../latchkey.ts'
import { SDK_VERSION } from '../../services/sdkVersion.ts'

/** Events kept while it is not known yet whether they are wanted. Later ones are dropped, so that a page that waits costs little. */
const WAITING_LIMIT = 50

/**
 * Sends events to the site's `analyticsUrl`: `POST {analyticsUrl}/e`, and nothing where `features.analytics` is off. Asks `/getAnalyticsConfig` once and is silent for good when
 * that says no or does not answer, and where the visitor's browser asks not to be followed (Global Privacy Control). Sends no
 * address, no text that a visitor typed and of the page only its origin. A failure is nobody's trouble but the developer's.
 * Sources: service reference, sections 3.3 and 4; SEC-105.
 */
export function createSender(instance: Instance): (event: LatchkeyEvent) => void {
  const { options, services, signal } = instance
  const { analyticsUrl, projectId } = options
  const page = services.browser.origin()
  const isPrivate = services.walletWindow?.navigator?.globalPrivacyControl === true
  // Only a page has visitors, and a page without an origin of its own cannot say where it is.
  if (!options.features.analytics || !analyticsUrl || !/^https?:/.test(page) || isPrivate) return () => undefined
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
      const url = endpointUrl(getAnalyticsConfig, { gatewayUrl, input: {}, common })
      const response = await services.fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal })
      if (response.status === 403) showAlert(instance, 'INVALID_APP_CONFIGURATION')
      const answer = response.ok ? parseWith(getAnalyticsConfig.answer, await response.json()) : undefined
      return answer?.ok === true && answer.value.isAnalyticsEnabled
    } catch {
      return false
    }
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
      const response = await services.fetch(endpointUrl(sendEvent, { gatewayUrl, input: { body }, common }), {
        method: 'POST',
        // A text body goes out as text/plain, which spares the preflight; it may outlive the page.
        body: JSON.stringify(body),
        keepalive: true,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      if (response.status === 403) showAlert(instance, 'INVALID_APP_CONFIGURATION')
    } catch (error) {
      services.logger.debug('An event could not be sent.', { error })
    }
  }

  return (event) => {
    // Product, service reference 4.1: that a page was loaded is not sent.
    if (signal.aborted || event.name === 'MODAL_CREATED') return
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
