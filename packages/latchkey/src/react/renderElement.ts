import { createElement, type ReactElement, type Ref } from 'react'
import type { TAGS } from '../elements/defineElements.ts'
import { en } from '../elements/words/en.ts'
import { toReconnecting } from '../elements/words/toReconnecting.ts'

/** What every host button takes. */
export type ButtonProps = {
  readonly label?: string | undefined
  /** `sm` is 32 px high, `md` (default) 40. */
  readonly size?: 'sm' | 'md' | undefined
  readonly disabled?: boolean | undefined
  /** `eip155`, `solana`, `bip122` or `polkadot`; the active one where absent. */
  readonly namespace?: string | undefined
  readonly className?: string | undefined
  readonly id?: string | undefined
}

/**
 * One of our custom elements. All is said by attributes, which React 18 and 19 write alike on a server and in a browser; the
 * text inside is what a page shows before the element's code has run.
 */
export function renderElement(
  tag: keyof typeof TAGS,
  props: ButtonProps & { readonly instance: string | undefined; readonly isBusy?: boolean | undefined },
  text: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ref?: Ref<HTMLElement>,
): ReactElement {
  const { label, size, disabled, namespace, className, id, instance, isBusy } = props
  return createElement(
    tag,
    {
      id,
      class: className,
      instance,
      label,
      size,
      namespace,
      disabled: disabled ? '' : undefined,
      'aria-busy': isBusy ? 'true' : undefined,
      ...attributes,
      ref,
    },
    text,
  )
}

/** What a page shows of a button to connect or of an account before the element's code has run. */
export function toPlainText(
  restoring: string | undefined,
  { label, loadingLabel }: { readonly label?: string | undefined; readonly loadingLabel?: string | undefined },
): string {
  if (restoring !== undefined) return loadingLabel ?? toReconnecting(en, restoring)
  return label ?? en.connect
}
