import type { Connection, ConnectionChange, Connector } from '../../adapter.ts'
import type { FailureContext, FailureError } from '../../errors/failure.ts'
import { toFailure } from '../../errors/toFailure.ts'
import type { EventProperties } from '../../events.ts'
import type { Instance } from '../../latchkey.ts'
import type { NetworkId } from '../../network.ts'
import type { RunningAttempt } from '../live.ts'
import { closeModal, settleConnected } from '../shell/closeModal.ts'
import { replaceView } from '../shell/replaceView.ts'
import { resetView } from '../shell/resetView.ts'
import { getRoute } from '../shell/router.ts'
import { showToast } from '../shell/showToast.ts'
import type { ViewName, ViewTarget } from '../shell/views.ts'
import { adoptConnection, type Place } from './adoptConnection.ts'
import { applyChange } from './applyChange.ts'
import { getConnection } from './connection.ts'
import { findFamily } from './failureFamilies.ts'
import { listKept, toKey } from './kept.ts'
import { findNetwork } from './networks.ts'
import { runAfterConnect } from './runAfterConnect.ts'
import { isUnsupported, showUnsupported } from './settleNetwork.ts'
import { settleSignIn } from './settleSignIn.ts'
import { showWallets } from './showWallets.ts'
import { clearAttempt, failAttempt } from './startAttempt.ts'
import { switchNetwork } from './switchNetwork.ts'

type Success = {
  /** All that one yes connects; the first becomes the active one. */
  readonly connections: readonly [Connection, ...Connection[]]
  readonly method?: EventProperties['CONNECT_SUCCESS']['method'] | undefined
  readonly networkId?: NetworkId | undefined
  readonly redirectView?: ViewName | undefined
}

/** What follows a yes: stores, the site's steps, the network, and the way on. */
export async function completeConnect(
  instance: Instance,
  attempt: RunningAttempt,
  { connections, method = 'browser', networkId, redirectView }: Success,
): Promise<Connection> {
  const { stores } = instance
  const [connection, ...others] = connections
  const { namespace, name } = connection.connector
  const isAddition = listKept(stores.connection.get()).some(
    ({ connector }) => !connections.some((each) => toKey(each.connector) === toKey(connector)),
  )
  // What was said of an earlier session is answered.
  stores.connection.set((state) => (state.notice ? { ...state, notice: undefined } : state))
  for (const each of others) adopt(instance, each, isFree(instance, each) ? 'inUse' : 'aside')
  adopt(instance, connection, 'active')
  try {
    for (const { connector } of connections) await runAfterConnect(instance, connector.namespace)
  } catch (error) {
    const failure = toFailure(error, { step: 'signIn', namespace }, { family: findFamily(connection.connector) })
    failAttempt(instance, attempt, failure)
    throw failure
  }
  clearAttempt(instance, attempt)
  stores.modal.set((state) => (state.loading.length > 0 ? { ...state, loading: [] } : state))
  instance.track('CONNECT_SUCCESS', { method, name, ...toOrigin(instance) })
  if (networkId && connection.networkId !== networkId && findNetwork(stores.networks.get(), networkId)) {
    // The wallet is connected either way; a refused network is told by its own failure.
    await switchNetwork(instance, { networkId }).catch(() => undefined)
  }
  await settleSignIn(instance, namespace)
  // Whoever had to sign in and would not is disconnected.
  if (getConnection(stores.connection.get(), namespace)?.connector.id !== connection.connector.id) return connection
  settleConnected(instance, namespace)
  leave(instance, { connection, isAddition, redirectView })
  return connection
}

/** Where in the modal the visitor connected, and the place of the wallet in the directory, as far as the modal knows. */
function toOrigin({ stores }: Instance): { readonly view?: ViewName; readonly walletRank?: number | undefined } {
  const { open, embedded } = stores.modal.get()
  if (!open && !embedded) return {}
  const { view, data } = getRoute(stores.router.get())
  return { view, walletRank: 'wallet' in data ? data.wallet?.walletRank : undefined }
}

/** Takes over one of the connections that an approval gave. */
export function adopt(instance: Instance, connection: Connection, place: Place): void {
  const onChange = (connector: Connector, change: ConnectionChange): void => applyChange(instance, connector, change)
  adoptConnection(instance, { connection, place, onChange })
}

/** Whether no other wallet is in use where a connection came that was not asked for by itself: what is in use there stays so. */
function isFree(instance: Instance, { connector }: Connection): boolean {
  const inUse = getConnection(instance.stores.connection.get(), connector.namespace)
  return inUse === undefined || inUse.connector.id === connector.id
}

/**
 * After success: the network question where there is one, else where the caller wanted to go, else the wallets if another one
 * was connected before, else the modal closes. Source: decisions, section 5, "Several wallets".
 */
function leave(
  instance: Instance,
  wish: { connection: Connection; isAddition: boolean; redirectView: ViewName | undefined },
): void {
  const { connection, isAddition, redirectView } = wish
  const { open, embedded } = instance.stores.modal.get()
  if (isUnsupported(instance, connection.connector.namespace)) {
    showUnsupported(instance)
    return
  }
  if (!open) return
  if (redirectView) replaceView(instance, { view: redirectView } as ViewTarget)
  else if (isAddition) showWallets(instance)
  else if (embedded) resetView(instance, { view: 'Account' })
  else {
    closeModal(instance, 'connected')
    return
  }
  const values = { wallet: connection.connector.name }
  showToast(instance, { variant: 'success', key: isAddition ? 'walletAdded' : 'walletConnected', values })
}

/** Tells the host how an attempt failed, and shows it. */
export function reportFailure(
  instance: Instance,
  attempt: RunningAttempt,
  failure: FailureError,
  context: FailureContext,
): void {
  const { code } = failure
  instance.track(code === 'USER_REJECTED' ? 'USER_REJECTED' : 'CONNECT_ERROR', { message: code })
  instance.fail({ ...context, code, final: true, cause: failure.cause })
  failAttempt(instance, attempt, failure)
}
