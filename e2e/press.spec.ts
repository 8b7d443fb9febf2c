import type { Locator, Page } from '@playwright/test'
import { expect, holdBack, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import { addWallet } from './wallet.ts'

// Browsers drop the click of a press whose beginning was on something that is gone at its end, and things arrive at any time.

/** Presses the middle of something with the mouse, and has something else happen before the button of the mouse is let go. */
async function pressDuring(page: Page, what: Locator, happen: () => Promise<void>): Promise<void> {
  await what.hover()
  await page.mouse.down()
  await happen()
  await page.mouse.up()
}

test('a press of the button counts where its words change under it', async ({ page, stack }) => {
  await page.goto(`${stack.pages}/plain.html`)
  const button = page.locator('latchkey-button').getByRole('button')
  await pressDuring(page, button, async () => {
    await page.evaluate(() => window.latchkey.setLocale('de'))
    await expect(button).toHaveText('Wallet verbinden')
  })
  await expect(modalOf(page)).toBeVisible()
})

test('a press of the account counts where its balance arrives under it', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  const release = await holdBack(page, /\/balance/)
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(modal).toBeHidden()
  const account = page.locator('latchkey-button').getByRole('button', { name: shorten(FIRST_ACCOUNT) })
  await expect(account).not.toContainText('ETH')
  await pressDuring(page, account, async () => {
    release()
    await expect(account).toContainText('ETH')
  })
  await expect(modal.getByRole('button', { name: 'Receive' })).toBeVisible()
})

test('a press of a wallet counts where its picture fails under it', async ({ page, stack, troubles }) => {
  troubles.allow(/console: Failed to load resource/)
  const fail = await holdBack(page, /getWalletImage/, 'abort')
  await page.goto(stack.site)
  await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: /^Search wallets/ }).click()
  await modal.getByRole('textbox', { name: 'Search wallets' }).fill('metamask')
  const tile = modal.getByRole('gridcell').first()
  await expect(tile).toContainText('MetaMask')
  await pressDuring(page, tile.locator('.pic'), async () => {
    fail()
    await expect(tile.locator('img')).toHaveCount(0)
  })
  await expect(modal.getByRole('img', { name: 'QR code for MetaMask' })).toBeVisible()
})
