import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { type Balances, createBalances, type TokenDetails } from '../balances.ts'
import type { RpcAnswer, RpcCall, RpcPool } from '../rpcPool.ts'
import { METADATA_PROGRAM, metadataAddress, parseMetadataAccount } from './metaplex.ts'
import { TOKEN_PROGRAMS } from './solanaTokens.ts'

const CHAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ME = base58.encode(new Uint8Array(32).fill(7))
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const mint = (seed: number) => base58.encode(new Uint8Array(32).fill(seed))

type Held = { mint: string; amount: string; decimals: number; program?: keyof typeof TOKEN_PROGRAMS; owner?: string }

function setUp(
  held: readonly Held[],
  options: {
    texts?: Record<string, [name: string, symbol: string]>
    answer?: (call: RpcCall) => RpcAnswer | undefined
  } = {},
) {
  const asked: string[][] = []
  const texts = options.texts ?? {}
  const answer = (call: RpcCall): RpcAnswer => {
    const scripted = options.answer?.(call)
    if (scripted !== undefined) return scripted
    const [first, second] = call.params as [unknown, { programId?: string; encoding?: string }]
    if (call.method === 'getBalance') return { result: { value: 1_500_000_000 } }
    if (call.method === 'getTokenAccountsByOwner') {
      const own = held.filter(({ program = 'spl' }) => TOKEN_PROGRAMS[program] === second.programId)
      return {
        result: {
          value: own.map(({ mint, amount, decimals, owner = ME }) => ({
            pubkey: mint,
            account: { data: { parsed: { info: { mint, owner, tokenAmount: { amount, decimals } } } } },
          })),
        },
      }
    }
    return {
      result: {
        value: (first as string[]).map((address) => {
          if (second.encoding === 'jsonParsed') {
            const text = texts[address]
            const state = text && { name: text[0], symbol: text[1] }
            return {
              owner: TOKEN_PROGRAMS.token2022,
              data: {
                parsed: {
                  info: { extensions: [{ extension: 'x' }, ...(state ? [{ extension: 'tokenMetadata', state }] : [])] },
                },
              },
            }
          }
          const found = Object.entries(texts).find(([each]) => metadataAddress(each) === address)
          return found === undefined || held.some((each) => each.mint === found[0] && each.program === 'token2022')
            ? null
            : { owner: METADATA_PROGRAM, data: [metadataAccount(found[0], ...found[1]).toString('base64'), 'base64'] }
        }),
      },
    }
  }
  const pool: RpcPool = {
    networkId: CHAIN,
    async send(calls) {
      asked.push(calls.map(({ method }) => method))
      return calls.map(answer)
    },
  }
  const { chains } = parseConfig({
    chains: [
      {
        id: CHAIN,
        name: 'Solana',
        rpc: ['https://node.example'],
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        tokens: [{ address: USDC, name: 'USD Coin', symbol: 'USDC' }],
      },
    ],
  })
  const kept = new Map<string, TokenDetails>()
  const time = { now: 0 }
  const balances = createBalances({
    chains,
    pools: new Map([[CHAIN, pool]]),
    fetchPrices: async (assets) =>
      new Map(
        assets.flatMap((asset) =>
          asset.endsWith(USDC) || asset.endsWith(mint(1)) ? [[asset, { amount: 1, at: 5_000 }] as const] : [],
        ),
      ),
    tokenDetails: {
      find: async (ids) => new Map([...kept].filter(([id]) => ids.includes(id))),
      save: async (found) => {
        for (const [id, each] of found) kept.set(id, each)
      },
    },
    findReceived: async () => ({ tokens: [], coins: [], isWhole: true }),
    iconUrl: (symbol) => `icon:${symbol}`,
    clock: { now: () => time.now },
  })
  const read = (parameters: Partial<Parameters<Balances['fetchBalances']>[0]> = {}) =>
    balances.fetchBalances({ address: ME, currency: 'usd', ...parameters })
  return { read, asked, time }
}

function metadataAccount(of: string, name: string, symbol: string): Buffer {
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
    text('', 200),
  ])
}

test('SOL and the tokens of both programs are read in one round trip, their names in one more and never again', async () => {
  const { read, asked, time } = setUp(
    [
      { mint: USDC, amount: '2500000', decimals: 6 },
      { mint: mint(1), amount: '7', decimals: 0, program: 'token2022' },
      { mint: mint(2), amount: '300', decimals: 2 },
    ],
    { texts: { [mint(1)]: ['Pine Points', 'POINT'], [mint(2)]: ['Moss\0', 'MOSS'] } },
  )
  const { balances } = await read()
  expect(
    balances.map(({ symbol, name, address, quantity, trust }) => [symbol, name, address, quantity.numeric, trust]),
  ).toEqual([
    ['USDC', 'USD Coin', `${CHAIN}:${USDC}`, '2.5', 'listed'],
    ['SOL', 'Solana', 'So11111111111111111111111111111111111111111', '1.5', 'listed'],
    ['MOSS', 'Moss', `${CHAIN}:${mint(2)}`, '3', 'unlisted'],
    ['POINT', 'Pine Points', `${CHAIN}:${mint(1)}`, '7', 'unlisted'],
  ])
  expect(asked).toEqual([
    ['getBalance', 'getTokenAccountsByOwner', 'getTokenAccountsByOwner'],
    ['getMultipleAccounts', 'getMultipleAccounts'],
  ])
  time.now += 60_000
  await read()
  expect(asked).toHaveLength(3)
})

