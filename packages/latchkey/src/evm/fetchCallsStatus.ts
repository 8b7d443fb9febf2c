/** How far a batch of calls is. Source: EIP-5792, `wallet_getCallsStatus`. */
import type { CallsStatus, Connection } from '../core/types/adapter.ts'
import { parseOwnCallsId } from '../core/values/ownCallsId.ts'
import { isHex } from './hex.ts'
import { sayUnreadable, type WalletPort } from './walletPort.ts'

const PENDING = 100
const DONE = 200
const REVERTED = 500
const PARTLY_REVERTED = 600

/** Asks the wallet for a batch; one that was sent one by one is answered by the receipts of its transactions. */
export async function fetchCallsStatus(port: WalletPort, connection: Connection, id: string): Promise<CallsStatus> {
  const own = parseOwnCallsId(id)
  if (!own) {
    const answer = await port.ask('read', connection, 'wallet_getCallsStatus', [id])
    const status = parseStatus(id, answer)
    if (status) return status
    throw sayUnreadable(connection, 'read', answer)
  }
  const there = { ...connection, networkId: own.networkId }
  await port.confirmNetwork('read', there)
  const answers = await Promise.all(
    own.hashes.map((hash) => port.ask('read', there, 'eth_getTransactionReceipt', [hash])),
  )
  const receipts = parseReceipts(answers)
  const isOpen = receipts.length < own.hashes.length
  const status = isOpen ? PENDING : sumUp(receipts, own.count)
  return { id, status, atomic: false, receipts }
}

/** Reads both forms: numbers and a flag (2.0.0), and the words of 1.0. */
function parseStatus(id: string, answer: unknown): CallsStatus | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { status, atomic, receipts: listed } = answer as { status?: unknown; atomic?: unknown; receipts?: unknown }
  const receipts = parseReceipts(Array.isArray(listed) ? listed : [])
  if (typeof status === 'number' && Number.isInteger(status)) return { id, status, atomic: atomic === true, receipts }
  if (status === 'PENDING') return { id, status: PENDING, atomic: false, receipts }
  if (status === 'CONFIRMED') return { id, status: sumUp(receipts, receipts.length), atomic: false, receipts }
  return undefined
}

/** What the receipts of all transactions come to, of so many that were wanted. */
function sumUp(receipts: CallsStatus['receipts'], wanted: number): number {
  const good = receipts.filter(({ status }) => status === 'success').length
  if (good === wanted) return DONE
  return good === 0 ? REVERTED : PARTLY_REVERTED
}

function parseReceipts(listed: readonly unknown[]): CallsStatus['receipts'] {
  return listed.flatMap((item) => {
    const { transactionHash, status } = (item ?? {}) as { transactionHash?: unknown; status?: unknown }
    if (!isHex(transactionHash)) return []
    return [{ transactionHash, status: status === '0x1' || status === 'success' ? 'success' : 'reverted' }]
  })
}
