import type { BrowserContext, Page } from '@playwright/test'
import { expect, modalOf } from './journey.ts'
import type { Stack } from './stack.ts'

/** The code that the modal shows, as its "Copy link" button gives it. Empty while there is none. */
export async function copyUri(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(page.url()).origin })
  await page.bringToFront()
  await modalOf(page).getByRole('button', { name: 'Copy link' }).click()
  // The word that it was copied stays for as long as a pointer rests on it, over the button.
  await page.mouse.move(0, 0)
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Opens the modal at the code that any wallet reads; resolves with the code. */
export async function showUri(page: Page): Promise<string> {
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Wallet on my phone' }).click()
  return copyUri(page)
}

/** The demo wallet in a tab of its own. */
export async function openWallet(context: BrowserContext, stack: Stack): Promise<Page> {
  const wallet = await context.newPage()
  await wallet.goto(stack.wallet)
  return wallet
}

/** Hands a pairing uri to the demo wallet by pasting it, and approves. */
export async function approveUri(wallet: Page, code: string): Promise<void> {
  await wallet.bringToFront()
  await wallet.getByLabel('Connection code').fill(code)
  await wallet.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(wallet.getByRole('heading', { name: /^Connect to/ })).toBeVisible()
  await wallet.getByRole('button', { name: 'Approve' }).click()
  await expect(wallet.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
}
