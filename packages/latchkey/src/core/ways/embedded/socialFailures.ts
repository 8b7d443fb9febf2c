import { parseUrl } from '@latchkey/wire/parseUrl'
import { describeFailure } from '../../errors/describeFailure.ts'
import { type FailureContext, FailureError } from '../../errors/failure.ts'
import type { FailureCode } from '../../errors/failureCodes.ts'
import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../types/latchkey.ts'
import { EMBEDDED_ID } from './embeddedId.ts'
import { findSocial } from './findSocial.ts'
import { FrameCallError } from './frameChannel.ts'
import { socialOf } from './socialStore.ts'
import { toFrameFailure } from './toFrameFailure.ts'

/** What the frame's reasons are called where somebody logs in at another service. */
const REASONS: Readonly<Record<string, FailureCode>> = {
  PROVIDER_DENIED: 'USER_REJECTED',
  DEVICE_REFUSED: 'USER_REJECTED',
  PROVIDER_AWAY: 'DATA_UNAVAILABLE',
  PROVIDER_UNKNOWN: 'SITE_REFUSED',
  RETURN_NOT_ALLOWED: 'SITE_REFUSED',
  CHALLENGE_OVER: 'POPUP_CUT_OFF',
}

/** Where a login at a service happens, for logs and for the host. */
export function socialContext(instance: Instance, provider: string): FailureContext {
  return { step: 'connect', connectorId: EMBEDDED_ID, walletName: findSocial(socialOf(instance).get(), provider).label }
}

/** A failure of a login at a service. */
export function createSocialFailure(
  instance: Instance,
  code: FailureCode,
  provider: string,
  cause?: unknown,
): FailureError {
  const context = socialContext(instance, provider)
  return new FailureError(code, describeFailure(code, context), context, cause)
}

/** Names why a login at a service came to nothing. */
export function toSocialFailure(instance: Instance, error: unknown, provider: string): FailureError {
  if (error instanceof FailureError) return error
  const reason = error instanceof FrameCallError ? error.reason : undefined
  const named = reason !== undefined && Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined
  if (named) return createSocialFailure(instance, named, provider, error)
  // Neither the frame nor the gateway has said where to go.
  if (isLatchkeyError(error, 'DATA_UNAVAILABLE'))
    return createSocialFailure(instance, 'FRAME_UNREACHABLE', provider, error)
  return toFrameFailure(error, socialContext(instance, provider))
}

/** Says what a login failed with: to the visitor, and to the host. `blocked`: so often in a row no window was opened. */
export function tellSocialFailure(instance: Instance, provider: string, error: FailureError, blocked?: number): void {
  socialOf(instance).set((state) => ({ ...state, login: { provider, phase: 'failed', error, blocked } }))
  instance.track('SOCIAL_LOGIN_ERROR', { provider, message: error.code })
  instance.fail({ ...socialContext(instance, provider), code: error.code, final: true, cause: error.cause })
}

/** Whether an address is the gateway's own. Nobody is led anywhere else, and nobody else is heard (SEC-70). */
export function isOfGateway({ options, services }: Instance, address: string): boolean {
  const gateway = parseUrl(options.gatewayUrl ?? '', services.browser.origin() || undefined)
  return gateway !== undefined && parseUrl(address)?.origin === gateway.origin
}
