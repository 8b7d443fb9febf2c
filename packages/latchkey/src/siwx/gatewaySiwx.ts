import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { CreateSiwx } from '../core/types/siwx.ts'
import { deferSiwx, type SiwxSettings } from './deferSiwx.ts'

/**
 * Sign-in kept by the gateway of `gatewayUrl`: it makes the nonce, checks signatures of every kind of account, and keeps the
 * session until it is ended or its message runs out. In this page the session is in memory alone; the gateway's own cookie,
 * which no script reads, brings it back after a reload (SEC-113, F-35). Throws `OPTION_INVALID` without a `gatewayUrl`.
 * Rejections: `SIGNATURE_UNVERIFIED`, `CLOCK_WRONG`, `SIGN_IN_DOMAIN`, `SITE_REFUSED`, else `SIGN_IN_SERVICE_DOWN`.
 */
export function gatewaySiwx(settings: SiwxSettings = {}): CreateSiwx {
  const create: CreateSiwx = (surroundings) => {
    const { gatewayUrl } = surroundings
    if (gatewayUrl === undefined) {
      throw new LatchkeyError('OPTION_INVALID', 'Sign-in by the gateway needs the option gatewayUrl.', {
        facts: { option: 'gatewayUrl' },
      })
    }
    return deferSiwx(settings, async () => {
      const { createGatewaySiwx } = await import('./createGatewaySiwx.ts')
      return createGatewaySiwx(settings, surroundings, gatewayUrl)
    })
  }
  return Object.assign(create, { needsGateway: true } as const)
}
