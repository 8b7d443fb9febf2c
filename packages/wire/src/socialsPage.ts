import { readByHand, toRecord } from './byHand.ts'
import type { getSocials, Socials } from './http/socials.ts'

/**
 * `getSocials` as a page asks it before it has loaded a schema: the same call, whose answer is read by hand. What it makes of an
 * answer is what the schema makes of it (`socialsPage.test.ts`).
 */
export const askSocials = {
  name: 'getSocials',
  method: 'GET',
  path: '/v1/socials',
  answer: readByHand('services', ({ providers }) =>
    Array.isArray(providers) ? { providers: providers.flatMap(readProvider) } : undefined,
  ),
} as unknown as typeof getSocials

/** A service, or none where something of it is not as it has to be. */
function readProvider(value: unknown): Socials['providers'] {
  const { id, label, icon = null } = toRecord(value)
  if (typeof id !== 'string' || !/^[a-z\d][a-z\d-]{0,31}$/.test(id)) return []
  if (typeof label !== 'string' || label.length > 40) return []
  if (icon === null) return [{ id, label, icon }]
  return typeof icon === 'string' && icon.startsWith('data:image/') && icon.length <= 32_768
    ? [{ id, label, icon }]
    : []
}
