/** Transactions whose end nobody has told yet, as they are kept over a reload. */
import type { Instance } from '../../types/latchkey.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { SENT_RECORD } from '../../values/sentRecord.ts'
import { readRecord } from '../saved/records.ts'
import { writeRecord } from '../saved/writeRecords.ts'

/** How long one is looked for again, in ms. What has not landed within a day was dropped by the network, or waits for ever. */
const KEPT_MS = 86_400_000

/** Most that are kept; the oldest go first. */
const MOST_KEPT = 20

/** A transaction that left, with whose it is. */
export type KeptSent = {
  readonly networkId: NetworkId
  readonly hash: string
  readonly address: string
  readonly connectorId: string
  readonly walletName: string
  /** ms since 1970. */
  readonly at: number
}

type Place = Pick<Instance, 'services'>

/** Keeps one until its end is told. */
export function keepSent(place: Place, sent: Omit<KeptSent, 'at'>): void {
  const others = listKeptSent(place).filter((each) => !isSame(each, sent))
  write(place, [...others, { ...sent, at: place.services.clock.now() }].slice(-MOST_KEPT))
}

/** Lets go of one; false where it was not kept any more, since somebody else has told it. */
export function dropSent(place: Place, sent: Pick<KeptSent, 'networkId' | 'hash'>): boolean {
  const kept = listKeptSent(place)
  const rest = kept.filter((each) => !isSame(each, sent))
  write(place, rest)
  return rest.length < kept.length
}

/** Those that are kept; what is too old or cannot be read is left out (SEC-103). */
export function listKeptSent({ services }: Place): readonly KeptSent[] {
  const list = readRecord(services.storage, SENT_RECORD)
  const now = services.clock.now()
  return (Array.isArray(list) ? (list as unknown[]) : []).filter((each): each is KeptSent => isKept(each, now))
}

function write({ services }: Place, list: readonly KeptSent[]): void {
  if (list.length > 0) writeRecord(services.storage, SENT_RECORD, list)
  else services.storage.remove(SENT_RECORD)
}

function isSame(one: Pick<KeptSent, 'networkId' | 'hash'>, other: Pick<KeptSent, 'networkId' | 'hash'>): boolean {
  return one.networkId === other.networkId && one.hash === other.hash
}

function isKept(value: unknown, now: number): boolean {
  const { networkId, hash, address, connectorId, walletName, at } = Object(value) as Readonly<Record<string, unknown>>
  const texts = [networkId, hash, address, connectorId, walletName]
  if (!texts.every((text) => typeof text === 'string' && text.length <= 256)) return false
  const namespace = getNamespace(networkId as string)
  const isHash = /^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Z]{64,88})$/i.test(hash as string)
  return isHash && (namespace === 'eip155' || namespace === 'solana') && Math.abs(now - Number(at)) <= KEPT_MS
}
