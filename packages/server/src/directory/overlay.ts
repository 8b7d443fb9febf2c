import { type BrowseLink, parseBrowseLinks } from '@latchkey/wire'
import * as v from 'valibot'
import { checkAppLink, checkStoreLink, checkWebLink, type Store } from './checkLink.ts'
import { cleanText } from './cleanText.ts'
import { parseDataUri } from './picture.ts'
import type { Picture, WalletRecord } from './record.ts'

/** What an operator lays over the built-in directory. */
export type Overlay = {
  /** Own wallets, and changes of known ones by their id. */
  readonly wallets: readonly OverlayWallet[]
  /** Ids shown first, in this order. */
  readonly order: readonly string[]
  /** Ids never shown. */
  readonly exclude: readonly string[]
}

/** One wallet of an overlay. What is left out stays as the built-in record has it, or is empty for a new wallet. */
export type OverlayWallet = {
  readonly id: string
  readonly changes: Partial<Omit<WalletRecord, 'id' | 'order'>>
  readonly picture: Picture | null
}

/** An overlay that changes nothing. */
export const EMPTY_OVERLAY: Overlay = { wallets: [], order: [], exclude: [] }

/** The overlay cannot be used. `problems` has one line a wrong key; none of it was applied. */
export class OverlayInvalidError extends Error {
  override readonly name = 'OverlayInvalidError'
  readonly code = 'DIRECTORY_OVERLAY_INVALID'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The wallet directory overlay is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const walletId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits in lower case'))
const networkId = v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'expected a CAIP-2 chain id'))
const rdns = v.pipe(
  v.string(),
  v.regex(/^[\w-]+(\.[\w-]+)+$/, 'expected a reverse domain name such as com.example.wallet'),
)

const name = v.pipe(v.string(), v.transform(cleanText), v.minLength(1, 'expected visible text'))

function link(check: (text: string) => string | null, expected: string) {
  return v.nullable(
    v.pipe(
      v.string(),
      v.check((text) => check(text) !== null, expected),
      v.transform((text) => check(text)),
    ),
  )
}

const webLink = link(checkWebLink, 'expected an https address')
const appLink = link(checkAppLink, 'expected an https address or an app scheme such as example://')
const storeLink = (store: Store) =>
  link((text) => checkStoreLink(store, text), 'expected an https address of the store')

const walletSchema = v.strictObject({
  id: walletId,
  name: v.optional(name),
  homepage: v.optional(webLink),
  mobile_link: v.optional(appLink),
  link_mode: v.optional(webLink),
  desktop_link: v.optional(appLink),
  webapp_link: v.optional(webLink),
  app_store: v.optional(storeLink('app_store')),
  play_store: v.optional(storeLink('play_store')),
  chrome_store: v.optional(storeLink('chrome_store')),
  firefox_store: v.optional(storeLink('firefox_store')),
  rdns: v.optional(v.nullable(rdns)),
  injected: v.optional(v.nullable(v.array(v.strictObject({ namespace: v.string(), injected_id: v.string() })))),
  browse_links: v.optional(
    v.pipe(
      v.array(v.unknown()),
      v.check(
        (links: unknown[]) => parseBrowseLinks(links).length === links.length,
        'expected addresses with {url}, {url2}, {origin} or {bare} behind their host, or the parts of an Android intent',
      ),
      v.transform((links): readonly BrowseLink[] => parseBrowseLinks(links)),
    ),
  ),
  chains: v.optional(v.array(networkId)),
  badge_type: v.optional(v.nullable(v.picklist(['none', 'certified']))),
  supports_wc: v.optional(v.boolean()),
  /** A base64 data URI, so that no other host is asked. */
  image: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (uri) => parseDataUri(uri) !== null,
        'expected a base64 data URI of a png, jpeg, webp, gif or svg of at most 64 KiB',
      ),
    ),
  ),
})

const overlaySchema = v.strictObject({
  wallets: v.optional(v.array(walletSchema), []),
  order: v.optional(v.array(walletId), []),
  exclude: v.optional(v.array(walletId), []),
})

/** Reads an operator's overlay, already parsed as JSON. Throws `OverlayInvalidError` with every problem at once. */
export function parseOverlay(json: unknown): Overlay {
  const result = v.safeParse(overlaySchema, json)
  if (!result.success) {
    throw new OverlayInvalidError(result.issues.map((issue) => `${v.getDotPath(issue) ?? 'overlay'}: ${issue.message}`))
  }
  const { wallets, order, exclude } = result.output
  return {
    wallets: wallets.map(({ id, image, ...rest }) => {
      const given = Object.entries(rest).filter(([, value]) => value !== undefined)
      return {
        id,
        changes: Object.fromEntries(given) as OverlayWallet['changes'],
        picture: image === undefined ? null : parseDataUri(image),
      }
    }),
    order,
    exclude,
  }
}
