import type { AskNode } from './checkEvmSignature.ts'
import { findRecord } from './namespaces.ts'

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

/**
 * Whether an account signed a text. What its namespace does not know is no. Rejects only when a contract account could not be
 * asked. The namespaces are loaded when they are met.
 */
export async function checkSignature(claim: SignatureClaim, askNode: AskNode): Promise<boolean> {
  const check = await findRecord(claim.networkId)?.loadCheck()
  return check ? check(claim, askNode) : false
}
