'use client'

import { en } from '../elements/words/en.ts'
import { type ButtonProps, renderElement } from './renderElement.ts'
import { useElements } from './useElements.ts'

/** Opens the modal to connect a wallet, as `<latchkey-connect-button>`. */
export function ConnectButton(props: ConnectButton.Props) {
  const instance = useElements()
  const attributes = { 'loading-label': props.loadingLabel }
  return renderElement('latchkey-connect-button', { ...props, instance }, props.label ?? en.connect, attributes)
}
export declare namespace ConnectButton {
  type Props = ButtonProps & { readonly loadingLabel?: string | undefined }
}
