import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { commaList, networkId, optionalText, sturdyList, wholeNumber } from '../schema.ts'

const text = v.pipe(v.string(), v.maxLength(128, 'expected at most 128 characters'))
const ids = commaList(text, 500)

/**
 * One wallet of the directory. What is missing or of a wrong kind reads as `null`. Links are claims; check them before use.
 */
export const walletRecord = v.object({
  /** 64 hex digits. */
  id: v.pipe(v.string(), v.minLength(1)),
  name: v.pipe(v.string(), v.minLength(1)),
  description: optionalText,
  homepage: optionalText,
  /** For `getWalletImage`. */
  image_id: optionalText,
  /** Rank, lower first. */
  order: v.fallback(v.optional(v.nullable(v.number()), null), null),
  mobile_link: optionalText,
  link_mode: optionalText,
  desktop_link: optionalText,
  webapp_link: optionalText,
  app_store: optionalText,
  play_store: optionalText,
  chrome_store: optionalText,
  /** Where the extension is for Firefox. */
  firefox_store: optionalText,
  /** Reverse domain name that the wallet announces by EIP-6963. */
  rdns: optionalText,
  injected: v.fallback(
    v.optional(v.nullable(sturdyList(v.object({ namespace: v.string(), injected_id: v.string() }))), null),
    null,
  ),
  /** Where a page is opened in the wallet's own browser; read by `parseBrowseLinks` when one is wanted. */
  browse_links: v.optional(v.unknown()),
  chains: v.fallback(v.optional(sturdyList(networkId), []), []),
  badge_type: v.fallback(v.optional(v.nullable(v.picklist(['none', 'certified'])), null), null),
  supports_wc: v.fallback(v.optional(v.boolean(), false), false),
})

/** One wallet of the directory, parsed. */
export type WalletRecord = v.InferOutput<typeof walletRecord>

/** A page of wallets. `count` is the number of all matches. */
export const getWallets = defineEndpoint({
  name: 'getWallets',
  path: '/getWallets',
  input: v.object({
    /** From 1. */
    page: v.optional(wholeNumber(1, 100_000)),
    /** Page size; 40 where absent. */
    entries: v.optional(wholeNumber(1, 200)),
    include: v.optional(ids),
    exclude: v.optional(ids),
    /** Wallets that serve at least one of these. */
    chains: v.optional(commaList(networkId, 100)),
    search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(128, 'expected at most 128 characters'))),
    badge_type: v.optional(v.picklist(['none', 'certified'])),
    badge: v.optional(v.picklist(['none', 'certified'])),
    names: v.optional(ids),
    rdns: v.optional(ids),
    platform: v.optional(v.picklist(['ios', 'android'])),
  }),
  answer: v.object({ count: v.number(), data: sturdyList(walletRecord) }),
})

/** How `getWallets` is served. */
export const getWalletsOperation = /* @__PURE__ */ defineOperation(getWallets, {
  tag: 'directory',
  summary: 'A page of the wallet directory',
  holds: 'Wallets, and the number of all matches',
  cache: 'public, max-age=7200',
  isTagged: true,
})

/** What `getWallets` is asked, parsed. */
export type WalletQuery = v.InferOutput<typeof getWallets.input>

/** An answer of `getWallets`. */
export type WalletPage = EndpointAnswer<typeof getWallets>
