import type { Instance } from '../../types/latchkey.ts'

/** The window in which a visitor pays. */
export type PageWindow = {
  readonly isClosed: () => boolean
  /** Goes to a page, which learns neither who opened it nor where from. */
  goTo(url: string): void
  focus(): void
  close(): void
}

/** What we use of a window that we opened. */
type Opened = {
  opener: unknown
  readonly closed: boolean
  readonly document: Document
  readonly location: { replace(url: string): void }
  focus(): void
  close(): void
}

/** As specified. */
const SIZE = 'width=600,height=800,scrollbars=yes'

/**
 * Opens an empty window, which must happen within a press; undefined where the browser blocks it. A window that is opened without its
 * opener (SEC-87, SEC-98) could not be told from a blocked one, so this one loses its opener before it goes anywhere.
 */
export function openPageWindow({ services }: Pick<Instance, 'services'>): PageWindow | undefined {
  const { walletWindow, browser } = services
  const opened = walletWindow?.open?.('', '_blank', browser.isMobile() ? undefined : SIZE) as Opened | null | undefined
  if (!opened) return undefined
  opened.opener = null
  return {
    isClosed: () => opened.closed,
    goTo(url) {
      try {
        // A link of the window's own sends no referrer; going there from here would.
        const link = opened.document.createElement('a')
        link.rel = 'noreferrer noopener'
        link.href = url
        opened.document.body.append(link)
        link.click()
      } catch {
        opened.location.replace(url)
      }
    },
    focus: () => opened.focus(),
    close: () => opened.close(),
  }
}
