import type { WalletListing } from '../../kernel/shell/views.ts'
import { normaliseText } from '../../normaliseText.ts'
import type { CustomWallet } from '../../options.ts'

/** What a wallet directory knows of a wallet: the gateway's answer, or an entry of the bundled snapshot. */
export type DirectoryRecord = {
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  readonly homepage?: string | null | undefined
  readonly image_id?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  readonly firefox_store?: string | null | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
}

/** A directory entry as a row shows it. `imageUrl` makes an address of an image id; without it the row has no picture. */
export function toListing(record: DirectoryRecord, imageUrl?: (imageId: string) => string): WalletListing {
  return {
    key: record.id,
    name: normaliseText(record.name),
    imageUrl: record.image_id && imageUrl ? imageUrl(record.image_id) : undefined,
    connectors: [],
    explorerId: record.id,
    rdns: record.rdns ?? undefined,
    isInstalled: false,
    isRecent: false,
    isLookalike: false,
    links: {
      homepage: toWebLink(record.homepage),
      chromeStore: toWebLink(record.chrome_store),
      firefoxStore: toWebLink(record.firefox_store),
      appStore: toWebLink(record.app_store),
      playStore: toWebLink(record.play_store),
    },
  }
}

/** A wallet that the site itself brought, as a row shows it. */
export function toCustomListing(wallet: CustomWallet): WalletListing {
  const { id, name, rdns, homepage, chromeStore: chrome_store, appStore: app_store, playStore: play_store } = wallet
  const listing = toListing({ id, name, rdns, homepage, chrome_store, app_store, play_store })
  return { ...listing, explorerId: undefined, imageUrl: wallet.imageUrl }
}

/** A link of a directory entry that may be followed: https without a user name; anything else is left out (SEC-86). */
export function toWebLink(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined
}
