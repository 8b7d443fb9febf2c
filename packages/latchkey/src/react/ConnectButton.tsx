'use client'

import { type ButtonProps, renderElement, toPlainText } from './renderElement.ts'
import { useElements } from './useElements.ts'
import { useRestoring } from './useRestoring.ts'

/** Opens the modal to connect a wallet, as `<latchkey-connect-button>`. */
export function ConnectButton(props: ConnectButton.Props) {
  const instance = useElements()
  const restoring = useRestoring()
  const attributes = { 'loading-label': props.loadingLabel }
  return renderElement(
    'latchkey-connect-button',
    { ...props, instance, isBusy: restoring !== undefined },
    toPlainText(restoring, props),
    attributes,
  )
}
export declare namespace ConnectButton {
  type Props = ButtonProps & { readonly loadingLabel?: string | undefined }
}
