import { findWay } from '../../kernel/way.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** What serves the namespaces of the session in use. */
export function sessionAdapters(instance: Instance): Partial<Record<Namespace, Adapter>> {
  return findWay(instance, WALLET_CONNECT_ID)?.adapters ?? {}
}
