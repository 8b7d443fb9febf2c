import type { Remedy } from '../../core/errors/userMessage.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import { readPageAddress } from '../../core/values/readPageAddress.ts'
import type { AppLink } from '../parts/AppLink.tsx'

/** Where this page works: with https, or in a tab of its own. Undefined for every other remedy, and without an address. */
export function toPlaceLink(
  { services }: Pick<Instance, 'services'>,
  remedy: Remedy,
): Pick<AppLink.Props, 'href' | 'target'> | undefined {
  const here = readPageAddress(services.walletWindow)
  if (here === undefined) return undefined
  if (remedy === 'https') return { href: here.replace(/^http:/, 'https:'), target: '_self' }
  return remedy === 'tab' ? { href: here, target: '_blank' } : undefined
}
