import { type FailureContext, FailureError } from '../../errors/failure.ts'
import type { FailureCode } from '../../errors/failureCodes.ts'
import type { Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACE_RECORDS } from '../../values/namespaces.ts'
import { toKey } from '../connections/connectionList.ts'
import type { RunningAttempt } from '../live.ts'
import { getAsked } from '../requests/asked.ts'
import { readLeft } from '../saved/savedConnections.ts'
import { getAdapter } from '../way.ts'
import { failAttempt, updateAttempt } from './attempt.ts'
import { pause } from './pause.ts'
import { setHint } from './setHint.ts'

/** When a visitor first hears what may hold the wallet up, in ms. Source: docs/failures.md, rule 8. */
export const PROMPT_HINT_MS = 3_000
/** Longest wait for an answer to a probe, and the pause between two, in ms. Source: docs/failures.md, rule 8 and F-05. */
export const PROBE_LIMIT_MS = 2_000
/** Longest wait for `isUnlocked`, in ms. Source: F-01. */
export const UNLOCKED_LIMIT_MS = 1_000
/** Probes that must stay unanswered before a wallet counts as not responding. Source: F-05. */
export const PROBE_TRIES = 2
/** How long after the page got its focus back a still open prompt is named, in ms. Source: F-02. */
export const REFOCUS_HINT_MS = 5_000

/**
 * Watches a wallet while a person should be answering in it, without ever prompting: names a lock, a hidden prompt, or a
 * wallet that has died. Stops with the attempt.
 */
export function watchPrompt(
  instance: Instance,
  attempt: RunningAttempt,
  connector: Connector,
  context: FailureContext,
): void {
  const { services } = instance
  const { signal } = attempt.ended
  void (async () => {
    await pause(instance, PROMPT_HINT_MS, signal)
    let unanswered = 0
    while (!signal.aborted) {
      const isAlive = await probe(instance, connector, signal)
      if (signal.aborted) return
      unanswered = isAlive ? 0 : unanswered + 1
      if (unanswered === PROBE_TRIES) {
        forgetRequest(instance, connector)
        const error = new FailureError('WALLET_NOT_RESPONDING', `${connector.name} does not answer.`, context)
        instance.fail({ ...context, code: 'WALLET_NOT_RESPONDING', final: true })
        failAttempt(instance, attempt, error)
        return
      }
      if (isAlive) {
        const isLocked = await findLock(instance, connector, signal)
        if (signal.aborted) return
        if (isLocked) setHint(instance, attempt, 'WALLET_LOCKED', context)
        else clearHint(instance, attempt, 'WALLET_LOCKED')
        // Such a wallet may have refused this site once and for all, and then never answers (F-41).
        const { silence } = NAMESPACE_RECORDS[connector.namespace]
        if (silence) setHint(instance, attempt, silence, context)
      }
      await pause(instance, PROBE_LIMIT_MS, signal)
    }
  })()

  let hasLostFocus = false
  const stopFocus = services.browser.watchFocus((focused) => {
    if (!focused) {
      hasLostFocus = true
      return
    }
    if (!hasLostFocus) return
    hasLostFocus = false
    void (async () => {
      await pause(instance, REFOCUS_HINT_MS, signal)
      if (signal.aborted || !(await probe(instance, connector, signal)) || signal.aborted) return
      if (instance.stores.connection.get().attempt?.hint === undefined) {
        setHint(instance, attempt, 'PROMPT_PENDING', context)
      }
    })()
  })
  signal.addEventListener('abort', stopFocus, { once: true })
}

function clearHint(instance: Instance, attempt: RunningAttempt, hint: FailureCode): void {
  if (instance.stores.connection.get().attempt?.hint !== hint) return
  instance.stores.connection.set((state) => updateAttempt(state, attempt.id, { hint: undefined }))
}

/** A request that a dead wallet will never answer must not stop the next one. */
export function forgetRequest(instance: Instance, connector: Connector): void {
  const key = toKey(connector)
  instance.live.requests.delete(key)
  getAsked(instance).set((list) => list.filter((each) => toKey(each) !== key))
}

async function probe(instance: Instance, connector: Connector, signal: AbortSignal): Promise<boolean> {
  const wallet = getAdapter(instance, connector)?.probe(connector)
  if (!wallet) return true
  return (await within(instance, PROBE_LIMIT_MS, signal, (stop) => wallet.isAlive(stop))) === true
}

/**
 * Whether the wallet is locked: by its own word, else because it shares nothing although it was connected before and was
 * not left (F-01).
 */
async function findLock(instance: Instance, connector: Connector, signal: AbortSignal): Promise<boolean> {
  const { namespace, id } = connector
  const wallet = getAdapter(instance, connector)?.probe(connector)
  if (!wallet) return false
  const isUnlocked = await within(instance, UNLOCKED_LIMIT_MS, signal, (stop) => wallet.isUnlocked(stop))
  if (isUnlocked !== undefined) return !isUnlocked
  const wasConnected =
    instance.stores.connectors.get().recent.includes(id) && !readLeft(instance.services.storage, namespace).includes(id)
  if (!wasConnected) return false
  const accounts = await within(instance, PROBE_LIMIT_MS, signal, (stop) => wallet.getAccounts(stop))
  return accounts?.length === 0
}

/** The answer of a probe, or undefined when it fails or takes too long. */
async function within<Answer>(
  instance: Instance,
  limitMs: number,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | undefined> {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([
      // A probe that fails says as little as one that takes too long.
      ask(stop.signal).catch(() => undefined),
      pause(instance, limitMs, stop.signal).then(() => undefined),
    ])
  } finally {
    signal.removeEventListener('abort', abort)
    stop.abort()
  }
}
