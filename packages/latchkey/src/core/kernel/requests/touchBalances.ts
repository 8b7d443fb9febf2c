import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { readRecord } from '../saved/records.ts'
import { writeRecord } from '../saved/writeRecords.ts'
import { requestsOf } from './requests.ts'

/** How long something that was sent and whose end nobody has seen may still change balances, in ms. */
export const SETTLING_MS = 30_000

/** Below `cache/`, so that other tabs are not told; they look here before they believe their own cache. */
const PREFIX = 'cache/touched/'

/**
 * Notes that what accounts hold on a network is changing (`isOnItsWay`: something has left, and its end is not known) or has
 * changed. What was read before does not count any more, here, in other tabs, and after a reload.
 */
export function touchBalances(
  instance: Pick<Instance, 'live' | 'services'>,
  networkId: NetworkId,
  { isOnItsWay = false }: { isOnItsWay?: boolean | undefined } = {},
): void {
  const { services } = instance
  const now = services.clock.now()
  writeRecord(services.storage, PREFIX + networkId, isOnItsWay ? now + SETTLING_MS : now)
  requestsOf(instance).set((state) => ({ ...state, touched: { networkId, count: (state.touched?.count ?? 0) + 1 } }))
}

/**
 * Until when what an account holds on a network may have changed by something sent from here, in ms since 1970; what was read
 * before is old. 0 where nothing was sent.
 */
export function readTouchedAt({ services }: Pick<Instance, 'services'>, networkId: NetworkId): number {
  const at = readRecord(services.storage, PREFIX + networkId)
  // A time further away was written before the clock of this machine was put back.
  return typeof at === 'number' && at <= services.clock.now() + SETTLING_MS ? at : 0
}
