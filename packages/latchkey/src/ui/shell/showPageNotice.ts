import type { Instance } from '../../core/types/latchkey.ts'
import { loadTranslate } from '../loadTranslate.ts'
import type { Translate } from '../text.ts'
import { adoptStyles } from '../theme/styles.ts'
import { watchTheme } from '../theme/theme.ts'
import styles from './pageNotice.css?inline'

/** Notices that stand on a page at once; the oldest goes first. */
const MOST_NOTICES = 3

/** What a notice says. */
export type PageNotice = {
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string } | undefined
}

/**
 * Puts a notice on the page, which takes no focus and no time and stays until it is dismissed. A page names its place by an element
 * with the attribute `data-latchkey-notices`; without one they stand over its lower edge.
 */
export async function showPageNotice(
  instance: Instance,
  kind: 'sentDone' | 'sentFailed' | 'sentCancelled',
  say: (t: Translate) => PageNotice,
): Promise<void> {
  const { stores, services, signal } = instance
  const tag = stores.theme.get().locale ?? document.documentElement.lang
  const t = await (await loadTranslate(tag, instance)).whole()
  if (signal.aborted) return
  const list = openRegion(instance, t)
  const { text, link } = say(t)
  const item = document.createElement('div')
  item.className = `page-notice ${kind}`
  const words = document.createElement('p')
  words.textContent = text
  item.append(words)
  if (link !== undefined) {
    const anchor = document.createElement('a')
    Object.assign(anchor, { href: link.href, target: '_blank', rel: 'noopener noreferrer' })
    anchor.textContent = link.label
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
