import type { createEmitter } from '../createEmitter.ts'
import type { SignClientEvents } from '../events.ts'
import { namespaceOf, toChain } from './chains.ts'
import type { NamespaceProviders } from './createNamespaceProviders.ts'
import { dropLostChains, type Selection } from './selection.ts'
import type { UniversalProviderOptions } from './universalProvider.ts'

/** Names that only the provider itself may tell; a wallet's session event of such a name comes as `session_event` alone. */
const OWN_EVENTS: readonly string[] = [
  'display_uri',
  'connect',
  'disconnect',
  'session_event',
  'session_update',
  'session_delete',
  'session_expire',
  'session_ping',
  'chainChanged',
  'accountsChanged',
]

/** What follows a session, and is told of it. */
type Follower = {
  readonly client: UniversalProviderOptions['client']
  readonly selection: Selection
  readonly events: ReturnType<typeof createEmitter>
  readonly namespaces: Pick<NamespaceProviders, 'emit'>
  /** The session grants something else than before. */
  readonly onGrant: () => void
  /** Chain or accounts may be others now. */
  readonly onChange: () => void
  /** The session is over. */
  readonly onEnd: () => void
}

/** Applies and passes on what happens to the session in use. Returns the way to stop. */
export function followSession(follower: Follower): () => void {
  const { client, selection, events, onGrant, onChange, onEnd } = follower

  function watch<
    Name extends 'session_event' | 'session_update' | 'session_delete' | 'session_expire' | 'session_ping',
  >(name: Name, run: (payload: SignClientEvents[Name]) => void): () => void {
    const listener = (payload: SignClientEvents[Name]): void => {
      if (payload.topic === selection.topic) run(payload)
    }
    client.on(name, listener)
    return () => client.off(name, listener)
  }
  const watchEnd = (name: 'session_delete' | 'session_expire') =>
    watch(name, ({ topic }) => {
      events.emit(name, { topic })
      onEnd()
    })
  const stops = [
    watch('session_event', (payload) => {
      events.emit('session_event', payload)
      takeEvent(follower, payload)
    }),
    watch('session_update', ({ topic, params }) => {
      onGrant()
      dropLostChains(selection)
      events.emit('session_update', { topic, params })
      onChange()
    }),
    watchEnd('session_delete'),
    watchEnd('session_expire'),
    watch('session_ping', (payload) => events.emit('session_ping', payload)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Takes over what a wallet says of its own chain or accounts. */
function takeEvent(
  { selection, events, namespaces, onChange }: Follower,
  { params: { event, chainId } }: SignClientEvents['session_event'],
): void {
  const namespace = namespaceOf(chainId)
  if (event.name === 'chainChanged') {
    // Where the two differ, the data is what the wallet means.
    const chain = toChain(namespace, event.data) ?? toChain(namespace, chainId)
    if (chain) selection.chains.set(namespace, chain)
    onChange()
  } else if (event.name === 'accountsChanged') {
    const [first]: readonly unknown[] = Array.isArray(event.data) ? event.data : []
    // CAIP-10 or a bare address. Accounts beyond the session come with an update of it, before or after.
    if (typeof first === 'string') selection.accounts.set(namespace, first.slice(first.lastIndexOf(':') + 1))
    onChange()
  } else if (!OWN_EVENTS.includes(event.name)) {
    events.emit(event.name, event.data)
    if (event.name === 'message') namespaces.emit(namespace, 'message', event.data)
  }
}
