import type { Adapter, Connector } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'

/** What serves a connector: its namespace's adapter, or the session that stands behind WalletConnect. */
export function getAdapter(
  { adapters, live }: Instance,
  { namespace, id }: Pick<Connector, 'namespace' | 'id'>,
): Adapter | undefined {
  return id === WALLET_CONNECT_ID ? live.sessionAdapters[namespace] : adapters[namespace]
}
