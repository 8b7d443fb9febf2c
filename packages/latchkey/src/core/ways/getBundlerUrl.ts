import type { Options } from '../types/options.ts'

/**
 * Where the gateway passes calls on to a bundler of a chain and to who pays there: to the first one, or to the one that has this name.
 * Undefined without a gateway.
 */
export function getBundlerUrl(
  { gatewayUrl, projectId }: Pick<Options, 'gatewayUrl' | 'projectId'>,
  chain: string,
  name?: string | undefined,
): string | undefined {
  if (gatewayUrl === undefined) return undefined
  const query = new URLSearchParams({
    ...(projectId && { projectId }),
    chainId: chain,
    ...(name !== undefined && { bundler: name }),
  })
  return `${gatewayUrl.replace(/\/+$/, '')}/v1/bundler?${query}`
}
