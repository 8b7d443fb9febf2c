import type { Connector } from '../types/adapter.ts'

/** Whether a connection of this connector is served by a session: its provider passes requests on to a wallet on another device. */
export function isBySession({ type }: Pick<Connector, 'type'>): boolean {
  return type === 'WALLET_CONNECT'
}

/** Whether a wallet asks its person on another device, in another app or in a frame of ours, and draws nothing into this page. */
export function asksElsewhere(connector: Pick<Connector, 'type'>): boolean {
  return isBySession(connector) || connector.type === 'AUTH'
}
