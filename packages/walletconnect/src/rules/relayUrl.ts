/** How a client introduces itself to a relay. Source: WalletConnect specification, Relay authentication. */

/** The `ua` of a relay address: `wc-2/js-<version>/<os>/<env>`. `agent` is the surroundings' `<os>/<env>`. */
export const userAgent = (version: string, agent: string): string => `wc-2/js-${version}/${agent}`

/** The address of a connection: the relay's own query first, ours after it in alphabetical order. */
export function relayUrl(parameters: {
  readonly relayUrl: string
  readonly auth: string
  readonly userAgent: string
  readonly projectId?: string | undefined
  readonly bundleId?: string | undefined
  readonly packageName?: string | undefined
}): string {
  const { relayUrl, auth, bundleId, packageName, projectId, userAgent } = parameters
  const query = Object.entries({ auth, bundleId, packageName, projectId, ua: userAgent, useOnCloseEvent: 'true' })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`)
    .join('&')
  return `${relayUrl}${relayUrl.includes('?') ? '&' : '?'}${query}`
}
