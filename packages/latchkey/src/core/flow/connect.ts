import { isLatchkeyError, LatchkeyError } from '../errors/LatchkeyError.ts'
import { cancelAttempt } from '../kernel/attempt/cancelAttempt.ts'
import { connectWallet } from '../kernel/attempt/connectWallet.ts'
import { getAccount } from '../kernel/connections/accounts.ts'
import { getConnection } from '../kernel/connections/connection.ts'
import { findWay } from '../kernel/way.ts'
import { lazy } from '../lazy.ts'
import type { ConnectOptions, Instance, Latchkey } from '../types/latchkey.ts'
import { getNamespace, type Namespace } from '../types/network.ts'
import type { OpenResult } from '../types/openResult.ts'
import { closeModal } from './closeModal.ts'
import { toSocialView } from './toSocialView.ts'
import { viewOfWay } from './viewOfWay.ts'

/**
 * `latchkey.connect()`: a wallet that is named is asked at once; otherwise the modal lets the visitor choose. A headless
 * instance has no modal: it asks the wallet used last, or the only one there is, and rejects with `CONNECTOR_NOT_FOUND`
 * when the site must choose. Whoever is connected already is answered at once.
 */
export async function connect(
  instance: Instance,
  options: ConnectOptions,
  open: Latchkey['open'] | undefined,
): Promise<OpenResult> {
  const { networkId, signal } = options
  const namespace =
    options.namespace ?? (networkId && getNamespace(networkId)) ?? instance.stores.networks.get().activeNamespace
  if (options.social !== undefined) {
    const isServed =
      instance.options.features.socials && Object.values(instance.ways).some((way) => way.method === 'email')
    if (open && isServed) return open(toSocialView(options.social))
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'This site has no logins at other services.', {
      facts: { social: options.social },
    })
  }
  const connectorId = options.connectorId ?? (open ? undefined : chooseConnector(instance, namespace))
  const way = findWay(instance, connectorId)
  if (way) {
    // What the visitor has to see is shown by the modal, or by a site that shows the attempt itself.
    if (open) return open(viewOfWay(way))
    const calls = await lazy(instance, way.load(), 'pair')
    const { connector } = await calls.connect(instance, { signal })
    return readResult(instance, connector.namespace) ?? { status: 'closed', reason: 'disconnected' }
  }
  if (connectorId !== undefined) return connectNamed(instance, { namespace, connectorId, networkId, signal })

  const connected = readResult(instance, namespace)
  if (connected || !open) return connected ?? { status: 'closed', reason: 'host' }
  if (signal?.aborted) return { status: 'closed', reason: 'host' }
  const giveUp = (): void => closeModal(instance, 'host')
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    return await open(options.namespace ? { namespace: options.namespace } : {})
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

async function connectNamed(instance: Instance, parameters: connectWallet.Parameters): Promise<OpenResult> {
  try {
    await connectWallet(instance, parameters)
    return readResult(instance, parameters.namespace) ?? { status: 'closed', reason: 'disconnected' }
  } catch (error) {
    if (isLatchkeyError(error, 'ATTEMPT_CANCELLED')) return { status: 'closed', reason: 'host' }
    // A prompt left without an answer must not keep this attempt on screen.
    if (!instance.stores.modal.get().open) cancelAttempt(instance)
    throw error
  }
}

/** The wallet used last, else the only one. */
function chooseConnector(instance: Instance, namespace: Namespace): string | undefined {
  if (readResult(instance, namespace)) return undefined
  const { byNamespace, recent } = instance.stores.connectors.get()
  const connectors = byNamespace[namespace] ?? []
  const last = recent.find((id) => connectors.some((connector) => connector.id === id))
  const chosen = last ?? (connectors.length === 1 ? connectors[0]?.id : undefined)
  if (chosen !== undefined) return chosen
  throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'This site must choose a wallet: pass connectorId.', {
    facts: { namespace, connectors: connectors.map(({ id }) => id) },
  })
}

function readResult(instance: Instance, namespace: Namespace): OpenResult | undefined {
  const connection = getConnection(instance.stores.connection.get(), namespace)
  const account = getAccount(instance, namespace)
  return connection && account ? { status: 'connected', account, networkId: connection.networkId } : undefined
}
