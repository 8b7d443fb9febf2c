import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { address, currency, decimal, digits, networkId, sturdyList } from '../schema.ts'

/** Most transactions on one page of a history, chains together. */
export const HISTORY_PAGE_SIZE = 25

/** Most transfers that one entry of a history lists; `moreTransfers` counts the rest. */
export const HISTORY_TRANSFER_LIMIT = 50

/** Longest cursor, in characters. */
export const HISTORY_CURSOR_LENGTH = 4096

/**
 * Why an entry is hidden until the visitor asks for it (SEC-95). `ZERO_VALUE`: somebody else moved nothing in this account's name.
 * `LOOK_ALIKE`: it comes from or names an address that looks like one that this account deals with. `NOT_SENT`: a token that goes by
 * another's name, or advertises, claims that this account sent it. `SPAM`: such a token or NFT came unasked.
 */
export const hiddenReason = v.picklist(['ZERO_VALUE', 'LOOK_ALIKE', 'NOT_SENT', 'SPAM'])

/** Why an entry is hidden. */
export type HiddenReason = v.InferOutput<typeof hiddenReason>

/** What a source of a chain's history cannot see, or did not see this time. */
export const historyGap = v.picklist([
  /** Native coin that moves as the value of a transaction, and transactions that move nothing or failed. */
  'transactions',
  /** Native coin that a contract pays out. */
  'internal',
  /** Tokens and NFTs that others sent. */
  'tokens',
  /** What is older than the source looks back. */
  'older',
])

/** A gap in a chain's history. */
export type HistoryGap = v.InferOutput<typeof historyGap>

/** A field that is null where it is unknown, and may be absent then. */
/* @__NO_SIDE_EFFECTS__ */
function maybe<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.nullable(schema), null)
}

const media = v.object({ url: v.string(), content_type: maybe(v.string()) })

/** Something that a transaction moved into or out of the account. */
export const historyTransfer = v.object({
  fungible_info: maybe(
    v.object({
      /** Cleaned and cut; `null` where the contract tells none. */
      name: maybe(v.string()),
      symbol: maybe(v.string()),
      icon: maybe(v.object({ url: v.string() })),
      /** CAIP-10 of the token; absent for the native coin. */
      address: v.optional(v.string()),
      /** Whether the operator lists this token, or it is the native coin: only then is its name to be believed (SEC-96). */
      isListed: v.optional(v.boolean(), false),
    }),
  ),
  nft_info: maybe(
    v.object({
      /** Name of the collection, cleaned and cut. */
      name: maybe(v.string()),
      content: maybe(v.object({ preview: maybe(media), detail: maybe(media) })),
      flags: v.object({ is_spam: v.boolean() }),
      /** CAIP-10 of the collection; on Solana of the mint. */
      address: v.optional(v.string()),
      /** Decimal digits; absent on Solana. */
      tokenId: v.optional(digits),
    }),
  ),
  direction: v.picklist(['in', 'out', 'self']),
  quantity: v.object({
    /** Human units. Where `decimals` is null this is `amount`, in base units of unknown size. */
    numeric: decimal,
    /** Base units. */
    amount: v.optional(digits, '0'),
    /** Null where the token does not tell them. */
    decimals: maybe(v.number()),
  }),
  /** Plain addresses: of an EVM token as the calldata says where it does, else as the event says. */
  from: maybe(v.string()),
  to: maybe(v.string()),
  /** What it was worth in the asked currency; null when unknown. This gateway keeps no prices of the past. */
  value: maybe(v.number()),
  price: maybe(v.number()),
})

/** A transfer of a history, parsed. */
export type HistoryTransfer = v.InferOutput<typeof historyTransfer>

