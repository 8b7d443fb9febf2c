import { isLatchkeyError, LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { ConnectOptions, Instance, Latchkey } from '../../latchkey.ts'
import { getNamespace, type Namespace } from '../../network.ts'
import { closeModal } from '../shell/closeModal.ts'
import type { OpenResult } from '../shell/modal.ts'
import { cancelAttempt } from './cancelAttempt.ts'
import { getConnection } from './connection.ts'
import { connectWallet } from './connectWallet.ts'
import { getAccount } from './getAccount.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'

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
  const connectorId = options.connectorId ?? (open ? undefined : chooseConnector(instance, namespace))
  if (connectorId === WALLET_CONNECT_ID) {
    // A code has to be seen: by the modal, or by a site that shows the attempt itself.
    if (open) return open({ view: 'ConnectingWalletConnect', data: {} })
    const { connectWalletConnect } = await import('./walletConnect/connectWalletConnect.ts')
    const { connector } = await connectWalletConnect(instance, { signal })
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

async function connectNamed(instance: Instance, wish: Parameters<typeof connectWallet>[1]): Promise<OpenResult> {
  try {
    await connectWallet(instance, wish)
    return readResult(instance, wish.namespace) ?? { status: 'closed', reason: 'disconnected' }
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
