import { createFakeDisk, createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
import { openModal } from '../../flow/openModal.ts'
import { noticeOf } from '../../kernel/connections/notice.ts'
import { requestsOf } from '../../kernel/requests/requests.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'
import { sessionAdapters } from './sessionAdapters.ts'

/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`

const LOWER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const OTHER = '0x52908400098527886e0f7030069857d2e4169ee7'
const ETH = `eip155:1:${LOWER}`

/** Two tabs of one site over one session; the first leads. */
async function twoTabs() {
  const disk = createFakeDisk()
  const first = await connectPhone([ETH], { disk })
  const { phone } = first
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect, disk })
  const second = { ...createTestLatchkey({ services }), services }
  await phone.until(() => second.latchkey.getState().status === 'connected')
  return { first, second, phone }
}

const errorsOf = (log: readonly string[]) => log.filter((line) => !line.startsWith('debug'))

test('F-16: leaving the wallet in one tab reaches the view of another at once, without an error in either', async () => {
  const { first, second, phone } = await twoTabs()
  void openModal(second.instance)
  expect(second.latchkey.getState().view).toBe('Account')
  const leaving = first.latchkey.disconnect()
  await phone.until(() => second.latchkey.getState().status === 'disconnected')
  await phone.clock.advance(100)
  expect(second.latchkey.getState()).toMatchObject({ open: false, address: undefined })
  await phone.clock.advance(5_000)
  await leaving
  expect(phone.client.session.length).toBe(0)
  expect([first, second].flatMap(({ services }) => errorsOf(services.log))).toEqual([])
  expect((await second.instance.live.walletConnect)?.session).toBeUndefined()
  expect(sessionAdapters(second.instance)).toEqual({})
})

test('F-16: a signature that one tab waits for ends when another leaves the wallet', async () => {
  const { first, second, phone } = await twoTabs()
  const signing = second.latchkey.signMessage('x')
  signing.catch(() => undefined)
  await phone.until(() => phone.requests[0])
  first.latchkey.disconnect().catch(() => undefined)
  await phone.clock.advance(5_000)
  await expect(signing).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  expect(requestsOf(second.instance).get().open).toBeUndefined()
})

test('F-16: the wallet ends the session: both tabs hear it, each once', async () => {
  const { first, second, phone } = await twoTabs()
  await phone.drop()
  await phone.until(() => second.latchkey.getState().status === 'disconnected')
  await phone.until(() => first.latchkey.getState().status === 'disconnected')
  for (const tab of [first, second]) {
    const codes = tab.failures.map(({ code }) => code)
    expect(codes).toHaveLength(1)
    expect(['SESSION_ENDED', 'CHANGED_IN_OTHER_TAB']).toContain(codes[0])
  }
})

test('F-16: a session whose record is deleted by something else has ended, in every tab', async () => {
  const { first, second, phone } = await twoTabs()
  const wc = await second.instance.live.walletConnect
  void wc?.client.disconnect({ topic: first.session.topic })
  await phone.until(() => second.latchkey.getState().status === 'disconnected')
  await phone.until(() => first.latchkey.getState().status === 'disconnected')
  expect(first.failures).toMatchObject([{ code: 'SESSION_ENDED', final: false }])
  expect(noticeOf(first.instance).get().notice).toMatchObject({ code: 'SESSION_ENDED' })
})

test('a session that another tab puts in the place of the first is used here from then on', async () => {
  const { first, second, phone } = await twoTabs()
  const again = connectWalletConnect(first.instance)
  const uri = await phone.until(() => first.instance.stores.connection.get().attempt?.pairing?.uri)
  const session = await phone.approve(uri, `eip155:1:${OTHER}`)
  await phone.until(() => second.latchkey.getState().address?.toLowerCase() === OTHER)
  await again
  const signing = second.latchkey.signMessage('x')
  const request = await phone.until(() => phone.requests[0])
  expect(request.topic).toBe(session.topic)
  await phone.answer(SIGNATURE)
  await expect(signing).resolves.toBe(SIGNATURE)
  expect(second.failures).toEqual([])
})

test('a tab that follows signs through the one that leads', async () => {
  const { second, phone } = await twoTabs()
  const signing = second.latchkey.signMessage('x')
  await phone.until(() => phone.requests[0])
  await phone.answer(SIGNATURE)
  await expect(signing).resolves.toBe(SIGNATURE)
})

test('F-55: a wallet that one tab connects is connected in a tab that was open before', async () => {
  const disk = createFakeDisk()
  const phone = await createTestPhone()
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect, disk })
  const waiting = createTestLatchkey({ services })
  await phone.clock.advance(10)
  await connectPhone([ETH], { disk, phone })
  await phone.until(() => waiting.latchkey.getState().status === 'connected')
  const again = await phone.until(() => waiting.latchkey.getState().walletName)
  expect(again).toBe('Pocket Fox')
})
