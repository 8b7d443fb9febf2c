import { SIGN_METHODS } from '@latchkey/wire/methods'
import { EngineError } from '../errors.ts'
import type { Proposal, Session } from '../records.ts'
import { formatJson } from '../rules/json.ts'
import { toRequest } from '../rules/toRequest.ts'
import type { TableChange } from '../tables.ts'
import type { EngineContext } from './context.ts'
import { send } from './send.ts'

/** What goes, and what follows once it is gone. */
export type Forgetting = { readonly changes: readonly TableChange[]; readonly after: () => void }

/** Everything of a session: record, keys, requests, answers, marks, deep link. Calls that wait reject with `USER_DISCONNECTED`. */
export function forgetSession(context: EngineContext, session: Session): Forgetting {
  const { tables } = context
  const { topic } = session
  const requests = tables.request.getAll().filter((request) => request.topic === topic)
  const unanswered = tables.sent.getAll().filter((sent) => sent.topic === topic && !sent.response)
  return {
    changes: [
      { table: 'session', key: topic },
      { table: 'keychain', key: topic },
      { table: 'keychain', key: session.self.publicKey },
      { table: 'deepLink', key: topic },
      ...requests.map(({ id }): TableChange => ({ table: 'request', key: String(id) })),
      ...tables.sent
        .keys()
        .filter((key) => tables.sent.get(key)?.topic === topic)
        .map((key): TableChange => ({ table: 'sent', key })),
      ...forgetSeen(context, topic),
    ],
    after() {
      context.relayer.unsubscribe([topic])
      context.queue.current?.gone(requests.map(({ id }) => id))
      for (const { id } of unanswered) context.waits.tell(id, { error: new EngineError('USER_DISCONNECTED') })
    },
  }
}

/** Everything of a pairing. */
export function forgetPairing(context: EngineContext, topic: string): Forgetting {
  return {
    changes: [{ table: 'pairing', key: topic }, { table: 'keychain', key: topic }, ...forgetSeen(context, topic)],
    after: () => context.relayer.unsubscribe([topic]),
  }
}

/**
 * A proposal, and an app's private key for it unless a sign-in still needs that. In a peer's proposal the key is whatever the
 * peer wrote, also the name of another session's key, and nothing of ours hangs on it.
 */
export function forgetProposal({ tables }: EngineContext, proposal: Proposal): readonly TableChange[] {
  const { publicKey } = proposal.proposer
  const isKept =
    proposal.verifyContext !== undefined || tables.authKey.getAll().some((key) => key.publicKey === publicKey)
  return [
    { table: 'proposal', key: String(proposal.id) },
    ...(isKept ? [] : [{ table: 'keychain', key: publicKey } as const]),
  ]
}

/** Ends other pairings with the peer of a session. Source: WalletConnect specification, Session proposal. */
export async function removeTwinPairings(context: EngineContext, session: Session): Promise<void> {
  const { url } = session.peer.metadata
  const twins = context.tables.pairing
    .getAll()
    .filter(({ topic, peerMetadata }) => topic !== session.pairingTopic && url !== '' && peerMetadata?.url === url)
  for (const { topic } of twins) await endPairing(context, topic)
}

/** Tells the peer of a pairing that it ends, and removes it. It goes also when the peer cannot be told. */
export async function endPairing(context: EngineContext, topic: string): Promise<void> {
  const text = deletion(context.ids.message(), 'wc_pairingDelete')
  await send(context, topic, text, SIGN_METHODS.wc_pairingDelete.request).catch(() =>
    context.logger.debug('The peer of a pairing could not be told that it ended.'),
  )
  const forgetting = forgetPairing(context, topic)
  await context.tables.commit(forgetting.changes)
  forgetting.after()
}

/** The text of a deletion. Peers are always told the same reason, whatever the caller's was. */
export function deletion(id: number, method: 'wc_pairingDelete' | 'wc_sessionDelete'): string {
  const { code, message } = new EngineError('USER_DISCONNECTED')
  return formatJson(toRequest(id, method, { message, code }))
}

function forgetSeen({ tables }: EngineContext, topic: string): readonly TableChange[] {
  return tables.seen
    .keys()
    .filter((key) => key.startsWith(topic))
    .map((key): TableChange => ({ table: 'seen', key }))
}
