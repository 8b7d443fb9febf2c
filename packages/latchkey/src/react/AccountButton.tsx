'use client'

import { type ButtonProps, renderElement, toPlainText } from './renderElement.ts'
import { useElements } from './useElements.ts'
import { useRestoring } from './useRestoring.ts'

/** Shows the connected account and opens it, as `<latchkey-account-button>`; until then it connects a wallet. */
export function AccountButton(props: AccountButton.Props) {
  const instance = useElements()
  const restoring = useRestoring()
  return renderElement(
    'latchkey-account-button',
    { ...props, instance, isBusy: restoring !== undefined },
    toPlainText(restoring, props),
    toAttributes(props),
  )
}
export declare namespace AccountButton {
  type Props = ButtonProps & {
    /** Default `show`. */
    readonly balance?: 'show' | 'hide' | undefined
    /** Characters of the address before the gap. Default 4. */
    readonly charsStart?: number | undefined
    /** Characters of the address after the gap. Default 6. */
    readonly charsEnd?: number | undefined
  }
}

/** The attributes that only an account look has. */
export function toAttributes(props: AccountButton.Props): Readonly<Record<string, string | undefined>> {
  const { balance, charsStart, charsEnd } = props
  return { balance, 'chars-start': charsStart?.toString(), 'chars-end': charsEnd?.toString() }
}
