import { expect, test } from 'vitest'
import { createLog } from '../../gateway/createLog.ts'
import { RequestError } from '../../RequestError.ts'
import { createHistory, NEWEST_LIFETIME_MS, OLDER_LIFETIME_MS, SHORT_LIFETIME_MS } from './history.ts'
import type { HistoryQuery, HistoryUpstream, RawPage, RawTransaction } from './upstream.ts'

const ME = `0x${'a'.repeat(40)}`
const FRIEND = `0x1234${'0'.repeat(32)}cdef`
const FORGED = `0x1234${'9'.repeat(32)}cdef`

const transaction = (at: number, parts: Partial<RawTransaction> = {}): RawTransaction => ({
  hash: `0x${String(at).padStart(64, '0')}`,
  block: at,
  index: 0,
  at,
  from: FRIEND,
  to: ME,
  nonce: 0,
  hasFailed: false,
  fee: null,
  input: '0x',
  moves: [{ kind: 'native', contract: undefined, tokenId: undefined, amount: 1n, from: FRIEND, to: ME }],
  moreMoves: 0,
  isApproval: false,
  position: `${at}.0`,
  ...parts,
})

const page = (times: readonly number[], parts: Partial<RawPage> = {}): RawPage => ({
  transactions: times.map((at) => transaction(at)),
  next: undefined,
  missing: [],
  code: null,
  since: null,
  ...parts,
})

/** A chain with these blocks, some at a time. */
function pagesOf(blocks: readonly number[], size: number, before: string | undefined): RawPage {
  const left = before === undefined ? blocks : blocks.filter((block) => block < Number(before.split('.')[0]))
  const here = left.slice(0, size)
  return page(here, { next: left.length > size ? `${here.at(-1)}.0` : undefined })
}

