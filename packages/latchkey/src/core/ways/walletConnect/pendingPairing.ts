import { readRecord } from '../../kernel/saved/records.ts'
import { writeRecord } from '../../kernel/saved/writeRecords.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import { toAppLink } from '../../values/links.ts'
import type { Way } from '../../values/listWays.ts'
import { PENDING_RECORD } from './pendingRecord.ts'

/** A pairing whose wallet was opened by its link. Its topic opens nothing: uri and key are not kept here (SEC-88). */
export type PendingPairing = {
  readonly topic: string
  /** ms since 1970; an approval after that finds no proposal any more. */
  readonly until: number
  readonly way: Exclude<Way, 'browser' | 'qrcode'>
  /** The wallet as far as a connection shows it; its link without the pairing is the `mobileLink`. */
  readonly wallet: WalletListing
}

/** Keeps a pairing for a page that the browser drops while the visitor is in the wallet (F-22). One at a time. */
export function keepPending({ services }: Instance, pending: PendingPairing): void {
  const { topic, until, way, wallet } = pending
  const { key, name, imageUrl, imageId, explorerId, links } = wallet
  const value = { topic, until, way, key, name, imageUrl, imageId, explorerId, base: links.mobileLink }
  writeRecord(services.storage, PENDING_RECORD, value)
}

/** The pairing that was kept, as long as its wallet may still approve. What has another shape is dropped (SEC-103). */
export function readPending({ services }: Instance): PendingPairing | undefined {
  const kept = (readRecord(services.storage, PENDING_RECORD) ?? {}) as Readonly<Record<string, unknown>>
  const { topic, until, way, key, name, imageUrl, imageId, explorerId, base } = kept
  const isWhole =
    typeof topic === 'string' &&
    typeof until === 'number' &&
    typeof key === 'string' &&
    typeof name === 'string' &&
    (way === 'mobile' || way === 'web' || way === 'desktop')
  if (!isWhole || until <= services.clock.now()) {
    services.storage.remove(PENDING_RECORD)
    return undefined
  }
  return {
    topic,
    until,
    way,
    wallet: {
      key,
      name,
      imageUrl: toText(imageUrl),
      imageId: toText(imageId),
      explorerId: toText(explorerId),
      connectors: [],
      isInstalled: false,
      isRecent: false,
      isLookalike: false,
      links: { mobileLink: toAppLink(toText(base), { isOwn: true }) },
    },
  }
}

/** Forgets a pairing that is over; another one stays. */
export function forgetPending(instance: Instance, topic: string): void {
  if (readPending(instance)?.topic === topic) instance.services.storage.remove(PENDING_RECORD)
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
