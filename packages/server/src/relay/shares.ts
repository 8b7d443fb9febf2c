import type { Holder } from './engine.ts'
import type { Holding } from './mailbox.ts'

/** The part of something that one network address (IPv6: one /64) or one project may have, from 0 to 1. */
export type Shares = { readonly address: number; readonly project: number }

/** A tenth each: several people share an address, in an office or behind a carrier, so no small fixed number would do. */
export const USUAL_SHARES: Shares = { address: 0.1, project: 0.1 }

/** Who has how much of something. */
export type Ledger = {
  add(holder: Holder, amount: number): void
  /** Which share of `total` another `amount` would pass, if any. */
  findPassed(holder: Holder, amount: number, total: number): 'address' | 'project' | undefined
  /** The addresses that have most, largest first. */
  listLargest(count: number): readonly { readonly address: string; readonly amount: number }[]
  amountOf(address: string): number
  /** Begins again with what is there. */
  reset(holdings: readonly Holding[]): void
}

/**
 * Makes an empty ledger. Where nothing is known of an address or project it has no share to pass. As long as fewer projects
 * than fit are there, each may have an equal part: a relay of one project is all its own. `least` is what anybody may have.
 */
export function createLedger(shares: Shares, least = 0): Ledger {
  const byAddress = new Map<string, number>()
  const byProject = new Map<string, number>()

  function change(amounts: Map<string, number>, key: string, amount: number): void {
    if (key === '') return
    const now = (amounts.get(key) ?? 0) + amount
    if (now > 0) amounts.set(key, now)
    else amounts.delete(key)
  }

  function add(holder: Holder, amount: number): void {
    change(byAddress, holder.address, amount)
    change(byProject, holder.project, amount)
  }

  return {
    add,
    findPassed({ address, project }, amount, total) {
      const limit = (share: number) => Math.max(least, share * total)
      if (address !== '' && (byAddress.get(address) ?? 0) + amount > limit(shares.address)) return 'address'
      const projects = byProject.size + (byProject.has(project) ? 0 : 1)
      if (project === '' || projects === 1) return undefined
      const part = Math.max(shares.project, 1 / projects)
      if ((byProject.get(project) ?? 0) + amount > limit(part)) return 'project'
      return undefined
    },
    listLargest: (count) =>
      [...byAddress]
        .map(([address, amount]) => ({ address, amount }))
        .sort((left, right) => right.amount - left.amount)
        .slice(0, count),
    amountOf: (address) => byAddress.get(address) ?? 0,
    reset(holdings) {
      byAddress.clear()
      byProject.clear()
      for (const holding of holdings) add(holding, holding.bytes)
    },
  }
}
