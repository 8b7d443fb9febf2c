import type { BrowserPort } from './ports.ts'

const nothing = (): void => undefined
const never = (): (() => void) => nothing

/** The port of this page; on a server, the one that sees nothing. */
export function openBrowser(): BrowserPort {
  return typeof window === 'undefined' || typeof document === 'undefined'
    ? createServerBrowser()
    : createBrowser(window)
}

/** The port on a server: there is no page, so nothing is seen and nothing happens. */
export function createServerBrowser(): BrowserPort {
  return {
    isServer: true,
    isOnline: () => true,
    isVisible: () => true,
    isMobile: () => false,
    isSecureContext: () => true,
    isFramed: () => false,
    origin: () => '',
    title: () => '',
    userAgent: () => '',
    watchVisible: never,
    watchOnline: never,
    watchFocus: never,
    openTab: nothing,
    copy: () => Promise.resolve(),
    reload: nothing,
    whenIdle: never,
  }
}

/** The port on a real page. */
export function createBrowser(page: Page): BrowserPort {
  const { document, navigator } = page
  const listen = (target: EventTarget, type: string, run: () => void): (() => void) => {
    target.addEventListener(type, run)
    return () => target.removeEventListener(type, run)
  }
  const both = (one: () => void, other: () => void) => () => {
    one()
    other()
  }
  return {
    isServer: false,
    isOnline: () => navigator.onLine !== false,
    isVisible: () => document.visibilityState !== 'hidden',
    isMobile: () => isMobile(navigator),
    // Only a browser says no: jsdom and the like, in which sites run their tests, do not know.
    isSecureContext: () => page.isSecureContext !== false,
    isFramed: () => page.self !== page.top,
    // A frame that another page wrote has an address without one, and got its own from there.
    origin: () => (page.location.origin === 'null' ? page.origin : page.location.origin),
    title: () => document.title,
    userAgent: () => navigator.userAgent,
    watchVisible: (listener) =>
      listen(document, 'visibilitychange', () => listener(document.visibilityState !== 'hidden')),
    watchOnline: (listener) =>
      both(
        listen(page, 'online', () => listener(true)),
        listen(page, 'offline', () => listener(false)),
      ),
    watchFocus: (listener) =>
      both(
        listen(page, 'focus', () => listener(true)),
        listen(page, 'blur', () => listener(false)),
      ),
    openTab: (url) => {
      if (/^https?:\/\//i.test(url)) page.open(url, '_blank', 'noopener,noreferrer')
    },
    copy: async (text) => {
      await navigator.clipboard.writeText(text)
    },
    reload: () => page.location.reload(),
    whenIdle: (run) => {
      const { saveData, effectiveType } = navigator.connection ?? {}
      if (saveData || /2g/.test(effectiveType ?? '')) return nothing
      // Safari has no requestIdleCallback; a second after load is idle enough for warming.
      const turn = page.requestIdleCallback?.(run) ?? page.setTimeout(run, 1_000)
      return () => (page.cancelIdleCallback ?? page.clearTimeout)(turn)
    },
  }
}

/** Of a page whose visitor may want to save data, where the browser says so. Source: Network Information API, Save Data. */
type Page = Window & {
  readonly navigator: { readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string } }
} & typeof globalThis

function isMobile(navigator: Navigator & { userAgentData?: { mobile?: boolean } }): boolean {
  return navigator.userAgentData?.mobile ?? /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent)
}
