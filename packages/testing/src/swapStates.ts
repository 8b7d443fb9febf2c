import { JUPITER } from '@latchkey/wire/swap'
import {
  DEFAULT_SLIPPAGE,
  EMPTY_FORM,
  type SwapForm,
  type SwapQuote,
  type SwapRequestStep,
  type SwapSent,
  type SwapState,
  type SwapToken,
  swapOf,
} from '../../latchkey/src/core/features/swap/state.ts'
import { INITIAL_TOKENS, tokensOf } from '../../latchkey/src/core/features/tokens/state.ts'
import type { Account } from '../../latchkey/src/core/types/adapter.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { hold } from './fills.ts'
import { LONG_NAME, makeConnection, makeConnector, SOLANA, SOLANA_ID } from './fixtures.ts'
import { PICTURES } from './pictures.ts'
import { answerAsNode, SENDABLE } from './sendStates.ts'
import type { ViewState } from './viewState.ts'

/** A router that is published for the network of these states. Source: `PUBLISHED_MARKETS` of the wire. */
export const ROUTER = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'

const contract = (digit: string): string => `0x${digit.repeat(20)}`

const makeToken = (symbol: string, name: string, more: Partial<SwapToken> = {}): SwapToken => ({
  key: 'native',
  address: undefined,
  name,
  symbol,
  decimals: 18,
  iconUrl: undefined,
  isListed: true,
  takesPermit: false,
  ...more,
})

/** What can be swapped on the invented network: the coin, a token that the account holds as well, and many that it does not. */
export const ETHER = makeToken('ETH', 'Ether', { iconUrl: PICTURES.eth })
export const COINS = makeToken('USDC', 'USD Coin', {
  key: contract('1f'),
  address: contract('1f'),
  decimals: 6,
  iconUrl: PICTURES.usdc,
})
const DAI = makeToken('DAI', 'Dai', { key: contract('da'), address: contract('da') })
const WRAPPED = makeToken('WETH', 'Wrapped Ether', { key: contract('c0'), address: contract('c0') })
const ODD = makeToken('ODD', `${LONG_NAME} of a token`, { key: contract('0d'), address: contract('0d') })
const OTHERS = Array.from({ length: 60 }, (_, index) => {
  const address = `0x${(index + 4096).toString(16).padStart(40, 'b')}`
  return makeToken(`T${String(index).padStart(2, '0')}`, `Token number ${index}`, { key: address, address })
})
export const SWAPPABLE: readonly SwapToken[] = [ETHER, COINS, DAI, ODD, ...OTHERS]

/** When the quotes of these states were asked for, in ms since 1970: the fake clock's beginning. */
const quote = (from: SwapToken, to: SwapToken, paid: bigint, more: Partial<SwapQuote> = {}): SwapQuote => {
  const got = more.got ?? (to.key === 'native' ? 94_600_000_000_000_000n : 659_340_000n)
  return {
    networkId: 'eip155:1',
    from,
    to,
    paid,
    got,
    least: (got * 99n) / 100n,
    slippage: DEFAULT_SLIPPAGE,
    isExact: false,
    router: ROUTER,
    impact: 0.1,
    feePercent: 0,
    path: [contract('c0'), contract('1f')],
    askedAt: 0,
    ...more,
  }
}

/** A node of the invented chain that says that the router may take nothing yet. */
const answerAllowance: typeof fetch = async (url, init) =>
  String(init?.body).includes('0xdd62ed3e')
    ? Response.json({ jsonrpc: '2.0', id: 1, result: `0x${'0'.repeat(64)}` })
    : answerAsNode(url, init)

/** An account that can swap, with what was filled in and quoted so far. */
export function fillSwapForm(form: Partial<SwapForm> = {}, more: Partial<SwapState> = {}) {
  return (instance: Instance): void => {
    hold(SENDABLE)(instance)
    Object.assign(instance.services, { fetch: answerAllowance })
    const askedAt = instance.services.clock.now()
    swapOf(instance).set((state) => ({
      ...state,
      tokens: { networkId: 'eip155:1', status: 'ready', list: SWAPPABLE },
      prices: { [`eip155:1 ${DAI.key}`]: 1 },
      gasPrice: { networkId: 'eip155:1', wei: 1_000_000_000n },
      form: { ...EMPTY_FORM, networkId: 'eip155:1', from: ETHER, ...form },
      ...more,
      quote: more.quote && { ...more.quote, askedAt: askedAt - more.quote.askedAt },
    }))
  }
}

