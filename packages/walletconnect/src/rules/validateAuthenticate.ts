import type { AuthenticateParams } from '../calls.ts'
import { refuse, validateSignIn } from './validate.ts'

/** Refuses what `authenticate` cannot ask: another thing than one namespace, which is eip155. */
export function validateAuthenticate(params: AuthenticateParams): void {
  validateSignIn(params)
  const names = new Set(params.chains.map((chain) => chain.split(':', 1)[0]))
  if (names.size > 1) throw refuse('Multi-namespace requests are not supported. Please request single namespace only.')
  if (!names.has('eip155')) {
    throw refuse(
      'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    )
  }
}
