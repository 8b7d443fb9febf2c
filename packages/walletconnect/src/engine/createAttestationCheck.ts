import type { Surroundings } from '../ports.ts'
import type { Verifier } from '../signClient.ts'
import type { Tables } from '../tables.ts'

/** What a check of attestations needs. */
export type AttestationParts = {
  readonly surroundings: Pick<Surroundings, 'clock' | 'fetch' | 'logger'>
  readonly tables: Tables
  readonly relayUrls: readonly string[]
}

/** The verifier of a client that was given none. Its code is loaded with the first attestation. */
export function createAttestationCheck(parts: AttestationParts): Verifier {
  return async (question) => (await import('./checkAttestations.ts')).checkAttestations(parts, question)
}
