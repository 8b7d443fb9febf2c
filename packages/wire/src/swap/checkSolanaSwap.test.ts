import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SYSTEM_PROGRAM, TOKEN_PROGRAMS } from '../guard/solana/readAccount.ts'
import { checkSolanaEffects, checkSolanaSwap, type ProgramCall, type SolanaSwapTerms } from './checkSolanaSwap.ts'
import { JUPITER, SOLANA_COIN, WRAPPED_SOL } from './markets.ts'

const me = 'me'
const thief = 'thief'
const dollar = 'dollar'
const pine = 'pine'
const [token = '', token22 = ''] = TOKEN_PROGRAMS
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** As good as an address that is derived: another owner, mint or program has another one. */
const hold = (mint: string, owner = me, program = token): string => `${owner}/${mint}/${program}`
const number = (value: bigint, width: number): readonly number[] =>
  Array.from({ length: width }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const call = (programAddress: string, addresses: readonly (readonly [string, number])[], data: readonly number[]) => ({
  programAddress,
  accounts: addresses.map(([address, role]) => ({ address, role })),
  data: Uint8Array.from(data),
})

const TERMS: SolanaSwapTerms = {
  account: me,
  sell: dollar,
  buy: pine,
  amount: 1_000n,
  minimumOut: 1_980n,
  deriveTokenAccount: ({ owner, mint, program }) => hold(mint, owner, program),
}

type Parts = {
  readonly selector?: string
  readonly authority?: string
  readonly source?: string
  readonly target?: string
  readonly mints?: readonly [string, string]
  readonly other?: string
  readonly amount?: bigint
  readonly quoted?: bigint
  readonly slippage?: bigint
  readonly fee?: bigint
}

const hexBytes = (text: string): readonly number[] => text.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
const amounts = ({ amount = 1_000n, quoted = 2_000n, slippage = 100n, fee = 0n }: Parts): readonly number[] => [
  ...number(amount, 8),
  ...number(quoted, 8),
  ...number(slippage, 2),
  ...number(fee, 2),
  // What is gained beyond the quote, and the way, of which nothing is read.
  ...[0, 0, 1, 0, 0, 0, 7, 7],
]

/** Jupiter's swap with the visitor's own accounts. */
function route(parts: Parts = {}): ProgramCall {
  const { authority = me, mints = [dollar, pine], other = JUPITER.program } = parts
  const { source = hold(mints[0]), target = hold(mints[1]) } = parts
  return call(
    JUPITER.program,
    [
      ...([[authority, 2]] as const),
      ...[source, target].map((address) => [address, 1] as const),
      ...[...mints, token, token, other, 'events', JUPITER.program].map((address) => [address, 0] as const),
      ['pool', 1],
    ],
    [...hexBytes(parts.selector ?? 'bb64facc31c4af14'), ...amounts(parts)],
  )
}

/** The same over accounts of Jupiter's own. */
function shared(parts: Parts = {}): ProgramCall {
  const { authority = me, mints = [dollar, pine] } = parts
  const { source = hold(mints[0]), target = hold(mints[1]) } = parts
  const addresses = [
    'program',
    authority,
    source,
    'in',
    'out',
    target,
    ...mints,
    token,
    token,
    'events',
    JUPITER.program,
  ]
  return call(
    JUPITER.program,
    addresses.map((address) => [address, address === authority ? 2 : 1] as const),
    [...hexBytes('d19853937cfed8e9'), 3, ...amounts(parts)],
  )
}

const open = (mint: string, owner = me, made = hold(mint, owner)): ProgramCall =>
  call(
    ASSOCIATED,
    [
      [me, 3],
      [made, 1],
      [owner, 0],
      [mint, 0],
      [SYSTEM_PROGRAM, 0],
      [token, 0],
    ],
    [1],
  )
const pay = (amount: bigint, to = hold(WRAPPED_SOL)): ProgramCall =>
  call(
    SYSTEM_PROGRAM,
    [
      [me, 3],
      [to, 1],
    ],
    [...number(2n, 4), ...number(amount, 8)],
  )
const sync = (): ProgramCall => call(token, [[hold(WRAPPED_SOL), 1]], [17])
const close = (to = me, owner = me): ProgramCall =>
  call(
    token,
    [
      [hold(WRAPPED_SOL), 1],
      [to, 1],
      [owner, 2],
    ],
    [9],
  )

const SELL_COIN: SolanaSwapTerms = { ...TERMS, sell: SOLANA_COIN }
const BUY_COIN: SolanaSwapTerms = { ...TERMS, buy: SOLANA_COIN }
const sellCoin = [open(WRAPPED_SOL), pay(1_000n), sync(), open(pine), route({ mints: [WRAPPED_SOL, pine] }), close()]
const buyCoin = [open(WRAPPED_SOL), route({ mints: [dollar, WRAPPED_SOL] }), close()]

test('a swap that is what the visitor saw is let through, in both forms, and with the coin on either side', () => {
  expect(checkSolanaSwap([open(pine), route()], TERMS)).toBeUndefined()
  expect(checkSolanaSwap([route({ other: hold(pine) })], TERMS)).toBeUndefined()
  expect(checkSolanaSwap([shared()], TERMS)).toBeUndefined()
  expect(checkSolanaSwap(sellCoin, SELL_COIN)).toBeUndefined()
  expect(checkSolanaSwap(buyCoin, BUY_COIN)).toBeUndefined()
  // A token of the newer program.
  expect(checkSolanaSwap([route({ target: hold(pine, me, token22) })], TERMS)).toBeUndefined()
})

describe('SEC-97: of a gateway that lies nothing is let through that', () => {
  test.each<[string, readonly ProgramCall[], SolanaSwapTerms, string]>([
    ['calls another program alone', [call('other', [], [])], TERMS, 'target'],
    ['calls another program beside it', [route(), call('other', [], [])], TERMS, 'form'],
    ['swaps twice', [route(), route()], TERMS, 'form'],
    ['lets somebody else sign', [route({ authority: thief })], TERMS, 'signer'],
    [
      'lets somebody else sign beside it',
      [route(), { ...open(pine), accounts: [{ address: thief, role: 3 }] }],
      TERMS,
      'signer',
    ],
    ['is Jupiter’s older form, whose amounts stand anywhere', [route({ selector: 'e517cb977ae3ad2a' })], TERMS, 'form'],
    ['sells another token', [route({ mints: ['gold', pine] })], TERMS, 'sell'],
    ['takes it from another account of the visitor’s', [route({ source: hold('gold') })], TERMS, 'sell'],
    ['buys another token', [route({ mints: [dollar, 'gold'] })], TERMS, 'buy'],
    ['gives it to somebody else', [route({ target: hold(pine, thief) })], TERMS, 'recipient'],
    ['gives it to somebody else by the place beside it', [route({ other: hold(pine, thief) })], TERMS, 'recipient'],
    ['gives it to somebody else in the other form', [shared({ target: hold(pine, thief) })], TERMS, 'recipient'],
    ['takes more', [route({ amount: 1_001n })], TERMS, 'amount'],
    ['takes more in the other form', [shared({ amount: 1_001n })], TERMS, 'amount'],
    ['gives less by a lower quote', [route({ quoted: 1_999n })], TERMS, 'minimum'],
    ['gives less by more slippage', [route({ slippage: 101n })], TERMS, 'minimum'],
    ['gives less by a slippage beyond everything', [route({ slippage: 65_535n })], TERMS, 'minimum'],
    ['takes a fee', [route({ fee: 1n })], TERMS, 'fee'],
    ['makes an account for somebody else', [open(pine, thief), route()], TERMS, 'recipient'],
    ['makes another account than the token’s', [open(pine, me, 'elsewhere'), route()], TERMS, 'recipient'],
    ['pays the coin beside a token', [pay(1n), route()], TERMS, 'value'],
    ['pays more of the coin', [...sellCoin, pay(1n)], SELL_COIN, 'value'],
    ['pays the coin to somebody else', [pay(1_000n, thief), ...sellCoin.slice(2)], SELL_COIN, 'recipient'],
    ['pays none of the coin', sellCoin.filter((_, index) => index !== 1), SELL_COIN, 'value'],
    [
      'makes an account of the visitor’s another program’s',
      [route(), call(SYSTEM_PROGRAM, [[me, 3]], [...number(1n, 4), ...number(0n, 8)])],
      TERMS,
      'form',
    ],
    ['gives the unwrapped coin to somebody else', [...buyCoin.slice(0, 2), close(thief)], BUY_COIN, 'recipient'],
    ['leaves the coin wrapped', buyCoin.slice(0, 2), BUY_COIN, 'buy'],
    [
      'hands an account over',
      [
        route(),
        call(
          token,
          [
            [hold(dollar), 1],
            [me, 2],
          ],
          [6, 2, 1],
        ),
      ],
      TERMS,
      'form',
    ],
    [
      'allows somebody to take a token',
      [
        route(),
        call(
          token,
          [
            [hold(dollar), 1],
            [thief, 0],
            [me, 2],
          ],
          [4, ...number(9n, 8)],
        ),
      ],
      TERMS,
      'form',
    ],
  ])('%s', (_, calls, terms, part) => {
    expect(checkSolanaSwap(calls, terms)).toBe(part)
  })
})

test('nothing that is cut off is a swap, and no data at all makes it throw', () => {
  const whole = route()
  for (let length = 0; length < 34; length += 1) {
    expect(checkSolanaSwap([{ ...whole, data: whole.data.slice(0, length) }], TERMS)).toBe('form')
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.array(fc.nat({ max: 9 }), { maxLength: 12 }), (data, places) => {
      const accounts = places.map((place) => whole.accounts[place] ?? { address: thief, role: 0 })
      for (const programAddress of [JUPITER.program, token, SYSTEM_PROGRAM, ASSOCIATED]) {
        expect(checkSolanaSwap([{ programAddress, accounts, data }], TERMS)).toBeTypeOf('string')
      }
    }),
  )
})

