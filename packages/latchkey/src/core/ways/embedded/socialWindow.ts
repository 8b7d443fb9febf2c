import type { Services } from '../../services/ports.ts'
import type { Instance } from '../../types/latchkey.ts'

/** The window in which a visitor logs in at another service. */
export type SocialWindow = {
  /** Closed, or cut off from this page: the two look the same (SEC-70). */
  readonly isClosed: () => boolean
  /** Whether a message came from it. */
  readonly isFrom: (source: unknown) => boolean
  readonly goTo: (url: string) => void
  readonly focus: () => void
  readonly close: () => void
}

/** What we use of a window that we opened. */
type Opened = {
  readonly closed: boolean
  readonly document: Document
  readonly location: { href: string }
  focus(): void
  close(): void
}

/** As specified. */
const SIZE = 'width=600,height=800,scrollbars=yes'

/**
 * Opens an empty window of this page, which must happen within a press; undefined where the browser blocks it. It keeps its opener,
 * whom the gateway's last page tells that it is done, and goes nowhere but to the gateway. Empty, and not at the gateway from the start,
 * because a page that isolates itself could lead it no further then.
 */
export function openSocialWindow(
  { services, options }: Pick<Instance, 'services' | 'options'>,
  /** What it says until it is led on. */
  title: string,
): SocialWindow | undefined {
  const { walletWindow, browser } = services
  const name = `latchkey-${options.id}-login`
  const opened = walletWindow?.open?.('', name, browser.isMobile() ? undefined : SIZE) as Opened | null | undefined
  // Some browsers give one that is closed already (F-44).
  if (!opened || opened.closed) return undefined
  try {
    opened.document.title = title
    opened.document.body.textContent = title
  } catch {
    // What an empty window says matters little.
  }
  return {
    isClosed: () => opened.closed,
    isFrom: (source) => source === opened,
    goTo: (url) => {
      if (!followLink(services, url, name)) opened.location.href = url
    },
    focus: () => opened.focus(),
    close: () => opened.close(),
  }
}

/**
 * Follows a link of this page, which tells the gateway the page's origin whatever its own policy is: the gateway leads on at once who comes
 * from there. False where there is no document to have one.
 */
export function followLink({ walletWindow }: Pick<Services, 'walletWindow'>, href: string, target: string): boolean {
  const page = walletWindow?.document as Partial<Document> | undefined
  const link = page?.createElement?.('a')
  if (!link) return false
  Object.assign(link, { href, target, referrerPolicy: 'origin' }).click()
  return true
}
