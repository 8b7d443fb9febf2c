import { getStatus } from '../core/kernel/connections/connection.ts'
import { adoptSheet } from '../core/services/adoptSheet.ts'
import type { Instance, Latchkey, OpenOptions } from '../core/types/latchkey.ts'
import { fill } from './fill.ts'
import { watchInstance } from './findInstance.ts'
import type { Rich } from './rich/rich.ts'
import { ATTRIBUTES, type ButtonKind, type ReadAttribute, readNamespace } from './settings.ts'
import { SHEET } from './sheet.ts'
import { en, type PlainWords } from './words/en.ts'
import type { RichWords } from './words/richEn.ts'
import { toReconnecting } from './words/toReconnecting.ts'

/** Tags and what they are. */
export const TAGS = {
  'latchkey-button': 'combined',
  'latchkey-connect-button': 'connect',
  'latchkey-account-button': 'account',
  'latchkey-network-button': 'network',
  'latchkey-wallet-button': 'wallet',
} as const satisfies Record<string, ButtonKind>

/**
 * Registers the host's buttons: `<latchkey-button>`, `-connect-button`, `-account-button`, `-network-button`, `-wallet-button`.
 * Each finds its instance by the attribute `instance` (`default`), also one that is created later. Does nothing on a server; tags that
 * are registered already, by another copy of the package too, are left alone.
 */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return
  for (const [tag, kind] of Object.entries(TAGS)) {
    if (!customElements.get(tag)) customElements.define(tag, createElementClass(kind))
  }
}

