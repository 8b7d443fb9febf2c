import { type App, type InjectionKey, inject, provide } from 'vue'
import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../core/types/options.ts'
import { createLatchkey } from '../index.ts'

/** By `Symbol.for`, so that two copies of the package find the same instance. */
const KEY: InjectionKey<Latchkey> = Symbol.for('latchkey.vue')

/**
 * Hands an instance to every component of an app: `app.use(latchkeyPlugin, { latchkey })`, or `{ options }` from which it is
 * made. Safe on a server.
 */
export const latchkeyPlugin = {
  install(app: App, given: latchkeyPlugin.Given): void {
    app.provide(KEY, given.latchkey ?? createLatchkey(given.options))
  },
}
export declare namespace latchkeyPlugin {
  type Given =
    | { readonly latchkey: Latchkey; readonly options?: undefined }
    | { readonly options: CreateLatchkeyOptions; readonly latchkey?: undefined }
}

/** Hands an instance to the components below the one that calls this. */
export function provideLatchkey(latchkey: Latchkey): void {
  provide(KEY, latchkey)
}

/** The instance of the plugin, or of the nearest `provideLatchkey`. Throws `INSTANCE_NOT_FOUND` where there is none. */
export function useLatchkey(): Latchkey {
  const latchkey = inject(KEY, undefined)
  if (!latchkey) {
    throw new LatchkeyError(
      'INSTANCE_NOT_FOUND',
      'A Latchkey composable needs latchkeyPlugin in the app, or provideLatchkey above its component.',
    )
  }
  return latchkey
}
