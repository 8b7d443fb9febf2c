import type { AdoptedSession, Connection } from '../../core/types/adapter.ts'
import { isEip1193Provider, watchWallet } from '../../evm/provider.ts'
import type { WagmiConnector } from './host.ts'
import { asOwnStep, type HostLink } from './hostLink.ts'
import { dropRemembered, keepCurrent, untilSettled } from './hostState.ts'
import { loadActions } from './loadActions.ts'
import type * as SessionSlots from './sessionSlot.ts'

/** Handed in: a late part that imports them itself has bundlers keep the front door in a file of its own, which costs a page a kilobyte. */
type Slots = Pick<typeof SessionSlots, 'openSlot' | 'closeSlot' | 'toState'>

/**
 * Puts a session with a phone into wagmi and marks it connected there. From then on changes of account and network and the end
 * of the session reach the site's hooks, and what the site does by them reaches the session.
 */
export async function serveSession(
  link: HostLink,
  adopted: AdoptedSession,
  { openSlot, closeSlot, toState }: Slots,
): Promise<Connection> {
  const { config, services } = link
  const { connection, isRestored, ended } = adopted
  const slot = link.session?.adopted ? openSlot(link) : (link.session ?? openSlot(link))
  if (!slot) {
    services.logger.warn(
      "This wagmi takes up no further connector: the site's hooks do not know the wallet on the phone.",
    )
    return connection
  }
  const { source } = slot
  link.joined.set(connection.connector.id, source)
  const stop = follow(source, adopted, toState)
  ended.addEventListener(
    'abort',
    () => {
      stop()
      void asOwnStep(link, async () => {
        if (config.state.connections.has(source.uid)) source.emitter.emit('disconnect')
        closeSlot(link, slot)
      })
    },
    { once: true },
  )
  slot.settle(adopted)
  await untilSettled(link)
  const join = () =>
    asOwnStep(link, async () => {
      const { connect } = await loadActions(link.actions)
      if (ended.aborted || config.state.connections.has(source.uid)) return
      dropRemembered(link)
      await connect(config as never, { connector: source } as never)
    })
  await (isRestored ? keepCurrent(link, join) : join())
  return connection
}

/** Tells wagmi what the wallet changes in its session. */
function follow(
  { emitter }: WagmiConnector,
  { connection, read }: AdoptedSession,
  toState: Slots['toState'],
): () => void {
  const { provider } = connection
  if (!isEip1193Provider(provider)) return () => {}
  const tell = () => {
    const now = read()
    if (now) emitter.emit('change', toState(now))
  }
  const stops = ['accountsChanged', 'chainChanged'].map((name) => watchWallet(provider, name, tell))
  return () => {
    for (const stop of stops) stop()
  }
}
