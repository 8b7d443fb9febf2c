import type { Hex } from 'viem'

/**
 * The receipt of a transaction, asked for until it is there: viem's `waitForTransactionReceipt` looks again only when a block
 * follows, and anvil can tell the number of a block before it has the receipts of it, with no block to follow. Rejects after
 * three minutes, viem's own limit.
 */
export async function readReceipt<Receipt>(
  node: { getTransactionReceipt(parameters: { hash: Hex }): Promise<Receipt> },
  hash: Hex,
  pollMs: number,
): Promise<Receipt> {
  for (const end = Date.now() + 180_000; ; ) {
    try {
      return await node.getTransactionReceipt({ hash })
    } catch (error) {
      const isMissing = error instanceof Error && error.name === 'TransactionReceiptNotFoundError'
      if (!isMissing || Date.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
