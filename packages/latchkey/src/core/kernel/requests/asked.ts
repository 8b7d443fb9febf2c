import { createStore, type Store } from '../../store.ts'
import type { Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { asksElsewhere } from '../../values/connectorKinds.ts'
import type { Attempt } from '../connections/connection.ts'
import { findWay } from '../way.ts'

/** The wallets that have requests of ours open, once for each request, the newest last. */
export function getAsked({ live }: Pick<Instance, 'live'>): Store<readonly Connector[]> {
  live.asked ??= createStore<readonly Connector[]>([])
  return live.asked
}

/** Asks a wallet for something that a person answers. As long as it is open the wallet counts as asked. */
export async function whileAsked<Answer>(
  instance: Pick<Instance, 'live'>,
  connector: Connector,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const asked = getAsked(instance)
  // Two requests to one wallet are two entries.
  const entry = { ...connector }
  asked.set((list) => [...list, entry])
  try {
    return await ask()
  } finally {
    asked.set((list) => list.filter((each) => each !== entry))
  }
}

/**
 * The wallet that may be drawing its question into this page now: the one asked last. Undefined while none is, and for those
 * that ask elsewhere: on a phone, or in a frame of ours, which the modal itself holds (`AUTH`).
 */
export function findAsker(instance: Instance): Connector | undefined {
  const { attempt } = instance.stores.connection.get()
  // A wallet may keep its window open although it has ended the request (F-02), or not be there yet (F-07).
  const waiting =
    attempt?.phase === 'waiting' && !findWay(instance, attempt.connectorId)
      ? findOrStandIn(instance, attempt)
      : undefined
  return [waiting, ...getAsked(instance).get()].findLast((connector) => connector && !asksElsewhere(connector))
}

/** A wallet that was chosen may not have announced itself yet. */
function findOrStandIn({ stores }: Instance, { namespace, connectorId: id }: Attempt): Connector {
  const known = stores.connectors.get().byNamespace[namespace]?.find((connector) => connector.id === id)
  return known ?? { id, namespace, name: '', type: 'ANNOUNCED', provider: undefined }
}
