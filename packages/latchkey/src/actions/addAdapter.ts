import type { CreateAdapter } from '../core/adapter.ts'
import type { Latchkey } from '../core/latchkey.ts'

/**
 * Adds an adapter to a running instance and starts its discovery. Rejects with `OPTION_CONFLICT` when its namespace has one
 * already, which `removeAdapter` takes away first.
 */
export async function addAdapter(latchkey: Latchkey, createAdapter: CreateAdapter): Promise<void> {
  const code = await import('../core/kernel/wallet/changeAdapters.ts')
  await code.addAdapter(latchkey.instance, createAdapter)
}
