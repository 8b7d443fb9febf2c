'use client'

import { en } from '../elements/words/en.ts'
import { type ButtonProps, renderElement } from './renderElement.ts'
import { useElements } from './useElements.ts'

/** Shows the active network and opens the choice, as `<latchkey-network-button>`. */
export function NetworkButton(props: NetworkButton.Props) {
  const instance = useElements()
  return renderElement('latchkey-network-button', { ...props, instance }, props.label ?? en.selectNetwork)
}
export declare namespace NetworkButton {
  type Props = ButtonProps
}
