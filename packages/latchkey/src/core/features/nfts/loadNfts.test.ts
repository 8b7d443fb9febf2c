import { createFakeServices, createTestLatchkey, type FakeGateway, fakeAccounts } from '@latchkey/testing'
import type { NftItem } from '@latchkey/wire/nfts'
import { expect, test } from 'vitest'
import { makeNft, showNfts } from '../../../../../testing/src/nfts.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { touchBalances } from '../../kernel/requests/touchBalances.ts'
import { FRESH_MS } from '../tokens/keepFresh.ts'
import { mayServe, unservedOf } from '../tokens/mayServe.ts'
import { loadNfts } from './loadNfts.ts'
import { mergeFirst, mergeMore, NFTS_LIMIT } from './rules.ts'
import { nftsOf } from './state.ts'
import { PENDING_MS, watchNfts } from './watchNfts.ts'

function start(gateway: FakeGateway | undefined) {
  const services = createFakeServices({ gateway })
  const made = createTestLatchkey({ services, isStarted: false })
  const all = fakeAccounts(1)
  const [active] = all
  if (active) made.instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all } } }))
  const asked = () =>
    services.calls.filter(({ name }) => name === 'getNfts').map(({ input }) => (input as { cursor?: string }).cursor)
  const state = () => nftsOf(made.instance).get()
  return { ...made, services, asked, state, names: () => state().items?.map(({ name }) => name) }
}

const answer = (data: readonly NftItem[], next: string | null = null, more: object = {}) => ({
  data,
  next,
  unavailable: [],
  incomplete: [],
  ...more,
})

test('pages are one list, and its end is known', async () => {
  const { instance, state, asked, names } = start({
    getNfts: (input) =>
      (input as { cursor?: string }).cursor === undefined
        ? answer([makeNft(1)], 'two')
        : answer([makeNft(1, { name: 'Again' }), makeNft(2)]),
  })
  await loadNfts(instance)
  expect(state()).toMatchObject({ status: 'ready', next: 'two' })
  await loadNfts(instance, 'more')
  expect([names(), state().next, state().more]).toEqual([['Again', 'Low Sun #2'], undefined, 'idle'])
  await loadNfts(instance, 'more')
  expect(asked()).toEqual([undefined, 'two'])
})

test('an account that holds nothing is empty, not failed', async () => {
  const { instance, state } = start({ getNfts: () => answer([]) })
  await loadNfts(instance)
  expect(state()).toMatchObject({ status: 'ready', items: [] })
})

test('pages with nothing on them are passed over, but not without end', async () => {
  const { instance, state, asked } = start({ getNfts: () => answer([], 'on') })
  await loadNfts(instance)
  expect([asked().length, state().status, state().next]).toEqual([4, 'ready', 'on'])
})

test('a failure keeps what is known, and is told without saying who', async () => {
  let isDown = false
  const { instance, state, events } = start({
    getNfts: () => {
      if (isDown) throw new LatchkeyError('UPSTREAM_UNAVAILABLE' as never, 'Down.')
      return answer([makeNft(1)], 'two')
    },
  })
  await loadNfts(instance)
  isDown = true
  await loadNfts(instance)
  expect([state().status, state().items?.length]).toEqual(['failed', 1])
  await loadNfts(instance, 'more')
  expect(state().more).toBe('failed')
  expect(events.find(({ name }) => name === 'ERROR_FETCH_NFTS')?.properties).toEqual({
    message: 'UPSTREAM_UNAVAILABLE',
  })
})

test('a network whose NFTs the gateway does not read is remembered as such, and nobody is alarmed', async () => {
  const { instance, events } = start({
    getNfts: () => {
      throw new LatchkeyError('CHAIN_UNSUPPORTED' as never, 'Not here.')
    },
  })
  await loadNfts(instance)
  const unserved = unservedOf(instance).get().list
  expect([unserved, events]).toEqual([['nfts eip155:1'], []])
  const known = { supportedChains: undefined, unserved }
  expect(mayServe(instance, 'nfts', 'eip155:1', known)).toBe(false)
  expect(mayServe(instance, 'nfts', 'eip155:10', known)).toBe(true)
  expect(mayServe(instance, 'nfts', 'bip122:x', known)).toBe(false)
})

test('what is read in part, or not at all, is said', async () => {
  const { instance, state } = start({
    getNfts: () => answer([makeNft(1)], null, { incomplete: ['eip155:1'], unavailable: ['eip155:10'] }),
  })
  await loadNfts(instance)
  expect(state()).toMatchObject({ incomplete: ['eip155:1'], unavailable: ['eip155:10'] })
})

