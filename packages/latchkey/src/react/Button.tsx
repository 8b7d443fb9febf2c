'use client'

import { en } from '../elements/words/en.ts'
import { type AccountButton, toAttributes } from './AccountButton.tsx'
import type { ConnectButton } from './ConnectButton.tsx'
import { renderElement } from './renderElement.ts'
import { useElements } from './useElements.ts'

/** The one button most sites need: connects a wallet, then shows the account. Renders `<latchkey-button>`. */
export function Button(props: Button.Props) {
  const instance = useElements()
  const attributes = { ...toAttributes(props), 'loading-label': props.loadingLabel }
  return renderElement('latchkey-button', { ...props, instance }, props.label ?? en.connect, attributes)
}
export declare namespace Button {
  type Props = AccountButton.Props & ConnectButton.Props
}
