import { NFT_PAGE_SIZE } from '@latchkey/wire'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { METADATA_PROGRAM, metadataAddress } from '../balances/metaplex.ts'
import { TOKEN_PROGRAMS } from '../balances/solanaTokens.ts'
import { createBreakers } from '../breakers.ts'
import { type GuardedFetch, GuardedFetchError } from '../guardedFetch.ts'
import type { RpcAnswer, RpcCall } from '../rpcPool.ts'
import { createDescribeNfts, createReadMetadata } from './describeNfts.ts'
import { createFetchSource } from './fetchSource.ts'
import { createNfts } from './nfts.ts'

const CHAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ME = base58.encode(new Uint8Array(32).fill(7))
const LIST = `https://metadata.example/1.json`

/** One mint that the account has some of. */
type TestMint = {
  readonly mint: string
  readonly amount?: string
  readonly decimals?: number
  readonly supply?: bigint
  readonly program?: keyof typeof TOKEN_PROGRAMS
  readonly owner?: string
  /** Name, symbol and address of its metadata. */
  readonly text?: readonly [name: string, symbol: string, uri: string]
}

const mint = (seed: number): string => base58.encode(new Uint8Array(32).fill(seed + 20))
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

function setUp(held: readonly TestMint[], options: { pages?: Readonly<Record<string, string>>; fails?: string } = {}) {
  const state = { held }
  const fetched: string[] = []
  const asked: string[][] = []
  const guardedFetch: GuardedFetch = async (url) => {
    fetched.push(url)
    const page = options.pages?.[url]
    if (page === undefined) throw new GuardedFetchError('hostDenied')
    return { status: 200, contentType: 'application/json', body: new TextEncoder().encode(page) }
  }
  const answer = ({ method, params }: RpcCall): RpcAnswer => {
    if (method === options.fails) return { error: { code: -32005, message: 'too many' } }
    const [first, second] = params as [unknown, { programId?: string; encoding?: string }]
    if (method === 'getBalance') return { result: { value: 1 } }
    if (method === 'getTokenAccountsByOwner') {
      const own = state.held.filter(({ program = 'spl' }) => TOKEN_PROGRAMS[program] === second.programId)
      return {
        result: {
          value: own.map(({ mint: of, amount = '1', decimals = 0, owner = ME }) => ({
            account: { data: { parsed: { info: { mint: of, owner, tokenAmount: { amount, decimals } } } } },
          })),
        },
      }
    }
    return { result: { value: (first as string[]).map((address) => account(address, second.encoding)) } }
  }
  const account = (address: string, encoding: string | undefined): unknown => {
    const own = state.held.find((each) => each.mint === address)
    if (own !== undefined) {
      const owner = TOKEN_PROGRAMS[own.program ?? 'spl']
      if (encoding === 'base64') return { owner, data: [mintAccount(own).toString('base64'), 'base64'] }
      const [name, symbol, uri] = own.text ?? []
      const extensions =
        own.program === 'token2022' && own.text ? [{ extension: 'tokenMetadata', state: { name, symbol, uri } }] : []
      return { owner, data: { parsed: { info: { extensions } } } }
    }
    const named = state.held.find((each) => each.program !== 'token2022' && metadataAddress(each.mint) === address)
    if (named?.text === undefined) return null
    return { owner: METADATA_PROGRAM, data: [metadataAccount(named.mint, ...named.text).toString('base64'), 'base64'] }
  }
  const clock = { now: () => 0 }
  const { chains } = parseConfig({
    chains: [
      {
        id: CHAIN,
        name: 'Solana',
        rpc: ['https://node.example'],
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      },
    ],
  })
  const pool = {
    networkId: CHAIN,
    async send(calls: readonly RpcCall[]) {
      asked.push(calls.map(({ method }) => method))
      return calls.map(answer)
    },
  }
  const nfts = createNfts({
    chains,
    pools: new Map([[CHAIN, pool]]),
    findReceived: async () => ({ tokens: [], coins: [], isWhole: true }),
    describe: createDescribeNfts({
      readMetadata: createReadMetadata({
        fetchSource: createFetchSource({
          guardedFetch,
          breakers: createBreakers({ clock }),
          ipfsGateways: ['https://one.example/ipfs/'],
          arweaveGateways: [],
        }),
        clock,
        log,
      }),
      pictureUrl: (id, size) => `https://gate.example/${id}/${size}`,
    }),
    clock,
  })
  return { nfts, fetched, asked, state }
}

/** Source: SPL Token: supply at byte 36, decimals at 44, 82 bytes. */
function mintAccount({ supply = 1n, decimals = 0 }: TestMint): Buffer {
  const bytes = Buffer.alloc(82)
  bytes.writeBigUInt64LE(supply, 36)
  bytes[44] = decimals
  return bytes
}

/** Source: Metaplex Token Metadata: a key, the update authority, the mint, three texts padded with zeros. */
function metadataAccount(of: string, name: string, symbol: string, uri: string): Buffer {
  const text = (value: string, size: number) => {
    const bytes = Buffer.alloc(size + 4)
    bytes.writeUInt32LE(size)
    bytes.write(value, 4)
    return bytes
  }
  return Buffer.concat([
    Buffer.of(4),
    Buffer.alloc(32, 9),
    base58.decode(of),
    text(name, 32),
    text(symbol, 10),
    text(uri, 200),
  ])
}

const METADATA = JSON.stringify({
  name: 'Low Sun #118',
  description: 'The walk home.',
  image: 'https://metadata.example/1.png',
  attributes: [{ trait_type: 'Light', value: 'Dusk' }],
})

