import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { watchPolicy } from './watchPolicy.ts'

function make(relayUrls: readonly string[]) {
  const page = new EventTarget()
  const { instance } = createTestLatchkey({ services: createFakeServices({ walletWindow: page }) })
  let blocked = 0
  const stop = watchPolicy(instance, relayUrls, () => {
    blocked += 1
  })
  const violate = (blockedURI: string): void => {
    page.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective: 'connect-src' }),
    )
  }
  return { violate, stop, countBlocked: () => blocked }
}

test('F-51: a policy that forbids every address of the relay is told once', () => {
  const { violate, countBlocked } = make(['wss://one.test/relay', 'wss://two.test/relay'])
  violate('wss://one.test/relay?auth=x')
  expect(countBlocked()).toBe(0)
  violate('wss://two.test')
  violate('wss://two.test')
  expect(countBlocked()).toBe(1)
})

test('F-51: what else a policy forbids is not the relay, and nothing is told after the end', () => {
  const { violate, stop, countBlocked } = make(['wss://one.test/relay'])
  violate('https://one.test/relay')
  violate('inline')
  violate('wss://elsewhere.test')
  stop()
  violate('wss://one.test')
  expect(countBlocked()).toBe(0)
})
