import { EngineError } from '../errors.ts'
import type { AuthenticationRequest, AuthPayload, Cacao } from '../records.ts'
import { findCacaoMismatch, isCacao, verifyCacao } from '../signIn/cacao.ts'
import type { EngineContext } from './context.ts'

/**
 * Checks signed sign-ins: each is signed by its account and answers one of the requests. Rejects with `SESSION_SETTLEMENT_FAILED`.
 * Source: CAIP-74.
 */
export async function checkCacaos(
  context: EngineContext,
  cacaos: readonly Cacao[],
  asked: readonly (AuthPayload | AuthenticationRequest)[],
): Promise<void> {
  const { ethCall } = context.options
  for (const cacao of cacaos) {
    if (!isCacao(cacao) || !(await verifyCacao(cacao, { ethCall })))
      throw new EngineError('SESSION_SETTLEMENT_FAILED', 'Signature verification failed')
    const reasons = asked.map((request) => findCacaoMismatch(cacao, request, context.clock.now()))
    if (reasons.includes(undefined)) continue
    const reason = reasons[0] ?? 'nothing was asked to be signed'
    throw new EngineError('SESSION_SETTLEMENT_FAILED', `Cacao does not match the request: ${reason}`)
  }
}
