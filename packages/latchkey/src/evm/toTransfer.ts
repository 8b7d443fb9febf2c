import type { SendRequest, TransactionRequest } from '../core/types/adapter.ts'
import { toAddress } from './isAddress.ts'
import { sayInvalid, toAmount } from './walletPort.ts'

/** First four bytes of the hash of `transfer(address,uint256)`. Source: ERC-20. */
const TRANSFER = '0xa9059cbb'

/**
 * The transaction that carries out a transfer: the coin itself with empty data, or a call of the token's `transfer`. What a
 * token returns is never read, so that tokens which return nothing, USDT among them, need no list of their own. Throws
 * `REQUEST_INVALID`.
 */
export function toTransfer({ to, amount, token }: SendRequest): TransactionRequest {
  const owner = toAddress(to)
  if (!owner) throw sayInvalid('to', 'an address of 0x and 40 hexadecimal digits')
  const quantity = toAmount('amount', amount)
  if (!token) return { to: owner, value: amount, data: '0x' }
  const contract = toAddress(token.address)
  if (!contract) throw sayInvalid('token.address', 'an address of 0x and 40 hexadecimal digits')
  const words = [owner, quantity].map((word) => word.slice(2).toLowerCase().padStart(64, '0'))
  return { to: contract, data: `${TRANSFER}${words.join('')}` }
}