/** A reader over chains that answer as told. */
function connect(answers: Readonly<Record<string, (query: HistoryQuery) => RawPage | Promise<RawPage>>>) {
  const asked: string[] = []
  const time = { now: 1_000_000 }
  const history = createHistory({
    chains: Object.entries(answers).map(([id, answer]) => {
      const upstream: HistoryUpstream = {
        kind: 'logs',
        isPosition: (text) => /^\d+\.\d+$/.test(text),
        async readPage(query) {
          asked.push(`${id} ${query.before ?? 'newest'}`)
          return answer(query)
        },
      }
      return {
        chain: { id, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
        upstream,
        tokens: { fetchFacts: async () => new Map(), fetchListedSymbols: async () => [] },
        nativeIconUrl: '',
      }
    }),
    clock: { now: () => time.now },
    log: createLog('silent'),
    deadlineMs: 60,
  })
  const ask = (parts: object = {}) =>
    history.fetchHistory({
      address: ME,
      chainId: undefined,
      cursor: undefined,
      client: 'visitor',
      signal: AbortSignal.timeout(20_000),
      ...parts,
    })
  return { ask, asked, time }
}

test('a chain that is slow or down never holds the others up: its part is unavailable with a code, and comes with a later page', async () => {
  let isSlow = true
  const { ask } = connect({
    'eip155:1': () => page([9, 5]),
    'eip155:2': () => (isSlow ? new Promise(() => undefined) : page([8, 3])),
    'eip155:3': () => Promise.reject(new RequestError('UPSTREAM_UNAVAILABLE', 'down')),
  })
  const first = await ask()
  expect(first.page.data.map((item) => item.metadata.block)).toEqual([9, 5])
  expect(first.page.sources.map(({ state, code }) => [state, code])).toEqual([
    ['complete', null],
    ['unavailable', 'TIMED_OUT'],
    ['unavailable', 'UPSTREAM_UNAVAILABLE'],
  ])
  // A dead chain is no reason to scroll on for ever.
  expect(first.page.next).toBeNull()
  expect(first.lifetimeMs).toBeLessThanOrEqual(SHORT_LIFETIME_MS)
  isSlow = false
  expect((await ask()).page.data.map((item) => item.metadata.block)).toEqual([9, 8, 5, 3])
})

test('a chain that was away for one page goes on where it was', async () => {
  let isDown = false
  const { ask } = connect({
    'eip155:1': ({ before }) => pagesOf([90, 80, 70, 60, 50], 2, before),
    'eip155:2': ({ before }) => {
      if (isDown) throw new RequestError('UPSTREAM_UNAVAILABLE', 'down')
      return pagesOf([85, 55], 1, before)
    },
  })
  const first = await ask()
  expect(first.page.data.map((item) => item.metadata.block)).toEqual([90, 85])
  isDown = true
  const second = await ask({ cursor: first.page.next })
  expect(second.page.data.map((item) => item.metadata.block)).toEqual([80, 70])
  isDown = false
  const third = await ask({ cursor: second.page.next })
  expect(third.page.data.map((item) => item.metadata.block)).toEqual([60, 55, 50])
  expect(third.page.next).toBeNull()
})

test('nothing at all is a coded failure, never an empty history', async () => {
  const { ask } = connect({ 'eip155:1': () => Promise.reject(new RequestError('UPSTREAM_UNAVAILABLE', 'down')) })
  await expect(ask()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
})

test('a source that fails for several visitors is left alone for a moment, and one visitor’s failures close it to nobody', async () => {
  const { ask, asked } = connect({ 'eip155:1': () => Promise.reject(new RequestError('UPSTREAM_UNAVAILABLE', 'down')) })
  for (let index = 0; index < 5; index += 1) await expect(ask()).rejects.toThrow()
  expect(asked).toHaveLength(5)
  for (let index = 0; index < 10; index += 1) await expect(ask({ client: `visitor ${index}` })).rejects.toThrow()
  expect(asked).toHaveLength(7)
})

test('who asks the same at the same time shares one reading, and the answer says how long it holds', async () => {
  const { ask, asked, time } = connect({
    'eip155:1': ({ before }) =>
      before === undefined
        ? page([9], { next: '9.0' })
        : page([1], before === '2.0' ? { code: 'UPSTREAM_UNAVAILABLE' } : {}),
  })
  const both = await Promise.all([ask(), ask(), ask({ address: ME.toUpperCase().replace('0X', '0x') })])
  expect(asked).toEqual(['eip155:1 newest'])
  expect(both.map((each) => each.lifetimeMs)).toEqual([NEWEST_LIFETIME_MS, NEWEST_LIFETIME_MS, NEWEST_LIFETIME_MS])
  time.now += 4_000
  expect((await ask()).lifetimeMs).toBe(NEWEST_LIFETIME_MS - 4_000)
  time.now += NEWEST_LIFETIME_MS
  const { page: fresh } = await ask()
  expect(asked).toHaveLength(2)
  expect(fresh.sources[0]?.readAt).toBe(new Date(time.now).toISOString())
  expect((await ask({ cursor: fresh.next })).lifetimeMs).toBe(OLDER_LIFETIME_MS)
  const short = Buffer.from(JSON.stringify({ 'eip155:1': '2.0' })).toString('base64url')
  expect(await ask({ cursor: short })).toMatchObject({
    lifetimeMs: SHORT_LIFETIME_MS,
    page: { sources: [{ state: 'partial', code: 'UPSTREAM_UNAVAILABLE' }] },
  })
})

test('what a visitor has asked for too often is nobody else’s answer', async () => {
  const { ask } = connect({
    'eip155:1': ({ client }) => page([9], client === 'greedy' ? { code: 'RATE_LIMITED' } : {}),
  })
  expect(await ask({ client: 'greedy' })).toMatchObject({
    lifetimeMs: 0,
    page: { sources: [{ code: 'RATE_LIMITED' }] },
  })
  expect(await ask()).toMatchObject({ page: { sources: [{ state: 'complete', code: null }] } })
})

test('one who goes away does not end what others wait for', async () => {
  let finish: (value: RawPage) => void = () => undefined
  const { ask, asked } = connect({ 'eip155:1': () => new Promise((resolve) => (finish = resolve)) })
  const leaving = new AbortController()
  const gone = ask({ signal: leaving.signal })
  const staying = ask()
  leaving.abort(new Error('the page was closed'))
  await expect(gone).rejects.toThrow('the page was closed')
  finish(page([4]))
  expect((await staying).page.data).toHaveLength(1)
  expect(asked).toHaveLength(1)
})

test.each([
  ['no JSON', 'abc'],
  ['a list', Buffer.from('[]').toString('base64url')],
  ['a position that is none', Buffer.from('{"eip155:1":"../x"}').toString('base64url')],
  ['a position of another kind', Buffer.from('{"eip155:1":7}').toString('base64url')],
])('a cursor that is %s is refused', async (_kind, cursor) => {
  const { ask, asked } = connect({ 'eip155:1': () => page([]) })
  await expect(ask({ cursor })).rejects.toMatchObject({ code: 'INPUT_INVALID', reasons: [{ field: 'cursor' }] })
  expect(asked).toEqual([])
})

test('a cursor of chains that are no more is at its end', async () => {
  const { ask } = connect({ 'eip155:1': () => page([1]) })
  const cursor = Buffer.from('{"eip155:7":"1.0"}').toString('base64url')
  expect((await ask({ cursor })).page).toEqual({ data: [], next: null, sources: [] })
})

test('a chain without a history, and an address of a kind that no chain has, are refused', async () => {
  const { ask } = connect({ 'eip155:1': () => page([]) })
  for (const parts of [{ chainId: 'eip155:5' }, { address: 'So11111111111111111111111111111111111111112' }]) {
    await expect(ask(parts)).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
  }
})

test('SEC-95: whom the account paid is remembered for its other chains and pages', async () => {
  const paid = transaction(5, {
    from: ME,
    to: FRIEND,
    moves: [{ kind: 'native', contract: undefined, tokenId: undefined, amount: 9n, from: ME, to: FRIEND }],
  })
  const dust = transaction(9, {
    from: FORGED,
    moves: [{ kind: 'native', contract: undefined, tokenId: undefined, amount: 1n, from: FORGED, to: ME }],
  })
  const { ask, time } = connect({
    'eip155:1': () => ({ ...page([]), transactions: [dust] }),
    'eip155:2': () => ({ ...page([]), transactions: [paid] }),
  })
  await ask({ chainId: 'eip155:2' })
  expect((await ask({ chainId: 'eip155:1' })).page.data[0]?.metadata.hidden).toBe('LOOK_ALIKE')
  time.now += NEWEST_LIFETIME_MS
  expect((await ask()).page.data.map((item) => item.metadata.hidden)).toEqual(['LOOK_ALIKE', null])
})
