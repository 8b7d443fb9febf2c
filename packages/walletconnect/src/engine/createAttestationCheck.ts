import type { Verifier } from '../signClient.ts'
import type { AttestationParts } from './checkAttestations.ts'

/** The verifier of a client that was given none. Its code is loaded with the first attestation. */
export function createAttestationCheck(parts: AttestationParts): Verifier {
  return async (question) => (await import('./checkAttestations.ts')).checkAttestations(parts, question)
}
