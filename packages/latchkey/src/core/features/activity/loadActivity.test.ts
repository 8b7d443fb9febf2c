import { createFakeServices, createTestLatchkey, type FakeGateway, fakeAccounts } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { makeHistoryItem, makeTransfer } from '../../../../../testing/src/activities.ts'
import { fetchHistory } from '../../../actions/fetchHistory.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { noteSent, sentOf } from '../../kernel/requests/sent.ts'
import { touchBalances } from '../../kernel/requests/touchBalances.ts'
import { FRESH_MS } from '../tokens/keepFresh.ts'
import { mayServe, unservedOf } from '../tokens/mayServe.ts'
import { toSentEntries } from './listSent.ts'
import { loadActivity } from './loadActivity.ts'
import { activityOf } from './state.ts'
import { watchActivity } from './watchActivity.ts'

function start(gateway: FakeGateway | undefined) {
  const services = createFakeServices({ gateway })
  const made = createTestLatchkey({ services, isStarted: false })
  const all = fakeAccounts(1)
  const [active] = all
  if (active) made.instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all } } }))
  const asked = (): unknown[] => services.calls.filter(({ name }) => name === 'getHistory').map(({ input }) => input)
  return { ...made, services, asked, state: () => activityOf(made.instance).get(), address: active?.address ?? '' }
}

const answer = (data: readonly unknown[], next: string | null = null) => ({ data, next, sources: [] })

test('the first page and the one after it are one list, and its end is known', async () => {
  const { instance, state, asked, events } = start({
    getHistory: (input) =>
      (input as { cursor?: string }).cursor === undefined
        ? answer([makeHistoryItem(1)], 'two')
        : answer([makeHistoryItem(2), makeHistoryItem(1)]),
  })
  await loadActivity(instance)
  expect(state()).toMatchObject({ status: 'ready', next: 'two' })
  await loadActivity(instance, { more: true })
  expect([state().items?.length, state().next, state().more]).toEqual([2, undefined, 'idle'])
  await loadActivity(instance, { more: true })
  expect(asked()).toHaveLength(2)
  expect(events.map(({ name }) => name)).toContain('LOAD_MORE_TRANSACTIONS')
})

test('pages without an entry are passed over, but not without end', async () => {
  const { instance, state, asked } = start({ getHistory: () => answer([], 'on') })
  await loadActivity(instance)
  expect([asked().length, state().status, state().next]).toEqual([4, 'ready', 'on'])
})

test('a failure keeps what is known, and is told without saying who', async () => {
  let isDown = false
  const { instance, state, events, address } = start({
    getHistory: () => {
      if (isDown) throw new LatchkeyError('UPSTREAM_UNAVAILABLE' as never, 'Down.')
      return answer([makeHistoryItem(1)], 'two')
    },
  })
  await loadActivity(instance)
  isDown = true
  await loadActivity(instance)
  expect([state().status, state().items?.length]).toEqual(['failed', 1])
  await loadActivity(instance, { more: true })
  expect(state().more).toBe('failed')
  expect(events.filter(({ name }) => name === 'ERROR_FETCH_TRANSACTIONS')[0]?.properties).toEqual({
    message: 'UPSTREAM_UNAVAILABLE',
  })
  expect(JSON.stringify(events)).not.toContain(address)
})

test('an answer for an account that one has left changes nothing', async () => {
  let finish = (_: unknown): void => {}
  const { instance, state } = start({ getHistory: () => new Promise((resolve) => (finish = resolve)) })
  const reading = loadActivity(instance)
  await Promise.resolve()
  const [active] = fakeAccounts(2)
  if (active) instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all: [active] } } }))
  void loadActivity(instance)
  finish(answer([makeHistoryItem(1)]))
  await reading
  expect(state().items).toBe(undefined)
})

test('a network without a history at the gateway is known, and told as no failure', async () => {
  const { instance, events } = start({
    getHistory: () => {
      throw new LatchkeyError('CHAIN_UNSUPPORTED' as never, 'Not this one.')
    },
  })
  await loadActivity(instance)
  const unserved = unservedOf(instance).get().list
  expect(unserved).toEqual(['history eip155:1'])
  expect(events).toEqual([])
  const known = { supportedChains: undefined, unserved }
  expect(mayServe(instance, 'history', 'eip155:1', known)).toBe(false)
  expect(mayServe(instance, 'history', 'eip155:10', known)).toBe(true)
  expect(mayServe(instance, 'history', 'bip122:x', known)).toBe(false)
})

test('while it is looked at it is read anew, sooner when something was sent, and never while hidden', async () => {
  const { instance, services, asked } = start({ getHistory: () => answer([makeHistoryItem(1)]) })
  const stop = watchActivity(instance)
  await services.clock.advance(0)
  expect(asked()).toHaveLength(1)
  await services.clock.advance(FRESH_MS)
  expect(asked()).toHaveLength(2)
  touchBalances(instance, 'eip155:1')
  await services.clock.advance(3_000)
  expect(asked()).toHaveLength(3)
  services.browser.setVisible(false)
  await services.clock.advance(10 * FRESH_MS)
  expect(asked()).toHaveLength(3)
  services.browser.setVisible(true)
  await services.clock.advance(0)
  expect(asked()).toHaveLength(4)
  stop()
  await services.clock.advance(10 * FRESH_MS)
  expect(asked()).toHaveLength(4)
})

test('what this page sent is pending at once, and settles as it ended', () => {
  const { instance, address } = start(undefined)
  const sent = { hash: '0xAa', networkId: 'eip155:1', address, at: 5 } as const
  const list = noteSent([], sent)
  sentOf(instance).set(() => ({ list }))
  expect(toSentEntries(list, `eip155:1:${address}`)).toMatchObject([{ status: 'pending', hash: '0xAa' }])
  const ended = noteSent(list, {
    ...sent,
    hash: '0xaa',
    outcome: { hash: '0xbb', status: 'reverted', replaced: 'spedUp' },
  })
  expect(toSentEntries(ended, `eip155:1:${address}`)).toMatchObject([{ status: 'failed', hash: '0xbb' }])
  expect(toSentEntries(ended, `eip155:10:${address}`)).toEqual([])
})

test('a site asks for a page of any account, and is told when nobody is connected or there is no gateway', async () => {
  const { latchkey, address, asked } = start({
    getHistory: () => answer([makeHistoryItem(1, {}, [makeTransfer('ETH', '1', 'in')])], 'n'),
  })
  const page = await fetchHistory(latchkey, { address, networkId: 'eip155:1', cursor: 'c' })
  expect([page.items.length, page.next]).toEqual([1, 'n'])
  expect(asked()).toEqual([{ address, chainId: 'eip155:1', currency: 'usd', cursor: 'c' }])
  await expect(fetchHistory(latchkey)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(fetchHistory(latchkey, null as never)).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  await expect(fetchHistory(start(undefined).latchkey, { address, networkId: 'eip155:1' })).rejects.toMatchObject({
    code: 'DATA_UNAVAILABLE',
  })
})
