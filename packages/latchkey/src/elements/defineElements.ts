import type { Latchkey } from '../core/latchkey.ts'
import { getNamespace } from '../core/network.ts'
import {
  type ButtonDetails,
  type ButtonKind,
  type ButtonModel,
  type ButtonSettings,
  getButtonModel,
} from './buttonModel.ts'
import { drawButton } from './drawButton.ts'
import { watchInstance } from './findInstance.ts'
import { SHEET } from './sheet.ts'
import { type ButtonWords, en } from './words/en.ts'
import { findWords } from './words.ts'

/** Tags and what they are. Source: decisions, Custom elements. */
export const TAGS = {
  'latchkey-button': 'combined',
  'latchkey-connect-button': 'connect',
  'latchkey-account-button': 'account',
  'latchkey-network-button': 'network',
} as const satisfies Record<string, ButtonKind>

/** Attributes that the elements follow. */
export const ATTRIBUTES = [
  'label',
  'loading-label',
  'size',
  'disabled',
  'balance',
  'chars-start',
  'chars-end',
  'namespace',
  'instance',
] as const

/**
 * Registers the host's buttons: `<latchkey-button>`, `-connect-button`, `-account-button`, `-network-button`. Each finds its
 * instance by the attribute `instance` (`default`), also one that is created later. Does nothing on a server; tags that
 * are registered already, by another copy of the package too, are left alone.
 */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return
  for (const [tag, kind] of Object.entries(TAGS)) {
    if (!customElements.get(tag)) customElements.define(tag, createElementClass(kind))
  }
}

function createElementClass(kind: ButtonKind): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = ATTRIBUTES
    readonly #button = document.createElement('button')
    #latchkey: Latchkey | undefined
    #stopInstance: (() => void) | undefined
    #stops: (() => void)[] = []
    #stopDetails: (() => void) | undefined
    #detailsOf = ''
    #details: ButtonDetails | undefined
    #words: ButtonWords = en
    #locale = ''
    #drawn = ''

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(SHEET)
      root.adoptedStyleSheets = [sheet]
      const button = this.#button
      button.type = 'button'
      button.ariaHasPopup = 'dialog'
      button.onclick = () => this.#press()
      button.onpointerenter = button.onfocus = () => this.#latchkey?.preload().catch(ignore)
      root.append(button)
    }

    connectedCallback(): void {
      this.#stopInstance = watchInstance(this.getAttribute('instance') || 'default', (latchkey) => this.#bind(latchkey))
      this.#draw()
    }

    disconnectedCallback(): void {
      this.#stopInstance?.()
      this.#stopInstance = undefined
      this.#bind(undefined)
    }

    attributeChangedCallback(name: string): void {
      if (!this.#stopInstance) return
      if (name === 'instance') this.disconnectedCallback()
      if (name === 'instance') this.connectedCallback()
      else this.#draw()
    }

    #bind(latchkey: Latchkey | undefined): void {
      for (const stop of this.#stops.splice(0)) stop()
      this.#follow(undefined)
      this.#latchkey = latchkey
      if (latchkey) {
        const { modal, networks, connection, accounts, theme } = latchkey.instance.stores
        const draw = (): void => this.#draw()
        for (const store of [modal, networks, connection, accounts]) this.#stops.push(store.watch(draw))
        this.#stops.push(theme.watch(() => this.#dress()))
        this.#dress()
      }
      this.#draw()
    }

    #press(): void {
      const latchkey = this.#latchkey
      if (!latchkey) return
      if (latchkey.instance.stores.modal.get().open) {
        latchkey.close()
        return
      }
      const { opens } = this.#model()
      if (!opens) return
      if (kind === 'network') latchkey.instance.track('CLICK_NETWORKS', {})
      latchkey.open(opens).catch(ignore)
    }

    #settings(): ButtonSettings {
      const read = (name: (typeof ATTRIBUTES)[number]): string | undefined => this.getAttribute(name) ?? undefined
      const count = (text: string | undefined, usual: number): number =>
        /^\d{1,2}$/.test(text ?? '') ? Number(text) : usual
      return {
        kind,
        label: read('label'),
        loadingLabel: read('loading-label'),
        namespace: getNamespace(`${read('namespace')}:`),
        disabled: this.hasAttribute('disabled'),
        isSmall: read('size') === 'sm',
        showBalance: read('balance') !== 'hide',
        charsStart: count(read('chars-start'), 4),
        charsEnd: count(read('chars-end'), 6),
      }
    }

    #model(): ButtonModel {
      return getButtonModel(this.#latchkey?.instance, this.#settings(), this.#words, this.#details)
    }

    #draw(): void {
      this.#follow(this.#settings())
      const model = this.#model()
      const drawn = JSON.stringify(model)
      if (drawn === this.#drawn) return
      this.#drawn = drawn
      drawButton(this.#button, model)
    }

    /** Starts, changes or stops the reading of what comes late; loads its code only when something is to be read. */
    #follow(settings: ButtonSettings | undefined): void {
      const instance = this.#latchkey?.instance
      const namespace = settings?.namespace ?? instance?.stores.networks.get().activeNamespace
      const account = namespace && instance?.stores.accounts.get().byNamespace[namespace]
      const showAccount = account !== undefined && kind !== 'connect' && kind !== 'network'
      const isNeeded = settings !== undefined && instance !== undefined && (showAccount || kind === 'network')
      const showBalance = showAccount && settings?.showBalance === true
      const detailsOf = isNeeded ? `${settings.namespace}/${showAccount}/${showBalance}` : ''
      if (detailsOf === this.#detailsOf) return
      this.#detailsOf = detailsOf
      this.#stopDetails?.()
      this.#stopDetails = undefined
      this.#details = undefined
      if (!isNeeded) return
      const parameters = { namespace: settings.namespace, showBalance, showAccount }
      import('./watchDetails.ts').then(({ watchDetails }) => {
        if (this.#latchkey?.instance !== instance || this.#detailsOf !== detailsOf || this.#stopDetails) return
        this.#stopDetails = watchDetails(instance, parameters, (details) => {
          this.#details = details
          this.#draw()
        })
      }, ignore)
    }

    /** Puts on the theme and the language of the instance. Attributes of the element itself stay the host's. */
    #dress(): void {
      const theme = this.#latchkey?.instance.stores.theme.get()
      if (!theme) return
      const { style, dataset } = this.#button
      dataset.theme = theme.mode
      style.cssText = ''
      const own = theme.accent === undefined ? {} : { '--latchkey-accent': theme.accent }
      for (const [name, value] of Object.entries({ ...theme.variables, ...own })) style.setProperty(name, value)
      this.#speak(theme.locale ?? this.closest<HTMLElement>('[lang]')?.lang ?? '')
    }

    #speak(locale: string): void {
      if (locale === this.#locale) return
      this.#locale = locale
      const use = (words: ButtonWords): void => {
        if (locale !== this.#locale) return
        this.#words = words
        this.#button.lang = words === en ? '' : locale
        this.#button.dir = words === en ? '' : words.direction
        this.#draw()
      }
      const load = findWords(locale)
      if (load) load().then(use, ignore)
      else use(en)
    }
  }
}

/** What could not be loaded leaves the button as it is: with an address instead of a name, in English instead of another language. */
function ignore(): void {}
