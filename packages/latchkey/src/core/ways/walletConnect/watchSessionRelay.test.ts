import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { expect, test } from 'vitest'
import { relayOf } from './relay.ts'
import { retryRelay } from './retryRelay.ts'
import { RELAY_BACK_MS } from './watchSessionRelay.ts'

/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`

const LOWER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const ETH = `eip155:1:${LOWER}`

async function cutOff() {
  const made = await connectPhone([ETH])
  const heal = made.phone.relay.refuse(1006)
  made.phone.relay.cut()
  return { ...made, heal, getTrouble: () => relayOf(made.instance).get().trouble }
}

test('F-10: a relay that is cut in a session is named once it is not back in 60 s, and no longer when it is', async () => {
  const { phone, heal, getTrouble, codesOf, failures, latchkey } = await cutOff()
  await phone.clock.advance(RELAY_BACK_MS - 1_000)
  expect(getTrouble()).toBeUndefined()
  await phone.clock.advance(1_100)
  expect(getTrouble()).toBe('RELAY_UNREACHABLE')
  expect(failures.at(-1)).toMatchObject({ code: 'RELAY_UNREACHABLE', final: false, walletName: 'Pocket Fox' })
  await phone.clock.advance(RELAY_BACK_MS * 2)
  expect(codesOf()).toEqual(['RELAY_UNREACHABLE'])
  heal()
  await phone.clock.advance(30_000)
  expect(getTrouble()).toBeUndefined()
  expect(latchkey.getState().status).toBe('connected')
})

test('F-10: a request that was published before the cut goes on untouched once the relay is back', async () => {
  const made = await connectPhone([ETH])
  const { latchkey, phone } = made
  const signing = latchkey.signMessage('x')
  await phone.until(() => phone.requests[0])
  const heal = phone.relay.refuse(1006)
  phone.relay.cut()
  await phone.clock.advance(RELAY_BACK_MS + 10_000)
  expect(relayOf(made.instance).get().trouble).toBe('RELAY_UNREACHABLE')
  heal()
  await phone.clock.advance(30_000)
  expect(relayOf(made.instance).get().trouble).toBeUndefined()
  await phone.answer(SIGNATURE)
  await expect(signing).resolves.toBe(SIGNATURE)
  expect(phone.requests).toHaveLength(1)
  expect(made.failures.filter(({ final }) => final)).toEqual([])
})

test('F-10: a cut that heals in time is nothing to anybody', async () => {
  const { phone, heal, getTrouble, codesOf } = await cutOff()
  await phone.clock.advance(RELAY_BACK_MS / 2)
  heal()
  await phone.clock.advance(RELAY_BACK_MS * 2)
  expect(getTrouble()).toBeUndefined()
  expect(codesOf()).toEqual([])
})

test('F-10: without a network the relay is not blamed', async () => {
  const { phone, services, getTrouble } = await cutOff()
  services.browser.setOnline(false)
  phone.reachability.setOnline(false)
  await phone.clock.advance(RELAY_BACK_MS * 2)
  expect(getTrouble()).toBeUndefined()
})

test('F-10: "Try again" goes to the next address; when that fails too it is said without another minute', async () => {
  const { phone, instance, getTrouble, heal } = await cutOff()
  await phone.clock.advance(RELAY_BACK_MS + 100)
  const tried = phone.relay.attempts.length
  void retryRelay(instance)
  expect(getTrouble()).toBeUndefined()
  await phone.until(() => phone.relay.attempts.length > tried)
  expect(phone.relay.attempts[tried]?.url).toMatch(/^wss:\/\/other\.test/)
  await phone.clock.advance(10_000)
  expect(getTrouble()).toBe('RELAY_UNREACHABLE')
  heal()
  await phone.clock.advance(30_000)
  expect(getTrouble()).toBeUndefined()
})

test('F-12: a relay that refuses the page in a session is no matter of the network', async () => {
  const { phone, instance } = await connectPhone([ETH])
  phone.relay.refuse(3000, 'Unauthorized: origin not allowed')
  phone.relay.cut()
  await phone.until(() => relayOf(instance).get().trouble)
  await phone.clock.advance(RELAY_BACK_MS * 2)
  expect(relayOf(instance).get().trouble).toBe('SITE_REFUSED')
})

test('what keeps the relay away is forgotten with the session', async () => {
  const { phone, latchkey, getTrouble } = await cutOff()
  await phone.clock.advance(RELAY_BACK_MS + 100)
  expect(getTrouble()).toBe('RELAY_UNREACHABLE')
  latchkey.disconnect().catch(() => undefined)
  await phone.clock.advance(10_000)
  expect(getTrouble()).toBeUndefined()
})
