/** A payment. */
export type TransferRequest = {
  readonly to: string
  /** Satoshi. */
  readonly amount: bigint
}
