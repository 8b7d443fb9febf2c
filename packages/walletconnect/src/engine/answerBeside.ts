import type { JsonRpcResponse } from '../records.ts'
import type { EngineContext } from './context.ts'
import { loadSignIn } from './late.ts'
import type { Handled } from './method.ts'

/** What an answered proposal means to the sign-in that it went beside, where there is one: that ends with it. */
export async function answerBeside(
  context: EngineContext,
  proposalId: number,
  answer: JsonRpcResponse,
): Promise<Handled> {
  const signIn = context.tables.authKey.getAll().find((key) => key.proposalId === proposalId)
  return signIn ? (await loadSignIn()).answerSignIn(context, signIn, answer) : {}
}
