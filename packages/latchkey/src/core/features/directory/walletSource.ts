import { getWallets } from '@latchkey/wire/directory'
import type { WalletListing } from '../../kernel/shell/views.ts'
import type { Instance } from '../../latchkey.ts'
import type { NetworkId } from '../../network.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../withDeadline.ts'
import { searchSnapshot } from './searchSnapshot.ts'
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
 * Asks the gateway's directory; the bundled list where the site has no gateway, nobody where it wants none. Rejects when it fails, answers nonsense or takes over
 * 10 s (F-59).
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
  const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal: outer }
  return withDeadline(parameters, async (signal) => {
    const gateway = await open()
    const answer = await gateway.call(
      getWallets,
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

/** Asks the bundled list, which has no pictures and vouches for nobody. Rejects when its chunk cannot be loaded. */
export async function askSnapshot(instance: Instance, question: WalletQuestion): Promise<WalletAnswer> {
  const { page, entries, search, isCertifiedOnly, chains } = question
  const { SNAPSHOT } = await import('./snapshot.ts')
  const offered = SNAPSHOT.filter(({ id }) => !isCertifiedOnly && !instance.options.excludeWalletIds.includes(id))
  const found = searchSnapshot(offered, { search, chains })
  const start = (page - 1) * entries
  return { wallets: found.slice(start, start + entries).map((record) => toListing(record)), count: found.length }
}
