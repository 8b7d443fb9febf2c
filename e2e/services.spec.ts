import type { Page, Route } from '@playwright/test'
import { expect, jumpUntil, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet } from './wallet.ts'

async function openAccount(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
}

test.beforeEach(({ troubles }) => {
  // The browser's own note about a request that failed, which no page can keep back.
  troubles.allow(/Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED|blocked by CORS policy/)
})

test('F-59: with the gateway down an installed wallet still connects, and the list says that it is shorter', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.route(`${stack.gateway}/**`, (route) => route.abort())
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await expect(modalOf(page).locator('[data-failure="DIRECTORY_DOWN"]')).toContainText(
    'Showing a shorter list of wallets.',
  )
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-59: wallets in the browser never wait for a slow directory', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.route(`${stack.gateway}/getWallets**`, () => new Promise(() => undefined))
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-60: balances that cannot be read are said so and never shown as nothing, and come back later', async ({
  context,
  page,
  stack,
}) => {
  await page.clock.install()
  await addWallet(context, stack, { name: 'Tide' })
  await page.route(`${stack.gateway}/v1/account/**`, (route) => route.fulfill({ status: 503, body: '{}' }))
  await openAccount(page, stack)
  const failed = modalOf(page).locator('[data-failure="DATA_UNAVAILABLE"]')
  await jumpUntil(page, 2_000, failed)
  await expect(failed).toContainText('Balances cannot be loaded right now.')
  await expect(modalOf(page)).not.toContainText('$0')
  await page.unroute(`${stack.gateway}/v1/account/**`)
  // What failed is said before its reading is over, and the next one is due 30 s after that.
  await jumpUntil(page, 31_000, modalOf(page).getByText('Pine', { exact: true }))
  await expect(failed).toHaveCount(0)
})

test('F-60: a slow gateway leaves room for the balances and gives up after 10 s', async ({ context, page, stack }) => {
  await page.clock.install()
  await addWallet(context, stack, { name: 'Tide' })
  await page.route(`${stack.gateway}/v1/account/**`, () => new Promise(() => undefined))
  await openAccount(page, stack)
  await expect(modalOf(page).getByText('Loading your tokens').first()).toBeAttached()
  await jumpUntil(page, 11_000, modalOf(page).locator('[data-failure="DATA_UNAVAILABLE"]'))
})

test('F-58: what could not be loaded offline comes by itself once the page is back', async ({
  page,
  context,
  stack,
  troubles,
}) => {
  troubles.allow(/Failed to load resource|The view WhatIsAWallet broke|A part of Latchkey could not be loaded/)
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await expect(modalOf(page).getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
  await context.setOffline(true)
  await expect(modalOf(page)).toContainText('We continue when you are back.')
  await modalOf(page).getByRole('button', { name: 'What is a wallet?' }).click()
  await expect(modalOf(page)).toContainText('This part did not load')
  await context.setOffline(false)
  await expect(modalOf(page)).toContainText('Your key to many apps')
})

test('a site that was deployed anew while the page stood says what did not come, and loading the page again helps', async ({
  page,
  context,
  stack,
  troubles,
}) => {
  troubles.allow(/Failed to load resource|The view \w+ broke|A part of Latchkey could not be loaded/)
  await addWallet(context, stack, { name: 'Tide' })
  const parts = /\/assets\/latchkey-(external|help|engine)-/
  await page.route(parts, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  const modal = modalOf(page)
  const open = async (): Promise<void> => {
    await page.locator('latchkey-button').getByRole('button').click()
    await expect(modal.getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
  }
  await page.goto(`${stack.pages}/plain.html`)
  await open()
  await modal.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect(modal).toContainText('This part did not load')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal).toContainText('This part did not load')
  await modal.getByRole('button', { name: 'Reload page' }).click()

  await open()
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(modal).toContainText('This part did not load')
  await modal.getByRole('button', { name: 'Reload page' }).click()

  await open()
  await modal.getByRole('button', { name: 'Wallet on my phone' }).click()
  await expect(modal).toContainText('Reload this page to go on.')
  await expect(modal.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(parts)
  await modal.getByRole('button', { name: 'Reload page' }).click()
  await open()
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-58: a button that was pressed offline before anything was loaded works once the page is back', async ({
  page,
  context,
  stack,
  troubles,
}) => {
  troubles.allow(/Failed to load resource|A part of Latchkey could not be loaded/)
  // No idle moment: nothing is loaded ahead.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto(`${stack.pages}/plain.html`)
  const button = page.locator('latchkey-button').getByRole('button')
  await expect(button).toBeVisible()
  await context.setOffline(true)
  await button.click()
  await expect(page.locator('#heard')).toContainText('OFFLINE open final')
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(button).toHaveText('Try Again')
  await context.setOffline(false)
  await button.click()
  await expect(modalOf(page).getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
})

test('where the modal’s code is gone the button says so, and loads the page again', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/Failed to load resource|A part of Latchkey could not be loaded/)
  const parts = /\/assets\/latchkey-mount-/
  await page.route(parts, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto(`${stack.pages}/plain.html`)
  const button = page.locator('latchkey-button').getByRole('button')
  await button.click()
  await expect(button).toHaveText('Try Again')
  await button.click()
  await expect(button).toHaveText('Reload Page')
  await page.unroute(parts)
  await Promise.all([page.waitForEvent('load'), button.click()])
  await expect(button).toHaveText('Connect Wallet')
  await button.click()
  await expect(modalOf(page).getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
})

test('F-58: with the way into a wallet at hand, installed wallets work offline', async ({ page, context, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const row = modalOf(page).getByRole('button', { name: 'Tide' })
  const asked: string[] = []
  const come: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('requestfinished', (request) => come.push(request.url()))
  await row.hover()
  // What a file imports is asked for once the file has come.
  let before = 0
  await expect
    .poll(
      () => {
        const isSettled = asked.length === before && asked.every((url) => come.includes(url))
        before = asked.length
        return isSettled && asked.some((url) => url.includes('latchkey-external'))
      },
      { intervals: [500] },
    )
    .toBe(true)
  await context.setOffline(true)
  await expect(modalOf(page)).toContainText('Installed wallets still work.')
  await row.click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-58: offline is said, and the modal goes on by itself once the page is back, with what was on its way', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  const part = /latchkey-opened-/
  let held: Route | undefined
  // It stays in place: as it goes, the runner may lose sight of the request that comes next.
  await page.route(part, (route) => {
    if (held) return route.continue()
    held = route
  })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await expect(modalOf(page).getByRole('button', { name: 'Tide' })).toBeVisible()
  await expect.poll(() => held).toBeDefined()
  await context.setOffline(true)
  await expect(modalOf(page)).toContainText('You are offline.')
  await context.setOffline(false)
  await expect(modalOf(page)).not.toContainText('You are offline.')
  const arrival = page.waitForResponse(part)
  await held?.abort('internetdisconnected')
  await arrival
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})
