import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Instance } from '../../types/latchkey.ts'

/**
 * Calls back when the page's own policy forbids every address of the relay, which looks like a blocked network otherwise (F-51;
 * docs/failures.md, rule 5), and tells the developer what is missing. Returns the way to stop.
 */
export function watchPolicy(instance: Instance, relayUrls: readonly string[], onBlocked: () => void): () => void {
  const { walletWindow, logger } = instance.services
  const left = new Set(relayUrls.map(toOrigin))
  const onViolation = (event: Event): void => {
    const { blockedURI, effectiveDirective } = event as Partial<SecurityPolicyViolationEvent>
    const origin = toOrigin(blockedURI ?? '')
    if (origin === undefined || !left.delete(origin)) return
    const directive = effectiveDirective || 'connect-src'
    logger.error(`The page's Content Security Policy forbids the relay. Add ${origin} to ${directive}.`)
    if (left.size === 0) onBlocked()
  }
  walletWindow?.addEventListener('securitypolicyviolation', onViolation)
  return () => walletWindow?.removeEventListener('securitypolicyviolation', onViolation)
}

function toOrigin(address: string): string | undefined {
  return parseUrl(address)?.origin
}
