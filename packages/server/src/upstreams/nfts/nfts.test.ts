import { NFT_PAGE_SIZE } from '@latchkey/wire'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { RequestError } from '../../RequestError.ts'
import { RANGE_BLOCKS, RANGES_PER_CALL } from '../accountScan.ts'
import { createBreakers } from '../breakers.ts'
import { type GuardedAnswer, type GuardedFetch, GuardedFetchError } from '../guardedFetch.ts'
import type { RpcPool } from '../rpcPool.ts'
import { createDescribeNfts, createReadMetadata } from './describeNfts.ts'
import { createFetchSource } from './fetchSource.ts'
import { looksLikeSpam } from './looksLikeSpam.ts'
import { createNfts } from './nfts.ts'
import { createLogScan } from './ownedTokens.ts'
import { createTestChain, type TestNft } from './testChain.ts'

const ME = `0x${'a'.repeat(40)}` as const
const OTHER = `0x${'b'.repeat(40)}` as const
const HATS = `0x${'1'.repeat(40)}` as const
const COINS = `0x${'2'.repeat(40)}` as const

const hat = (tokenId: bigint, more: Partial<TestNft> = {}): TestNft => ({
  standard: 'ERC721',
  contract: HATS,
  tokenId,
  cameTo: ME,
  block: tokenId,
  collection: 'Hats',
  ...more,
})

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

type Pages = Readonly<Record<string, string | (() => Promise<GuardedAnswer>)>>