function createElementClass(kind: ButtonKind): CustomElementConstructor {
  const isNetwork = kind === 'network'
  return class extends HTMLElement {
    static readonly observedAttributes = ATTRIBUTES
    readonly #button = document.createElement('button')
    #latchkey: Latchkey | undefined
    #stopInstance: (() => void) | undefined
    #stops: (() => void)[] = []
    #rich: Rich | undefined
    #isRichComing: boolean | undefined
    #opens: OpenOptions | undefined
    /** What is said instead where the modal's code has not come for a press: `reload` where it did not come for the one after it either. */
    #trouble: 'tryAgain' | 'reload' | undefined
    #words: PlainWords & Partial<RichWords> = en
    #locale = ''

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      adoptSheet(root, SHEET)
      const button = this.#button
      button.type = 'button'
      button.setAttribute('aria-haspopup', 'dialog')
      button.onclick = ({ detail }) => this.#press(detail)
      button.onpointerenter = button.onfocus = () => this.#latchkey?.preload().catch(ignore)
      root.append(button)
    }

    connectedCallback(): void {
      this.#stopInstance = watchInstance(this.#read('instance') || 'default', (latchkey) => this.#bind(latchkey))
      this.#draw()
    }

    disconnectedCallback(): void {
      this.#stopInstance?.()
      this.#stopInstance = undefined
      this.#bind(undefined)
    }

    attributeChangedCallback(name: string): void {
      if (!this.#stopInstance) return
      if (name === 'instance') {
        this.disconnectedCallback()
        this.connectedCallback()
      } else this.#draw()
    }

    readonly #read: ReadAttribute = (name) => this.getAttribute(name) ?? undefined

    #bind(latchkey: Latchkey | undefined): void {
      for (const stop of this.#stops.splice(0)) stop()
      this.#rich?.stop()
      this.#rich = undefined
      // The next instance has failed at nothing yet.
      this.#trouble = undefined
      this.#latchkey = latchkey
      if (latchkey) {
        const { modal, networks, connection, accounts, theme } = latchkey.instance.stores
        const draw = (): void => this.#draw()
        this.#stops = [modal, networks, connection, accounts].map((store) => store.watch(draw))
        this.#stops.push(theme.watch(() => this.#dress()))
        this.#dress()
      }
      if (this.#stopInstance) this.#draw()
    }

    #press(clicks: number): void {
      const latchkey = this.#latchkey
      const isOpen = this.#button.getAttribute('aria-expanded') === 'true'
      if (isOpen || this.#trouble === 'reload') {
        // The second half of a double click may be here before the dialog that the first half opens, or once that has failed.
        if (clicks < 2) isOpen ? latchkey?.close() : location.reload()
      } else if (latchkey && this.#opens) {
        if (isNetwork) latchkey.instance.track('CLICK_NETWORKS', {})
        // Where there is no modal only the button can tell the visitor.
        const stop = latchkey.on('failure', ({ code, step }) => {
          if (step === 'open') this.#trouble = this.#trouble && code !== 'OFFLINE' ? 'reload' : 'tryAgain'
        })
        latchkey.open(this.#opens).catch(ignore).finally(stop)
      }
    }

    #draw(): void {
      const button = this.#button
      const instance = this.#latchkey?.instance
      const modal = instance?.stores.modal.get()
      // What shows a success closes by itself: whoever presses then wants what the button says.
      button.setAttribute('aria-expanded', `${!!modal?.open && !modal.embedded && !modal.isLeaving}`)
      if (instance?.live.isInSight) this.#trouble = undefined
      const trouble = this.#trouble
      let account: unknown
      let restoring: string | undefined
      let loading = false
      let opensNothing: boolean | undefined
      const asked = readNamespace(this.#read)
      if (instance && modal) {
        const namespace = asked ?? instance.stores.networks.get().activeNamespace
        const connection = instance.stores.connection.get()
        restoring = isNetwork ? '' : connection.byNamespace[namespace]?.saved?.address
        account = instance.stores.accounts.get().byNamespace[namespace]
        loading = modal.loading.includes(namespace) || getStatus(connection, namespace) === 'connecting'
        // A wallet that was asked and has not answered can be looked for again; a restore under way cannot. Where the site itself
        // switches networks, there is no choice to open.
        opensNothing = loading ? !connection.attempt : isNetwork && !instance.options.enableNetworkSwitch
      }
      const isRich = instance && !trouble && kind !== 'connect' && (account || isNetwork || kind === 'wallet')
      if (isRich && this.#rich) {
        this.#opens = this.#rich.draw({ words: this.#words, loading })
        return
      }
      this.#rich?.stop()
      if (isRich) this.#loadRich(instance)
      const label =
        (!trouble && this.#read('label')) || this.#words[trouble ?? (isNetwork ? 'selectNetwork' : 'connect')]
      button.className = this.#read('size') === 'sm' ? 'sm' : ''
      button.disabled = this.hasAttribute('disabled')
      const waiting = restoring ? toReconnecting(this.#words, restoring) : this.#words.connecting
      // Named by its text in every state (WCAG 2.5.3).
      button.removeAttribute('aria-label')
      if (loading) {
        fill(button, document.createElement('i'), this.#read('loading-label') ?? waiting)
        button.setAttribute('aria-busy', 'true')
      } else {
        fill(button, label)
        button.removeAttribute('aria-busy')
      }
      this.#opens = opensNothing ? undefined : { namespace: asked, view: isNetwork ? 'Networks' : undefined }
    }

    /** Loads what draws accounts and networks, once there is one to draw. */
    #loadRich(instance: Instance): void {
      if (this.#isRichComing) return
      this.#isRichComing = true
      import('./rich/createRich.ts')
        .then(({ createRich }) => {
          if (this.#latchkey?.instance !== instance) return
          const redraw = (): void => this.#draw()
          this.#rich = createRich(instance, { kind, button: this.#button, read: this.#read, redraw })
        })
        .catch(ignore)
        .finally(() => {
          this.#isRichComing = false
          if (this.#rich || this.#latchkey?.instance !== instance) this.#draw()
        })
    }

    /** Puts on the theme and the language of the instance. Attributes of the element itself stay the host's. */
    #dress(): void {
      const theme = this.#latchkey?.instance.stores.theme.get()
      if (!theme) return
      const { style, dataset } = this.#button
      dataset.theme = theme.mode
      style.cssText = ''
      const accent = theme.accent && { '--latchkey-accent': theme.accent }
      for (const [name, value] of Object.entries({ ...theme.variables, ...accent })) style.setProperty(name, value)
      const locale = theme.locale ?? this.closest<HTMLElement>('[lang]')?.lang ?? ''
      if (locale === this.#locale) return
      this.#locale = locale
      const speak = (words: PlainWords): void => {
        if (locale !== this.#locale) return
        this.#words = words
        this.#button.lang = words === en ? '' : locale
        this.#button.dir = words === en ? '' : words.direction
        this.#draw()
      }
      if (/^(?!en\b)\w/i.test(locale)) {
        import('./words/findWords.ts').then(({ findWords }) => speak(findWords(locale) ?? en), ignore)
      } else speak(en)
    }
  }
}

/** For calls whose failure the instance tells itself, and for code without which a button stays as it is: plain, and in English. */
function ignore(): void {}
