import type { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { type Attempt, type ConnectionState, getConnection } from '../connections/connection.ts'
import { setStatus } from '../connections/connectionList.ts'
import { settleStatus } from '../connections/makeCurrent.ts'
import type { RunningAttempt } from '../live.ts'
import { cancelAttempt } from './cancelAttempt.ts'

/**
 * Begins a step that waits for a person, and asks the wallet. A step that was waiting before is given up.
 * `complete` does what follows an approval; it runs once.
 */
export function startAttempt(
  instance: Instance,
  parameters: Pick<Attempt, 'kind' | 'namespace' | 'connectorId' | 'networkId' | 'pairing'> & {
    key: string
    ask: (attempt: RunningAttempt) => void
    complete: (attempt: RunningAttempt, connection: Connection) => Promise<Connection>
  },
): RunningAttempt {
  const { stores, live } = instance
  const { kind, namespace, connectorId, networkId, pairing, key, ask, complete } = parameters
  const id = stores.connection.get().nextAttemptId
  const ended = new AbortController()
  let isWon = false
  let settle: { yes: (connection: Connection) => void; no: (error: LatchkeyError) => void } | undefined
  const answer = new Promise<Connection>((yes, no) => {
    settle = { yes, no }
  })
  const outcome = answer.then((connection) => complete(attempt, connection))
  // The view that started the attempt may be gone; the error is in the store for whoever looks.
  outcome.catch(() => undefined)
  const attempt: RunningAttempt = {
    id,
    kind,
    key,
    outcome,
    ended,
    ask: () => ask(attempt),
    win: (connection) => {
      if (isWon || !isCurrent(instance, attempt)) return
      isWon = true
      const isLate = stores.connection.get().attempt?.phase === 'failed'
      ended.abort()
      // What fails of a late yes is told as it happens; nobody waits for it any more.
      if (isLate) complete(attempt, connection).catch(() => undefined)
      else settle?.yes(connection)
    },
    lose: (error) => {
      ended.abort()
      settle?.no(error)
    },
  }
  instance.batch(() => {
    cancelAttempt(instance)
    live.attempt = attempt
    stores.connection.set((state) => ({
      ...state,
      nextAttemptId: id + 1,
      attempt: {
        id,
        kind,
        namespace,
        connectorId,
        networkId,
        phase: 'waiting',
        hint: undefined,
        error: undefined,
        pairing,
      },
    }))
    if (kind === 'connect' && !getConnection(stores.connection.get(), namespace)) {
      stores.connection.set((state) => setStatus(state, namespace, 'connecting'))
    }
  })
  attempt.ask()
  return attempt
}

/** Whether an attempt is still the one on screen, waiting or failed. */
export function isCurrent(instance: Instance, attempt: RunningAttempt): boolean {
  return instance.stores.connection.get().attempt?.id === attempt.id && !instance.signal.aborted
}

/** Takes a finished attempt off the screen. */
export function clearAttempt(instance: Instance, attempt: RunningAttempt): void {
  if (!isCurrent(instance, attempt)) return
  instance.live.attempt = undefined
  instance.stores.connection.set((state) => ({ ...state, attempt: undefined }))
}

/** Shows an attempt as failed and rejects its promise. It stays on screen until it is repeated or left. */
export function failAttempt(instance: Instance, attempt: RunningAttempt, error: LatchkeyError): void {
  const { stores } = instance
  const shown = stores.connection.get().attempt
  if (shown?.id === attempt.id) {
    instance.batch(() => {
      stores.connection.set((state) => updateAttempt(state, attempt.id, { phase: 'failed', hint: undefined, error }))
      settleStatus(instance, shown.namespace)
    })
  }
  attempt.lose(error)
}

/** Changes the attempt of this id; one that has been replaced stays as it is. */
export function updateAttempt(
  state: ConnectionState,
  id: number,
  change: Partial<Pick<Attempt, 'phase' | 'hint' | 'error' | 'pairing'>>,
): ConnectionState {
  if (state.attempt?.id !== id) return state
  return { ...state, attempt: { ...state.attempt, ...change } }
}
