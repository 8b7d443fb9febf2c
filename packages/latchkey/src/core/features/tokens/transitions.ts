/** How the tokens store moves. Apart from its state, which every host page loads. */
import { type BalanceReading, INITIAL_TOKENS, type TokensState } from './state.ts'

/** Starts a reading, whose number is `reading`; what belongs to another owner goes. */
export function startReading(state: TokensState, owner: string, touched?: number | undefined): TokensState {
  const started = { ...state, owner, status: 'loading', reading: state.reading + 1, touched } as const
  return state.owner === owner ? started : { ...started, tokens: undefined, native: undefined, updatedAt: undefined }
}

/** Takes a good reading. An answer to an earlier question changes nothing. */
export function finishReading(state: TokensState, number: number, reading: BalanceReading, at: number): TokensState {
  if (state.reading !== number) return state
  return { ...state, ...reading, status: 'ready', updatedAt: at }
}

/** Notes that a reading failed: the last known values stay beside what could be read. */
export function failReading(
  state: TokensState,
  number: number,
  failed: Partial<BalanceReading> & { readonly restUntil: number; readonly restOwner: string | undefined },
): TokensState {
  if (state.reading !== number) return { ...state, restUntil: failed.restUntil, restOwner: failed.restOwner }
  return { ...state, ...failed, status: 'failed' }
}

/** Whether nobody may be asked for `owner` yet, because it failed a moment ago. */
export function isResting(state: TokensState, owner: string, now: number): boolean {
  return now < state.restUntil && (state.restOwner === undefined || state.restOwner === owner)
}

/** Forgets everything but the rest after a failure and what the gateway serves: nobody is connected. */
export function clearTokens(state: TokensState): TokensState {
  if (state.owner === undefined && state.status === 'idle') return state
  const { reading, restUntil, restOwner, supportedChains } = state
  return {
    ...INITIAL_TOKENS,
    owner: undefined,
    tokens: undefined,
    updatedAt: undefined,
    native: undefined,
    head: undefined,
    toldOwner: undefined,
    reading: reading + 1,
    restUntil,
    restOwner,
    supportedChains,
  }
}
