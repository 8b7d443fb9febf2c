/** The longest tasks in the list of all wallets, on a slow processor. */
import type { Page } from 'playwright'
import { startProfile, tellProfile } from './profile.ts'
import { slowDown, untilQuiet } from './setUp.ts'

/** The longest tasks, in ms: while the list opens, while somebody types, while it is scrolled to its end. */
export type Finding = {
  readonly opening: number
  readonly typing: number
  readonly scrolling: number
  /** Wallets of the list once all of its pages have come. */
  readonly wallets: number
}

export async function measureFinding(
  page: Page,
  { url, profiles }: { readonly url: string; readonly profiles: boolean },
): Promise<Finding> {
  await page.addInitScript(() => {
    const tasks: number[] = []
    Reflect.set(window, 'tasks', tasks)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  const takeLongest = async (): Promise<number> => {
    await page.waitForTimeout(400)
    return page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'tasks') as number[]).splice(0)))
  }
  await page.goto(url)
  await untilQuiet(page)
  const cdp = await slowDown(page)
  const measure = async (what: string, run: () => Promise<unknown>): Promise<number> => {
    await takeLongest()
    if (profiles) await startProfile(cdp)
    await run()
    await page.waitForTimeout(1_000)
    if (profiles) await tellProfile(cdp, `${what} the list of all wallets`)
    return takeLongest()
  }
  await page.locator('latchkey-button').click()
  const dialog = page.locator('[data-latchkey] dialog')
  const row = dialog.locator('[data-focus-key="wallet:all"]')
  await row.hover()
  await page.waitForTimeout(1_000)
  // By the bare mouse: whatever looks for an element in the page is a task of its own.
  const opening = await measure('opening', async () => {
    await page.mouse.down()
    await page.mouse.up()
    await page.waitForTimeout(2_000)
  })
  const field = dialog.locator('[data-focus-key=search]')
  await field.click()
  const typing = await measure('typing in', () => page.keyboard.type('wal', { delay: 120 }))
  await field.fill('')
  await page.waitForTimeout(500)
  await dialog.locator('.find').hover()
  const scrolling = await measure('scrolling', async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await page.mouse.wheel(0, 900)
      await page.waitForTimeout(80)
    }
  })
  // Scrolled as quickly as that, the end of one page is passed before the next has come.
  for (let left = 20, before = 0; left > 0; left -= 1) {
    const all = await countWallets(page)
    if (all === before) break
    before = all
    await page.mouse.wheel(0, 20_000)
    await page.waitForTimeout(1_000)
  }
  return { opening, typing, scrolling, wallets: await countWallets(page) }
}

/** The wallets of all rows; the last one may have fewer than it has places. */
function countWallets(page: Page): Promise<number> {
  return page.evaluate(() => {
    const grid = document.querySelector('[data-latchkey]')?.shadowRoot?.querySelector('.find [role=grid]')
    return Number(grid?.getAttribute('aria-rowcount')) * Number(grid?.getAttribute('aria-colcount'))
  })
}
