import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { readStack, type Stack } from './stack.ts'

/** What must not happen in any journey, and did. */
export type Troubles = {
  /** Lets a journey expect some, such as the console's note about a request that it made fail. */
  allow(pattern: RegExp): void
  watch(context: BrowserContext): Promise<void>
  readonly found: readonly string[]
}

/** A Playwright test with the stack, which fails on requests and sockets outside loopback, unhandled errors, console errors and policy violations. */
export const test = base.extend<{ stack: Stack; troubles: Troubles }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the fixtures' names from this pattern
  stack: async ({}, use) => {
    await use(readStack())
  },
  troubles: [
    async ({ context }, use) => {
      const found: string[] = []
      const allowed: RegExp[] = []
      const troubles: Troubles = {
        allow: (pattern) => void allowed.push(pattern),
        watch: (watched) => watchContext(watched, found),
        found,
      }
      await troubles.watch(context)
      await use(troubles)
      expect(found.filter((trouble) => !allowed.some((pattern) => pattern.test(trouble)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

async function watchContext(context: BrowserContext, found: string[]): Promise<void> {
  const watchSockets = (page: Page): void => {
    page.on('websocket', (socket) => {
      if (!isLoopback(socket.url())) found.push(`socket outside loopback: ${socket.url()}`)
    })
  }
  context.pages().forEach(watchSockets)
  context.on('page', watchSockets)
  context.on('request', (request) => {
    if (!isLoopback(request.url())) found.push(`request outside loopback: ${request.url()}`)
  })
  context.on('weberror', (error) =>
    found.push(`unhandled: ${error.error().stack ?? error.error().message} ${JSON.stringify(error.error())}`),
  )
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`)
  })
  await context.addInitScript(() => {
    // The runner's own note of a rejection may lack message and stack.
    addEventListener('unhandledrejection', ({ reason }) =>
      console.error(`unhandled rejection: ${reason?.stack ?? reason}`),
    )
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
}

function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return !/^(https?|wss?):$/.test(protocol) || hostname === '127.0.0.1' || /(^|\.)localhost$/.test(hostname)
}

/** The modal of an instance, in whatever role its view gives it. */
export function modalOf(page: Page, id = 'default'): Locator {
  return page.locator(`[data-latchkey="${id}"] dialog`)
}

/** Delays the answers to a page's requests for files whose address matches. Returns what lets them through, or fails them all. */
export async function holdBack(page: Page, files: RegExp, end: 'continue' | 'abort' = 'continue'): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await released
    await route[end]()
  })
  return release
}

/**
 * Lets the clock of a page jump by so many ms until this is seen. One jump alone may pass before the page has set its timer,
 * which then runs as long as everybody else's.
 */
export async function jumpUntil(page: Page, ms: number, seen: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ms)
    await expect(seen).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** The families of networks whose account in use has signed in. Runs in the page. */
export function listSignedIn(): readonly string[] {
  const store = window.latchkey.instance.live.stores.get('signIn') as
    | { get(): { readonly signedIn?: Readonly<Record<string, unknown>> } }
    | undefined
  return Object.entries(store?.get().signedIn ?? {}).flatMap(([family, session]) => (session ? [family] : []))
}

/** Shortens an address as the modal does: its two ends. */
export function shorten(address: string): RegExp {
  return new RegExp(`${address.slice(0, 4)}.*${address.slice(-4)}`, 'i')
}
