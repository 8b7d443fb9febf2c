/** The bodies are those of Etherscan's public documentation, with addresses of these tests. No explorer was asked. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RequestError } from '../../RequestError.ts'
import type { RpcCall, RpcPool } from '../rpcPool.ts'
import { createExplorerHistory, EXPLORER_CALLS_PER_PAGE } from './explorerHistory.ts'

const ME = `0x${'a'.repeat(40)}`
const HIM = `0x${'b'.repeat(40)}`
const TOKEN = `0x${'1'.repeat(40)}`
const CLUB = `0x${'2'.repeat(40)}`
const id = (block: number, place = 0) => `0x${String(block).padStart(32, '0')}${String(place).padStart(32, '0')}`

type Reply = (query: URLSearchParams, response: ServerResponse) => unknown

let server: Server
let asked: URLSearchParams[]
let reply: Reply
let url: string

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://explorer.example').searchParams
    asked.push(query)
    const body = reply(query, response)
    if (body !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const ok = (result: unknown) => ({ status: '1', message: 'OK', result })
const none = { status: '0', message: 'No transactions found', result: [] }

const sent = (block: number, parts: object = {}) => ({
  blockNumber: String(block),
  blockHash: id(9),
  timeStamp: String(1_654_000_000 + block),
  hash: id(block),
  nonce: '61',
  transactionIndex: '0',
  from: ME,
  to: HIM,
  value: '7',
  gas: '6000000',
  gasPrice: '83924748773',
  input: '0x',
  methodId: '0x',
  functionName: '',
  contractAddress: '',
  cumulativeGasUsed: '33157',
  txreceipt_status: '1',
  gasUsed: '21000',
  confirmations: '122485',
  isError: '0',
  ...parts,
})
const token = (block: number, parts: object = {}) => ({
  blockNumber: String(block),
  timeStamp: String(1_654_000_000 + block),
  hash: id(block),
  nonce: '87',
  blockHash: id(9),
  from: HIM,
  contractAddress: TOKEN,
  to: ME,
  value: '1500000',
  tokenName: 'Maker',
  tokenSymbol: 'MKR',
  tokenDecimal: '6',
  transactionIndex: '3',
  gas: '940000',
  gasPrice: '32010000000',
  gasUsed: '77759',
  input: 'deprecated',
  ...parts,
})
const internal = (block: number, parts: object = {}) => ({
  blockNumber: String(block),
  timeStamp: String(1_654_000_000 + block),
  hash: id(block),
  from: HIM,
  to: ME,
  value: '44',
  contractAddress: '',
  input: '',
  type: 'call',
  gas: '2300',
  gasUsed: '0',
  traceId: '0_1_1',
  isError: '0',
  errCode: '',
  ...parts,
})

/** A node that knows no traces and no transactions, unless it is told to. */
function makePool(answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {}) {
  const requests: RpcCall[][] = []
  const pool: RpcPool = {
    networkId: 'eip155:1',
    async send(calls) {
      requests.push([...calls])
      return calls.map((call) => {
        const answer = answers[call.method]
        return answer === undefined
          ? { error: { code: -32601, message: 'Method not found' } }
          : { result: answer(call.params as readonly unknown[]) }
      })
    },
  }
  return { pool, requests }
}

function connect(parts: Partial<Parameters<typeof createExplorerHistory>[0]> = {}) {
  return createExplorerHistory({
    url,
    apiKey: 'a-key-of-the-operator',
    chainId: '1',
    callsPerSecond: 1000,
    trustInternal: false,
    pool: makePool().pool,
    fetch: globalThis.fetch,
    clock: { now: () => Date.now() },
    timeoutMs: 5_000,
    waitsMs: [0, 1, 2],
    ...parts,
  })
}
const query = (parts: object = {}) => ({
  address: ME,
  before: undefined,
  limit: 25,
  client: 'visitor',
  signal: AbortSignal.timeout(10_000),
  ...parts,
})

test('five lists become one: several transfers of a transaction are one entry, and the node says who signed what others sent', async () => {
  reply = (asks) =>
    ({
      txlist: ok([sent(9), sent(7, { isError: '1', txreceipt_status: '0', gasUsed: '30000' })]),
      txlistinternal: none,
      tokentx: ok([
        token(8),
        token(8, { from: ME, to: HIM, value: '2', contractAddress: CLUB }),
        token(9, { from: ME, to: HIM }),
      ]),
      tokennfttx: ok([token(6, { contractAddress: CLUB, tokenID: '202106775', tokenDecimal: '0', value: undefined })]),
      token1155tx: ok([token(6, { contractAddress: CLUB, tokenID: '5', tokenValue: '3', value: undefined })]),
    })[asks.get('action') ?? '']
  const { pool } = makePool({
    eth_getTransactionByHash: ([hash]) => ({
      hash,
      blockNumber: '0x8',
      transactionIndex: '0x3',
      from: HIM,
      to: TOKEN,
      nonce: '0x5',
      value: '0x0',
      input: '0x',
    }),
  })
  const page = await connect({ pool }).readPage(query())
  expect(page.transactions.map(({ block, from, hasFailed, moves }) => [block, from, hasFailed, moves.length])).toEqual([
    [9, ME, false, 2],
    [8, HIM, false, 2],
    [7, ME, true, 0],
    [6, HIM, false, 2],
  ])
  expect(page.transactions[3]?.moves.map(({ tokenId, amount }) => [tokenId, amount])).toEqual([
    [202106775n, 1n],
    [5n, 3n],
  ])
  expect(page.transactions[0]).toMatchObject({ fee: 21_000n * 83_924_748_773n, at: 1_654_000_009_000 })
  expect(page).toMatchObject({ next: undefined, missing: [], code: null })
  expect(asked).toHaveLength(5)
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    module: 'account',
    action: 'txlist',
    address: ME,
    sort: 'desc',
    chainid: '1',
    apikey: 'a-key-of-the-operator',
  })
})