test('a mint of which there is one is an NFT, with the metadata that its account on the chain leads to', async () => {
  const { nfts, fetched } = setUp([{ mint: mint(1), text: ['Low Sun', 'FIELD', LIST] }], {
    pages: { [LIST]: METADATA },
  })
  const { data, next, incomplete } = await nfts.fetchNfts({ address: ME })
  expect(data).toEqual([
    {
      chainId: CHAIN,
      contract: mint(1),
      tokenId: '0',
      standard: 'METAPLEX',
      quantity: '1',
      name: 'Low Sun #118',
      collection: 'FIELD',
      description: 'The walk home.',
      imageUrl: `https://gate.example/${CHAIN}:${mint(1)}:0/preview`,
      largeImageUrl: `https://gate.example/${CHAIN}:${mint(1)}:0/detail`,
      traits: [{ name: 'Light', value: 'Dusk' }],
      metadata: 'read',
      isSpam: false,
    },
  ])
  expect([next, incomplete, fetched]).toEqual([null, [], [LIST]])
  expect(await nfts.findUri({ networkId: CHAIN, contract: mint(1), tokenId: 0n })).toBe(LIST)
})

test('coins, editions of many, and what belongs to somebody else are no NFTs', async () => {
  const { nfts } = setUp([
    { mint: mint(1), amount: '1', decimals: 6 },
    { mint: mint(2), amount: '1', supply: 1_000n },
    { mint: mint(3), amount: '2', supply: 2n },
    { mint: mint(4), owner: mint(90) },
    { mint: mint(5), supply: 1n, decimals: 0 },
  ])
  const { data } = await nfts.fetchNfts({ address: ME })
  expect(data.map(({ contract, name, metadata }) => [contract, name, metadata])).toEqual([[mint(5), null, 'none']])
})

test('a mint of Token-2022 says in its own extension what it is', async () => {
  const { nfts, fetched } = setUp([{ mint: mint(1), program: 'token2022', text: ['Ripple', 'TIDE', LIST] }], {
    pages: { [LIST]: METADATA },
  })
  expect((await nfts.fetchNfts({ address: ME })).data[0]).toMatchObject({ name: 'Low Sun #118', collection: 'TIDE' })
  expect(fetched).toEqual([LIST])
  expect(await nfts.findUri({ networkId: CHAIN, contract: mint(1), tokenId: 0n })).toBe(LIST)
})

test('SEC-110: metadata at a private address is never read, and the name on the chain stands', async () => {
  const texts = ['http://127.0.0.1/1.json', 'file:///etc/passwd', 'https://10.0.0.1/x', 'ipfs://../../x']
  const { nfts, fetched } = setUp(
    texts.map((uri, index) => ({ mint: mint(index), text: [`Hat ${index}`, 'HAT', uri] })),
  )
  const { data } = await nfts.fetchNfts({ address: ME })
  expect(data.map(({ name, imageUrl, metadata }) => [name?.slice(0, 3), imageUrl, metadata])).toEqual(
    texts.map(() => ['Hat', null, 'none']),
  )
  // The guard is what answers for https; nothing else reaches it.
  expect(fetched).toEqual(['https://10.0.0.1/x'])
})

test('names with invisible and bidirectional signs are cleaned, and advertisements marked', async () => {
  const { nfts } = setUp([
    { mint: mint(1), text: ['\u202eHat\u200b', '\u202e\u200b', ''] },
    { mint: mint(2), text: ['Claim at free.example', 'X', ''] },
  ])
  const { data } = await nfts.fetchNfts({ address: ME })
  const byMint = new Map(data.map((nft) => [nft.contract, nft]))
  expect(byMint.get(mint(1))).toMatchObject({ name: 'Hat', collection: null, isSpam: false })
  expect(byMint.get(mint(2))?.isSpam).toBe(true)
})

test('pages follow the order of mints, and one that goes in between moves nothing else', async () => {
  const many = Array.from({ length: 2 * NFT_PAGE_SIZE }, (_, index) => ({ mint: mint(index) }))
  const { nfts } = setUp(many)
  const first = await nfts.fetchNfts({ address: ME })
  const second = await nfts.fetchNfts({ address: ME, cursor: first.next ?? '' })
  const seen = [...first.data, ...second.data].map(({ contract }) => contract)
  expect(seen).toEqual(many.map((each) => each.mint).sort())
  expect(second.next).toBeNull()
  const last = first.data.at(-1)?.contract
  const without = setUp(many.filter((each) => each.mint !== last))
  const again = await without.nfts.fetchNfts({ address: ME, cursor: first.next ?? '' })
  expect(again.data).toEqual(second.data)
})

test('a hundred of them cost three requests, as one does', async () => {
  const { nfts, asked } = setUp(Array.from({ length: 100 }, (_, index) => ({ mint: mint(index) })))
  await nfts.fetchNfts({ address: ME })
  expect(asked.map((calls) => calls.length)).toEqual([3, 1, 1])
})

test.each(['getTokenAccountsByOwner', 'getMultipleAccounts'])(
  'a node that does not answer %s leaves unknown, not none',
  async (fails) => {
    const { nfts } = setUp([{ mint: mint(1) }], { fails })
    await expect(nfts.fetchNfts({ address: ME })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  },
)

test('an address of one namespace is not looked for in the other', async () => {
  const { nfts } = setUp([{ mint: mint(1) }])
  await expect(nfts.fetchNfts({ address: `0x${'a'.repeat(40)}` })).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
})
