import type { TransactionRequest } from '../../../types/adapter.ts'
import type { CheckRequest } from '../checkTransaction.ts'

/**
 * A request of EIP-1193 as it is checked; see `guardProvider` for the methods. What has not the form of its method is handed on as
 * it is, and refused where it is read. Sources: EIP-1474, EIP-712, EIP-5792, EIP-7702.
 */
export function readRequest(method: string, params: unknown): CheckRequest {
  const [first, second] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (method === 'eth_sign') return { hash: String(second) }
  // The first version of typed data names the account last, and has no form that anybody reads.
  if (method === 'eth_signTypedData' && typeof first === 'object') return { typedData: Object(first) as object }
  if (method.startsWith('eth_signTypedData')) {
    return { typedData: typeof second === 'string' ? second : (Object(second) as object) }
  }
  if (method !== 'wallet_sendCalls') return readTransaction(first)
  const { calls } = Object(first) as { readonly calls?: unknown }
  return { calls: Array.isArray(calls) ? calls.map(readTransaction) : (calls as readonly TransactionRequest[]) }
}

type Fields = { readonly [Name in 'to' | 'value' | 'data' | 'input' | 'authorizationList']?: unknown }

function readTransaction(transaction: unknown): Extract<CheckRequest, TransactionRequest> {
  const { to, value, data, input, authorizationList } = Object(transaction) as Fields
  return {
    to: to as string,
    value: toQuantity(value) as bigint,
    // Nodes take `input` before `data`.
    data: (input ?? data) as TransactionRequest['data'],
    authorizations: Array.isArray(authorizationList)
      ? authorizationList.map((each: unknown) => {
          const { address, contractAddress, chainId } = Object(each) as Readonly<Record<string, unknown>>
          const id = toQuantity(chainId)
          return {
            address: String(address ?? contractAddress ?? ''),
            chainId: typeof id === 'bigint' ? id : undefined,
          }
        })
      : undefined,
  }
}

/** A number as JSON-RPC has it; anything else as it was given. */
function toQuantity(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^(0x[0-9a-f]+|[0-9]+)$/i.test(value) ? BigInt(value) : value
}
