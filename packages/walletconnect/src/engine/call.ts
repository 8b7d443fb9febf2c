import type { SignClientCalls } from '../calls.ts'
import type { EngineContext } from './context.ts'

/** One call of a client: what it is handed, and its result. */
export type Call<Name extends keyof SignClientCalls> = (
  context: EngineContext,
  parameters: SignClientCalls[Name]['parameters'],
  options: { readonly callId: string; readonly signal?: AbortSignal | undefined },
) => SignClientCalls[Name]['result'] | Promise<SignClientCalls[Name]['result']>