test('an answer for an account that one has left changes nothing', async () => {
  let finish = (_: unknown): void => {}
  const { instance, state } = start({ getNfts: () => new Promise((resolve) => (finish = resolve)) })
  const first = loadNfts(instance)
  await Promise.resolve()
  const [account] = fakeAccounts(1)
  const other = account && { ...account, address: `0x${'2'.repeat(40)}` }
  if (other) instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active: other, all: [other] } } }))
  const early = finish
  const second = loadNfts(instance)
  await Promise.resolve()
  early(answer([makeNft(1)]))
  await first
  expect(state()).toMatchObject({ status: 'loading', owner: `eip155:1:${other?.address}` })
  expect(state().items).toBeUndefined()
  finish(answer([makeNft(2)]))
  await second
  expect(state().items).toHaveLength(1)
})

test('metadata that was still being read is asked for again, on its own page, and not for ever', async () => {
  let isRead = false
  const { instance, services, asked, names } = start({
    getNfts: (input) =>
      (input as { cursor?: string }).cursor === undefined
        ? answer([makeNft(1)], 'two')
        : answer([isRead ? makeNft(2) : makeNft(2, { name: null, metadata: 'pending' })]),
  })
  const stop = watchNfts(instance)
  await services.clock.advance(0)
  await loadNfts(instance, 'more')
  expect(names()).toEqual(['Low Sun #1', 'Field Notes #2'])
  await services.clock.advance(PENDING_MS)
  expect(asked()).toEqual([undefined, 'two', 'two'])
  isRead = true
  await services.clock.advance(PENDING_MS * 2)
  expect(names()).toEqual(['Low Sun #1', 'Low Sun #2'])
  const count = asked().length
  await services.clock.advance(PENDING_MS * 4)
  expect(asked()).toHaveLength(count)
  stop()
})

test('while it is looked at it is read anew, and begins anew when something was sent', async () => {
  let held = [makeNft(3), makeNft(2)]
  const { instance, services, asked, names } = start({
    getNfts: (input) =>
      (input as { cursor?: string }).cursor === undefined ? answer(held, 'two') : answer([makeNft(1)]),
  })
  const stop = watchNfts(instance)
  await services.clock.advance(0)
  await loadNfts(instance, 'more')
  await services.clock.advance(FRESH_MS)
  expect([asked().length, names()]).toEqual([3, ['Low Sun #3', 'Low Sun #2', 'Low Sun #1']])
  held = [makeNft(2)]
  touchBalances(instance, 'eip155:1')
  await services.clock.advance(3_000)
  expect(names()).toEqual(['Low Sun #2'])
  stop()
  await services.clock.advance(10 * FRESH_MS)
  expect(asked()).toHaveLength(4)
  // Sent while another view is looked at.
  await loadNfts(instance, 'more')
  held = [makeNft(1)]
  touchBalances(instance, 'eip155:1')
  const stopAgain = watchNfts(instance)
  await services.clock.advance(0)
  expect(names()).toEqual(['Low Sun #1'])
  stopAgain()
})

test('a first page read anew drops what stood on it and has gone, and keeps what is older', () => {
  const [a, b, c, d, e] = showNfts([1, 2, 3, 4, 5].map((number) => makeNft(number)))
  if (!a || !b || !c || !d || !e) throw new Error('Nothing to merge')
  const whole = { unavailable: [], incomplete: [] }
  const known = { items: [a, b, c, d], next: 'three' }
  expect(mergeFirst(known, { ...whole, items: [e, b], next: 'two' })).toEqual({ items: [e, b, c, d], next: 'three' })
  expect(mergeFirst(known, { ...whole, items: [e], next: 'two' })).toEqual({ items: [e], next: 'two' })
  expect(mergeFirst(known, { ...whole, items: [], next: undefined })).toEqual({ items: [], next: undefined })
  expect(mergeFirst({}, { ...whole, items: [a], next: 'two' })).toEqual({ items: [a], next: 'two' })
})

test('of more NFTs than anybody looks through the rest is not kept', () => {
  const items = showNfts([makeNft(1)])
  const [one] = items
  if (!one) throw new Error('Nothing to merge')
  const many = Array.from({ length: NFTS_LIMIT }, (_, index) => ({ ...one, id: `old ${index}` }))
  const page = { items, next: 'on', unavailable: [], incomplete: [] }
  const { items: kept, next } = mergeMore({ items: many, next: 'on' }, page)
  expect([kept?.length, next]).toEqual([NFTS_LIMIT, undefined])
})
