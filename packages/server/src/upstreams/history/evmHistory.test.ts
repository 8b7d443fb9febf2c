import type { HistoryItem } from '@latchkey/wire'
import { encodeAbiParameters, getAddress, type Hex, pad, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadEmptyDatabase } from '../../../../testing/src/emptyDatabase.ts'
import { type ConfigInput, parseConfig } from '../../config.ts'
import { createLog } from '../../gateway/createLog.ts'
import { openStorage } from '../../storage/openStorage.ts'
import type { Storage } from '../../storage/storage.ts'
import { createRpcPool } from '../rpcPool.ts'
import { TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from './evmTransaction.ts'
import { openHistory } from './openHistory.ts'
import { startTestChain, type TestChain } from './testChain.ts'

const CHAIN = 'eip155:31337'

let chain: TestChain
let storage: Storage
let pine: Hex

beforeAll(async () => {
  chain = await startTestChain()
  storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
  pine = getAddress(await chain.deployToken('Pine', 'PINE'))
})
afterAll(async () => {
  await Promise.all([chain?.stop(), storage?.close()])
})

type HistoryConfig = NonNullable<NonNullable<ConfigInput['chains']>[number]['history']>

/** A gateway's history over the real chain. `answer` may change what a node says; `asked` holds each request's methods. */
function connect(
  source: HistoryConfig,
  options: { answer?: (method: string, answer: unknown) => unknown; url?: string; maxIndexBytes?: number } = {},
) {
  const config = parseConfig({
    chains: [
      {
        id: CHAIN,
        name: 'Slope',
        rpc: [options.url ?? chain.anvil.url],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: [{ address: pine }],
        history: source,
      },
    ],
  })
  const asked: string[][] = []
  const fetchNode: typeof fetch = async (input, init) => {
    const body = JSON.parse(String(init?.body)) as { id: number; method: string }[] | { id: number; method: string }
    const calls = Array.isArray(body) ? body : [body]
    asked.push(calls.map(({ method }) => method))
    const response = await fetch(input, init)
    if (options.answer === undefined) return response
    const answers = (await response.json()) as { id: number }[] | { id: number }
    const changed = (Array.isArray(answers) ? answers : [answers]).map((each) =>
      options.answer?.(calls.find(({ id }) => id === each.id)?.method ?? '', each),
    )
    return Response.json(Array.isArray(answers) ? changed : changed[0])
  }
  const time = { now: Date.now() }
  const clock = { now: () => time.now }
  const log = createLog('silent')
  const pool = createRpcPool({ chain: config.chains[0] as never, fetch: fetchNode, clock, log, timeoutMs: 5_000 })
  const history = openHistory({
    config,
    pools: new Map([[CHAIN, pool]]),
    storage,
    tokenDetails: { find: async () => new Map(), save: async () => undefined },
    iconUrl: () => '',
    fetch: fetchNode,
    clock,
    log,
  })
  if (history === undefined) throw new Error('the chain has no history')
  const read = (address: string, cursor?: string) =>
    history
      .fetchHistory({ address, chainId: CHAIN, cursor, client: 'visitor', signal: new AbortController().signal })
      .then(({ page }) => page)
  const readAll = async (address: string) => {
    const items: HistoryItem[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 50; pages += 1) {
      const page = await read(address, cursor)
      items.push(...page.data)
      if (page.next === null) return items
      cursor = page.next
    }
    throw new Error('the history has no end')
  }
  return { read, readAll, asked, time }
}

const addressOf = (digit: number): Hex => `0x${String(digit).repeat(40)}`
const moved = (item: HistoryItem) =>
  item.transfers?.map(({ direction, quantity, fungible_info, nft_info }) =>
    [direction, quantity.amount, fungible_info?.symbol ?? nft_info?.tokenId ?? null].join(' '),
  )
const shown = (items: readonly HistoryItem[]) =>
  items.map((item) => [item.metadata.operationType, ...(moved(item) ?? [])])

describe('a node with Otterscan’s calls and logs', () => {
  const source = { kind: 'otterscan' } as const

  test('tells what came and went, natively, as tokens and as NFTs, each transaction once, newest first', async () => {
    const me = chain.alice.address
    await chain.send(chain.bob, { to: me, value: parseEther('2') })
    await chain.write(chain.bob, pine, 'transfer', [me, 500n])
    await chain.write(chain.alice, pine, 'transfer', [chain.bob.address, 120n])
    await chain.log([TRANSFER, pad('0x'), pad(me), toHex(7n, { size: 32 })])
    await chain.log(
      [TRANSFER_SINGLE, pad(chain.bob.address), pad(chain.bob.address), pad(me)],
      encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [3n, 9n]),
    )
    await chain.log(
      [TRANSFER_BATCH, pad(chain.bob.address), pad(chain.bob.address), pad(me)],
      encodeAbiParameters(
        [{ type: 'uint256[]' }, { type: 'uint256[]' }],
        [
          [1n, 2n],
          [4n, 5n],
        ],
      ),
    )
    await chain.pay(me, 77n, false)
    await chain.send(chain.alice, { to: chain.bob.address, value: 5n })
    const page = await connect(source).read(me)
    expect(shown(page.data)).toEqual([
      ['send', 'out 5 ETH'],
      ['receive', 'in 77 ETH'],
      ['receive', 'in 4 1', 'in 5 2'],
      ['receive', 'in 9 3'],
      ['mint', 'in 1 7'],
      ['send', 'out 120 PINE'],
      ['receive', 'in 500 PINE'],
      ['receive', 'in 2000000000000000000 ETH'],
    ])
    const [, , , , , sent] = page.data
    expect(sent).toMatchObject({
      metadata: {
        sentFrom: me,
        sentTo: pine,
        counterparty: chain.bob.address,
        status: 'confirmed',
        chain: CHAIN,
        hidden: null,
        fee: { isOwn: true, symbol: 'ETH', decimals: 18, amount: expect.stringMatching(/^[1-9]\d+$/) },
      },
      transfers: [
        {
          fungible_info: { name: 'Pine', symbol: 'PINE', isListed: true, address: `${CHAIN}:${pine}` },
          quantity: { numeric: '0.00000000000000012', decimals: 18 },
          to: chain.bob.address,
        },
      ],
    })
    expect(page.next).toBeNull()
    expect(page.sources).toMatchObject([
      { chainId: CHAIN, kind: 'otterscan', state: 'complete', code: null, since: null },
    ])
  })

  test('money in a frame that was undone is never shown as moved, though the node lists it', async () => {
    const victim = addressOf(4)
    await chain.pay(victim, 100n, true)
    const listed = (await chain.node.request({
      method: 'ots_searchTransactionsBefore',
      params: [victim, 0, 5],
    } as never)) as { txs: { hash: string }[] }
    expect(listed.txs).toHaveLength(1)
    expect(await chain.node.getBalance({ address: victim })).toBe(0n)
    const { data } = await connect(source).read(victim)
    expect(data.map((item) => item.transfers)).toEqual([[]])
    await chain.pay(victim, 30n, false)
    expect(shown((await connect(source).read(victim)).data)).toEqual([['receive', 'in 30 ETH'], ['execute']])
  })

  test('where the node traces by Parity’s call alone, what was undone stays undone', async () => {
    const victim = addressOf(5)
    await chain.pay(victim, 100n, true)
    await chain.pay(victim, 31n, false)
    const answer = (method: string, each: unknown) =>
      method === 'debug_traceTransaction'
        ? { jsonrpc: '2.0', id: (each as { id: number }).id, error: { code: -32601, message: 'Method not found' } }
        : each
    const { read, asked } = connect(source, { answer })
    expect(shown((await read(victim)).data)).toEqual([['receive', 'in 31 ETH'], ['execute']])
    expect(asked.flat()).toContain('trace_transaction')
  })

  test('where the node cannot trace, payments inside are missing, and that is said', async () => {
    const someone = addressOf(6)
    await chain.pay(someone, 100n, true)
    await chain.pay(someone, 31n, false)
    const answer = (method: string, each: unknown) =>
      /trace/.test(method)
        ? { jsonrpc: '2.0', id: (each as { id: number }).id, error: { code: -32601, message: 'Method not found' } }
        : each
    const page = await connect(source, { answer }).read(someone)
    expect(shown(page.data)).toEqual([['execute'], ['execute']])
    expect(page.sources[0]).toMatchObject({ state: 'partial', missing: ['internal'] })
  })

  test('a failed transaction says so, keeps its fee and moves nothing', async () => {
    await chain.write(chain.alice, pine, 'transfer', [chain.bob.address, 10n ** 40n])
    const [item] = (await connect(source).read(chain.alice.address)).data
    expect(item).toMatchObject({
      metadata: { status: 'failed', operationType: 'send', counterparty: chain.bob.address, fee: { isOwn: true } },
      transfers: [],
    })
  })

  test('pages follow each other without a gap or a repeat, and the second has what the first has not', async () => {
    const someone = addressOf(7)
    const hashes: string[] = []
    for (let index = 0; index < 60; index += 1) {
      const receipt =
        index % 3 === 0
          ? await chain.write(chain.bob, pine, 'transfer', [someone, BigInt(index + 1)])
          : await chain.send(chain.bob, { to: someone, value: BigInt(index + 1) })
      hashes.unshift(receipt.transactionHash)
    }
    for (const logBlocks of [16, 2_000]) {
      const { readAll, read } = connect({ ...source, logBlocks })
      expect((await read(someone)).data.length).toBeLessThanOrEqual(25)
      expect((await readAll(someone)).map((item) => item.metadata.hash)).toEqual(hashes)
    }
  })

  test('a reorganisation of the last blocks is corrected', async () => {
    const someone = addressOf(8)
    await chain.write(chain.bob, pine, 'transfer', [someone, 1n])
    const dropped = await chain.write(chain.bob, pine, 'transfer', [someone, 2n])
    await chain.send(chain.bob, { to: someone, value: 9n })
    const { read, time } = connect(source)
    expect(shown((await read(someone)).data)).toEqual([
      ['receive', 'in 9 ETH'],
      ['receive', 'in 2 PINE'],
      ['receive', 'in 1 PINE'],
    ])
    await chain.node.request({ method: 'anvil_rollback', params: [2] } as never)
    await chain.write(chain.bob, pine, 'transfer', [someone, 3n])
    time.now += 10_001
    const { data } = await read(someone)
    expect(shown(data)).toEqual([
      ['receive', 'in 3 PINE'],
      ['receive', 'in 1 PINE'],
    ])
    expect(data.map((item) => item.metadata.hash)).not.toContain(dropped.transactionHash)
  })
})

