import { writeFileSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import { findOtherBrowsers } from '../../scripts/browser.ts'
import { readStack, type Stack } from '../stack.ts'
import { createView, type View } from './createView.ts'
import type { Driver, Visitor } from './driver.ts'
import { startFirefox } from './startFirefox.ts'
import { startWebKit } from './startWebKit.ts'

/** A browser of another maker than Chromium's, by the name of its engine. */
export type BrowserName = 'Firefox' | 'WebKit'

/** The page of a walk: what the site itself shows, and where it stands. */
export type Site = {
  /** Goes to the page with a wallet; `query` as the test pages take it. */
  visit(query?: string): Promise<void>
  /** Waits until an element of the site, by its id, says this. */
  says(id: 'status' | 'address' | 'network' | 'result' | 'heard', text: string | RegExp): Promise<void>
}

/** A test in a real browser that its runner does not know: one browser a worker, one visitor a test. */
export const test = base.extend<
  { stack: Stack; visitor: Visitor; view: View; site: Site },
  { engine: BrowserName; driver: Driver }
>({
  engine: ['Firefox', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine }, use) => {
      const driver = await startBrowser(engine)
      await use(driver)
      await driver.stop()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the fixtures' names from this pattern
  stack: async ({}, use) => {
    await use(readStack())
  },
  visitor: async ({ driver }, use, info) => {
    const visitor = await driver.enter()
    await visitor.resize(1200, 800)
    await use(visitor)
    if (info.status !== info.expectedStatus) {
      writeFileSync(info.outputPath('screen.png'), await visitor.takePicture())
    }
    await visitor.leave()
    expect(visitor.troubles).toEqual([])
  },
  view: async ({ visitor }, use) => {
    await use(createView(visitor))
  },
  site: async ({ visitor, stack }, use) => {
    const read = (id: string): Promise<string> =>
      visitor.evaluate((wanted) => document.getElementById(wanted)?.textContent ?? '', id)
    const says: Site['says'] = async (id, text) => {
      const wanted = typeof text === 'string' ? new RegExp(`^${text}$`) : text
      await expect.poll(() => read(id), { message: id, timeout: 15_000 }).toMatch(wanted)
    }
    await use({
      says,
      visit: async (query = '') => {
        await visitor.goTo(`${stack.pages}/walk.html?${query}`)
        // WebKit's driver goes on before the page's modules have run.
        await says('status', /./)
      },
    })
  },
})

export { expect }

function startBrowser(name: BrowserName): Promise<Driver> {
  const { Firefox, WebKit } = findOtherBrowsers()
  if (name === 'Firefox' && Firefox) return startFirefox(Firefox)
  if (name === 'WebKit' && WebKit) return startWebKit(WebKit)
  throw new Error(`${name} is not installed.`)
}
