import { defineStore } from '../../kernel/defineStore.ts'
import type { NetworkId } from '../../types/network.ts'

/** Something that can be swapped on a network of eip155. */
export type SwapToken = {
  /** `native` for the coin, else its contract in lower case. */
  readonly key: string
  /** Its contract in lower case; undefined for the coin. */
  readonly address: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl: string | undefined
  /** False for one that a visitor named by its contract. */
  readonly isListed: boolean
  /** Whether it takes an allowance as a signature (ERC-2612), as far as the gateway knows. */
  readonly takesPermit: boolean
}

/** What the visitor has filled in. */
export type SwapForm = {
  /** Of what the form is; on another network it is empty. */
  readonly networkId: NetworkId | undefined
  readonly from: SwapToken | undefined
  readonly to: SwapToken | undefined
  /** As typed, of `from`. */
  readonly amount: string
  /** How much less than the quote may come out, in percent. */
  readonly slippage: number
}

/** What a swap would give. Amounts in base units. */
export type SwapQuote = {
  readonly networkId: NetworkId
  readonly from: SwapToken
  readonly to: SwapToken
  readonly paid: bigint
  /** What is expected to come out, after the fee. */
  readonly got: bigint
  /** The least that comes out. */
  readonly least: bigint
  /** In percent, of which `least` was made, unless `isExact`. */
  readonly slippage: number
  /** The coin is wrapped or unwrapped: what comes out is what is paid, whatever the slippage. */
  readonly isExact: boolean
  readonly router: string
  /** How much worse than the pools' own price, in percent; undefined where it could not be told. */
  readonly impact: number | undefined
  /** What an operator takes, in percent; not part of `got`. */
  readonly feePercent: number
  /** Contracts on the way, the first and the last among them. */
  readonly path: readonly string[]
  /** When it was asked for, in ms since 1970. */
  readonly askedAt: number
}

/**
 * What the wallet is asked for. `allow`: a transaction by which the router may take the exact amount. `permit`: a signature for the
 * same (ERC-2612). `swap`: the swap itself. `batch`: both as one (EIP-5792).
 */
export type SwapStepKind = 'allow' | 'permit' | 'swap' | 'batch'

/** One request to the wallet. */
export type SwapRequestStep = { readonly kind: SwapStepKind; readonly isDone: boolean }

/** A swap that has left. */
export type SwapSent = {
  readonly networkId: NetworkId
  /** Undefined while a batch has no transaction that is known. */
  readonly hash: string | undefined
  readonly from: SwapToken
  readonly to: SwapToken
  readonly paid: bigint
  /** What was received, as the receipt says; until that is known, what was expected. */
  readonly got: bigint
  /** Whether `got` is what the receipt says. */
  readonly isRead: boolean
  readonly walletName: string
  /** `lost`: it could not be followed. */
  readonly status: 'pending' | 'success' | 'reverted' | 'cancelled' | 'lost'
}

/** What is asked for before a swap: what the router may take already, and the transaction that lets it take more. */
export type FailedPart = 'allowance' | 'approval'

export type SwapState = {
  readonly form: SwapForm
  /** What can be swapped on a network; `unsupported` where nothing can. */
  readonly tokens:
    | {
        readonly networkId: NetworkId
        readonly status: 'loading' | 'ready' | 'failed' | 'unsupported'
        readonly list: readonly SwapToken[]
      }
    | undefined
  /** Of one whole unit in US dollars, by `<network> <key>`. */
  readonly prices: Readonly<Record<string, number>>
  readonly gasPrice: { readonly networkId: NetworkId; readonly wei: bigint } | undefined
  /** Where the price of gas could not be read. */
  readonly gasUnread?: NetworkId | undefined
  readonly quote: SwapQuote | undefined
  /** How the last asking for a quote ended; `code` says why it failed. */
  readonly asked: { readonly status: 'none' | 'reading' | 'done' | 'failed'; readonly code?: string | undefined }
  /** `asking`: it is being asked again, checked and signed; `mining`: the network has the allowance; `unclear`: nobody knows whether the swap left, so nothing sends it again. */
  readonly phase: 'idle' | 'asking' | 'mining' | 'unclear'
  /** What the wallet is asked for, in order, as it was last planned; the first that is not done is next. */
  readonly steps: readonly SwapRequestStep[]
  /**
   * Why the last try came to nothing. Beside failures of wallets and codes of the gateway: `QUOTE_MOVED`, `SWAP_MISMATCH` (the
   * gateway built something else than was shown, SEC-97) and `SWAP_COSTLY` (an impact that was not agreed to).
   */
  readonly failure: string | undefined
  /** Why what is shown cannot be carried out, as it was last planned: over once a plan succeeds, while `failure` stays. */
  readonly planFailure: string | undefined
  /** What could not be had for `failure` and for `planFailure`, where that is no part of the swap itself. */
  readonly failedAt?: FailedPart | undefined
  readonly planFailedAt?: FailedPart | undefined
  readonly sent: SwapSent | undefined
  /** The site's wishes that are filled in already. */
  readonly filled: object | undefined
}

/** Slippage of a form that nobody has changed, in percent. As specified. */
export const DEFAULT_SLIPPAGE = 1

export const EMPTY_FORM: SwapForm = {
  networkId: undefined,
  from: undefined,
  to: undefined,
  amount: '',
  slippage: DEFAULT_SLIPPAGE,
}

/** What is being swapped by the account. */
export const swapOf = defineStore<SwapState>('swap', {
  form: EMPTY_FORM,
  tokens: undefined,
  prices: {},
  gasPrice: undefined,
  quote: undefined,
  asked: { status: 'none' },
  phase: 'idle',
  steps: [],
  failure: undefined,
  planFailure: undefined,
  sent: undefined,
  filled: undefined,
})
