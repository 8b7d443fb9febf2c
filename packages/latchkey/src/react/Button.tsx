'use client'

import { type AccountButton, toAttributes } from './AccountButton.tsx'
import type { ConnectButton } from './ConnectButton.tsx'
import { renderElement, toPlainText } from './renderElement.ts'
import { useElements } from './useElements.ts'
import { useRestoring } from './useRestoring.ts'

/** The one button most sites need: connects a wallet, then shows the account. Renders `<latchkey-button>`. */
export function Button(props: Button.Props) {
  const instance = useElements()
  const restoring = useRestoring()
  const attributes = { ...toAttributes(props), 'loading-label': props.loadingLabel }
  return renderElement(
    'latchkey-button',
    { ...props, instance, isBusy: restoring !== undefined },
    toPlainText(restoring, props),
    attributes,
  )
}
export declare namespace Button {
  type Props = AccountButton.Props & ConnectButton.Props
}
