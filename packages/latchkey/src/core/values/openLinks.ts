import type { WalletListing } from '../types/listing.ts'
import type { Platform } from './platform.ts'

/** Whether a link has a scheme of its own, which in-app browsers refuse (F-21). */
export function isSchemeLink(link: string): boolean {
  return !/^https?:/i.test(link)
}

/** The wallet's link of a way; undefined where it has none, or where this app would refuse it (F-21). */
export function findWayLink(
  wallet: WalletListing,
  way: 'mobile' | 'web' | 'desktop',
  platform: Pick<Platform, 'isInApp'>,
): string | undefined {
  const { mobileLink, webappLink, desktopLink } = wallet.links
  const link = { mobile: mobileLink, web: webappLink, desktop: desktopLink }[way]
  return link !== undefined && platform.isInApp && isSchemeLink(link) ? undefined : link
}

/** The link that hands a pairing to a wallet: `<base>/wc?uri=…`. In Telegram on Android it is encoded twice. */
export function toPairingLink(base: string, uri: string, platform: Pick<Platform, 'isTelegram' | 'os'>): string {
  const once = encodeURIComponent(uri)
  const isTwice = platform.isTelegram && platform.os === 'android'
  return `${trimSlash(base)}/wc?uri=${isTwice ? encodeURIComponent(once) : once}`
}

/** The link that opens a wallet at one request; links into Telegram carry it in their own way. */
export function toRequestLink(base: string, request: { readonly id: number; readonly topic: string }): string {
  const query = `requestId=${request.id}&sessionTopic=${request.topic}`
  if (/^https:\/\/t\.me(\/|$)/i.test(base)) return `${trimSlash(base)}?startapp=${btoa(query).replace(/=+$/, '')}`
  return `${trimSlash(base)}/wc?${query}`
}

/** Where a wallet's link is opened: a web app in a new tab, an app from the page itself, from Telegram only in a new one. */
export function linkTarget(
  way: 'mobile' | 'desktop' | 'web',
  platform: Pick<Platform, 'isTelegram'>,
  isFramed: boolean,
): '_self' | '_top' | '_blank' {
  if (way === 'web' || platform.isTelegram) return '_blank'
  return isFramed ? '_top' : '_self'
}

/** `name://` keeps the two slashes that the path then follows. */
function trimSlash(base: string): string {
  return base.replace(/\/$/, '')
}
