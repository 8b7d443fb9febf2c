import { getAccount } from '../kernel/connections/accounts.ts'
import { getConnection } from '../kernel/connections/connection.ts'
import { listConnections } from '../kernel/connections/connectionList.ts'
import { finishSwitch } from '../kernel/networks/finishSwitch.ts'
import { isUnsupported } from '../kernel/networks/isUnsupported.ts'
import type { Outcome } from '../kernel/outcome.ts'
import { requestsOf } from '../kernel/requests/requests.ts'
import { runLater } from '../lazy.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Namespace, Network } from '../types/network.ts'
import type { ViewName, ViewTarget } from '../types/views.ts'
import { closeModal, settleOpening } from './closeModal.ts'
import { closeWithSuccess } from './closeWithSuccess.ts'
import { goBack } from './goBack.ts'
import { goBackTo } from './goBackTo.ts'
import { openModal } from './openModal.ts'
import { remindStorageDenied } from './remindStorageDenied.ts'
import { replaceView } from './replaceView.ts'
import { resetView } from './resetView.ts'
import { getRoute } from './router.ts'
import { showAlert } from './showAlert.ts'
import { getHome, getStart, showHome } from './showHome.ts'
import { showToast } from './showToast.ts'

type Decisions = {
  readonly [Kind in Outcome['kind']]: (instance: Instance, outcome: Extract<Outcome, { kind: Kind }>) => void
}

/**
 * Begins to decide what the modal shows for what has become of the visitor's wallets, from now on in one change with it. Nothing
 * else moves the modal without the visitor.
 */
export function beginDeciding(instance: Instance): (outcome: Outcome) => void {
  const decide = <Kind extends Outcome['kind']>(
    outcome: Extract<Outcome, { kind: Kind }> & { readonly kind: Kind },
  ): void => instance.batch(() => DECISIONS[outcome.kind](instance, outcome))
  instance.live.decide = decide
  return decide
}

const DECISIONS: Decisions = {
  approved: (instance, { walletName, method }) => {
    const { modal } = instance.stores
    if (modal.get().loading.length > 0) modal.set((state) => ({ ...state, loading: [] }))
    instance.track('CONNECT_SUCCESS', { method, name: walletName, ...findOrigin(instance) })
  },
  connected: (instance, { connection, isAddition, redirectView }) => {
    const { connector, networkId, accounts } = connection
    const { namespace, name } = connector
    const { open, embedded } = instance.stores.modal.get()
    const [account] = accounts
    if (account) settleOpening(instance, { status: 'connected', account, networkId })
    if (isUnsupported(instance, namespace)) {
      showUnsupported(instance)
      return
    }
    if (!open) return
    if (redirectView) replaceView(instance, { view: redirectView } as ViewTarget)
    else if (isAddition) showWallets(instance)
    else if (embedded) resetView(instance, { view: 'Account' })
    // A visitor who pressed the page's button as soon as it said the address has opened the account, which stays.
    else if (getRoute(instance.stores.router.get()).view !== 'Account') {
      closeWithSuccess(instance)
      return
    }
    const key = isAddition ? 'walletAdded' : 'walletConnected'
    showToast(instance, { variant: 'success', key, values: { wallet: name } })
  },
  restored: (instance) => {
    const { modal, router } = instance.stores
    const isAtStart = modal.get().embedded && getRoute(router.get()).view === getStart(instance).view
    if (isAtStart && getAccount(instance)) showHome(instance)
  },
  disconnected: (instance, { isAll, hasFailed }) => {
    const { stores } = instance
    const isOpen = stores.modal.get().open
    const key = hasFailed ? 'disconnectFailed' : 'disconnected'
    const say = (): void => showToast(instance, { variant: hasFailed ? 'error' : 'success', key })
    if (isOpen && ((listConnections(stores.connection.get()).length > 0 && !isAll) || isOnWallets(instance))) {
      // The list of wallets stays, empty too, and nothing that needs an account is behind it.
      if (isOnWallets(instance)) resetView(instance, { view: getRoute(stores.router.get()).view } as ViewTarget)
      else showWallets(instance)
      say()
      settleNetwork(instance, stores.networks.get().activeNamespace)
    } else if (!hasFailed) {
      closeModal(instance, 'disconnected')
      // Embedded, the modal is still there to say it.
      if (stores.modal.get().open) say()
    } else if (isOpen) {
      resetView(instance, getStart(instance))
      say()
    }
  },
  ended: (instance, { namespace }) => {
    const { modal, connection } = instance.stores
    const isShown = modal.get().open && connection.get().attempt?.kind !== 'connect'
    closeWithoutAddress(instance, namespace)
    settleNetwork(instance, namespace)
    // Where it has not closed: with another wallet in use, on the list of wallets, or embedded.
    if (isShown && modal.get().open) showToast(instance, { variant: 'success', key: 'walletRemoved' })
  },
  changedElsewhere: (instance, { namespace }) => {
    closeWithoutAddress(instance, namespace)
    if (instance.stores.modal.get().open) showToast(instance, { variant: 'notice', code: 'CHANGED_IN_OTHER_TAB' })
    else instance.live.hasChanged = true
  },
  chosen: (instance, { connection, change }) => {
    // The wallet may have gone to a network that this site does not work on while another one was in use.
    settleNetwork(instance, connection.connector.namespace)
    if (!change || !instance.stores.modal.get().open) return
    showToast(instance, { variant: 'success', key: change === 'account' ? 'accountSwitched' : 'walletSwitched' })
  },
  switched: leaveSwitch,
  moved: (instance, { connector }) => settleNetwork(instance, connector.namespace),
  storageDenied: (instance) => {
    if (instance.stores.modal.get().open) remindStorageDenied(instance)
  },
  requestsWatched: (instance) => {
    runLater(
      instance,
      () => import('./showRequest.ts'),
      ({ showRequest }) => showRequest(instance),
    )
  },
  surfaceWanted: (instance) => {
    const { said } = instance.live
    if (said.has('SURFACE')) return
    said.add('SURFACE')
    runLater(
      instance,
      () => import('./showSurface.ts'),
      ({ showSurface }) => showSurface(instance),
    )
  },
  transaction: (instance, { notice }) => requestsOf(instance).set((state) => ({ ...state, transaction: notice })),
  misconfigured: (instance, { code, detail }) => showAlert(instance, code, detail),
}

