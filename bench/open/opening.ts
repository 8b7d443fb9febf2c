/**
 * How long a visitor of a kit waits, by clocks that run in the page: from the press to the frame in which the modal, its first row
 * and a code stand, with the pointer resting on what is pressed; and from the page's load, over a slow network.
 */
import type { Page } from 'playwright'
import { type Kit, LATCHKEY, type Path } from './kits.ts'
import { startProfile, tellProfile } from './profile.ts'
import { type SetUp, slowDown, slowNetwork, untilQuiet } from './setUp.ts'

/** Time for what the pointer begins, and for what comes after an opening, in ms. */
const REST_MS = 1_500

/** What has not come by then counts as not to be had, in ms. */
const LIMIT_MS = 15_000

/** ms from a press to the frame in which something stands, and the longest task meanwhile. */
export type Opening = {
  readonly floor: number
  readonly modal: number
  readonly row: number
  /** NaN where a kit shows none here. */
  readonly code: number
  readonly longest: number
}

export declare namespace measureOpening {
  type Parameters = {
    readonly url: string
    readonly kit?: Kit | undefined
    readonly slowness?: number | undefined
    readonly profiles?: boolean | undefined
  }
}

/** From the press of the button to the list, and from the press of a row to its code. */
export async function measureOpening(
  page: Page,
  { url, kit = LATCHKEY, slowness = 1, profiles = false }: measureOpening.Parameters,
): Promise<Opening> {
  await page.goto(url)
  await untilQuiet(page)
  const cdp = await slowDown(page, slowness)
  await hover(page, kit.button)
  const floor = await page.evaluate(clickFloor)
  if (profiles) await startProfile(cdp)
  const [modal = Number.NaN, row = Number.NaN, first = 0] = await press(page, kit.button, [kit.modal, kit.row])
  if (profiles) await tellProfile(cdp, 'from the press to the modal and its rows')
  if (!kit.pairing) return { floor, modal, row, code: Number.NaN, longest: first }
  await page.waitForTimeout(REST_MS)
  await hover(page, kit.pairing.way)
  if (profiles) await startProfile(cdp)
  const [code = Number.NaN, later = 0] = await press(page, kit.pairing.way, [kit.pairing.code])
  if (profiles) await tellProfile(cdp, 'from the press of a row to its code')
  return { floor, modal, row, code, longest: Math.max(first, later) }
}

/** The first opening while every server takes its time. */
export async function measureWaiting(
  page: Page,
  { setUp, url, kit = LATCHKEY }: { readonly setUp: SetUp; readonly url: string; readonly kit?: Kit | undefined },
): Promise<{ modal: number; row: number }> {
  await setUp.delayServers(page)
  await page.goto(url)
  await untilQuiet(page)
  await hover(page, kit.button)
  const [modal = Number.NaN, row = Number.NaN] = await press(page, kit.button, [kit.modal, kit.row])
  return { modal, row }
}

/** From the page's load to the frames with modal and first row, by a press as soon as there is a button; without a kit, to a bare dialog. */
export async function measureLoad(
  page: Page,
  { url, kit }: { readonly url: string; readonly kit?: Kit | undefined },
): Promise<{ modal: number; row: number }> {
  await page.addInitScript(addFinder)
  await slowNetwork(page)
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate(
    ([paths, limit]) =>
      new Promise<{ modal: number; row: number }>((done) => {
        let modal = 0
        const look = (): void => {
          const now = performance.now()
          const isOpen = window.findPath(paths?.modal ?? ['dialog']) !== null
          if (isOpen && modal === 0) modal = now
          if (modal > 0 && (paths === undefined || window.findPath(paths.row))) {
            done({ modal, row: now })
            return
          }
          if (now > limit) {
            done({ modal: modal || Number.NaN, row: Number.NaN })
            return
          }
          if (paths !== undefined) {
            if (!isOpen) window.findPath(paths.button)?.click()
          } else if (document.querySelector('main')?.firstChild != null) {
            const dialog = document.createElement('dialog')
            document.body.append(dialog)
            dialog.showModal()
          }
          requestAnimationFrame(() => setTimeout(look))
        }
        look()
      }),
    [kit, LIMIT_MS] as const,
  )
}

async function hover(page: Page, path: Path): Promise<void> {
  let found = page.locator(':root')
  for (const step of path) {
    found = typeof step === 'string' ? found.locator(step) : found.locator(step.selector, { hasText: step.text })
  }
  await found.first().hover()
  await page.waitForTimeout(REST_MS)
}

/** Presses something and waits for the frames that show others, and for a while after them. Gives their ms, and the longest task. */
async function press(page: Page, pressed: Path, wanted: readonly Path[]): Promise<number[]> {
  await page.evaluate(addFinder)
  return page.evaluate(
    ([target, paths, limit]) =>
      new Promise<number[]>((done) => {
        let longest = 0
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
        }).observe({ entryTypes: ['longtask'] })
        const times: number[] = []
        const element = window.findPath(target)
        const start = performance.now()
        const look = (): void => {
          const now = performance.now() - start
          for (const [index, path] of paths.entries()) {
            if (times[index] === undefined && window.findPath(path)) times[index] = now
          }
          if (paths.every((_, index) => times[index] !== undefined)) setTimeout(() => done([...times, longest]), 300)
          else if (now > limit) done([...paths.map((_, index) => times[index] ?? Number.NaN), longest])
          else requestAnimationFrame(() => setTimeout(look))
        }
        element?.click()
        requestAnimationFrame(() => setTimeout(look))
      }),
    [pressed, wanted, LIMIT_MS] as const,
  )
}

/** In the page: how long a bare dialog takes. */
function clickFloor(): Promise<number> {
  return new Promise((done) => {
    const dialog = document.createElement('dialog')
    dialog.append('Plain')
    document.body.append(dialog)
    const start = performance.now()
    dialog.showModal()
    requestAnimationFrame(() =>
      setTimeout(() => {
        done(performance.now() - start)
        dialog.remove()
      }),
    )
  })
}

declare global {
  interface Window {
    /** What a path leads to. */
    findPath(path: Path): HTMLElement | null
  }
}

/** In the page: finds by paths. */
function addFinder(): void {
  window.findPath = (path) => {
    let root: ParentNode | null | undefined = document
    let found: HTMLElement | null = null
    for (const step of path) {
      const { selector, text } = typeof step === 'string' ? { selector: step, text: '' } : step
      const all: readonly HTMLElement[] = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])]
      found = all.find((element) => text === '' || element.textContent?.includes(text)) ?? null
      root = found?.shadowRoot
    }
    return found
  }
}
