import type { Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { expect, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet } from './wallet.ts'

const { path, args, env } = findBrowser()

// The runner switches the back/forward cache off. A page that passed through the runner has lost its place in the loopback network.
test.use({
  launchOptions: {
    executablePath: path,
    args: [
      ...args,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      '--disable-features=LocalNetworkAccessChecks',
    ],
    env: { ...(process.env as Record<string, string>), ...env },
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

/** Connects on a page that the browser may keep whole when it is left. */
async function connect(page: Page, stack: Stack): Promise<void> {
  // The stack lets nobody keep its pages, because their nonces are for one answer; browsers keep no such page.
  await page.route('**/families.html**', async (route) => {
    const response = await route.fetch()
    const { 'cache-control': _no, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto(`${stack.pages}/families.html?families=eip155`)
  await choose(page)
}

/** Chooses the wallet from the button, and is connected. */
async function choose(page: Page): Promise<void> {
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(modalOf(page)).toBeHidden()
}

async function goBack(page: Page): Promise<void> {
  // The runner's own way back waits for a page load, and a page that was kept has none.
  await page.evaluate(() => history.back())
  await expect(page.getByRole('heading', { name: 'Families of networks' })).toBeVisible()
}

test('a visitor goes to another site and back to the page as the browser kept it: the connection and the modal work', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await connect(page, stack)
  await page.evaluate(() => {
    document.title = 'Not left'
    addEventListener('pageshow', ({ persisted }) => sessionStorage.setItem('persisted', String(persisted)))
  })
  await page.goto(stack.wallet)
  await goBack(page)
  // The very same page, not one that was loaded again.
  await expect(page).toHaveTitle('Not left')
  expect(await page.evaluate(() => sessionStorage.getItem('persisted'))).toBe('true')

  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.locator('#result')).toHaveText(/^0x/)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
  await modalOf(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await choose(page)
})

test('a visitor leaves the wallet on another page of the site and goes back: it is left there as well', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await connect(page, stack)
  await page.getByRole('link', { name: 'Another page' }).click()
  await expect(page.getByRole('heading', { name: 'Plain page' })).toBeVisible()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.getByRole('button', { name: 'Disconnect by script' }).click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await goBack(page)
  await expect(page.locator('#status')).toHaveText('disconnected')
  await choose(page)
})
