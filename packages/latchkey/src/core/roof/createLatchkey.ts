import type { Latchkey } from '../types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../types/options.ts'
import { createInstance } from './createInstance.ts'

/**
 * Makes a headless instance of Latchkey: state, wallets, networks and events without the modal.
 * Safe on a server and idempotent in a browser: the same id with equal options gives the instance that is there already.
 * Throws `OPTION_UNKNOWN`, `OPTION_INVALID` or `OPTION_CONFLICT`; `CONFIG_CONFLICT` in development when the id is taken by
 * other options (in production the first wins and the console says which options differ).
 */
export function createLatchkey(options: CreateLatchkeyOptions): Latchkey {
  return createInstance(options, { loadActions: () => import('../flow/actions.ts') })
}
