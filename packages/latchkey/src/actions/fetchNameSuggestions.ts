import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { demandObject } from './demandObject.ts'

/** A name that may be registered, or that nobody may register any more. */
export type SuggestedName = { readonly name: string; readonly registered: boolean }

/**
 * Names of the gateway's own zone that begin as what was typed: the very name first, with whether it can still be had, then free
 * ones. Rejects with `DATA_UNAVAILABLE` on a site without a gateway, and with the gateway's codes: `NAME_REFUSED` for what cannot
 * be part of a name, `NOT_FOUND` where it has no zone.
 */
export async function fetchNameSuggestions(
  { instance }: Latchkey,
  request: fetchNameSuggestions.Request,
): Promise<readonly SuggestedName[]> {
  const { label, zone } = demandObject('request', request)
  const room = await lazy(instance, import('../core/features/names/registerName.ts'), 'read')
  return room.fetchSuggestions(instance, { label, zone })
}
export declare namespace fetchNameSuggestions {
  type Request = {
    /** Without its zone, of at least 3 characters. */
    readonly label: string
    /** Default: the gateway's first. */
    readonly zone?: string | undefined
  }
}
