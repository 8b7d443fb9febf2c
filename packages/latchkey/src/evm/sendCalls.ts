/** Several calls in one request. Sources: EIP-5792, `wallet_sendCalls` 2.0.0; F-18. */

import { FailureError } from '../core/errors/failure.ts'
import type { CallsRequest, Connection } from '../core/types/adapter.ts'
import { isHex } from './hex.ts'
import { toAddress } from './isAddress.ts'
import { toOwnCallsId } from './ownCallsId.ts'
import { sayInvalid, sayUnreadable, toAmount, toHexChainId, type WalletPort } from './walletPort.ts'

/** Numbers by which a wallet says that it does not have what was asked for. Source: F-18. */
const MISSING = [4200, -32601, 5700, 5710, 5760, 3001, 10001]

/**
 * Hands a batch to the wallet. A wallet that has none is asked for one call after the other, in their order, unless all or
 * nothing was wanted or a capability that may not be missing; it ends at the first call that fails, and no call is ever asked
 * for twice. Once one of them has left, the batch has an id, and its status says how much of it was carried out. Rejects with
 * `REQUEST_INVALID` or a failure; then nothing was sent.
 */
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
  let answer: unknown
  try {
    answer = await port.ask('send', connection, 'wallet_sendCalls', [batch])
  } catch (error) {
    if (atomicRequired || isNeeded(capabilities) || !isMissing(error)) throw error
    return sendOneByOne(port, connection, request)
  }
  // Older wallets answer the id alone.
  const id = typeof answer === 'object' && answer !== null ? (answer as { id?: unknown }).id : answer
  if (typeof id === 'string' && id !== '') return { id }
  throw sayUnreadable(connection, 'send', answer)
}

async function sendOneByOne(
  port: WalletPort,
  connection: Connection,
  { calls }: CallsRequest,
): Promise<{ readonly id: string }> {
  const hashes: string[] = []
  for (const call of calls) {
    try {
      hashes.push(await port.send(connection, call))
    } catch (error) {
      if (hashes.length === 0) throw error
      break
    }
  }
  return { id: toOwnCallsId({ networkId: connection.networkId, count: calls.length, hashes }) }
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

/** Whether a capability may not be left out, which sending one by one would do. Source: EIP-5792, `optional`. */
function isNeeded(capabilities: CallsRequest['capabilities']): boolean {
  return Object.values(capabilities ?? {}).some(
    (capability) => (capability as { optional?: unknown } | null)?.optional !== true,
  )
}

/**
 * Whether the wallet itself said that it lacks the method. An answer that only wraps such an error may come from a batch that
 * was begun, and that is never begun again.
 */
function isMissing(error: unknown): boolean {
  if (!(error instanceof FailureError) || error.code !== 'METHOD_NOT_GRANTED') return false
  const { cause } = error
  if (cause === undefined) return true
  return typeof cause === 'object' && cause !== null && MISSING.includes(Number((cause as { code?: unknown }).code))
}
