import type { Attempt } from '../../../core/kernel/connections/connection.ts'
import { WALLET_CONNECT_ID } from '../../../core/ways/walletConnect/walletConnectId.ts'
import { useLatchkeyState } from '../../hooks.ts'

/** The attempt to reach one wallet through WalletConnect, or any wallet without a key; undefined while there is none. */
export function useAttemptOf(walletKey: string | undefined): Attempt | undefined {
  return useLatchkeyState('connection', ({ attempt }) => {
    if (attempt?.kind !== 'connect' || attempt.connectorId !== WALLET_CONNECT_ID) return undefined
    // An attempt that has ended gives its code up, and with it whose it was.
    return attempt.pairing === undefined || attempt.pairing.walletKey === walletKey ? attempt : undefined
  })
}
