import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'

/**
 * Takes a namespace's adapter out of a running instance: its wallets are disconnected and no longer offered. When the namespace
 * was the active one, the first network of another namespace becomes active. Rejects with `DISCONNECT_FAILED` when a wallet
 * could not be told; the adapter is gone all the same.
 */
export async function removeAdapter(latchkey: Latchkey, namespace: Namespace): Promise<void> {
  const code = await lazy(latchkey.instance, import('../core/kernel/connections/changeAdapters.ts'), 'disconnect')
  await code.removeAdapter(latchkey.instance, namespace)
}
