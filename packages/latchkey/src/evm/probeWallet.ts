/** Questions that never open anything. Source: F-01, F-02, F-05. */
import type { WalletProbe } from '../core/types/adapter.ts'
import { askWallet, type Eip1193Provider } from './provider.ts'
import { untilAborted } from './timing.ts'
import { parseAccounts } from './toChecksumAddress.ts'

/** Makes the questions that may be put to an EIP-1193 wallet while it keeps somebody waiting. */
export function probeWallet(provider: Eip1193Provider): WalletProbe {
  return {
    // An error with a number is an answer as well; anything else may come from the ruins of an extension.
    isAlive: (signal) =>
      untilAborted(askWallet(provider, 'eth_chainId'), signal).then(
        () => true,
        (error: unknown) => !signal.aborted && hasNumber(error),
      ),
    // Most wallets do not know the question.
    isUnlocked: (signal) => untilAborted(askLock(provider), signal).catch(() => undefined),
    getAccounts: (signal) => untilAborted(askWallet(provider, 'eth_accounts').then(parseAccounts), signal),
  }
}

/** MetaMask's own question about its lock; other wallets have none. */
async function askLock(provider: Eip1193Provider): Promise<boolean | undefined> {
  const { _metamask: extra } = provider as { _metamask?: { isUnlocked?: unknown } }
  if (typeof extra?.isUnlocked !== 'function') return undefined
  const isUnlocked: unknown = await extra.isUnlocked()
  return typeof isUnlocked === 'boolean' ? isUnlocked : undefined
}

function hasNumber(error: unknown): boolean {
  return typeof error === 'object' && error !== null && typeof (error as { code?: unknown }).code === 'number'
}
