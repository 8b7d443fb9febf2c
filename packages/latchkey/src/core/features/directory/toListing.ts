import type { Connector } from '../../types/adapter.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { CustomWallet, Options } from '../../types/options.ts'
import { getConnectorImage } from '../../values/getConnectorImage.ts'
import { toAppLink, toWebAppLink, toWebLink } from '../../values/links.ts'
import { normaliseText } from '../../values/normaliseText.ts'

/** What a wallet directory knows of a wallet: the gateway's answer, or an entry of the bundled snapshot. */
export type DirectoryRecord = {
  readonly id: string
  readonly name: string
  /** Place in the directory, lower first. */
  readonly order?: number | null | undefined
  readonly rdns?: string | null | undefined
  readonly homepage?: string | null | undefined
  readonly image_id?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  readonly firefox_store?: string | null | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly mobile_link?: string | null | undefined
  readonly desktop_link?: string | null | undefined
  readonly webapp_link?: string | null | undefined
  readonly browse_links?: unknown
  readonly badge_type?: 'none' | 'certified' | null | undefined
}

/** `Base (formerly Coinbase Wallet)`: the name, and the one before. */
const FORMER = /^(.*\S)\s*\((?:formerly|previously|ex)\s+([^()]+)\)\s*$/i

/** A directory entry as a row shows it. `imageUrl` makes an address of an image id; without it the row has no picture. */
export function toListing(
  record: DirectoryRecord,
  imageUrl?: (imageId: string) => string,
  trust: { readonly isOwn?: boolean } = {},
): WalletListing {
  const [, name = record.name, formerName] = FORMER.exec(record.name) ?? []
  return {
    key: record.id,
    name: normaliseText(name),
    ...(formerName !== undefined && { formerName: normaliseText(formerName) }),
    imageUrl: record.image_id && imageUrl ? imageUrl(record.image_id) : undefined,
    imageId: record.image_id ?? undefined,
    connectors: [],
    explorerId: record.id,
    walletRank: record.order ?? undefined,
    rdns: record.rdns ?? undefined,
    isInstalled: false,
    isRecent: false,
    isLookalike: false,
    ...(record.badge_type === 'certified' && { isCertified: true }),
    links: {
      homepage: toWebLink(record.homepage),
      chromeStore: toWebLink(record.chrome_store),
      firefoxStore: toWebLink(record.firefox_store),
      appStore: toWebLink(record.app_store),
      playStore: toWebLink(record.play_store),
      mobileLink: toAppLink(record.mobile_link, trust),
      desktopLink: toAppLink(record.desktop_link, trust),
      webappLink: toWebAppLink(record.webapp_link, trust),
      browse: record.browse_links,
    },
  }
}

/** A wallet that the page itself has, as a row shows it. */
export function toInstalledListing(connector: Connector, options: Pick<Options, 'connectorImages'>): WalletListing {
  return {
    key: connector.id,
    name: normaliseText(connector.name),
    imageUrl: getConnectorImage(options, connector),
    connectors: [{ namespace: connector.namespace, connectorId: connector.id }],
    explorerId: connector.explorerId,
    rdns: connector.rdns,
    // What comes with a site's own code is at hand, and installed nowhere.
    isInstalled: connector.type !== 'EXTERNAL',
    isRecent: false,
    isLookalike: connector.isLookalike === true,
    links: {},
  }
}

/** A wallet that the site itself brought, as a row shows it. */
export function toCustomListing(wallet: CustomWallet): WalletListing {
  const { id, name, rdns, homepage } = wallet
  const record: DirectoryRecord = {
    id,
    name,
    rdns,
    homepage,
    chrome_store: wallet.chromeStore,
    app_store: wallet.appStore,
    play_store: wallet.playStore,
    mobile_link: wallet.mobileLink,
    desktop_link: wallet.desktopLink,
    webapp_link: wallet.webappLink,
    browse_links: wallet.browseLinks,
  }
  const listing = toListing(record, undefined, { isOwn: true })
  return { ...listing, explorerId: undefined, imageUrl: wallet.imageUrl }
}