test('the least that the program itself grants is what counts, for every quote and slippage', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 63n })
  fc.assert(
    fc.property(
      amount,
      fc.bigInt({ min: 0n, max: 500n }),
      fc.bigInt({ min: -1n, max: 1n }),
      (quoted, slippage, off) => {
        const minimumOut = (quoted * (10_000n - slippage)) / 10_000n + off
        const wrong = checkSolanaSwap([route({ quoted, slippage })], { ...TERMS, minimumOut })
        expect(wrong).toBe(off > 0n ? 'minimum' : undefined)
      },
    ),
  )
})

describe('SEC-97: what a node says that a swap would change is compared with what was seen', () => {
  const token = (mint: string, gain: bigint) =>
    ({ kind: 'token', token: mint, standard: 'erc20', before: 5_000n, after: 5_000n + gain }) as const
  const coin = (gain: bigint) => ({ kind: 'native', before: 9_000_000n, after: 9_000_000n + gain }) as const
  const rent = 2_039_280n
  const found = (changes: readonly (ReturnType<typeof token> | ReturnType<typeof coin>)[], deposit = 0n) => ({
    effects: { status: 'simulated', changes, isComplete: true } as const,
    handovers: [],
    rent: deposit,
  })
  const handover = { kind: 'delegate', account: hold(dollar), to: thief, amount: 1n } as const

  test.each<[string, Parameters<typeof checkSolanaEffects>[0], SolanaSwapTerms, string | undefined]>([
    ['what was shown passes', found([token(dollar, -1_000n), token(pine, 1_980n)]), TERMS, undefined],
    [
      'so does the deposit of a new account',
      found([coin(-rent), token(dollar, -1_000n), token(pine, 1_980n)], rent),
      TERMS,
      undefined,
    ],
    ['SOL that is paid', found([coin(-1_000n), token(pine, 1_980n)]), SELL_COIN, undefined],
    [
      'SOL that was wrapped already and is unwrapped on the way',
      found([coin(4_000n), token(WRAPPED_SOL, -5_000n), token(pine, 1_980n)]),
      SELL_COIN,
      undefined,
    ],
    ['SOL that is received', found([coin(1_980n), token(dollar, -1_000n)]), BUY_COIN, undefined],
    ['what nobody tried', { effects: { status: 'unchecked' }, handovers: [], rent: 0n }, TERMS, undefined],
    [
      'another token that goes',
      found([token(dollar, -1_000n), token(pine, 1_980n), token('gold', -1n)]),
      TERMS,
      'effects',
    ],
    ['more of the token', found([token(dollar, -1_001n), token(pine, 1_980n)]), TERMS, 'effects'],
    ['SOL that goes beside it', found([coin(-1n), token(dollar, -1_000n), token(pine, 1_980n)]), TERMS, 'effects'],
    ['more SOL', found([coin(-1_001n), token(pine, 1_980n)]), SELL_COIN, 'effects'],
    [
      'somebody else who may take a token',
      { ...found([token(dollar, -1_000n), token(pine, 1_980n)]), handovers: [handover] },
      TERMS,
      'effects',
    ],
    ['less than the least', found([token(dollar, -1_000n), token(pine, 1_979n)]), TERMS, 'minimum'],
    ['nothing at all', found([token(dollar, -1_000n)]), TERMS, 'minimum'],
  ])('%s', (_, effects, terms, part) => {
    expect(checkSolanaEffects(effects, terms)).toBe(part)
  })
})
