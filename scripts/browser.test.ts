import { chromium } from 'playwright'
import { expect, it } from 'vitest'
import { OFF } from './browser.ts'

it('the features of Chromium that tests turn off are those that Playwright turns off, and more', async () => {
  // A program that ends at once: Playwright's error says with which arguments it was started.
  const error = await chromium.launch({ executablePath: '/bin/true' }).catch(String)
  const list = /--disable-features=(\S+)/.exec(String(error))?.[1]?.split(',') ?? []
  expect(list).toContain('HttpsUpgrades')
  expect(list.filter((feature) => !OFF.includes(feature))).toEqual([])
})
