import type { VerifyContext } from '@latchkey/walletconnect'

/** What is known of the site that asks, and how loudly the wallet says it. Source: SEC-90. */
export type Verification = {
  readonly kind: 'scam' | 'invalid' | 'unknown' | 'valid'
  readonly title: string
  readonly text: string
}

/** Reads a verify context. What is missing or unknown stays unknown; only what was vouched for is valid. */
export function readVerification(context: VerifyContext | undefined, claimedUrl: string): Verification {
  const { validation, isScam, origin } = context?.verified ?? {}
  if (isScam === true) {
    return {
      kind: 'scam',
      title: 'Reported as a scam',
      text: `${origin || claimedUrl} is known for stealing. Leave it alone.`,
    }
  }
  if (validation === 'INVALID') {
    return {
      kind: 'invalid',
      title: 'Not who it says it is',
      text: `The request says it comes from ${claimedUrl}, but it was sent from ${origin || 'another site'}.`,
    }
  }
  if (validation === 'VALID') {
    return { kind: 'valid', title: 'Site confirmed', text: `The request was sent from ${origin}.` }
  }
  return {
    kind: 'unknown',
    title: 'Site not confirmed',
    text: 'Nobody vouches for where this came from. Go on only if you started it yourself.',
  }
}
