/** Calls of a site's that a wallet without batches is asked for one by one. Source: EIP-5792; F-18. */
import { FailureError } from '../../errors/failure.ts'
import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { carryOut } from '../../flow/carryOut.ts'
import { rejectUnasked } from '../../flow/rejectUnasked.ts'
import { getRoute } from '../../flow/router.ts'
import { leaveTop, showOnTop } from '../../flow/showOnTop.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { followSent } from '../../kernel/requests/followSent.ts'
import { mayHaveLeft } from '../../kernel/requests/mayHaveLeft.ts'
import type { CallsRequest, Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { toOwnCallsId } from '../../values/ownCallsId.ts'
import { callsOf, type WalkedCall } from './state.ts'

declare module '../../kernel/live.ts' {
  interface Live {
    /** Ends with the batch that goes one by one now; the next one waits for it. */
    walking?: Promise<unknown> | undefined
  }
}

export declare namespace walkCalls {
  type Parameters = {
    readonly request: CallsRequest
    /** The connection when the site asked. */
    readonly meant: Connection | undefined
    /** The visitor has seen the calls already (`features.guard`). */
    readonly isReviewed: boolean
  }
}

/**
 * Says in the modal that the wallet takes one call at a time, and once the visitor has said yes asks for one after the other, in their
 * order, each once. It ends at the first that fails: what went out before stands, and the modal says which that is. Resolves with an id
 * of ours once one of them has left. Rejects with a failure where none has, with `USER_REJECTED` where the visitor did not want it. A page
 * without the modal asks at once.
 */
export function walkCalls(instance: Instance, parameters: walkCalls.Parameters): Promise<{ readonly id: string }> {
  const { live } = instance
  const run = (): Promise<{ readonly id: string }> => walk(instance, parameters)
  const running = live.walking === undefined ? run() : live.walking.then(run, run)
  live.walking = running
  return running
}

async function walk(
  instance: Instance,
  { request: { calls }, meant, isReviewed }: walkCalls.Parameters,
): Promise<{ readonly id: string }> {
  const { connection } = demandConnection(instance, 'eip155', meant)
  const { connector, networkId } = connection
  if (!isReviewed) await instance.guard?.({ connection, step: 'send', request: { calls } })
  const isSeen = instance.live.isInSight?.() === true
  callsOf(instance).set(() => ({
    walk: {
      walletName: connector.name,
      networkId,
      calls: calls.map(({ to }) => ({ to, state: 'waiting' })),
      stage: isSeen ? 'offered' : 'running',
    },
  }))
  if (isSeen && (await waitForAnswer(instance)) === 'reject') {
    finish(instance, 'notSent')
    throw rejectUnasked(instance, { connection, step: 'send' })
  }
  callsOf(instance).set(({ walk }) => ({ walk: walk && { ...walk, stage: 'running' } }))
  const hashes: string[] = []
  for (const [index, call] of calls.entries()) {
    change(instance, index, { state: 'asked' })
    try {
      const { connection: now, adapter } = demandConnection(instance, 'eip155', connection)
      const hash = await carryOut(instance, { connection: now, step: 'send' }, async () => {
        if (adapter.sendTransaction) return adapter.sendTransaction(now, call)
        const context = {
          step: 'send',
          namespace: 'eip155',
          connectorId: connector.id,
          walletName: connector.name,
        } as const
        throw new FailureError('METHOD_NOT_GRANTED', `${connector.name} sends nothing.`, context)
      })
      hashes.push(hash)
      change(instance, index, { state: 'sent', hash })
      followSent(instance, now, hash)
    } catch (error) {
      change(instance, index, { state: isLatchkeyError(error) && mayHaveLeft(error.code) ? 'unclear' : 'notSent' })
      finish(instance, 'notSent')
      if (hashes.length === 0) {
        leaveTop(instance, 'CallsProgress')
        throw error
      }
      if (isSeen) showOnTop(instance, 'CallsProgress')
      return { id: toOwnCallsId({ networkId, count: calls.length, hashes }) }
    }
  }
  finish(instance, 'sent')
  leaveTop(instance, 'CallsProgress')
  return { id: toOwnCallsId({ networkId, count: calls.length, hashes }) }
}

function change(instance: Instance, index: number, part: Partial<WalkedCall>): void {
  callsOf(instance).set(({ walk, ...rest }) => ({
    ...rest,
    walk: walk && { ...walk, calls: walk.calls.map((call, at) => (at === index ? { ...call, ...part } : call)) },
  }))
}

/** Nothing more is asked: what still waits is not sent any more. */
function finish(instance: Instance, rest: 'sent' | 'notSent'): void {
  callsOf(instance).set(({ walk }) => ({
    walk: walk && {
      ...walk,
      stage: 'over',
      calls: walk.calls.map((call) => (call.state === 'waiting' ? { ...call, state: rest } : call)),
    },
  }))
}

/** Shows the question and waits for a press; leaving it is a no. */
function waitForAnswer(instance: Instance): Promise<'start' | 'reject'> {
  const { stores, signal } = instance
  const store = callsOf(instance)
  return new Promise((resolve) => {
    let isShown = false
    const isOnScreen = (): boolean => getRoute(stores.router.get()).view === 'CallsProgress'
    const look = (): void => {
      const { answer } = store.get()
      if (answer) end(answer)
      else if (signal.aborted) end('reject')
      else if (!isShown) return
      else if (!stores.modal.get().open) end('reject')
      else if (!isOnScreen() && stores.router.get().direction === 'back') end('reject')
    }
    const end = (answer: 'start' | 'reject'): void => {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', look)
      if (answer === 'reject') leaveTop(instance, 'CallsProgress')
      resolve(answer)
    }
    const stops = [store, stores.modal, stores.router].map((each) => each.watch(look))
    signal.addEventListener('abort', look)
    showOnTop(instance, 'CallsProgress')
    isShown = true
    look()
  })
}
