import { createContext, useContext } from 'react'

/** What the page around the frame asked for, as far as the frame follows it. */
export type PageLook = {
  /** One of the languages that the frame has. */
  readonly language: string
  readonly isRightToLeft: boolean
}

/** How screens of the frame are drawn. */
export const PageContext = createContext<PageLook>({ language: 'en', isRightToLeft: false })

/** How this screen is drawn. */
export const usePageLook = (): PageLook => useContext(PageContext)
