/** Several calls in one request. Source: EIP-5792, `wallet_sendCalls` 2.0.0. */

import type { CallsRequest, Connection } from '../core/types/adapter.ts'
import { isHex } from './hex.ts'
import { toAddress } from './isAddress.ts'
import { sayInvalid, sayUnreadable, toAmount, toHexChainId, type WalletPort } from './walletPort.ts'

/** Hands a batch to the wallet, once. Rejects with `REQUEST_INVALID` or a failure, `METHOD_NOT_GRANTED` where the wallet has no batches. */
export async function sendCalls(
  port: WalletPort,
  connection: Connection,
  request: CallsRequest,
): Promise<{ readonly id: string }> {
  const { atomicRequired = false, capabilities } = request
  const calls = toCalls(request)
  await port.confirmNetwork('send', connection)
  const batch = {
    version: '2.0.0',
    from: connection.accounts[0]?.address,
    chainId: toHexChainId(connection.networkId),
    atomicRequired,
    calls,
    ...(capabilities ? { capabilities } : {}),
  }
  const answer = await port.ask('send', connection, 'wallet_sendCalls', [batch])
  // Older wallets answer the id alone.
  const id = typeof answer === 'object' && answer !== null ? (answer as { id?: unknown }).id : answer
  if (typeof id === 'string' && id !== '') return { id }
  throw sayUnreadable(connection, 'send', answer)
}

/** The calls as a wallet takes them. Each needs `to`, and what it carries begins with 0x. */
function toCalls({ calls }: CallsRequest): readonly unknown[] {
  if (!Array.isArray(calls) || calls.length === 0) throw sayInvalid('calls', 'a list with a call in it')
  return calls.map((call: CallsRequest['calls'][number] | null | undefined, index) => {
    const { to, data, value } = call ?? {}
    const address = toAddress(to)
    if (!address) {
      throw sayInvalid(`calls[${index}].to`, 'an address of 0x and 40 hexadecimal digits')
    }
    if (data !== undefined && !isHex(data)) {
      throw sayInvalid(`calls[${index}].data`, 'bytes as hexadecimal text that begins with 0x')
    }
    return {
      to: address,
      ...(data === undefined ? {} : { data }),
      ...(value === undefined ? {} : { value: toAmount(`calls[${index}].value`, value) }),
    }
  })
}
