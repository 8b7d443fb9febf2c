import type { Options } from '../../types/options.ts'

/**
 * Where a session's bundler is asked by its name for receipts of user operations: the gateway, which knows what names mean.
 * Undefined without one.
 */
export function getBundlerUrl(
  { gatewayUrl, projectId }: Pick<Options, 'gatewayUrl' | 'projectId'>,
  name: string,
  chain: string,
): string | undefined {
  if (gatewayUrl === undefined) return undefined
  const query = new URLSearchParams({ ...(projectId && { projectId }), chainId: chain, bundler: name })
  return `${gatewayUrl.replace(/\/+$/, '')}/v1/bundler?${query}`
}
