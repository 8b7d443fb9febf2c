import { sha256Hex } from '../crypto/hashes.ts'
import type { Metadata, VerifyContext } from '../records.ts'
import type { SignClientOptions, Verifier } from '../signClient.ts'
import { VERIFY_MS } from './constants.ts'
import type { EngineContext } from './context.ts'
import type { Opened } from './method.ts'

/** Origin of a peer's metadata url, or the url itself where it is none. */
export function originOf(url: string): string {
  try {
    const { origin } = new URL(url)
    return origin === 'null' ? url : origin
  } catch {
    return url
  }
}

/**
 * What is known of the origin of a proposal, request or sign-in. Whoever is asked gets 5 s; silence, failure and forgery are
 * unknown, never valid (SEC-91). Source: WalletConnect specification, Verify.
 */
export async function verify(
  context: EngineContext,
  method: Parameters<Verifier>[0]['method'],
  metadata: Metadata,
  opened: Opened,
): Promise<VerifyContext> {
  const origin = originOf(metadata.url)
  const verifyUrl = metadata.verifyUrl ?? ''
  const unknown: VerifyContext = { verified: { origin, validation: 'UNKNOWN', verifyUrl } }
  if (opened.transport === 'link_mode') {
    // The platform delivers links by their domain: who owns the link owns the site.
    const isOwn = originOf(metadata.redirect?.universal ?? '') === origin
    return { verified: { origin, validation: isOwn ? 'VALID' : 'INVALID', verifyUrl } }
  }
  const { message, attestation, relayAttestation, text } = opened
  const ask: SignClientOptions['verifier'] = context.options.verifier ?? context.verifyAttestations
  if (!ask || (!context.options.verifier && !relayAttestation)) return unknown
  return new Promise((resolve) => {
    const giveUp = context.clock.after(VERIFY_MS, () => resolve(unknown))
    const end = (known: VerifyContext) => {
      giveUp()
      resolve(known)
    }
    Promise.resolve()
      .then(async () =>
        ask({
          method,
          claimedOrigin: origin,
          verifyUrl: metadata.verifyUrl,
          envelopeHash: await sha256Hex(message),
          payloadHash: await sha256Hex(text),
          attestation,
          relayAttestation,
        }),
      )
      .then(end, () => {
        context.logger.debug('Origin verification failed; the origin stays unknown.')
        end(unknown)
      })
  })
}
