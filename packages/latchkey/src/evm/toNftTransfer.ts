import type { TransactionRequest } from '../core/types/adapter.ts'
import { toAddress } from './isAddress.ts'
import { sayInvalid, toAmount } from './walletPort.ts'

/** First four bytes of the hashes of ERC-721's `safeTransferFrom(address,address,uint256)` and of ERC-1155's with amount and data. */
const SAFE_TRANSFER = '0x42842e0e'
const SAFE_TRANSFER_OF = '0xf242432a'

/** An NFT on its way: `amount` counts for ERC-1155 alone. */
export type NftTransfer = {
  readonly from: string
  readonly to: string
  readonly contract: string
  readonly id: bigint
  readonly amount: bigint
  readonly standard: 'ERC721' | 'ERC1155'
}

/**
 * The transaction that hands an NFT on, by the form that asks a receiving contract whether it can hold it. Throws
 * `REQUEST_INVALID`. Sources: ERC-721; ERC-1155.
 */
export function toNftTransfer({ from, to, contract, id, amount, standard }: NftTransfer): TransactionRequest {
  const [holder, receiver, collection] = [from, to, contract].map((address) => toAddress(address))
  if (!holder || !receiver || !collection) throw sayInvalid('to', 'an address of 0x and 40 hexadecimal digits')
  const words = [holder, receiver, toAmount('id', id)]
  // The data that a receiver is told is empty: its place, then its length.
  if (standard === 'ERC1155') words.push(toAmount('amount', amount), '0xa0', '0x0')
  const data = words.map((word) => word.slice(2).toLowerCase().padStart(64, '0')).join('')
  return { to: collection, data: `${standard === 'ERC1155' ? SAFE_TRANSFER_OF : SAFE_TRANSFER}${data}` }
}
