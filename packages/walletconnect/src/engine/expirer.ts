import { EngineError } from '../errors.ts'
import type { SentRequest, TableChange } from '../tables.ts'
import { OUTCOME_MS, SEEN_LIMIT, TAKEN_MS } from './constants.ts'
import { type EngineContext, nowSeconds } from './context.ts'
import { forgetPairing, forgetProposal, forgetSession } from './forget.ts'

/** What runs out, and what happens then. */
export type Expirer = {
  /** Removes what has run out. Never rejects: what cannot be removed now goes next time. */
  check(): Promise<void>
}

/** Words of a wait that ran out, by method. Source: WalletConnect specification, Sign error codes. */
const WORDS: Readonly<Record<string, string>> = {
  wc_sessionPropose: 'Proposal expired',
  wc_sessionRequest: 'Request expired. Please try again.',
  wc_sessionUpdate: 'Session update request expired without receiving any acknowledgement',
  wc_sessionExtend: 'Session extend request expired without receiving any acknowledgement',
  wc_sessionPing: 'Ping request expired without receiving any acknowledgement',
  wc_pairingPing: 'Ping request expired without receiving any acknowledgement',
}

/** The failure of a request that nobody answered in time. */
export function expiryError({ method }: Pick<SentRequest, 'method'>): EngineError {
  return new EngineError('EXPIRED', '', { message: WORDS[method] ?? 'Request expired' })
}

/** Makes the expirer of an engine. It reads the tables; nothing is registered anywhere. */
export function createExpirer(context: EngineContext): Expirer {
  const { tables, clock, taken, logger, emit, waits, relayer, queue } = context

  async function remove(changes: readonly TableChange[], after: () => void): Promise<void> {
    try {
      await tables.commit(changes)
      after()
    } catch {
      logger.debug('What has expired could not be removed yet.')
    }
  }

  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  /** One check after the other: while a slow disk still removes something, another one would tell of it again. */
  function check(): Promise<void> {
    next ??= running.then(() => {
      next = undefined
      running = removeExpired()
      return running
    })
    return next
  }

  async function removeExpired(): Promise<void> {
    const now = nowSeconds(context)
    const work: Promise<void>[] = []
    for (const session of tables.session.getAll()) {
      const { topic, expiry } = session
      if (expiry > now && tables.keychain.has(topic)) continue
      const forgetting = forgetSession(context, session)
      const after = () => {
        forgetting.after()
        emit('session_delete', { id: 0, topic })
        if (expiry <= now) emit('session_expire', { topic })
      }
      work.push(remove(forgetting.changes, after))
    }
    for (const { topic, expiry } of tables.pairing.getAll()) {
      if (expiry > now) continue
      const forgetting = forgetPairing(context, topic)
      const after = () => {
        forgetting.after()
        emit('pairing_expire', { topic })
      }
      work.push(remove(forgetting.changes, after))
    }
    for (const proposal of tables.proposal.getAll()) {
      if (proposal.expiryTimestamp > now) continue
      work.push(remove(forgetProposal(context, proposal), () => emit('proposal_expire', { id: proposal.id })))
    }
    for (const { id, params } of tables.request.getAll()) {
      if ((params.request.expiryTimestamp ?? Number.POSITIVE_INFINITY) > now) continue
      const after = () => {
        emit('session_request_expire', { id })
        queue.current?.gone([id])
      }
      work.push(remove([{ table: 'request', key: String(id) }], after))
    }
    for (const key of tables.sent.keys()) {
      const sent = tables.sent.get(key)
      if (!sent) continue
      const { expiry, sessionTopic } = sent
      if (sent.response && clock.now() - (taken.get(sent.id) ?? clock.now()) < TAKEN_MS && expiry > now) continue
      if (!sent.response && expiry > now) continue
      const isHalfMade = sessionTopic !== undefined && !tables.session.has(sessionTopic)
      const half: readonly TableChange[] = isHalfMade ? [{ table: 'keychain', key: sessionTopic }] : []
      const after = () => {
        taken.delete(sent.id)
        if (isHalfMade) relayer.unsubscribe([sessionTopic])
        if (!sent.response) waits.tell(sent.id, { error: expiryError(sent) })
      }
      work.push(remove([{ table: 'sent', key }, ...half], after))
    }
    for (const { id, expiryTimestamp } of tables.auth.getAll())
      if (expiryTimestamp <= now) work.push(remove([{ table: 'auth', key: String(id) }], () => {}))
    for (const { responseTopic, publicKey, expiry } of tables.authKey.getAll()) {
      if (expiry > now) continue
      const changes: readonly TableChange[] = [
        { table: 'authKey', key: responseTopic },
        { table: 'keychain', key: publicKey },
      ]
      work.push(remove(changes, () => relayer.unsubscribe([responseTopic])))
    }
    for (const key of tables.outcome.keys())
      if (clock.now() - (tables.outcome.get(key)?.at ?? 0) > OUTCOME_MS)
        work.push(remove([{ table: 'outcome', key }], () => {}))
    const old = listOldMarks(context, now)
    if (old.length > 0) work.push(remove(old, () => {}))
    await Promise.all(work)
  }

  return { check }
}

/** Marks that ran out, and the older half of too many. */
function listOldMarks({ tables }: EngineContext, now: number): readonly TableChange[] {
  const keys = tables.seen.keys()
  const isOver = (key: string) => (tables.seen.get(key) ?? 0) <= now
  // The last id of a kind stays as long as its topic; there are as many as kinds.
  const kept = keys.filter((key) => !isOver(key) && !key.includes(':wc_'))
  const surplus = kept.length > SEEN_LIMIT ? kept.slice(0, kept.length - SEEN_LIMIT / 2) : []
  return [...keys.filter(isOver), ...surplus].map((key): TableChange => ({ table: 'seen', key }))
}