/** Where in the modal the visitor connected, and the place of the wallet in the directory, as far as the modal knows. */
function findOrigin({ stores }: Instance): { readonly view?: ViewName; readonly walletRank?: number | undefined } {
  const { open, embedded } = stores.modal.get()
  if (!open && !embedded) return {}
  const { view, data } = getRoute(stores.router.get())
  return { view, walletRank: 'wallet' in data ? data.wallet?.walletRank : undefined }
}

/** Whether the visitor looks at the list of wallets, which stays when the last one goes. */
function isOnWallets({ stores }: Instance): boolean {
  return stores.modal.get().open && getRoute(stores.router.get()).view === 'ProfileWallets'
}

/** Shows what is connected. Where nothing is, it shows where connecting begins. */
function showWallets(instance: Instance): void {
  const home = getHome(instance)
  resetView(instance, home.view === 'Account' ? { view: 'ProfileWallets' } : home)
}

/**
 * Closes the modal when the address it showed is gone. A visitor who is connecting another wallet, who looks at the list of
 * wallets, or who has an address in the active namespace still, is left alone.
 */
function closeWithoutAddress(instance: Instance, namespace: Namespace): void {
  const { connection, networks } = instance.stores
  if (getConnection(connection.get(), namespace) || connection.get().attempt?.kind === 'connect') return
  if (networks.get().activeNamespace !== namespace || isOnWallets(instance)) return
  closeModal(instance, 'disconnected')
}

/**
 * Draws the consequences of the network that the wallet in use of a namespace is on: ends a switch that waits for it, asks the
 * visitor to leave one that the site does not work on, or takes that question away. Source: F-29.
 */
function settleNetwork(instance: Instance, namespace: Namespace): void {
  const { stores } = instance
  if (!getConnection(stores.connection.get(), namespace) || finishSwitch(instance, namespace)) return
  if (isUnsupported(instance, namespace)) {
    showUnsupported(instance)
    return
  }
  const { open, embedded } = stores.modal.get()
  const { view } = getRoute(stores.router.get())
  const isAnswered = view === 'UnsupportedChain' || (embedded && view === 'SwitchNetwork')
  if (open && isAnswered && stores.networks.get().activeNamespace === namespace) goBack(instance)
}

/** Opens the question on the wrong network; an open modal moves there. */
function showUnsupported(instance: Instance): void {
  const { stores, options } = instance
  const namespace = stores.networks.get().activeNamespace
  const connection = getConnection(stores.connection.get(), namespace)
  if (!connection) return
  const { networkId, connector } = connection
  instance.fail({
    code: 'NETWORK_NOT_OFFERED',
    step: 'switch',
    final: false,
    namespace,
    connectorId: connector.id,
    walletName: connector.name,
    networkId,
  })
  if (options.debug) showAlert(instance, 'NETWORK_NOT_FOUND', networkId)
  if (getRoute(stores.router.get()).view === 'UnsupportedChain' && stores.modal.get().open) return
  void openModal(instance, { view: 'UnsupportedChain' })
}

/**
 * Leaves the views that asked for a network: to the entry before the first Networks entry, else one back, else the modal
 * closes.
 */
function leaveSwitch(instance: Instance, { network }: { readonly network: Network }): void {
  const { stores } = instance
  const { history } = stores.router.get()
  const { view } = getRoute(stores.router.get())
  if (!stores.modal.get().open || !['Networks', 'SwitchNetwork', 'UnsupportedChain'].includes(view)) return
  const networksAt = history.findIndex((route) => route.view === 'Networks')
  const isAsked = history.some((route) => route.view === 'UnsupportedChain')
  if (networksAt >= 1 && !isAsked) goBackTo(instance, networksAt - 1)
  else if (networksAt === -1 && !isAsked && history.length > 1) goBack(instance)
  else {
    closeModal(instance, 'back')
    return
  }
  showToast(instance, { variant: 'success', key: 'networkSwitched', values: { network: network.name } })
}
