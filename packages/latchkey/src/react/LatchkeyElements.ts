import type { HTMLAttributes, Ref } from 'react'
import type { TAGS } from '../elements/defineElements.ts'

/** Attributes that every one of our custom elements follows, spelt as in HTML. */
type Attributes = Omit<HTMLAttributes<HTMLElement>, 'className'> & {
  readonly key?: string | number | bigint | null | undefined
  readonly ref?: Ref<HTMLElement> | undefined
  /** React 18 writes `className` of a custom element as `classname`, which styles nothing. */
  readonly class?: string | undefined
  readonly label?: string | undefined
  readonly size?: 'sm' | 'md' | undefined
  /** Never `false`: React 18 writes it out, and an attribute that is there disables. */
  readonly disabled?: true | '' | undefined
  /** `eip155`, `solana`, `bip122` or `polkadot`; the active one where absent. */
  readonly namespace?: string | undefined
  /** Id of the instance. Default `default`. */
  readonly instance?: string | undefined
}
type ConnectAttributes = { readonly 'loading-label'?: string | undefined }
type AccountAttributes = {
  readonly balance?: 'show' | 'hide' | undefined
  readonly 'chars-start'?: number | string | undefined
  readonly 'chars-end'?: number | string | undefined
}

/** Our custom elements as they may be written in TSX. Importing anything from `latchkey/react` makes them known. */
export interface LatchkeyElements extends Record<keyof typeof TAGS, object> {
  'latchkey-onramp': Omit<Attributes, 'label' | 'size' | 'disabled' | 'namespace'>
  'latchkey-button': Attributes & ConnectAttributes & AccountAttributes
  'latchkey-connect-button': Attributes & ConnectAttributes
  'latchkey-account-button': Attributes & AccountAttributes
  'latchkey-network-button': Attributes
  'latchkey-wallet-button': Attributes &
    ConnectAttributes & {
      /** Which wallet: its connector id, rdns, directory id or whole name. */
      readonly wallet: string
    }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends LatchkeyElements {}
  }
}
