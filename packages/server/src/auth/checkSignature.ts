import { findRecord } from './namespaces.ts'
import type { AskNode, SignatureClaim } from './signatureClaim.ts'

/**
 * Whether an account signed a text. What its namespace does not know is no. Rejects only when a contract account could not be
 * asked. The namespaces are loaded when they are met.
 */
export async function checkSignature(claim: SignatureClaim, askNode: AskNode): Promise<boolean> {
  const check = await findRecord(claim.networkId)?.loadCheck()
  return check ? check(claim, askNode) : false
}
