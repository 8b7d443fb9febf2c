import * as v from 'valibot'
import { defineEndpoint, defineOperation, definePost, type EndpointAnswer } from '../endpoint.ts'
import { address, digits, evmAddress, hex, networkId, solanaAddress, sturdyList } from '../schema.ts'

/** Largest slippage that a swap may be built with, in percent. Source: SEC-97. */
export const SLIPPAGE_LIMIT = 5

/** A CAIP-10 id on an EVM chain; a token's is its contract, the coin's its `0xeeee…` form. */
const evmAccount = v.pipe(
  v.string(),
  v.regex(/^eip155:\d{1,32}:0x[0-9a-fA-F]{40}$/, 'expected a CAIP-10 id of an EVM chain such as eip155:1:0x…'),
)

/** A CAIP-10 id of an EVM chain or of Solana, whose coin is `So11111111111111111111111111111111111111111`. */
const account = v.union(
  [
    evmAccount,
    v.pipe(
      v.string(),
      v.regex(/^solana:[1-9A-HJ-NP-Za-km-z]{1,32}:[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'expected a CAIP-10 id'),
    ),
  ],
  'expected a CAIP-10 id of an EVM chain or of Solana, such as eip155:1:0x…',
)

/** An amount to sell: at least one base unit, and what 256 bits hold. */
const amount = v.pipe(
  digits,
  v.maxLength(78, 'expected at most 78 digits'),
  v.check((text) => BigInt(text) > 0n && BigInt(text) < 1n << 256n, 'expected a number from 1 to 2^256 - 1'),
)

/** A token that can be swapped. */
export const convertToken = v.object({
  name: v.string(),
  symbol: v.string(),
  /** CAIP-10; the coin by its `0xeeee…` form. */
  address: v.string(),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  logoUri: v.nullable(v.string()),
  /** Whether it takes an allowance as a signature (ERC-2612); `null` where that is not known. */
  eip2612: v.nullable(v.boolean()),
})

/** A token that can be swapped, parsed. */
export type ConvertToken = v.InferOutput<typeof convertToken>

/** What can be swapped on a chain, the coin first. Empty where no market of the chain is known. */
export const getConvertTokens = defineEndpoint({
  name: 'getConvertTokens',
  path: '/v1/convert/tokens',
  input: v.object({ chainId: networkId, address: v.optional(address) }),
  answer: v.object({ tokens: sturdyList(convertToken) }),
})

/** How `getConvertTokens` is served. */
export const getConvertTokensOperation = /* @__PURE__ */ defineOperation(getConvertTokens, {
  tag: 'swap',
  summary: 'Tokens that can be swapped on a chain',
  holds: 'Tokens, the coin first',
  codes: ['CHAIN_UNSUPPORTED'],
  cache: 'public, max-age=300',
})

/** One way to swap. */
export const quote = v.object({
  /** `null` on one chain. */
  id: v.nullable(v.string()),
  fromAmount: digits,
  fromAccount: v.string(),
  /** What comes out, in base units, after the fee. */
  toAmount: digits,
  toAccount: v.string(),
  /** Who may be allowed to spend, and is called. */
  router: v.optional(v.nullable(address), null),
  /** How much worse than the pools' own price, in percent of it; `null` where it could not be told. */
  priceImpact: v.optional(v.nullable(v.number()), null),
  /** What the operator takes of the result, in percent; it is not part of `toAmount`. */
  feePercent: v.optional(v.number(), 0),
  /** Tokens on the way, the first and last among them; EVM ones in lower case. */
  path: v.optional(v.array(address), []),
})

/** One way to swap, parsed. */
export type Quote = v.InferOutput<typeof quote>

/** What a swap would give now, the best first. */
export const getConvertQuotes = defineEndpoint({
  name: 'getConvertQuotes',
  path: '/v1/convert/quotes',
  input: v.object({
    /** Base units of `from`. */
    amount,
    from: account,
    to: account,
    gasPrice: v.optional(digits),
    /** Who swaps: aggregators of Solana find ways for an account. */
    userAddress: v.optional(v.string()),
  }),
  answer: v.object({ quotes: v.array(quote) }),
})

/** How `getConvertQuotes` is served. */
export const getConvertQuotesOperation = /* @__PURE__ */ defineOperation(getConvertQuotes, {
  tag: 'swap',
  summary: 'What a swap would give now',
  holds: 'Ways to swap, the best first',
  codes: ['CHAIN_UNSUPPORTED', 'ASSET_UNSUPPORTED', 'LIQUIDITY_INSUFFICIENT', 'UPSTREAM_UNAVAILABLE'],
})

/** What the market's router may take of a token now. */
export const getAllowance = defineEndpoint({
  name: 'getAllowance',
  path: '/v1/convert/allowance',
  input: v.object({ tokenAddress: evmAccount, userAddress: evmAccount, spender: v.optional(evmAddress) }),
  answer: v.object({
    /** Base units; 2^256 - 1 for the coin, which needs none. */
    allowance: digits,
  }),
})

/** How `getAllowance` is served. */
export const getAllowanceOperation = /* @__PURE__ */ defineOperation(getAllowance, {
  tag: 'swap',
  summary: 'What the router of the chain may spend of a token',
  holds: 'The allowance in base units',
  codes: ['CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

/** What gas costs on a chain, in wei. */
export const getGasPrice = defineEndpoint({
  name: 'getGasPrice',
  path: '/v1/convert/gas-price',
  input: v.object({ chainId: networkId }),
  answer: v.object({ standard: digits, fast: digits, instant: digits }),
})

/** How `getGasPrice` is served. */
export const getGasPriceOperation = /* @__PURE__ */ defineOperation(getGasPrice, {
  tag: 'swap',
  summary: 'What gas costs on a chain',
  holds: 'Prices of gas in wei: `maxFeePerGas` where the chain has EIP-1559',
  codes: ['CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

const built = {
  /** CAIP-10. */
  from: v.string(),
  /** CAIP-10 of the contract that is called. */
  to: v.string(),
  data: hex,
}

/** A transaction that lets the router take what is to be sold. */
export const buildApprove = defineEndpoint({
  name: 'buildApprove',
  path: '/v1/convert/build-approve',
  input: v.object({
    /** The router that a quote names. Absent: that of the chain's first market. */
    spender: v.optional(evmAddress),
    /** The token to approve. */
    from: evmAccount,
    /** Read by none: what the specification's clients send is `from` again. */
    to: v.optional(evmAccount),
    userAddress: evmAccount,
    /** Base units. Absent: no limit, as the specification's clients expect; Latchkey's own always send it. */
    amount: v.optional(v.union([amount, v.literal('0')])),
  }),
  answer: v.object({
    tx: v.object({ ...built, value: digits, eip155: v.object({ gasPrice: digits }) }),
  }),
})

/** How `buildApprove` is served. */
export const buildApproveOperation = /* @__PURE__ */ defineOperation(buildApprove, {
  tag: 'swap',
  summary: 'A transaction that lets the router of the chain take a token',
  holds: 'The transaction; its `to` is the token',
  codes: ['CHAIN_UNSUPPORTED', 'ASSET_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

/** A permit for the router, as it stands behind the first four bytes of `permit(…)` of ERC-2612 but for owner and spender. */
const permit = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{320}$/, 'expected value, deadline, v, r and s, 32 bytes each'),
)

/** Percent of the quote that the result may be below it. */
const slippage = v.pipe(
  v.number(),
  v.minValue(0, 'expected at least 0'),
  v.maxValue(SLIPPAGE_LIMIT, `expected at most ${SLIPPAGE_LIMIT}`),
)

/** A call of a program of Solana. */
const programCall = v.object({
  programAddress: solanaAddress,
  /** In the call's order. Bit 0 of `role` is writable, bit 1 signer. */
  accounts: v.array(v.object({ address: solanaAddress, role: v.picklist([0, 1, 2, 3]) })),
  data: hex,
})

/** A transaction that swaps. */
export const buildSwap = definePost({
  name: 'buildSwap',
  path: '/v1/convert/build-transaction',
  input: v.object({}),
  body: v.object({
    projectId: v.optional(v.string()),
    amount,
    from: account,
    to: account,
    userAddress: account,
    /** Of an EVM chain. */
    eip155: v.optional(v.object({ slippage, permit: v.optional(permit) })),
    /** Of Solana. */
    solana: v.optional(v.object({ slippage })),
    /** The router that the allowance stands for. Absent: the best of the chain's. */
    router: v.optional(address),
    /** Whether gas is left to the wallet. */
    disableEstimate: v.optional(v.boolean(), false),
    /** Least that the visitor was shown, in base units. Absent: the quote less the slippage. */
    minimum: v.optional(digits),
  }),
  answer: v.object({
    tx: v.object({
      ...built,
      /** What is expected to come out, in base units. */
      amount: digits,
      /** Least that comes out. */
      minimum: v.optional(digits, '0'),
      /** Of the coin, in wei. */
      value: v.optional(digits, '0'),
      /** On an EVM chain. */
      eip155: v.optional(v.object({ gas: digits, gasPrice: digits })),
      /** On Solana, where `data` is empty: calls of one transaction, and tables that its addresses may be taken from. */
      solana: v.optional(
        v.object({
          calls: v.pipe(v.array(programCall), v.maxLength(16)),
          tables: v.optional(v.record(solanaAddress, v.array(solanaAddress)), {}),
        }),
      ),
    }),
  }),
})

/** How `buildSwap` is served. */
export const buildSwapOperation = /* @__PURE__ */ defineOperation(buildSwap, {
  tag: 'swap',
  summary: 'A transaction that swaps',
  holds: 'The transaction, with what is expected and the least that comes out',
  codes: ['CHAIN_UNSUPPORTED', 'ASSET_UNSUPPORTED', 'LIQUIDITY_INSUFFICIENT', 'QUOTE_MOVED', 'UPSTREAM_UNAVAILABLE'],
})

/** Answers of the convert calls. */
export type ConvertTokens = EndpointAnswer<typeof getConvertTokens>
export type GasPrice = EndpointAnswer<typeof getGasPrice>
export type BuiltApproval = EndpointAnswer<typeof buildApprove>
export type BuiltSwap = EndpointAnswer<typeof buildSwap>
