import type { Adapter } from '../core/adapter.ts'
import type { Clock } from '../core/services/ports.ts'
import { checkFunds } from './checkFunds.ts'
import { fetchAssets } from './fetchAssets.ts'
import { fetchCallsStatus } from './fetchCallsStatus.ts'
import { fetchCapabilities } from './fetchCapabilities.ts'
import { parseQuantity } from './hex.ts'
import { grantPermissions, revokePermissions } from './permissions.ts'
import { sendCalls } from './sendCalls.ts'
import { toTransfer } from './toTransfer.ts'
import { sayUnreadable, toTransaction, type WalletPort } from './walletPort.ts'

/** What every EVM adapter may do beyond connecting and signing; each member is one of `Adapter`. */
export type EvmAbilities = {
  readonly [Name in
    | 'sendTransaction'
    | 'send'
    | 'estimateGas'
    | 'fetchCapabilities'
    | 'sendCalls'
    | 'fetchCallsStatus'
    | 'grantPermissions'
    | 'revokePermissions'
    | 'fetchAssets']: NonNullable<Adapter[Name]>
}

/**
 * The abilities of a wallet that is reached through a port; written once for EIP-1193, wagmi and sessions. Load this file
 * when one of them is used. The account's coin is checked before a wallet is asked to send (F-30). Sources: EIP-1474,
 * EIP-5792, EIP-7715, EIP-7811.
 */
export function createAbilities(port: WalletPort, clock: Clock): EvmAbilities {
  const sendTransaction: EvmAbilities['sendTransaction'] = async (connection, request) => {
    await checkFunds(port, clock, connection, request)
    return port.send(connection, request)
  }
  return {
    sendTransaction,
    send: async (connection, request) => sendTransaction(connection, toTransfer(request)),
    async estimateGas(connection, request) {
      const transaction = toTransaction(connection, request)
      // A part of sending: nodes refuse it for the same reasons (F-30).
      const answer = await port.ask('send', connection, 'eth_estimateGas', [transaction])
      const gas = parseQuantity(answer)
      if (gas === undefined) throw sayUnreadable(connection, 'send', answer)
      return gas
    },
    fetchCapabilities: (connection) => fetchCapabilities(port, connection),
    sendCalls: (connection, request) => sendCalls(port, connection, request),
    fetchCallsStatus: (connection, id) => fetchCallsStatus(port, connection, id),
    grantPermissions: (connection, request) => grantPermissions(port, connection, request),
    revokePermissions: (connection, request) => revokePermissions(port, connection, request),
    fetchAssets: (connection) => fetchAssets(port, connection),
  }
}
