import type { CommonQuery, Endpoint, EndpointInput } from './endpoint.ts'

/** The value of `st` that Latchkey's SDK sends. */
export const SDK_TYPE = 'latchkey'

/**
 * The address of a call. Lists are comma-joined; fields that are undefined or null are left out.
 * A trailing slash of `gatewayUrl`, and a path in it, are kept sensibly: `https://a.example/latchkey/` works.
 */
export function endpointUrl<E extends Endpoint>(
  endpoint: Pick<E, 'path'>,
  parameters: { gatewayUrl: string; input: EndpointInput<E>; common: CommonQuery },
): string {
  const left: Record<string, unknown> = { ...(parameters.input as Record<string, unknown>) }
  delete left.body
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = left[name]
    delete left[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...left, ...parameters.common })) {
    if (value === undefined || value === null) continue
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return `${parameters.gatewayUrl.replace(/\/+$/, '')}${path}?${query}`
}