test('a payment inside is believed only where a node’s trace says the same, or where the operator vouches for the explorer', async () => {
  reply = (asks) => (asks.get('action') === 'txlistinternal' ? ok([internal(5), internal(4, { isError: '1' })]) : none)
  const unknown = await connect().readPage(query())
  expect(unknown.transactions.map((each) => each.moves)).toEqual([[]])
  expect(unknown.missing).toEqual(['internal'])
  const trusted = await connect({ trustInternal: true }).readPage(query())
  expect(trusted.transactions.map((each) => each.moves.map((move) => move.amount))).toEqual([[44n]])
  const frame = { type: 'CALL', from: HIM, to: ME, value: '0x2c' }
  const undone = {
    type: 'CALL',
    from: HIM,
    to: TOKEN,
    value: '0x0',
    calls: [{ ...frame, to: TOKEN, error: 'reverted', calls: [frame] }],
  }
  for (const [trace, expected] of [
    [frame, [44n]],
    [undone, []],
  ] as const) {
    const { pool } = makePool({ debug_traceTransaction: () => trace })
    const page = await connect({ pool, trustInternal: true }).readPage(query())
    expect(page.transactions[0]?.moves.map((move) => move.amount)).toEqual(expected)
    expect(page.missing).toEqual([])
  }
})

test('pages follow each other without a gap or a repeat, also where a list is cut in the middle of a block, in a bounded number of calls', async () => {
  const rows = Array.from({ length: 330 }, (_one, index) => {
    const block = 1_000 - Math.floor(index / 3)
    return { ...token(block), hash: id(block, index % 3), transactionIndex: String(2 - (index % 3)) }
  })
  // One block of 150 transactions, more than one call gives.
  const busy = Array.from({ length: 150 }, (_one, index) => ({
    ...token(500),
    hash: id(500, index),
    transactionIndex: String(149 - index),
  }))
  reply = (asks) => {
    if (asks.get('action') !== 'tokentx') return none
    const inside = [...rows, ...busy].filter((row) => Number(row.blockNumber) <= Number(asks.get('endblock')))
    return inside.length === 0 ? none : ok(inside.slice(0, Number(asks.get('offset'))))
  }
  const history = connect()
  const seen: string[] = []
  let before: string | undefined
  for (let pages = 0; ; pages += 1) {
    expect(pages).toBeLessThan(60)
    asked.length = 0
    const page = await history.readPage(query({ before }))
    expect(asked.length).toBeLessThanOrEqual(EXPLORER_CALLS_PER_PAGE)
    expect(page.transactions.length).toBeLessThanOrEqual(25)
    seen.push(...page.transactions.map((each) => each.hash))
    if (page.next === undefined) break
    before = page.next
  }
  expect(seen).toEqual([...rows, ...busy].map((row) => row.hash))
})

test.each<[string, Reply, string]>([
  [
    'says that it is asked too often',
    () => ({ status: '0', message: 'NOTOK', result: 'Max rate limit reached' }),
    'RATE_LIMITED',
  ],
  ['answers 429', (_asks, response) => void response.writeHead(429).end(), 'RATE_LIMITED'],
  ['answers 503', (_asks, response) => void response.writeHead(503).end(), 'UPSTREAM_UNAVAILABLE'],
  [
    'answers a web page',
    (_asks, response) => void response.end('<!doctype html><title>Welcome</title>'),
    'UPSTREAM_UNAVAILABLE',
  ],
  [
    'knows no such key',
    () => ({ status: '0', message: 'NOTOK', result: 'Missing/Invalid API Key' }),
    'UPSTREAM_UNAVAILABLE',
  ],
  [
    'answers 10 MB',
    (_asks, response) => void response.end(`{"result":["${'x'.repeat(10 << 20)}"]}`),
    'UPSTREAM_UNAVAILABLE',
  ],
  [
    'nests without end',
    (_asks, response) => void response.end(`{"result":${'['.repeat(10_000)}`),
    'UPSTREAM_UNAVAILABLE',
  ],
  ['never answers', () => undefined, 'UPSTREAM_UNAVAILABLE'],
  [
    'sends elsewhere',
    (_asks, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'UPSTREAM_UNAVAILABLE',
  ],
])('an explorer that %s is tried a few times at most, and is a coded failure', async (fault, answer, code) => {
  reply = answer
  const failure = await connect(fault === 'never answers' ? { timeoutMs: 60 } : {})
    .readPage(query())
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RequestError)
  expect(failure).toMatchObject({ code })
  expect(asked.length).toBeLessThanOrEqual(5 * 3)
})

test('rows of wrong types are left out one by one, and a list that fails alone is named as missing', async () => {
  reply = (asks, response) => {
    if (asks.get('action') === 'tokentx') return void response.writeHead(400).end()
    if (asks.get('action') !== 'txlist') return none
    return ok([null, 7, 'row', sent(9, { value: '1e9' }), sent(8, { hash: 5 }), sent(7, { from: 'me' }), sent(6), {}])
  }
  const page = await connect().readPage(query())
  expect(page.transactions.map((each) => each.block)).toEqual([6])
  expect(page).toMatchObject({ missing: ['tokens'], code: 'UPSTREAM_UNAVAILABLE' })
})

test('an explorer without an action is no failure: what it would have said is missing', async () => {
  reply = (asks) =>
    asks.get('action') === 'token1155tx' ? { status: '0', message: 'Unknown action', result: null } : none
  expect(await connect().readPage(query())).toMatchObject({ transactions: [], missing: ['tokens'], code: null })
})
