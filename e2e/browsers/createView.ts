import { expect } from '@playwright/test'
import type { Visitor } from './driver.ts'

/** What a visitor looks for on a page: a control or a text by its role in CSS and by what it is called, as a pattern. */
export type Wanted = { readonly part: string; readonly name: RegExp }

/** How a visitor finds things on the page, also in our shadow roots, and presses them where they are drawn. */
export type View = {
  /** Waits until it is there and at rest, with nothing over it, and presses it with the mouse. */
  click(part: string, name?: RegExp): Promise<void>
  shows(part: string, name?: RegExp): Promise<void>
  lacks(part: string, name?: RegExp): Promise<void>
  /** The first one's rectangle in CSS pixels of the page's area. */
  measure(part: string, name?: RegExp): Promise<DOMRectReadOnly>
  /** What has the focus, innermost, in the words of a screen reader as far as we can tell; and whether a ring is drawn. */
  focused(): Promise<{ readonly name: string; readonly hasRing: boolean }>
  /** Presses Tab until what is called so has the focus. */
  tabTo(name: RegExp): Promise<void>
}

/** How long a visitor waits for something, in ms. */
const WAIT_MS = 15_000
/** How often Tab is pressed at most: as often as a card has controls. */
const MOST_TABS = 40

/** The view that a visitor has of the page. */
export function createView(visitor: Visitor): View {
  const find = (part: string, name: RegExp): Promise<Found | undefined> =>
    visitor.evaluate(findInPage, part, name.source, name.flags)
  const view: View = {
    click: async (part, name = ANY) => {
      let before: Found | undefined
      await expect
        .poll(
          async () => {
            const found = await find(part, name)
            const isStill = found !== undefined && found.x === before?.x && found.y === before.y
            before = found
            return found === undefined ? 'missing' : !isStill || found.isMoving ? 'moving' : (found.cover ?? 'free')
          },
          { message: `${part} ${name}`, timeout: WAIT_MS, intervals: [50] },
        )
        .toBe('free')
      if (before) await visitor.click(before.x + before.width / 2, before.y + before.height / 2)
    },
    shows: async (part, name = ANY) => {
      await expect
        .poll(async () => (await find(part, name)) !== undefined, { message: `${part} ${name}`, timeout: WAIT_MS })
        .toBe(true)
    },
    lacks: async (part, name = ANY) => {
      await expect
        .poll(async () => (await find(part, name)) === undefined, { message: `no ${part} ${name}`, timeout: WAIT_MS })
        .toBe(true)
    },
    measure: async (part, name = ANY) => {
      await view.shows(part, name)
      const found = await find(part, name)
      if (!found) throw new Error(`${part} ${name} went away.`)
      return found as unknown as DOMRectReadOnly
    },
    focused: () => visitor.evaluate(readFocus),
    tabTo: async (name) => {
      for (let presses = 0; presses < MOST_TABS; presses += 1) {
        if (name.test((await view.focused()).name)) return
        await visitor.press('Tab')
      }
      throw new Error(`Tab never reached ${name}.`)
    },
  }
  return view
}

const ANY = /(?:)/

type Found = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Whether motion is under way anywhere: on a busy machine it stands at its beginning for longer than two looks. */
  readonly isMoving: boolean
  /** What lies over its middle, if anything does. */
  readonly cover?: string | undefined
}

/** Runs in the page, so it reads nothing from around it. */
function findInPage(part: string, source: string, flags: string): Found | undefined {
  const pattern = new RegExp(source, flags)
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot)
  }
  // An animation without an end in time, as that of a spinner or one that follows scrolling, is not waited for.
  const isMoving = roots.some((root) =>
    root
      .getAnimations()
      .some(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)),
  )
  for (const element of roots.flatMap((root) => [...root.querySelectorAll(part)])) {
    const { x, y, width, height } = element.getBoundingClientRect()
    const name = element.getAttribute('aria-label') ?? (element.shadowRoot ?? element).textContent ?? ''
    if (width === 0 || height === 0 || !pattern.test(name.replace(/\s+/g, ' ').trim())) continue
    if (getComputedStyle(element).visibility !== 'visible') continue
    let top: Element | null | undefined
    for (let root: Document | ShadowRoot | null | undefined = document; root; root = top?.shadowRoot) {
      const next: Element | null = root.elementFromPoint(x + width / 2, y + height / 2)
      if (!next || next === top) break
      top = next
    }
    let around: Node | null | undefined = top
    while (around && around !== element) around = around instanceof ShadowRoot ? around.host : around.parentNode
    return {
      x,
      y,
      width,
      height,
      isMoving,
      cover: around ? undefined : (top?.outerHTML.slice(0, 120) ?? 'out of sight'),
    }
  }
  return undefined
}

/** Runs in the page as well. */
function readFocus(): { name: string; hasRing: boolean } {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (!element) return { name: '', hasRing: false }
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const name = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.textContent ?? ''
  return {
    name: name.replace(/\s+/g, ' ').trim(),
    hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
  }
}
