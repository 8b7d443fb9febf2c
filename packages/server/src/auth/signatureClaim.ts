/** A signature to be checked: whose, of what. */
export type SignatureClaim = {
  /** CAIP-2. */
  readonly networkId: string
  readonly address: string
  /** The text whose exact UTF-8 bytes were signed. */
  readonly message: string
  /** Hex on eip155 and polkadot, base58 on solana, base64 or hex on bip122. */
  readonly signature: string
}

/** Asks a node of a network one thing. Rejects when no node answers, or with the node's own error, which has a `code`. */
export type AskNode = (
  networkId: string,
  call: { readonly method: string; readonly params: readonly unknown[] },
  signal: AbortSignal,
) => Promise<unknown>
