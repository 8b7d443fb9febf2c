/** What a page is allowed, besides itself. */
export type PolicySources = {
  /** Origins that the page's script may call: gateway and chains. */
  readonly connect: readonly string[]
  /** Origins that pictures come from: the gateway. */
  readonly images: readonly string[]
  /** Origins that the page embeds: the frame of wallets from an e-mail. */
  readonly frames?: readonly string[] | undefined
}

/**
 * The strictest policy that a page with Latchkey needs: scripts and styles by nonce only, Trusted Types enforced with
 * no policy allowed. `img-src data:` is for wallets' announced icons. Source: SEC-100, SEC-101.
 */
export function createContentPolicy(nonce: string, sources: PolicySources): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${sources.images.join(' ')}`,
    `connect-src 'self' ${sources.connect.join(' ')}`,
    ...(sources.frames?.length ? [`frame-src ${sources.frames.join(' ')}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
