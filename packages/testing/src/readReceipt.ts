import { setTimeout as pause } from 'node:timers/promises'

/** What reads receipts, in viem's words; a client of any version and chain. */
type Reader<Receipt> = { getTransactionReceipt(parameters: { hash: `0x${string}` }): Promise<Receipt> }

/**
 * The receipt of a transaction of a dev chain. Asked for until it is there: viem's `waitForTransactionReceipt` looks again only
 * when a block follows, and anvil can tell the number of a block before it has the receipts of it. Rejects after 60 s.
 */
export async function readReceipt<Receipt>(node: Reader<Receipt>, hash: string): Promise<Receipt> {
  for (const end = Date.now() + 60_000; ; await pause(10)) {
    try {
      return await node.getTransactionReceipt({ hash: hash as `0x${string}` })
    } catch (error) {
      const isMissing = error instanceof Error && error.name === 'TransactionReceiptNotFoundError'
      if (!isMissing || Date.now() > end) throw error
    }
  }
}