test('a price comes with its age, an unknown one is none, and what is on no list has a price but no worth', async () => {
  const { read } = setUp([
    { mint: USDC, amount: '2000000', decimals: 6 },
    { mint: mint(1), amount: '5', decimals: 0 },
  ])
  const { balances } = await read()
  expect(balances[0]).toMatchObject({ symbol: 'USDC', price: 1, value: 2, pricedAt: '1970-01-01T00:00:05.000Z' })
  expect(balances.find(({ symbol }) => symbol === 'SOL')).toMatchObject({ price: 0, pricedAt: null })
  const found = balances.find(({ trust }) => trust === 'unlisted')
  expect(found).toMatchObject({ price: 1 })
  expect(found).not.toHaveProperty('value')
})

test('several accounts of one token are one, empty ones and NFTs are none, and accounts of others are not believed', async () => {
  const { read } = setUp([
    { mint: mint(3), amount: '100', decimals: 2 },
    { mint: mint(3), amount: '50', decimals: 2 },
    { mint: mint(4), amount: '0', decimals: 2 },
    { mint: mint(5), amount: '1', decimals: 0 },
    { mint: mint(6), amount: '900', decimals: 2, owner: mint(9) },
  ])
  const { balances } = await read()
  expect(balances.map(({ quantity }) => quantity.numeric)).toEqual(['1.5', '1.5'])
})

test('amounts of 64 bits stay exact, and a mint without a name is called by its address', async () => {
  const { read } = setUp([{ mint: mint(3), amount: '18446744073709551615', decimals: 9 }])
  const found = (await read()).balances.find(({ symbol }) => symbol !== 'SOL')
  expect(found).toMatchObject({
    quantity: { numeric: '18446744073.709551615' },
    symbol: `${mint(3).slice(0, 4)}…${mint(3).slice(-4)}`,
  })
})

test('SEC-96: a token that takes the symbol of a known one is marked as its look-alike, one that advertises as spam', async () => {
  const { read } = setUp(
    [1, 2, 3].map((seed) => ({ mint: mint(seed), amount: '100', decimals: 2 })),
    {
      texts: {
        [mint(1)]: ['USD Coin', 'USDC'],
        [mint(2)]: ['Dollar', 'USDС'],
        [mint(3)]: ['Claim at free-sol.xyz', 'GIFT'],
      },
    },
  )
  const { balances } = await read()
  expect(
    balances
      .slice(1)
      .map(({ trust, imitates }) => [trust, imitates])
      .sort(),
  ).toEqual([
    ['lookAlike', 'USDC'],
    ['lookAlike', 'USDC'],
    ['spam', null],
  ])
})

test.each([
  ['one of the programs is not told', { error: { code: -32010, message: 'excluded from account secondary indexes' } }],
  ['the answer is of a wrong type', { result: { value: 'none' } }],
  ['the answer is empty', { result: null }],
] as const)('where %s the chain is unavailable, not empty', async (_what, broken) => {
  const { read } = setUp([], { answer: ({ method }) => (method === 'getTokenAccountsByOwner' ? broken : undefined) })
  await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
})

test('broken accounts are left out singly', async () => {
  const { read } = setUp([], {
    answer: ({ method }) =>
      method === 'getTokenAccountsByOwner'
        ? {
            result: {
              value: [
                null,
                7,
                { account: {} },
                {
                  account: {
                    data: {
                      parsed: { info: { mint: mint(1), owner: ME, tokenAmount: { amount: '-1', decimals: 2 } } },
                    },
                  },
                },
              ],
            },
          }
        : undefined,
  })
  expect((await read()).balances).toHaveLength(1)
})

test('the address of a metadata account is the one that wallets derive', () => {
  // Source: the metadata account of USDC on Solana's main network.
  expect(metadataAddress(USDC)).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq')
})

test('a metadata account of another mint, or one that ends early, says nothing', () => {
  const whole = metadataAccount(USDC, 'USD Coin', 'USDC')
  expect(parseMetadataAccount(whole, USDC)).toEqual({ name: 'USD Coin', symbol: 'USDC', uri: '' })
  expect(parseMetadataAccount(whole, mint(1))).toBeNull()
  for (const end of [0, 40, 66, 80, whole.length - 1])
    expect(parseMetadataAccount(whole.subarray(0, end), USDC)).toBeNull()
})