function setUp(
  nfts: TestNft[],
  options: { tip?: bigint; more?: readonly RpcPool[]; pages?: Pages; waitMs?: number } = {},
) {
  const fetched: string[] = []
  const guardedFetch: GuardedFetch = async (url) => {
    fetched.push(url)
    const page = options.pages?.[url]
    if (page === undefined) throw new GuardedFetchError('hostDenied')
    if (typeof page === 'function') return page()
    return { status: 200, contentType: 'text/html', body: new TextEncoder().encode(page) }
  }

  const time = { now: 1_000_000 }
  const clock = { now: () => time.now }
  const made = createTestChain({ nfts, ...(options.tip === undefined ? {} : { tip: options.tip }) })
  const pools = [made.pool, ...(options.more ?? [])]
  const { chains } = parseConfig({
    chains: pools.map(({ networkId }) => ({
      id: networkId,
      name: networkId,
      rpc: ['https://node.example'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    })),
  })
  const nftsOf = createNfts({
    chains,
    pools: new Map(pools.map((pool) => [pool.networkId, pool])),
    findReceived: createLogScan({ clock }),
    describe: createDescribeNfts({
      readMetadata: createReadMetadata({
        fetchSource: createFetchSource({
          guardedFetch,
          breakers: createBreakers({ clock }),
          ipfsGateways: ['https://one.example/ipfs/', 'https://two.example/ipfs/'],
          arweaveGateways: ['https://ar.example/'],
        }),
        clock,
        log,
      }),
      pictureUrl: (id, size) => `https://gate.example/${id}/${size}`,
      waitMs: options.waitMs,
    }),
    clock,
  })
  return { ...made, time, fetched, nfts: nftsOf }
}

test('what came and is still there is listed newest first, with its collection; what has left is not', async () => {
  const { nfts } = setUp([
    hat(1n),
    hat(2n, { holder: OTHER }),
    { standard: 'ERC1155', contract: COINS, tokenId: 7n, cameTo: ME, block: 50n, amount: 12n },
    hat(9n),
    hat(3n, { cameTo: OTHER }),
  ])
  const { data, next, incomplete } = await nfts.fetchNfts({ address: ME })
  expect(data.map(({ contract, tokenId, quantity }) => [contract, tokenId, quantity])).toEqual([
    [COINS, '7', '12'],
    [HATS, '9', '1'],
    [HATS, '1', '1'],
  ])
  expect(data[1]).toMatchObject({ standard: 'ERC721', collection: 'Hats', chainId: 'eip155:31337' })
  expect({ next, incomplete }).toEqual({ next: null, incomplete: [] })
})

test('token ids of 256 bits are told in full', async () => {
  const { nfts } = setUp([hat(2n ** 256n - 1n, { block: 3n })])
  expect((await nfts.fetchNfts({ address: ME })).data[0]?.tokenId).toBe(String(2n ** 256n - 1n))
})

test('pages follow each other without a gap or a repeat, also when an NFT comes in between', async () => {
  const count = NFT_PAGE_SIZE * 2 + 3
  const { nfts, chain, time } = setUp(Array.from({ length: count }, (_one, index) => hat(BigInt(index + 1))))
  const first = await nfts.fetchNfts({ address: ME })
  chain.nfts.push(hat(90n))
  time.now += 60_000
  const seen = [...first.data]
  for (let { next } = first; next !== null; ) {
    const page = await nfts.fetchNfts({ address: ME, cursor: next })
    seen.push(...page.data)
    next = page.next
  }
  expect(seen.map(({ tokenId }) => Number(tokenId))).toEqual(
    Array.from({ length: count }, (_one, index) => count - index),
  )
})

test('a page goes on where the last of the page before has been given away', async () => {
  const { nfts, chain, time } = setUp(Array.from({ length: 30 }, (_one, index) => hat(BigInt(index + 1))))
  const { next } = await nfts.fetchNfts({ address: ME })
  chain.nfts = chain.nfts.filter(({ tokenId }) => tokenId !== BigInt(30 - NFT_PAGE_SIZE + 1))
  time.now += 60_000
  const page = await nfts.fetchNfts({ address: ME, cursor: next ?? '' })
  expect(page.data.map(({ tokenId }) => tokenId)).toEqual(['6', '5', '4', '3', '2', '1'])
})

test.each(['', 'x', Buffer.from('1|eip155:1:0x12:3').toString('base64url')])(
  'a cursor that is not ours (%j) is refused',
  async (cursor) => {
    const { nfts } = setUp([hat(1n)])
    await expect(nfts.fetchNfts({ address: ME, cursor })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  },
)

test('all NFTs of a chain are checked in one round trip, and a page described in one more', async () => {
  const { nfts, asked } = setUp(Array.from({ length: 100 }, (_one, index) => hat(BigInt(index + 1))))
  await nfts.fetchNfts({ address: ME })
  expect(asked).toEqual([['eth_blockNumber'], ['eth_getLogs', 'eth_getLogs'], ['eth_call'], ['eth_call']])
})

test('a long chain is read in bounded ranges, newest first; the list says it is in part, and the next call goes on', async () => {
  const tip = RANGE_BLOCKS * BigInt(RANGES_PER_CALL) + 5n
  const { nfts, ranges, time } = setUp([hat(1n, { block: 2n }), hat(2n, { block: tip })], { tip })
  const first = await nfts.fetchNfts({ address: ME })
  expect(first.incomplete).toEqual(['eip155:31337'])
  expect(first.data.map(({ tokenId }) => tokenId)).toEqual(['2'])
  expect(ranges).toHaveLength(RANGES_PER_CALL)
  expect(ranges.every(([from, to]) => to - from + 1n <= RANGE_BLOCKS)).toBe(true)
  time.now += 60_000
  const second = await nfts.fetchNfts({ address: ME })
  expect(second.incomplete).toEqual([])
  expect(second.data.map(({ tokenId }) => tokenId)).toEqual(['2', '1'])
  expect(ranges).toHaveLength(RANGES_PER_CALL + 2)
})

test('a range that a node holds for too long is read in halves', async () => {
  const made = createTestChain({ tip: 9_999n, nfts: [hat(1n, { block: 3n }), hat(2n, { block: 9_000n })] })
  const pool: RpcPool = {
    networkId: made.pool.networkId,
    send: async (calls) =>
      calls.map((call) => {
        const [filter] = (call.params ?? []) as [{ fromBlock: Hex; toBlock: Hex }]
        const isLong = call.method === 'eth_getLogs' && BigInt(filter.toBlock) - BigInt(filter.fromBlock) > 3_000n
        return isLong ? { error: { code: -32602, message: 'range too large' } } : made.answer(call)
      }),
  }
  const found = await createLogScan({ clock: { now: () => 0 } })({ pool, owner: ME })
  expect(found.tokens.map(({ tokenId }) => tokenId)).toEqual([2n, 1n])
})

test('logs of tokens that are no NFTs, and logs that are no logs, are passed over', async () => {
  const made = createTestChain({ nfts: [hat(1n)] })
  const junk = [null, 7, {}, { address: HATS, topics: ['0x12'], data: '0x', blockNumber: '0x1' }]
  const coin = {
    address: COINS,
    topics: [
      `0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef`,
      `0x${'0'.repeat(64)}`,
      `0x${'a'.repeat(40).padStart(64, '0')}`,
    ],
    data: `0x${'0'.repeat(64)}`,
    blockNumber: '0x1',
  }
  const pool: RpcPool = {
    networkId: made.pool.networkId,
    send: async (calls) =>
      calls.map((call) => {
        const answer = made.answer(call)
        return call.method === 'eth_getLogs' && 'result' in answer
          ? { result: [...junk, coin, ...(answer.result as unknown[])] }
          : answer
      }),
  }
  const { tokens } = await createLogScan({ clock: { now: () => 0 } })({ pool, owner: ME })
  expect(tokens.map(({ tokenId }) => tokenId)).toEqual([1n])
})

test('a chain that is away is named, and never blocks or empties another', async () => {
  const away: RpcPool = {
    networkId: 'eip155:5',
    send: async () => {
      throw new RequestError('UPSTREAM_UNAVAILABLE', 'No node answers.')
    },
  }
  const { nfts } = setUp([hat(1n)], { more: [away] })
  const list = await nfts.fetchNfts({ address: ME })
  expect(list.unavailable).toEqual(['eip155:5'])
  expect(list.data).toHaveLength(1)
  await expect(nfts.fetchNfts({ address: ME, networkId: 'eip155:5' })).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
  await expect(nfts.fetchNfts({ address: ME, networkId: 'eip155:6' })).rejects.toMatchObject({
    code: 'CHAIN_UNSUPPORTED',
  })
})

test('SEC-96: names that hold an address of the web or lure to one are marked, plain names are not', async () => {
  const { nfts } = setUp([hat(1n, { collection: 'Visit hats-drop.xyz to claim' })])
  expect((await nfts.fetchNfts({ address: ME })).data[0]?.isSpam).toBe(true)
  for (const text of ['$5000 voucher', 'hats.com', 'https://a', 'Claim now', 't.me/hats'])
    expect(looksLikeSpam(text), text).toBe(true)
  for (const text of ['Hats', 'Bored Ape Yacht Club', 'alice.eth', 'No. 7', 'Reclaimed Wood'])
    expect(looksLikeSpam(text), text).toBe(false)
})

const inline = (body: unknown) => `data:application/json;base64,${Buffer.from(JSON.stringify(body)).toString('base64')}`

describe('what an NFT says about itself', () => {
  test('is read from the chain itself, with clean and short texts, traits, and its picture at this gateway', async () => {
    const { nfts, fetched } = setUp([
      hat(7n, {
        uri: inline({
          name: '\u202eHat\u200b <b>7</b>',
          description: 'x'.repeat(10_000),
          image: 'data:image/svg+xml,<svg/>',
          attributes: [{ trait_type: 'Colour', value: 'red' }, { trait_type: 'Size', value: 7 }, null, { value: {} }],
        }),
      }),
    ])
    const [nft] = (await nfts.fetchNfts({ address: ME })).data
    const id = `eip155:31337:${HATS}:7`
    expect(nft).toMatchObject({
      name: 'Hat <b>7</b>',
      imageUrl: `https://gate.example/${id}/preview`,
      largeImageUrl: `https://gate.example/${id}/detail`,
      traits: [
        { name: 'Colour', value: 'red' },
        { name: 'Size', value: '7' },
      ],
      metadata: 'read',
    })
    expect(nft?.description).toHaveLength(1000)
    expect(fetched).toEqual([])
  })

  test('is read from https, IPFS and Arweave through the gateways that the operator names, the second where the first fails', async () => {
    const cid = `Qm${'a'.repeat(44)}`
    const down = async () => ({ status: 502, contentType: '', body: new Uint8Array() })
    const { nfts } = setUp(
      [
        hat(1n, { uri: 'https://hats.example/1' }),
        hat(2n, { uri: `ipfs://${cid}/2.json` }),
        hat(3n, { uri: `ar://${'c'.repeat(43)}` }),
        { ...hat(4n, { uri: 'https://hats.example/{id}' }), standard: 'ERC1155', contract: COINS },
      ],
      {
        pages: {
          'https://hats.example/1': '{"name":"One"}',
          [`https://one.example/ipfs/${cid}/2.json`]: down,
          [`https://two.example/ipfs/${cid}/2.json`]: '{"name":"Two"}',
          [`https://ar.example/${'c'.repeat(43)}`]: '{"name":"Three"}',
          [`https://hats.example/${'4'.padStart(64, '0')}`]: '{"name":"Four"}',
        },
      },
    )
    const { data } = await nfts.fetchNfts({ address: ME })
    expect(data.map(({ name }) => name)).toEqual(['Four', 'Three', 'Two', 'One'])
  })

  test('SEC-112: CIDs that are none, and paths that climb, are never asked for', async () => {
    const cid = `Qm${'a'.repeat(44)}`
    const { nfts, fetched } = setUp(
      [
        `ipfs://../etc`,
        `ipfs://${cid}/../../admin`,
        `ipfs://${cid}/%2e%2e/admin`,
        'ipfs://evil.example/x',
        'ar://short',
        'ftp://a.example',
        'javascript:alert(1)',
        'file:///etc/passwd',
      ].map((uri, index) => hat(BigInt(index + 1), { uri })),
    )
    const { data } = await nfts.fetchNfts({ address: ME })
    expect(data.map(({ metadata }) => metadata)).toEqual(Array(8).fill('none'))
    expect(fetched).toEqual([])
  })

  test.each([
    ['HTML', '<!doctype html><h1>429</h1>'],
    ['JSON of wrong types', '{"name":{"toString":1},"image":["x"],"attributes":{"0":1},"description":[]}'],
    ['a list', '[1,2]'],
    ['JSON that nests without end', `${'['.repeat(100_000)}`],
    ['10 MB of JSON', `{"name":"${'x'.repeat(10_000_000)}"}`],
    ['a key of every object', '{"__proto__":{"name":"x"},"constructor":1}'],
    ['no bytes', ''],
  ])('that is %s gives no name and no picture, and spoils no other', async (_what, page) => {
    const { nfts } = setUp([hat(1n, { uri: 'https://hats.example/1' }), hat(2n, { uri: inline({ name: 'Two' }) })], {
      pages: { 'https://hats.example/1': page },
    })
    const { data } = await nfts.fetchNfts({ address: ME })
    expect(data.map(({ name, imageUrl }) => [name, imageUrl])).toEqual([
      ['Two', null],
      [null, null],
    ])
  })

  test('that is at a private address, or where a redirect leads to one, is none', async () => {
    const { nfts } = setUp([hat(1n, { uri: 'https://169.254.169.254/latest' })])
    expect((await nfts.fetchNfts({ address: ME })).data[0]?.metadata).toBe('none')
  })

  test('that does not come in time is pending, and is there when asked again', async () => {
    let answer = () => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { nfts, fetched } = setUp(
      [hat(1n, { uri: 'https://slow.example/1' }), hat(2n, { uri: inline({ name: 'Two' }) })],
      {
        waitMs: 20,
        pages: {
          'https://slow.example/1': async () => {
            await slow
            return { status: 200, contentType: '', body: new TextEncoder().encode('{"name":"One"}') }
          },
        },
      },
    )
    const first = await nfts.fetchNfts({ address: ME })
    expect(first.data.map(({ name, metadata }) => [name, metadata])).toEqual([
      ['Two', 'read'],
      [null, 'pending'],
    ])
    answer()
    await expect.poll(async () => (await nfts.fetchNfts({ address: ME })).data[1]?.name).toBe('One')
    expect(fetched).toEqual(['https://slow.example/1'])
  })

  test('whose host is down is unavailable, not none', async () => {
    const uris = Array.from({ length: 8 }, (_one, index) => `https://down.example/${index}`)
    const down = async () => ({ status: 503, contentType: '', body: new Uint8Array() })
    const { nfts } = setUp(
      uris.map((uri, index) => hat(BigInt(index + 1), { uri })),
      { pages: Object.fromEntries(uris.map((uri) => [uri, down])) },
    )
    const { data } = await nfts.fetchNfts({ address: ME })
    expect(data.every(({ metadata }) => metadata === 'unavailable')).toBe(true)
  })
})
