import { getRoute } from '../../core/flow/router.ts'
import { showToast } from '../../core/flow/showToast.ts'
import { findNetwork } from '../../core/kernel/networks/networks.ts'
import { resumeSent } from '../../core/kernel/requests/resumeSent.ts'
import type { SettledTransaction } from '../../core/types/events.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import { toTransactionLink } from '../../core/values/toAddressLink.ts'
import { loadTranslate } from '../text.ts'
import { adoptStyles } from '../theme/styles.ts'
import { watchTheme } from '../theme/theme.ts'
import styles from './pageNotice.css?inline'

/** Notices that stand on a page at once; the oldest goes first. */
const MOST_NOTICES = 3

/** What became of a transaction, in the order of its keys; undefined where nobody can say. */
function toKey({ outcome }: SettledTransaction): 'sentDone' | 'sentFailed' | 'sentCancelled' | undefined {
  if (outcome.replaced === 'cancelled') return 'sentCancelled'
  return outcome.status && (outcome.status === 'success' ? 'sentDone' : 'sentFailed')
}

/**
 * Tells the visitor what became of a transaction, wherever they are: in the modal by a toast, unless its view says it, and on the
 * page by a notice, which takes no focus and no time and stays until it is dismissed. A page names its place by an element with
 * the attribute `data-latchkey-notices`; without one they stand over its lower edge. Without a transaction it begins to follow
 * those that an earlier page left.
 */
export async function tellSettled(instance: Instance, settled: SettledTransaction | undefined): Promise<void> {
  if (settled === undefined) {
    resumeSent(instance)
    return
  }
  const { stores, services, options, signal } = instance
  const key = toKey(settled)
  if (key === undefined) return
  const { open, embedded } = stores.modal.get()
  const network = findNetwork(stores.networks.get(), settled.networkId)
  const values = { network: network?.name ?? settled.networkId }
  if (open || embedded) {
    if (getRoute(stores.router.get()).view === 'WalletSendConfirmed') return
    showToast(instance, { variant: key === 'sentDone' ? 'success' : 'error', key, values })
    return
  }
  if (!options.features.notices) return
  const tag = stores.theme.get().locale ?? document.documentElement.lang
  const t = await (await loadTranslate(tag, instance)).whole()
  if (signal.aborted) return
  const list = openRegion(instance, t)
  const { hash = settled.hash } = settled.outcome
  const link = toTransactionLink(network, hash)
  const item = document.createElement('div')
  item.className = `page-notice ${key}`
  const text = document.createElement('p')
  text.textContent = [t.find(`toast.${key}`, values), t.find(`toast.${key}.more`, values)].filter(Boolean).join('. ')
  item.append(text)
  if (link !== undefined) {
    const anchor = document.createElement('a')
    Object.assign(anchor, { href: link, target: '_blank', rel: 'noopener noreferrer' })
    anchor.textContent = t('action.viewTransaction')
    item.append(anchor)
  }
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = t('shell.dismiss')
  button.addEventListener('click', () => item.remove())
  item.append(button)
  // A region that was there before its words is read out; one that comes with them may not be.
  services.clock.after(SETTLE_MS, () => {
    if (signal.aborted) return
    list.append(item)
    while (list.childElementCount > MOST_NOTICES) list.firstElementChild?.remove()
  })
}

/** Time that a live region stands empty before it speaks, in ms. */
const SETTLE_MS = 100

/** The region of this instance on the page, made when it is first needed, and gone with the instance. */
function openRegion(instance: Instance, t: { readonly direction: string; readonly locale: string }): HTMLElement {
  const { id } = instance.options
  const name = 'data-latchkey-region'
  const known = [...document.querySelectorAll(`[${name}]`)].find((each) => each.getAttribute(name) === id)
  const found = known?.shadowRoot?.querySelector<HTMLElement>('[role="status"]')
  if (found) return found
  const place = document.querySelector('[data-latchkey-notices]')
  const host = document.createElement('div')
  host.setAttribute(name, id)
  if (!place) host.dataset.form = 'page'
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  adoptStyles(shadow, styles)
  const stopTheme = watchTheme(host, instance.stores.theme)
  const root = document.createElement('div')
  root.className = 'root'
  root.dir = t.direction
  root.lang = t.locale
  const region = document.createElement('div')
  region.className = 'page-notices'
  region.setAttribute('role', 'status')
  root.append(region)
  shadow.append(root)
  ;(place ?? document.body).append(host)
  instance.signal.addEventListener('abort', () => {
    stopTheme()
    host.remove()
  })
  return region
}