const SOL_WALLET = makeConnector('Fernpass', PICTURES.fern, { namespace: 'solana' })
const SOL_ACCOUNT: Account = { address: 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt', type: 'eoa' }
const SOL = makeToken('SOL', 'Solana', { decimals: 9, iconUrl: PICTURES.solana })
const SOL_DOLLAR = makeToken('USDC', 'USD Coin', {
  key: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  decimals: 6,
  iconUrl: PICTURES.usdc,
})

/** The same on Solana, at a gateway whose operator has an aggregator; `tokens` is what it has said of that, if anything. */
export function fillSolanaSwap(form: Partial<SwapForm> = {}, more: Partial<SwapState> = {}) {
  return (instance: Instance): void => {
    const { stores } = instance
    const connection = { ...makeConnection(SOL_WALLET, SOLANA_ID), accounts: [SOL_ACCOUNT] }
    stores.connection.set((state) => ({
      ...state,
      restored: true,
      byNamespace: { solana: { status: 'connected', connection } },
    }))
    stores.accounts.set(() => ({ byNamespace: { solana: { active: SOL_ACCOUNT, all: [SOL_ACCOUNT] } } }))
    stores.networks.set((state) => ({
      ...state,
      activeNamespace: 'solana',
      activeByNamespace: { solana: SOLANA_ID },
    }))
    const held = { name: 'Solana', symbol: 'SOL', chainId: SOLANA_ID, address: undefined, price: 150, value: 300 }
    tokensOf(instance).set(() => ({
      ...INITIAL_TOKENS,
      owner: `${SOLANA_ID}:${SOL_ACCOUNT.address}`,
      tokens: [{ ...held, quantity: { decimals: 9, numeric: '2' }, iconUrl: PICTURES.solana }],
      status: 'ready',
    }))
    const askedAt = instance.services.clock.now()
    swapOf(instance).set((state) => ({
      ...state,
      tokens: { networkId: SOLANA_ID, status: 'ready', list: [SOL, SOL_DOLLAR] },
      form: { ...EMPTY_FORM, networkId: SOLANA_ID, from: SOL, to: SOL_DOLLAR, amount: '0.5', ...form },
      asked: { status: 'done' },
      quote: {
        ...quote(SOL, SOL_DOLLAR, 500_000_000n, { got: 75_120_000n, path: [] }),
        networkId: SOLANA_ID,
        router: JUPITER.program,
        askedAt,
      },
      ...more,
    }))
  }
}

const ACCOUNT_VIEW: ViewTarget = { view: 'Account' }
const SWAP: ViewTarget = { view: 'Swap' }
const PREVIEW: ViewTarget = { view: 'SwapPreview' }
const script: ViewState['script'] = { sendTransaction: () => new Promise(() => {}) }
const options: ViewState['options'] = { gatewayUrl: 'https://gateway.hollowpine.example' }
const QUARTER: Partial<SwapForm> = { to: COINS, amount: '0.25' }
const DONE: SwapState['asked'] = { status: 'done' }
const quarter = (more: Partial<SwapQuote> = {}): Partial<SwapState> => ({
  asked: DONE,
  quote: quote(ETHER, COINS, 250_000_000_000_000_000n, more),
})
const BACK: Partial<SwapForm> = { from: COINS, to: ETHER, amount: '250' }
const steps = (...list: readonly [SwapRequestStep['kind'], boolean][]): readonly SwapRequestStep[] =>
  list.map(([kind, isDone]) => ({ kind, isDone }))
const back = (more: Partial<SwapState> = {}, terms: Partial<SwapQuote> = {}) =>
  fillSwapForm(BACK, { asked: DONE, quote: quote(COINS, ETHER, 250_000_000n, terms), ...more })
const sent = (status: SwapSent['status'], isRead = false): Partial<SwapState> => ({
  sent: {
    networkId: 'eip155:1',
    hash: `0x${'ab'.repeat(32)}`,
    from: COINS,
    to: ETHER,
    paid: 250_000_000n,
    got: 94_512_300_000_000_000n,
    isRead,
    walletName: 'Fernpass',
    status,
  },
})
const ALLOW_FIRST = steps(['allow', false], ['swap', false])

type Fill = NonNullable<ViewState['fill']>
const onSwap = ([name, fill]: readonly [string, Fill]): ViewState => ({
  view: 'Swap',
  name,
  script,
  options,
  fill,
  below: [ACCOUNT_VIEW],
  target: SWAP,
})

const ON_SOLANA = {
  namespace: 'solana',
  connectors: [SOL_WALLET],
  options: { ...options, networks: [SOLANA] },
  script: { send: () => new Promise<string>(() => {}), sendProgramCalls: () => new Promise<string>(() => {}) },
} as const

/** Swapping, in every state worth looking at. */
export const SWAP_STATES: readonly ViewState[] = [
  ...(
    [
      ['filled', fillSwapForm(QUARTER, quarter())],
      ['empty', fillSwapForm()],
      [
        'loading',
        fillSwapForm({ from: undefined }, { tokens: { networkId: 'eip155:1', status: 'loading', list: [] } }),
      ],
      ['more than there is', fillSwapForm({ ...QUARTER, amount: '5' })],
      ['no market', fillSwapForm(QUARTER, { asked: { status: 'failed', code: 'LIQUIDITY_INSUFFICIENT' } })],
      ['no price', fillSwapForm(QUARTER, { asked: { status: 'failed', code: 'DATA_UNAVAILABLE' } })],
      [
        'one for one',
        fillSwapForm(
          { to: WRAPPED, amount: '0.25' },
          {
            asked: DONE,
            quote: quote(ETHER, WRAPPED, 250_000_000_000_000_000n, {
              got: 250_000_000_000_000_000n,
              least: 250_000_000_000_000_000n,
              impact: 0,
              isExact: true,
            }),
          },
        ),
      ],
      ['a token that is not held', fillSwapForm({ from: DAI, to: ETHER, amount: '10' })],
      [
        'long numbers over two markets',
        fillSwapForm(
          { to: ODD, amount: '0.123456789012345678', slippage: 2.5 },
          {
            asked: DONE,
            quote: quote(ETHER, ODD, 123_456_789_012_345_678n, {
              got: 987_654_321_123_456_789_012_345n,
              impact: 4.27,
              feePercent: 0.3,
              slippage: 2.5,
              path: [contract('c0'), COINS.key, ODD.key],
              askedAt: 60_000,
            }),
          },
        ),
      ],
    ] as const
  ).map(onSwap),
  ...(
    [
      ['unsupported', 'unsupported'],
      ['not started', 'failed'],
    ] as const
  ).map(
    ([name, status]): ViewState => ({
      ...onSwap([name, fillSwapForm()]),
      // The view asks anew when it comes on screen; this is how that ended.
      after: (instance) =>
        swapOf(instance).set((state) => ({ ...state, tokens: { networkId: 'eip155:1', status, list: [] } })),
    }),
  ),
  ...(
    [
      ['filled', fillSwapForm(QUARTER)],
      [
        'loading',
        fillSwapForm({ from: undefined }, { tokens: { networkId: 'eip155:1', status: 'loading', list: [] } }),
      ],
    ] as const
  ).map(
    ([name, fill]): ViewState => ({
      view: 'SwapSelectToken',
      name,
      script,
      options,
      fill,
      below: [ACCOUNT_VIEW, SWAP],
      target: { view: 'SwapSelectToken', data: { side: 'to' } },
    }),
  ),
  ...(
    [
      ['one step', fillSwapForm(QUARTER, quarter())],
      ['filled', back({ steps: ALLOW_FIRST })],
      ['in the wallet', back({ steps: steps(['allow', true], ['swap', false]), phase: 'asking' })],
      ['both at once', back({ steps: steps(['batch', false]) })],
      ['costly', back({ steps: ALLOW_FIRST }, { impact: 18.4 })],
      ['declined', back({ steps: steps(['allow', true], ['swap', false]), failure: 'USER_REJECTED' })],
      ['not what was shown', back({ steps: ALLOW_FIRST, planFailure: 'SWAP_MISMATCH' })],
      ['allowance not read', back({ steps: ALLOW_FIRST, planFailure: 'DATA_UNAVAILABLE', planFailedAt: 'allowance' })],
      ['unclear', back({ steps: steps(['allow', true], ['swap', false]), phase: 'unclear', failure: 'SESSION_ENDED' })],
      ['pending', fillSwapForm({}, sent('pending'))],
      ['success', fillSwapForm({}, sent('success', true))],
      ['reverted', fillSwapForm({}, sent('reverted'))],
    ] as const
  ).map(
    ([name, fill]): ViewState => ({
      view: 'SwapPreview',
      name,
      script,
      options,
      fill,
      below: [ACCOUNT_VIEW, SWAP],
      target: PREVIEW,
    }),
  ),
  {
    ...onSwap(['no price of gas', fillSwapForm(QUARTER, quarter())]),
    // The view asks for it when it comes on screen; this is how that ended.
    after: (instance) => swapOf(instance).set((state) => ({ ...state, gasPrice: undefined, gasUnread: 'eip155:1' })),
  },
  { ...onSwap(['on Solana', fillSolanaSwap()]), ...ON_SOLANA },
  {
    view: 'SwapPreview',
    name: 'on Solana',
    ...ON_SOLANA,
    fill: fillSolanaSwap(),
    below: [ACCOUNT_VIEW, SWAP],
    target: PREVIEW,
  },
]
