import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { getIdentity } from '@latchkey/wire/identity'
import { expect, test } from 'vitest'
import { endpointUrl } from '../../../../wire/src/endpointUrl.ts'
import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { networkOf } from '../kernel/network.ts'
import type { GatewayClient } from '../services/gatewayClient.ts'
import { REFUSED_MS, watchGateway } from './watchGateway.ts'

function setUp(answer: () => Promise<unknown>) {
  const services = createFakeServices()
  const { instance } = createTestLatchkey({ services })
  const urls: string[] = []
  const call = (async (endpoint: typeof getIdentity, input: never) => {
    urls.push(endpointUrl(endpoint, { gatewayUrl: 'https://gateway.test', input, common: { st: 'x', sv: 'y' } }))
    return answer()
  }) as GatewayClient['call']
  return { instance, services, urls, gateway: watchGateway(instance, { call, walletImageUrl: () => '' }) }
}

test('the id of this page at the relay goes along with each call, once there is one', async () => {
  const { instance, urls, gateway } = setUp(async () => ({}))
  await gateway.call(getIdentity, { address: '0xabc' })
  instance.live.clientId = 'did:key:z6Mk'
  await gateway.call(getIdentity, { address: '0xabc', sender: '0xdef' })
  expect(urls.map((url) => new URL(url).searchParams.get('clientId'))).toEqual([null, 'did:key:z6Mk'])
  expect(urls.map((url) => new URL(url).searchParams.get('sender'))).toEqual([null, '0xdef'])
})

test('F-58: an answer of the gateway proves a browser wrong that says it is offline; a failure does not', async () => {
  const failure = new LatchkeyError('DATA_UNAVAILABLE', 'The gateway could not be reached.')
  const failing = setUp(() => Promise.reject(failure))
  failing.services.browser.setOnline(false)
  await expect(failing.gateway.call(getIdentity, { address: '0xabc' })).rejects.toBe(failure)
  expect(networkOf(failing.instance).get().isOnline).toBe(false)

  const answered = setUp(async () => ({}))
  answered.services.browser.setOnline(false)
  await answered.gateway.call(getIdentity, { address: '0xabc' })
  expect(networkOf(answered.instance).get().isOnline).toBe(true)
  answered.services.browser.setOnline(false)
  expect(networkOf(answered.instance).get().isOnline).toBe(false)
})

test('F-58: an answer to what was asked before the network went does not call it back', async () => {
  let resolve = (_answer: object): void => undefined
  const promise = new Promise<object>((done) => {
    resolve = done
  })
  const { instance, services, gateway } = setUp(() => promise)
  const asked = gateway.call(getIdentity, { address: '0xabc' })
  services.browser.setOnline(false)
  resolve({})
  await asked
  expect(networkOf(instance).get().isOnline).toBe(false)
})

test.each(['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'] as const)(
  'F-12: a page that %s refused asks for nothing for half a minute',
  async (code) => {
    const refusal = new LatchkeyError(code, 'The gateway refuses this page.')
    const { services, urls, gateway } = setUp(() => Promise.reject(refusal))
    const ask = (address: string) => expect(gateway.call(getIdentity, { address })).rejects.toBe(refusal)
    await ask('0xabc')
    await ask('0xabc')
    expect(urls).toHaveLength(1)
    await ask('0xdef')
    expect(urls).toHaveLength(1)
    await services.clock.advance(REFUSED_MS)
    await ask('0xdef')
    expect(urls).toHaveLength(2)
  },
)

test('what failed otherwise is asked again at once', async () => {
  const failure = new LatchkeyError('DATA_UNAVAILABLE', 'The gateway could not be reached.')
  const { urls, gateway } = setUp(() => Promise.reject(failure))
  await expect(gateway.call(getIdentity, { address: '0xabc' })).rejects.toBe(failure)
  await expect(gateway.call(getIdentity, { address: '0xabc' })).rejects.toBe(failure)
  expect(urls).toHaveLength(2)
})
