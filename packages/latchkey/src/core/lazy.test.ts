import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnection,
  fakeConnector,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { FailureError } from './errors/failure.ts'
import { isLatchkeyError } from './errors/LatchkeyError.ts'
import { lazy, runLater } from './lazy.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: https://shop.example/assets/connect-1.js')

test('a part that the site no longer has is a coded failure, and keeps what the browser said', async () => {
  const services = createFakeServices()
  const loading = lazy({ services }, Promise.reject(missing), 'connect')
  await expect(loading).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE', step: 'connect', cause: missing })
})

test('without a network it is OFFLINE', async () => {
  const services = createFakeServices({ browser: { isOnline: () => false } })
  await expect(lazy({ services }, Promise.reject(missing))).rejects.toMatchObject({ code: 'OFFLINE', step: 'open' })
})

test('a failure that has its code keeps it', async () => {
  const services = createFakeServices()
  const failure = new FailureError('OFFLINE', 'x', { step: 'pair' })
  await expect(lazy({ services }, Promise.reject(failure), 'open')).rejects.toBe(failure)
})

test('F-58: what nobody waits for is asked for again once the page has a network, and is no error meanwhile', async () => {
  const services = createFakeServices()
  const ran: string[] = []
  let loads = 0
  let hasNetwork = false
  const load = async (): Promise<string> => {
    loads += 1
    if (!hasNetwork) throw missing
    return 'part'
  }
  const setOnline = (isOnline: boolean): Promise<void> => {
    hasNetwork = isOnline
    services.browser.setOnline(isOnline)
    return services.clock.advance(0)
  }
  await setOnline(false)
  runLater({ services }, load, (part) => ran.push(part))
  await services.clock.advance(0)
  expect(ran).toEqual([])
  const before = loads
  // A network that is gone again at once.
  services.browser.setOnline(true)
  await setOnline(false)
  expect(loads).toBeGreaterThan(before)
  expect(ran).toEqual([])
  await setOnline(true)
  await setOnline(false)
  await setOnline(true)
  expect({ ran, log: services.log }).toEqual({ ran: ['part'], log: [] })
})

test('F-58: what was lost with a network that is back already is asked for at once', async () => {
  const services = createFakeServices()
  const answers = [() => Promise.reject(missing), async () => 'part']
  const ran: (string | undefined)[] = []
  runLater(
    { services },
    async () => answers.shift()?.(),
    (part) => ran.push(part),
  )
  await services.clock.advance(0)
  expect({ ran, log: services.log }).toEqual({ ran: ['part'], log: [] })
})

test('what nobody waits for is logged where the site no longer has it', async () => {
  const services = createFakeServices()
  runLater(
    { services },
    () => Promise.reject(missing),
    () => undefined,
  )
  await services.clock.advance(0)
  expect(services.log).toEqual(['error A part of Latchkey could not be loaded.'])
})

test('F-58: a network whose loss the browser only notices after what failed by it is waited for as well', async () => {
  const services = createFakeServices()
  const ran: string[] = []
  let hasNetwork = false
  const load = async (): Promise<string> => {
    if (!hasNetwork) throw missing
    return 'part'
  }
  runLater({ services }, load, (part) => ran.push(part))
  await services.clock.advance(0)
  services.browser.setOnline(false)
  await services.clock.advance(0)
  hasNetwork = true
  services.browser.setOnline(true)
  await services.clock.advance(0)
  expect(ran).toEqual(['part'])
})

test('a part of an adapter that the site no longer has rejects with a code, whatever was asked', async () => {
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.fern')])
  const made = createTestLatchkey({ options: { adapters: [adapter.create] } })
  const { latchkey } = made
  const lose = async (): Promise<never> => Promise.reject(missing)
  adapter.script.connect = lose
  await expect(latchkey.connect({ connectorId: 'io.fern' })).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE' })
  adapter.script.connect = async () => fakeConnection(fakeConnector('io.fern'))
  await latchkey.connect({ connectorId: 'io.fern' })
  Object.assign(adapter.script, { switchNetwork: lose, signMessage: lose, disconnect: lose })
  await expect(latchkey.switchNetwork('eip155:10')).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE' })
  await expect(latchkey.signMessage('hello')).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE' })
  const left = await latchkey.disconnect().catch((error: unknown) => error)
  expect(left === undefined || isLatchkeyError(left)).toBe(true)
})
