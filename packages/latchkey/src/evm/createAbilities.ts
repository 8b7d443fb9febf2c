import type { Clock } from '../core/services/ports.ts'
import type { Adapter } from '../core/types/adapter.ts'
import { checkFunds } from './checkFunds.ts'
import { fetchAssets } from './fetchAssets.ts'
import { fetchCallsStatus } from './fetchCallsStatus.ts'
import { fetchCapabilities } from './fetchCapabilities.ts'
import { parseQuantity } from './hex.ts'
import { fetchPermissions, grantPermissions, revokePermissions } from './permissions.ts'
import { sendCalls } from './sendCalls.ts'
import { toTransfer } from './toTransfer.ts'
import { demandSignature, sayInvalid, sayUnreadable, toTransaction, type WalletPort } from './walletPort.ts'

/** What every EVM adapter may do beyond connecting and signing; each member is one of `Adapter`. */
export type EvmAbilities = {
  readonly [Name in
    | 'sendTransaction'
    | 'send'
    | 'signTypedData'
    | 'estimateGas'
    | 'fetchCapabilities'
    | 'sendCalls'
    | 'fetchCallsStatus'
    | 'showCallsStatus'
    | 'grantPermissions'
    | 'revokePermissions'
    | 'fetchPermissions'
    | 'fetchAssets']: NonNullable<Adapter[Name]>
}

/**
 * The abilities of a wallet that is reached through a port; written once for EIP-1193, wagmi and sessions. Load this file
 * when one of them is used. The account's coin is checked before a wallet is asked to send (F-30). Sources: EIP-712, EIP-1474,
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
    async signTypedData(connection, typedData) {
      await port.confirmNetwork('sign', connection)
      const params = [connection.accounts[0]?.address, toJson(typedData)]
      return demandSignature(connection, await port.ask('sign', connection, 'eth_signTypedData_v4', params))
    },
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
    async showCallsStatus(connection, id) {
      await port.ask('read', connection, 'wallet_showCallsStatus', [id])
    },
    grantPermissions: (connection, request) => grantPermissions(port, connection, request),
    revokePermissions: (connection, request) => revokePermissions(port, connection, request),
    fetchPermissions: (connection) => fetchPermissions(port, connection),
    fetchAssets: (connection, request) => fetchAssets(port, connection, request),
  }
}

/** Typed data as wallets read it; numbers of JavaScript that JSON lacks are decimal texts. Throws `REQUEST_INVALID`. */
function toJson(typedData: unknown): string {
  const wanted = 'typed data of EIP-712, an object or its JSON, with types, primaryType, domain and message'
  let cause: unknown
  try {
    const data: unknown = typeof typedData === 'string' ? JSON.parse(typedData) : typedData
    const { types, primaryType, domain, message } = Object(data) as Readonly<Record<string, unknown>>
    const isWhole = [types, domain, message].every((part) => typeof part === 'object' && part !== null)
    if (isWhole && typeof primaryType === 'string') {
      if (typeof typedData === 'string') return typedData
      return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
    }
  } catch (error) {
    cause = error
  }
  throw sayInvalid('typedData', wanted, cause)
}
