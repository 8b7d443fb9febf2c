import type { Locator, Page } from '@playwright/test'
import { expect, modalOf, test } from './journey.ts'
import type { Stack } from './stack.ts'

/** Opens the whole directory from the button of the page. */
async function openAll(page: Page, stack: Stack): Promise<Locator> {
  await page.goto(stack.site)
  await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: /^Search wallets/ }).click()
  await expect(modal.getByRole('heading', { name: 'Find your wallet' })).toBeVisible()
  return modal
}

/** What a tile is called, the one in focus by default. */
const nameOf = (modal: Locator, tile = ':focus'): Promise<string | null> =>
  modal.locator(`.grid-tile${tile} .tile-name`).textContent()

test('a wallet whose name is typed wrongly is found in the real directory, and leads to its code', async ({
  page,
  stack,
}) => {
  const modal = await openAll(page, stack)
  await expect(modal.getByRole('textbox', { name: 'Search wallets' })).toBeFocused()
  await page.keyboard.type('metamsk')
  await expect(modal.getByRole('gridcell').first()).toContainText('MetaMask')
  const picture = modal.getByRole('gridcell').first().locator('img')
  await expect(picture).toHaveAttribute('src', new RegExp(`^${stack.gateway}`))
  await modal.getByRole('gridcell').first().getByRole('button').click()
  await expect(modal.getByRole('img', { name: 'QR code for MetaMask' })).toBeVisible()
  await modal.getByRole('button', { name: 'Back to Find your wallet' }).click()
  await expect(modal.getByRole('textbox', { name: 'Search wallets' })).toHaveValue('metamsk')
  await expect(modal.getByRole('gridcell').first()).toContainText('MetaMask')
})

test('the whole directory is walked to its last wallet by keyboard, and no wallet is there twice', async ({
  page,
  stack,
}) => {
  const modal = await openAll(page, stack)
  const tiles = modal.locator('.grid-tile')
  await tiles.first().focus()
  // The field says how many wallets the directory counts.
  const search = modal.getByRole('textbox', { name: 'Search wallets' })
  await expect(search).toHaveAttribute('placeholder', /\d{3} wallets/)
  const whole = Number.parseInt((await search.getAttribute('placeholder'))?.replace(/\D+/g, '') ?? '', 10)
  const index = async (): Promise<number> => Number(await modal.locator('.grid-tile:focus').getAttribute('data-index'))
  await expect
    .poll(
      async () => {
        await page.keyboard.press('End')
        return index()
      },
      { timeout: 30_000, intervals: [100] },
    )
    .toBeGreaterThanOrEqual(whole - 1)
  await expect(modal.locator('.grid-tile:focus')).toBeInViewport()
  const last = await nameOf(modal)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  expect(await nameOf(modal)).toBe(last)
  await page.keyboard.press('Home')
  expect(await index()).toBe(0)
  await expect(modal.locator('.grid-tile:focus')).toBeInViewport()
})

test('F-59: a directory that goes away on the way leaves what was read, and goes on when it is back', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/console: Failed to load resource/)
  const modal = await openAll(page, stack)
  // Installed wallets are there before the first page, and a directory that goes away then was never read.
  await expect
    .poll(async () => Number(await modal.getByRole('grid').getAttribute('aria-rowcount')))
    .toBeGreaterThanOrEqual(10)
  await page.route(/getWallets/, (route) => route.abort())
  const tiles = modal.locator('.grid-tile')
  await tiles.first().focus()
  await page.keyboard.press('End')
  await page.keyboard.press('End')
  const told = modal.locator('[data-failure=DIRECTORY_DOWN]')
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return told.count()
    })
    .toBe(1)
  await expect(told).toContainText('More wallets could not be loaded.')
  const before = Number(await modal.getByRole('grid').getAttribute('aria-rowcount'))
  expect(before).toBeGreaterThanOrEqual(10)
  await page.unroute(/getWallets/)
  await told.getByRole('button', { name: 'Retry' }).click()
  await expect
    .poll(async () => Number(await modal.getByRole('grid').getAttribute('aria-rowcount')))
    .toBeGreaterThan(before)
})

test('F-59: with the directory down from the start the bundled list is searched', async ({ page, stack, troubles }) => {
  troubles.allow(/console: Failed to load resource/)
  await page.route(/getWallets/, (route) => route.abort())
  const modal = await openAll(page, stack)
  await expect(modal.locator('[data-failure=DIRECTORY_DOWN]')).toContainText('Showing a shorter list of wallets.')
  await page.keyboard.type('metamsk')
  await expect(modal.getByRole('gridcell').last()).toContainText('MetaMask')
})
