import type { Tables } from '../tables.ts'
import type { EngineContext } from './context.ts'

/**
 * Topics on which a peer may write to us over the relay: not those of sessions and sign-ins that go by links,
 * as with running clients.
 */
export function listTopics(tables: Tables): ReadonlySet<string> {
  const byLink = tables.authKey.getAll().filter(({ proposalId }) => !tables.sent.has(String(proposalId)))
  const linked = byLink.flatMap(({ pairingTopic, responseTopic }) => [pairingTopic, responseTopic])
  const isRelayed = (topic: string): boolean => !linked.includes(topic)
  return new Set([
    ...tables.session.keys().filter((topic) => tables.session.get(topic)?.transportType !== 'link_mode'),
    // A pairing without a key stands for the first message of a link.
    ...tables.pairing.keys().filter((topic) => tables.keychain.has(topic) && isRelayed(topic)),
    ...tables.authKey.keys().filter(isRelayed),
    ...tables.sent.getAll().flatMap(({ sessionTopic }) => sessionTopic ?? []),
  ])
}

/** Unsubscribes from topics that belong to nothing any more. */
export function dropUnknownTopics({ tables, relayer }: EngineContext): void {
  const known = listTopics(tables)
  const unknown = relayer.topics().filter((topic) => !known.has(topic))
  if (unknown.length > 0) relayer.unsubscribe(unknown)
}
