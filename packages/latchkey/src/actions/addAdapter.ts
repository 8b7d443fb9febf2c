import { lazy } from '../core/lazy.ts'
import type { CreateAdapter } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'

/**
 * Adds an adapter to a running instance and starts its discovery. Rejects with `OPTION_CONFLICT` when its namespace has one
 * already, which `removeAdapter` takes away first.
 */
export async function addAdapter(latchkey: Latchkey, createAdapter: CreateAdapter): Promise<void> {
  const code = await lazy(latchkey.instance, import('../core/kernel/connections/changeAdapters.ts'), 'discover')
  await code.addAdapter(latchkey.instance, createAdapter)
}