describe('a node with logs alone', () => {
  test('tells token transfers with the transactions around them, and says what it does not see', async () => {
    const someone = addressOf(9)
    await chain.send(chain.bob, { to: someone, value: 9n })
    await chain.write(chain.bob, pine, 'transfer', [someone, 4n])
    const page = await connect({ kind: 'logs' }).read(someone)
    expect(shown(page.data)).toEqual([['receive', 'in 4 PINE']])
    expect(page.data[0]?.metadata).toMatchObject({
      sentFrom: chain.bob.address,
      nonce: expect.any(Number),
      status: 'confirmed',
    })
    expect(page.sources).toMatchObject([
      { kind: 'logs', state: 'partial', missing: ['transactions', 'internal'], code: null, since: null },
    ])
  })

  test('SEC-95: a poisoned history is marked as hidden with its reasons, and nothing of it is lost', async () => {
    const me = chain.alice.address
    const friend = getAddress(`0x1234${'0'.repeat(32)}cdef`)
    const forged = getAddress(`0x1234${'9'.repeat(32)}cdef`)
    const lure = await chain.deployToken('Claim at pine-rewards.com', 'WIN')
    const double = await chain.deployToken('Pine', 'PІNE')
    await chain.write(chain.alice, pine, 'transfer', [friend, 3n])
    await chain.write(chain.bob, pine, 'transferFrom', [me, forged, 0n])
    await chain.claim(me, forged, 3n)
    await chain.write(chain.bob, lure, 'transfer', [me, 1_000n])
    await chain.write(chain.bob, double, 'transfer', [me, 5n])
    const { data } = await connect({ kind: 'logs' }).read(me)
    expect(data.slice(0, 5).map((item) => [item.metadata.hidden, item.transfers?.length])).toEqual([
      ['SPAM', 1],
      ['SPAM', 1],
      ['LOOK_ALIKE', 1],
      ['ZERO_VALUE', 1],
      [null, 1],
    ])
  })

  test('a node that is down, or answers a web page or 11 MB, is a coded failure and never an empty history', async () => {
    const someone = addressOf(9)
    await expect(connect({ kind: 'logs' }, { url: 'http://127.0.0.1:9' }).read(someone)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
    for (const junk of ['<!doctype html><title>Welcome</title>', 'x'.repeat(11 << 20), 7, null, [[[]]]]) {
      const answer = (method: string, each: unknown) =>
        method === 'eth_chainId' ? each : { jsonrpc: '2.0', id: (each as { id: number }).id, result: junk }
      for (const kind of ['logs', 'otterscan'] as const) {
        await expect(connect({ kind }, { answer }).read(someone)).rejects.toMatchObject({
          code: 'UPSTREAM_UNAVAILABLE',
        })
      }
    }
  })
})
