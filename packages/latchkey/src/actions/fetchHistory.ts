import type { Activity, ActivityPage, ActivitySource, ActivityTransfer } from '../core/features/activity/state.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { NetworkId } from '../core/types/network.ts'
import { askGateway } from './askGateway.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

export type { Activity, ActivityPage, ActivitySource, ActivityTransfer }

/**
 * A page of an account's transactions on one network, newest first, from the gateway. Default: the account in use, where its
 * wallet is. `sources` says how whole the page is; entries with `hidden` are bait, to be folded away and never lost. Rejects with
 * `NOT_CONNECTED`, with the gateway's codes (`CHAIN_UNSUPPORTED` where it has no history of the network), or `DATA_UNAVAILABLE`.
 */
export async function fetchHistory(
  latchkey: Latchkey,
  request: fetchHistory.Request = {},
  settings?: NamespaceOption,
): Promise<ActivityPage> {
  const { cursor, ...where } = demandObject('request', request)
  return askGateway(latchkey, { ...where, namespace: toNamespace(settings) }, async (gateway, target) => {
    const { instance } = latchkey
    const { readHistory } = await lazy(instance, import('../core/features/activity/readHistory.ts'), 'read')
    return readHistory(instance, gateway, { ...target, cursor })
  })
}
export declare namespace fetchHistory {
  type Request = {
    /** Default: the account in use. */
    readonly address?: string | undefined
    /** Default: where the wallet is. */
    readonly networkId?: NetworkId | undefined
    /** `next` of the page before. */
    readonly cursor?: string | undefined
    readonly signal?: AbortSignal | undefined
  }
}
