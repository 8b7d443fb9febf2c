/** What a connected wallet tells by itself. Source: EIP-1193. */

import type { Clock } from '../core/services/ports.ts'
import type { AccountType, ConnectionChange } from '../core/types/adapter.ts'
import { RECOVERY_MS } from '../core/values/recoveryMs.ts'
import { parseChainId } from './parseChainId.ts'
import { askWallet, type Eip1193Provider, watchWallet } from './provider.ts'
import { settleWithin } from './timing.ts'
import { parseAccounts } from './toChecksumAddress.ts'

/** How long a wallet may take to answer a silent question, in ms. Source: docs/failures.md, rule 8. */
export const PROBE_MS = 2_000

/** Whether a list of accounts says anything: none at all, or some that can be read. */
function isReadable(value: unknown): boolean {
  try {
    return Array.isArray(value) && (value.length === 0 || parseAccounts(value).length > 0)
  } catch {
    return false
  }
}

/** A member of a wallet's object, which may throw. */
function readChainId(value: unknown): unknown {
  try {
    return (value as { chainId?: unknown } | null)?.chainId
  } catch {
    return undefined
  }
}

/**
 * Calls back with each change of accounts or network, and with the end: no accounts any more is the visitor's doing; a
 * `disconnect` is believed only when the wallet has no accounts for us afterwards, or stays silent for 3 s.
 */
export function watchAccountsAndChain(
  clock: Clock,
  provider: Eip1193Provider,
  listener: (change: ConnectionChange) => void,
  accountType: AccountType = 'eoa',
): () => void {
  let isWatching = true
  let cancelRecovery: (() => void) | undefined
  const tell = (change: ConnectionChange) => {
    if (isWatching) listener(change)
  }
  const tellAccounts = (value: unknown) => {
    const addresses = parseAccounts(value)
    tell(
      addresses.length ? { accounts: addresses.map((address) => ({ address, type: accountType })) } : { ended: 'user' },
    )
  }
  const tellChain = (value: unknown) => {
    const chainId = parseChainId(value)
    if (chainId) tell({ networkId: `eip155:${chainId}` })
  }
  /** Undefined when the wallet does not answer. */
  const readAccounts = () =>
    settleWithin(clock, PROBE_MS, askWallet(provider, 'eth_accounts'), undefined).catch(() => undefined)

  const recover = async () => {
    const accounts = await readAccounts()
    if (accounts !== undefined && cancelRecovery) {
      cancelRecovery()
      cancelRecovery = undefined
      if (parseAccounts(accounts).length === 0) tell({ ended: 'wallet' })
    }
  }

  const events: Readonly<Record<string, (value: unknown) => void>> = {
    async accountsChanged(value) {
      // A list of which nothing can be read says as little as none.
      if (isReadable(value)) return tellAccounts(value)
      const accounts = await readAccounts()
      if (accounts !== undefined) tellAccounts(accounts)
    },
    chainChanged: tellChain,
    connect(value) {
      if (cancelRecovery) void recover()
      tellChain(readChainId(value))
    },
    disconnect() {
      if (cancelRecovery) return
      cancelRecovery = clock.after(RECOVERY_MS, async () => {
        const accounts = await readAccounts()
        if (!cancelRecovery) return
        cancelRecovery = undefined
        if (parseAccounts(accounts).length === 0) tell({ ended: 'wallet' })
      })
      void recover()
    },
  }
  const stops = Object.entries(events).map(([event, listener]) => watchWallet(provider, event, listener))
  return () => {
    isWatching = false
    cancelRecovery?.()
    cancelRecovery = undefined
    for (const stop of stops) stop()
  }
}
