import { askWallets } from '@latchkey/wire/walletPage'
import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { NetworkId } from '../../types/network.ts'
import { DIRECTORY_WAIT_MS, READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { loadSnapshotPictures } from './loadSnapshotPictures.ts'
import { toListing } from './toListing.ts'

/** What is asked of a directory. */
export type WalletQuestion = {
  /** From 1. */
  readonly page: number
  readonly entries: number
  /** Trimmed; empty for the whole list. */
  readonly search: string
  readonly isCertifiedOnly: boolean
  /** Wallets that serve at least one of these; none means any. */
  readonly chains: readonly NetworkId[]
}

/** One page, and how many there are in all. */
export type WalletAnswer = { readonly wallets: readonly WalletListing[]; readonly count: number }

/** Longest list of chains that the directory takes. Source: `getWallets` in `@latchkey/wire`. */
const CHAINS_LIMIT = 100

/**
 * Asks the gateway's directory; the bundled list where the site has no gateway, nobody where it wants none. Rejects when it fails, answers nonsense or takes
 * over 2 s, or 10 s for a page after the first, in whose place nothing else can stand (F-59).
 */
export async function askGateway(
  instance: Instance,
  question: WalletQuestion,
  outer: AbortSignal,
): Promise<WalletAnswer> {
  const { services, options } = instance
  const { page, entries, search, isCertifiedOnly, chains } = question
  if (!options.enableExplorer) return { wallets: [], count: 0 }
  if (!services.gateway) return askSnapshot(instance, question)
  const open = services.gateway
  const delayMs = page > 1 ? READ_DEADLINE_MS : DIRECTORY_WAIT_MS
  const parameters = { clock: services.clock, delayMs, signal: outer }
  return withDeadline(parameters, async (signal) => {
    const gateway = await open()
    const answer = await gateway.call(
      askWallets,
      {
        page,
        entries,
        ...(search !== '' && { search }),
        ...(isCertifiedOnly && { badge_type: 'certified' as const }),
        ...(chains.length > 0 && { chains: chains.slice(0, CHAINS_LIMIT) }),
        ...(options.excludeWalletIds.length > 0 && { exclude: [...options.excludeWalletIds] }),
      },
      { signal },
    )
    return {
      wallets: answer.data.map((record) => toListing(record, (id) => gateway.walletImageUrl(id))),
      count: answer.count,
    }
  })
}

/** Asks the bundled list, which vouches for nobody. Rejects when its chunk cannot be loaded. */
export async function askSnapshot(instance: Instance, question: WalletQuestion): Promise<WalletAnswer> {
  const { page, entries, isCertifiedOnly } = question
  const { listBundled } = await import('./listBundled.ts')
  const found = isCertifiedOnly ? [] : listBundled(instance.options, question)
  const start = (page - 1) * entries
  const records = found.slice(start, start + entries)
  const pictures = await loadSnapshotPictures(records.map(({ id }) => id))
  const wallets = records.map((record) => ({ ...toListing(record), imageUrl: pictures[record.id] }))
  return { wallets, count: found.length }
}