/** One transaction of an account, with everything that it moved into or out of it. */
export const historyItem = v.object({
  /** `<chain>:<hash>`; unique. */
  id: v.string(),
  metadata: v.object({
    /** `send`, `receive`, `trade`, `approve`, `mint`, `burn`, `deposit`, `withdraw`, `deploy`, `cancel`, `execute`; others possible. */
    operationType: v.string(),
    hash: v.string(),
    /** ISO-8601. */
    minedAt: v.string(),
    /** Who signed and paid for it. */
    sentFrom: v.string(),
    /** What it was addressed to; empty for a deployment. */
    sentTo: v.string(),
    status: v.picklist(['confirmed', 'failed', 'pending']),
    nonce: v.pipe(v.number(), v.integer(), v.minValue(0)),
    chain: v.nullable(networkId),
    application: maybe(v.object({ name: maybe(v.string()), iconUrl: maybe(v.string()) })),
    /** Number of the block, or the slot. */
    block: maybe(v.number()),
    /** Whom the account dealt with, from the calldata where it says so; null where that is nobody or many. */
    counterparty: maybe(v.string()),
    /** What the transaction cost whoever sent it, in the native coin; null when unknown. */
    fee: maybe(
      v.object({
        amount: digits,
        decimals: v.number(),
        numeric: decimal,
        symbol: v.string(),
        /** Whether this account paid it. */
        isOwn: v.boolean(),
      }),
    ),
    /** Null: shown. */
    hidden: maybe(v.fallback(hiddenReason, 'SPAM')),
  }),
  transfers: v.optional(v.nullable(sturdyList(historyTransfer)), []),
  /** Transfers that are not listed. */
  moreTransfers: v.optional(v.number(), 0),
})

/** A transaction of a history, parsed. */
export type HistoryItem = v.InferOutput<typeof historyItem>

/** Where one chain's part of a page comes from, and what it lacks. */
export const historySource = v.object({
  chainId: networkId,
  /** `otterscan`, `explorer`, `logs` or `solana`; others possible. */
  kind: v.string(),
  /** `partial`: something named in `missing` or `code` is not here. `unavailable`: nothing of this chain is here; that is unknown, not empty. */
  state: v.picklist(['complete', 'partial', 'unavailable']),
  /** A code of the gateway's list: why something failed just now. Null where nothing did. */
  code: maybe(v.string()),
  /** What this source never sees, or did not see this time. */
  missing: v.optional(sturdyList(historyGap), []),
  /** ISO-8601: everything that the source sees is here back to this time. Null when that is all there is. */
  since: maybe(v.string()),
  /** ISO-8601; when the chain was read. Null when it was not. */
  readAt: maybe(v.string()),
})

/** A source of a history, parsed. */
export type HistorySource = v.InferOutput<typeof historySource>

/**
 * A page of an account's transactions, newest first, on one chain or on all of the address's kind. A page may be empty and
 * have a `next` nonetheless: so far was looked, and nothing found. The same transaction may come again on another page, as
 * chains change their last blocks: the later answer holds. Broken items are left out singly.
 */
export const getHistory = defineEndpoint({
  name: 'getHistory',
  path: '/v1/account/{address}/history',
  input: v.object({
    address,
    chainId: v.optional(networkId),
    /** `next` of the page before. */
    cursor: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(HISTORY_CURSOR_LENGTH, `expected at most ${HISTORY_CURSOR_LENGTH} characters`),
        v.regex(/^[A-Za-z0-9_-]+$/, 'expected the next of the page before'),
      ),
    ),
    currency: v.optional(currency),
  }),
  answer: v.object({
    data: sturdyList(historyItem),
    /** Null: there is no older page. */
    next: v.nullable(v.string()),
    /** One for each chain that was asked. */
    sources: v.optional(sturdyList(historySource), []),
  }),
})

/** How `getHistory` is served. */
export const getHistoryOperation = /* @__PURE__ */ defineOperation(getHistory, {
  tag: 'account',
  summary: 'Transactions of an EVM or a Solana address, newest first',
  holds: 'A page, and how whole it is',
  codes: ['ADDRESS_INVALID', 'CURRENCY_UNSUPPORTED', 'CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
  cache: 'private',
})

/** An answer of `getHistory`. */
export type HistoryPage = EndpointAnswer<typeof getHistory>
