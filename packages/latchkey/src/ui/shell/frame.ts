import type { ReactNode } from 'react'
import type { Translate } from '../text.ts'

/** What both frames are handed: the host element, the name of the dialog, and the layers that lie over the card. */
export type FrameProps = {
  readonly host: HTMLElement
  readonly titleId: string
  /** Hides the tooltip; whether there was one. */
  readonly hideTip: () => boolean
  readonly t: Translate
  readonly children: ReactNode
}
