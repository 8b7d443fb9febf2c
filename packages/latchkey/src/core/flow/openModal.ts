import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { getAccount } from '../kernel/connections/accounts.ts'
import { getNamespaceNetwork } from '../kernel/networks/getActiveNetwork.ts'
import { writeActive } from '../kernel/saved/writeRecords.ts'
import { runLater } from '../lazy.ts'
import type { Instance, OpenOptions } from '../types/latchkey.ts'
import type { Namespace } from '../types/network.ts'
import type { OpenResult } from '../types/openResult.ts'
import type { ViewTarget } from '../types/views.ts'
import { mustTellStorageDenied } from './mustTellStorageDenied.ts'
import { beginRoute, resetRoute } from './routerMoves.ts'
import { settleLoading } from './settleLoading.ts'
import { getHome, getStart } from './showHome.ts'
import { isViewOfWay } from './viewOfWay.ts'
import { VIEW_NEEDS } from './views.ts'

/**
 * Opens the modal on the view that the opening rules choose, or moves an open one there. Resolves when the opening has
 * ended: with the account that was connected meanwhile, or with the reason of the close. Rejects with `VIEW_UNKNOWN` for a view
 * that is not there, and with `OPTION_INVALID` for one without its data; nothing is opened then.
 */
export function openModal(instance: Instance, options: OpenOptions = {}): Promise<OpenResult> {
  const { stores, live } = instance
  const { namespace } = options
  const mistake = findMistake(options)
  if (mistake) {
    stores.modal.set((state) => ({ ...state, loading: [] }))
    return Promise.reject(mistake)
  }
  const wasOpen = stores.modal.get().open
  instance.batch(() => {
    activateNamespace(instance, namespace)
    const account = getAccount(instance, namespace)
    const target = chooseView(instance, options)
    stores.modal.set((state) => ({
      ...state,
      open: true,
      blocked: undefined,
      namespace,
    }))
    stores.router.set((state) => (wasOpen ? resetRoute : beginRoute)(state, target))
    settleLoading(instance)
    if (!wasOpen) instance.track('MODAL_OPEN', { connected: account !== undefined })
  })
  tellNotices(instance)
  return new Promise((resolve) => live.waiters.add(resolve))
}

/** What is wrong with a view that a site named; its types would have said so. */
function findMistake({ view, data }: { view?: string | undefined; data?: unknown }): LatchkeyError | undefined {
  if (view === undefined) return undefined
  if (!Object.hasOwn(VIEW_NEEDS, view)) {
    return new LatchkeyError('VIEW_UNKNOWN', `There is no view ${view}.`, { facts: { view } })
  }
  const needed = VIEW_NEEDS[view as keyof typeof VIEW_NEEDS]
  if (!needed || Reflect.get(Object(data), needed)) return undefined
  return new LatchkeyError('OPTION_INVALID', `The view ${view} needs data.${needed}.`, { facts: { view } })
}

/** Loads what tells the visitor of what came while nobody was looking, where there is something (F-54 to F-56). */
function tellNotices(instance: Instance): void {
  const { lost, hasChanged } = instance.live
  if (lost || hasChanged || mustTellStorageDenied(instance)) {
    runLater(
      instance,
      () => import('./sayNotices.ts'),
      ({ sayNotices }) => sayNotices(instance),
    )
  }
}

/**
 * First match wins. A site without adapters begins with a code to scan; a view that the caller named is shown all the same,
 * unless it is the list of wallets.
 */
function chooseView(instance: Instance, options: OpenOptions): ViewTarget {
  if (options.view === undefined) return getHome(instance, options.namespace)
  if (options.view === 'Connect' && !getAccount(instance, options.namespace)) return getStart(instance)
  return guardLegal(instance, options)
}

/**
 * Makes a namespace that the caller named the active one where it has an account: no wallet is asked for that. Without an
 * account it becomes active once a wallet is connected, so that looking around changes nothing for the site.
 */
function activateNamespace(instance: Instance, namespace: Namespace | undefined): void {
  const { networks } = instance.stores
  const network = namespace && getNamespaceNetwork(networks.get(), namespace)
  if (!namespace || !network || namespace === networks.get().activeNamespace) return
  if (!getAccount(instance, namespace)) return
  networks.set((state) => ({ ...state, activeNamespace: namespace }))
  writeActive(instance.services.storage, namespace)
}

/** A view behind the legal checkbox shows the checkbox first. */
function guardLegal(instance: Instance, target: ViewTarget): ViewTarget {
  const isAsked = instance.options.features.legalCheckbox && !instance.stores.modal.get().legalAccepted
  if (isAsked && (target.view === 'ConnectingExternal' || isViewOfWay(instance, target.view)))
    return { view: 'Connect' }
  return { view: target.view, data: target.data } as ViewTarget
}
