import { expect, test } from 'vitest'
import { listRelayUrls } from './listRelayUrls.ts'

test.each([
  [{ relayUrl: undefined, gatewayUrl: undefined }, []],
  [{ relayUrl: undefined, gatewayUrl: 'https://gate.test' }, ['wss://gate.test/relay']],
  [{ relayUrl: undefined, gatewayUrl: 'https://gate.test/base/' }, ['wss://gate.test/base/relay']],
  [{ relayUrl: undefined, gatewayUrl: 'http://localhost:3000' }, ['ws://localhost:3000/relay']],
  [{ relayUrl: undefined, gatewayUrl: '/gateway' }, ['wss://hollowpine.test/gateway/relay']],
  [{ relayUrl: undefined, gatewayUrl: 'https://gate.test/http//' }, ['wss://gate.test/http/relay']],
  [{ relayUrl: undefined, gatewayUrl: 'https://' }, []],
  [{ relayUrl: 'wss://a.test', gatewayUrl: 'https://gate.test' }, ['wss://a.test']],
  [{ relayUrl: ['wss://a.test', 'wss://b.test'], gatewayUrl: undefined }, ['wss://a.test', 'wss://b.test']],
])('%j leads to %j', (options, urls) => {
  expect(listRelayUrls(options, 'https://hollowpine.test')).toEqual(urls)
})
