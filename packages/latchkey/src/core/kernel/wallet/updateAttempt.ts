import type { Attempt, ConnectionState } from './connection.ts'

/** Changes the attempt of this id; one that has been replaced stays as it is. */
export function updateAttempt(
  state: ConnectionState,
  id: number,
  change: Partial<Pick<Attempt, 'phase' | 'hint' | 'error' | 'pairing'>>,
): ConnectionState {
  if (state.attempt?.id !== id) return state
  return { ...state, attempt: { ...state.attempt, ...change } }
}
