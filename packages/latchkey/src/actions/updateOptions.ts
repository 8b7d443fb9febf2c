import { lazy } from '../core/lazy.ts'
import type { ChangeableOptions } from '../core/roof/updateOptions.ts'
import type { Latchkey } from '../core/types/latchkey.ts'

/**
 * Changes options of a running instance; what is on screen follows with the next view. Rejects as `createLatchkey` throws, and
 * with `OPTION_CONFLICT` for an option that holds for the life of an instance; nothing is changed then.
 */
export async function updateOptions(latchkey: Latchkey, changes: ChangeableOptions): Promise<void> {
  const code = await lazy(latchkey.instance, import('../core/roof/updateOptions.ts'))
  code.updateOptions(latchkey, changes)
}
