import { createContext, useContext } from 'react'
import type { NetworkWords } from '../approve/networks.ts'

/** What the page around the frame asked for, as far as the frame follows it. */
export type PageLook = {
  /** One of the languages that the frame has. */
  readonly language: string
  readonly isRightToLeft: boolean
  /** What the operator calls networks that the frame has no words for, by CAIP-2 id. */
  readonly networks?: Readonly<Record<string, NetworkWords>> | undefined
  /** Has the page around open a window at an address of the gateway, within a press. */
  readonly openWindow?: ((uri: string) => void) | undefined
}

/** How screens of the frame are drawn. */
export const PageContext = createContext<PageLook>({ language: 'en', isRightToLeft: false })

/** How this screen is drawn. */
export const usePageLook = (): PageLook => useContext(PageContext)
