import { pushView } from '../../core/flow/pushView.ts'
import { useInstance } from '../hooks.ts'

/** A way to another view among the words of a footer. */
export function FooterLink({ view, event, children }: FooterLink.Props) {
  const instance = useInstance()
  return (
    <button
      type="button"
      className="text-link"
      data-focus-key={view}
      onClick={() => {
        if (event) instance.track(event, {})
        pushView(instance, { view }, view)
      }}
    >
      {children}
    </button>
  )
}
export declare namespace FooterLink {
  type Props = {
    readonly view: 'PrivacyAndData' | 'WhatIsABuy' | 'WhatIsANetwork'
    /** What a press is told as. */
    readonly event?: 'CLICK_NETWORK_HELP' | 'SELECT_WHAT_IS_A_BUY' | undefined
    readonly children: string
  }
}
