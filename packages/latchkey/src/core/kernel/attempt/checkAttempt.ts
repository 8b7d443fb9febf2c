import type { Connection, Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { type Attempt, getConnection } from '../connections/connection.ts'
import { toKey } from '../connections/connectionList.ts'
import { findConnector } from '../connections/findConnector.ts'
import type { RunningAttempt } from '../live.ts'
import { tryNetwork } from '../tryNetwork.ts'
import { findWay, getAdapter } from '../way.ts'
import { isCurrent } from './attempt.ts'
import { pause } from './pause.ts'

/** How often and how long "Check again" reads, in ms. Source: F-02. */
export const CHECK_EVERY_MS = 1_000
export const CHECK_FOR_MS = 60_000

/**
 * What the button of a hint does: looks whether the wallet has been unlocked, has answered, or has moved, without a new
 * request. Only when the first request has ended and the wallet shares nothing is it asked anew. Sources: F-01, F-02, F-26.
 */
export async function checkAttempt(instance: Instance): Promise<void> {
  const shown = instance.stores.connection.get().attempt
  const running = instance.live.attempt
  if (!shown || !running) return
  if (shown.pairing) {
    // There is nobody to ask yet; what may be missing is the way there.
    tryNetwork(instance)
    // Code that has not come either has asked no wallet yet: the attempt waits for both.
    const calls = await findWay(instance, shown.connectorId)
      ?.load()
      .catch(() => undefined)
    await calls?.check(instance)
    return
  }
  const connector = findConnector(instance, shown.namespace, shown.connectorId)
  if (!connector) return
  if (shown.hint !== 'PROMPT_PENDING') {
    if (await look(instance, running, shown, connector)) return
    const isOpen = instance.live.requests.has(toKey(connector))
    const isLocked = shown.kind === 'connect' && shown.phase === 'waiting' && !isOpen
    if (isLocked && isCurrent(instance, running)) running.ask()
    return
  }
  for (let waitedMs = 0; waitedMs < CHECK_FOR_MS; waitedMs += CHECK_EVERY_MS) {
    if (await look(instance, running, shown, connector)) return
    await pause(instance, CHECK_EVERY_MS, running.ended.signal)
    if (running.ended.signal.aborted || !isCurrent(instance, running)) return
  }
}

/** Reads once; true when the wallet is where the attempt wanted it, which ends the attempt well. */
async function look(
  instance: Instance,
  running: RunningAttempt,
  shown: Attempt,
  connector: Connector,
): Promise<boolean> {
  const found = await readConnection(instance, shown, connector)
  if (!isCurrent(instance, running)) return true
  if (!found || (shown.kind === 'switch' && found.networkId !== shown.networkId)) return false
  running.win(found)
  return true
}

/** The connection as the wallet shares it now, without prompting. */
async function readConnection(
  instance: Instance,
  shown: Attempt,
  connector: Connector,
): Promise<Connection | undefined> {
  const adapter = getAdapter(instance, connector)
  const old = getConnection(instance.stores.connection.get(), shown.namespace)
  const networkId = old?.networkId ?? instance.stores.networks.get().activeByNamespace[shown.namespace]
  const saved = { connectorId: connector.id, networkId: networkId ?? instance.options.defaultNetwork.caipNetworkId }
  // A wallet that does not answer has not connected: the attempt goes on as it was.
  return (await adapter?.reconnect(connector, saved).catch(() => null)) ?? undefined
}
