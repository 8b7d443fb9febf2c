import type { Backend } from '../backend.ts'
import type { SignClientCalls } from '../calls.ts'
import { EngineError } from '../errors.ts'
import { isGivenUp } from './isGivenUp.ts'
import type { Post, TabState } from './tabState.ts'

type CallName = keyof SignClientCalls

type TabCall = {
  readonly name: CallName
  readonly parameters: SignClientCalls[CallName]['parameters']
  readonly signal: AbortSignal | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly forget: () => void
}

/** Calls of one tab that wait for whoever leads. */
export type TabCalls = Pick<Backend, 'call'> & {
  isWaiting(): boolean
  /** Asks whoever leads now for all that waits, each call with its own id. */
  askAll(): void
  /** Ends a call. One that has ended is passed over. */
  settle(callId: string, outcome: { readonly result?: unknown; readonly error?: unknown }): void
  /** Ends all that waits with an error. */
  failAll(error: unknown): void
  /** Ends all that waits with `ABORTED`, and says so to whoever carries it out. */
  abortAll(): void
}

/** Makes an empty list of calls. `checkLeader` is called for each call that another tab has to carry out. */
export function createTabCalls(state: TabState, post: Post, checkLeader: () => void): TabCalls {
  const waiting = new Map<string, TabCall>()

  const settle: TabCalls['settle'] = (callId, { result, error }) => {
    const call = waiting.get(callId)
    if (!call) return
    waiting.delete(callId)
    call.forget()
    if (error === undefined) call.resolve(result)
    else call.reject(error)
  }

  function abort(callId: string): void {
    if (!state.engine) post({ kind: 'abort', callId })
    settle(callId, { error: new EngineError('ABORTED') })
  }

  /** Asks whoever leads. Where nobody is known to, the next leader is asked once it says so. */
  function ask(callId: string): void {
    const call = waiting.get(callId)
    if (!call) return
    const { name, parameters, signal } = call
    const { engine: asked, leader, tabId } = state
    if (asked) {
      const { backend, callOnce } = asked
      const answer: Promise<unknown> = callOnce
        ? callOnce(name, parameters, { callId, signal, isForeign: false })
        : backend.call(name, parameters, { callId, signal })
      answer.then(
        (result) => settle(callId, { result }),
        (error: unknown) => {
          // An engine that was replaced gives calls up; they are asked again, not answered.
          if (asked === state.engine || !isGivenUp(error)) settle(callId, { error })
        },
      )
    } else if (leader !== undefined && !post({ kind: 'call', leader, from: tabId, callId, name, parameters }))
      settle(callId, { error: new EngineError('PAYLOAD_UNSAFE', `call: ${name}`) })
    else checkLeader()
  }

  function each(run: (callId: string) => void): void {
    for (const callId of [...waiting.keys()]) run(callId)
  }

  return {
    call: (name, parameters, { callId, signal }) =>
      new Promise((resolve, reject) => {
        if (state.isClosed || signal?.aborted) return reject(new EngineError('ABORTED'))
        const giveUp = (): void => abort(callId)
        signal?.addEventListener('abort', giveUp, { once: true })
        const forget = (): void => signal?.removeEventListener('abort', giveUp)
        // Parsed by the facade's types: the engine that answers is of this package.
        waiting.set(callId, { name, parameters, signal, resolve: resolve as (result: unknown) => void, reject, forget })
        ask(callId)
      }),
    isWaiting: () => waiting.size > 0,
    askAll: () => each(ask),
    settle,
    failAll: (error) => each((callId) => settle(callId, { error })),
    abortAll: () => each(abort),
  }
}
