/** What an EVM adapter makes of calls and transfers, for whoever shows them before. */
import { encodeCall } from '../../evm/encodeCall.ts'
import { toTransfer } from '../../evm/toTransfer.ts'
import type { SendRequest, TransactionRequest, WriteContractRequest } from '../types/adapter.ts'

/** The transaction of a contract call, or of a transfer. Throws `REQUEST_INVALID` for what no adapter could send. */
export function toSentTransaction(request: WriteContractRequest | SendRequest): TransactionRequest {
  if (!('functionName' in request)) return toTransfer(request)
  const { address: to, value } = request
  return { to, value, data: encodeCall(request) }
}
