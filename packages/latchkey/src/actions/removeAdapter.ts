import type { Latchkey } from '../core/latchkey.ts'
import type { Namespace } from '../core/network.ts'

/**
 * Takes a namespace's adapter out of a running instance: its wallets are disconnected and no longer offered. When the namespace
 * was the active one, the first network of another namespace becomes active. Rejects with `DISCONNECT_FAILED` when a wallet
 * could not be told; the adapter is gone all the same.
 */
export async function removeAdapter(latchkey: Latchkey, namespace: Namespace): Promise<void> {
  const code = await import('../core/kernel/wallet/changeAdapters.ts')
  await code.removeAdapter(latchkey.instance, namespace)
}
