import { adoptSheet } from '../core/services/adoptSheet.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { watchInstance } from '../elements/findInstance.ts'

/** The tag of the element by which visitors buy. */
export const ONRAMP_TAG = 'latchkey-onramp'

const SHEET = ':host{display:block;inline-size:376px;max-inline-size:100%}:host([hidden]){display:none}'

/**
 * Registers `<latchkey-onramp>`, by which visitors say on the page itself what they want to buy. It finds its instance by the
 * attribute `instance` (`default`), also one that is created later. Does nothing on a server; a tag that is registered already is
 * left alone.
 */
export function defineOnramp(): void {
  if (typeof customElements === 'undefined' || customElements.get(ONRAMP_TAG)) return
  customElements.define(
    ONRAMP_TAG,
    class extends HTMLElement {
      static readonly observedAttributes = ['instance']
      readonly #root = this.attachShadow({ mode: 'open' })
      #stopInstance: (() => void) | undefined
      #stopDrawing: (() => void) | undefined
      #latchkey: Latchkey | undefined

      constructor() {
        super()
        adoptSheet(this.#root, SHEET)
      }

      connectedCallback(): void {
        const id = this.getAttribute('instance') || 'default'
        this.#stopInstance = watchInstance(id, (latchkey) => this.#bind(latchkey))
      }

      disconnectedCallback(): void {
        this.#stopInstance?.()
        this.#stopInstance = undefined
        this.#bind(undefined)
      }

      attributeChangedCallback(): void {
        if (!this.#stopInstance) return
        this.disconnectedCallback()
        this.connectedCallback()
      }

      #bind(latchkey: Latchkey | undefined): void {
        this.#stopDrawing?.()
        this.#stopDrawing = undefined
        this.#latchkey = latchkey
        if (!latchkey) return
        import('../ui/views/onramp/drawOnramp.tsx').then(
          ({ drawOnramp }) => {
            if (this.#latchkey !== latchkey || this.#stopDrawing) return
            this.#stopDrawing = drawOnramp(latchkey, this.#root)
          },
          (cause: unknown) =>
            latchkey.instance.services.logger.warn('<latchkey-onramp> could not be loaded.', { cause }),
        )
      }
    },
  )
}
