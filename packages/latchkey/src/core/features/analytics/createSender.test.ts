import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createSender } from './createSender.ts'

type Call = { readonly url: string; readonly body: unknown; readonly init: RequestInit | undefined }

/** A site that wants events sent, and what its operator's server heard. */
function play(
  config: () => Response | Promise<Response>,
  {
    isPrivate = false,
    isOff = false,
    analyticsUrl = 'https://count.test/in',
  }: { isPrivate?: boolean; isOff?: boolean; analyticsUrl?: string } = {},
) {
  const calls: Call[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input)
    calls.push({ url, body: init?.body ? JSON.parse(String(init.body)) : undefined, init })
    return url.includes('getAnalyticsConfig') ? config() : Response.json({ status: 'SUCCESS' })
  }
  const walletWindow = Object.assign(new EventTarget(), {
    navigator: { userAgent: '', maxTouchPoints: 0, globalPrivacyControl: isPrivate },
  })
  const services = createFakeServices({
    fetch,
    walletWindow,
    now: 1_700_000_000_000,
    browser: { origin: () => 'https://shop.test:8443' },
  })
  const features = { analytics: !isOff }
  const { instance } = createTestLatchkey({ services, options: { analyticsUrl, projectId: 'shop', features } })
  const send = createSender(instance)
  return { instance, send, calls, sent: () => calls.filter(({ url }) => url.includes('/e?')) }
}
const yes = () => Response.json({ isAnalyticsEnabled: true })
const opened = { name: 'MODAL_OPEN', properties: { connected: false }, at: 1_700_000_000_500 } as const
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('SEC-105: an event is sent with the page’s origin and nothing that points at a person', async () => {
  const { send, sent } = play(yes)
  send(opened)
  send({ name: 'CONNECT_ERROR', properties: { message: 'USER_REJECTED', address: '0xabc' } as never, at: 1 })
  await settle()
  expect(sent()).toHaveLength(2)
  expect(sent()[0]).toMatchObject({
    url: 'https://count.test/in/e?projectId=shop&st=latchkey&sv=html-universal-0.1.0',
    body: {
      url: 'https://shop.test:8443',
      domain: 'shop.test',
      timestamp: 1_700_000_000_500,
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    },
    init: { method: 'POST', keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer' },
  })
  expect(sent()[0]?.body).toMatchObject({
    eventId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
  })
  expect(sent()[1]?.body).toMatchObject({ props: { properties: { message: 'USER_REJECTED' } } })
  expect(JSON.stringify(sent())).not.toContain('0xabc')
})

test.each<[string, () => Response | Promise<Response>]>([
  ['says no', () => Response.json({ isAnalyticsEnabled: false })],
  ['answers something else', () => Response.json({ ok: 1 })],
  ['fails', () => Promise.reject(new TypeError('away'))],
  ['refuses', () => new Response('', { status: 403 })],
])('nothing is sent when the operator %s', async (_, config) => {
  const { send, sent } = play(config)
  send(opened)
  await settle()
  send(opened)
  await settle()
  expect(sent()).toEqual([])
})

test('SEC-105: a visitor’s Global Privacy Control is obeyed without a single request', async () => {
  const { send, calls } = play(yes, { isPrivate: true })
  send(opened)
  await settle()
  expect(calls).toEqual([])
})

test('that a page was loaded is never sent', async () => {
  const { send, sent } = play(yes)
  send({ name: 'MODAL_CREATED', properties: {}, at: 1 })
  await settle()
  expect(sent()).toEqual([])
})

test('with analytics off the host hears no event either, and nothing is asked', async () => {
  const heard: string[] = []
  const { instance, send, calls } = play(yes, { isOff: true })
  const { latchkey } = createTestLatchkey({ options: { features: { analytics: false } } })
  latchkey.on('event', ({ name }) => heard.push(name))
  latchkey.instance.track('MODAL_OPEN', { connected: false })
  instance.track('MODAL_OPEN', { connected: false })
  send(opened)
  await settle()
  expect([heard, calls]).toEqual([[], []])
})
