import type { Page } from '@playwright/test'
import { expect, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet } from './wallet.ts'

/** Notes what the page asks the gateway, by path and query, and what its console says. */
function listen(page: Page, stack: Stack) {
  const asked: string[] = []
  const said: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(stack.gateway) && request.resourceType() === 'fetch') asked.push(request.url())
  })
  page.on('console', (message) => said.push(message.text()))
  return { asked, countSaid: (text: string) => said.filter((line) => line.includes(text)).length }
}

const openModal = (page: Page) => page.locator('latchkey-button').getByRole('button').click()

test.beforeEach(({ troubles }) => {
  troubles.allow(
    /Failed to load resource|blocked by CORS policy|refuses this page|refused a sign-in call|WebSocket connection to/,
  )
})

test('F-12: a page on an origin that the gateway does not list learns code and reason, asks once, and its developer reads the setting', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  const { asked, countSaid } = listen(page, stack)
  await page.goto(`${stack.strangers}/plain.html?debug`)
  await openModal(page)
  await expect(modalOf(page)).toContainText(/Invalid app configuration/i)
  await expect(modalOf(page).locator('[data-failure="DIRECTORY_DOWN"]')).toBeVisible()
  // An installed wallet needs no gateway.
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  // Whichever call came first: its refusal holds for the others.
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).toEqual([...new Set(asked)])
  await expect.poll(() => countSaid('Invalid App Configuration')).toBe(1)
  await expect.poll(() => countSaid("Check projectId and the project's list of origins")).toBe(1)

  const read = await page.evaluate(async (gateway) => {
    const response = await fetch(`${gateway}/getWallets?projectId=nobody`, { credentials: 'omit' })
    const closed = await fetch(`${gateway}/getWallets?projectId=nobody`, { credentials: 'include' }).catch(
      () => 'closed',
    )
    const data = await fetch(`${gateway}/v1/supported-chains`).catch(() => 'closed')
    const body: unknown = await response.json()
    return { status: response.status, id: response.headers.get('x-request-id'), body, closed, data }
  }, stack.gateway)
  expect(read).toMatchObject({
    status: 401,
    body: { code: 'PROJECT_UNKNOWN', requestId: read.id },
    closed: 'closed',
    data: 'closed',
  })
})

test('a page without a project id where the gateway asks for one tells its developer so', async ({ page, stack }) => {
  const { countSaid } = listen(page, stack)
  await page.goto(`${stack.pages}/plain.html?debug&project=`)
  await openModal(page)
  await expect.poll(() => countSaid('Project ID Not Configured')).toBe(1)
  expect(countSaid('Invalid App Configuration')).toBe(0)
})

test('without debug mode the console names the setting once, and the visitor sees no alert', async ({
  page,
  stack,
}) => {
  const { countSaid } = listen(page, stack)
  await page.goto(`${stack.pages}/plain.html?project=nobody`)
  await openModal(page)
  await expect(modalOf(page).locator('[data-failure="DIRECTORY_DOWN"]')).toBeVisible()
  await expect.poll(() => countSaid('The gateway refuses this page')).toBe(1)
  await expect(modalOf(page)).not.toContainText(/Invalid app configuration/i)
})

test('F-12: signing in on a page that the gateway does not list says that this way is not set up', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.strangers}/plain.html?siwx=gateway&debug`)
  await openModal(page)
  // The alert moves what is below it, also from under a press.
  await expect(modalOf(page)).toContainText(/Invalid app configuration/i)
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(modalOf(page).locator('[data-failure="SITE_REFUSED"]')).toContainText('This way is not set up')
})

test('F-11: a relay that finds the token of a wrong clock untimely alerts the developer with an expired session', async ({
  page,
  stack,
}) => {
  const { countSaid } = listen(page, stack)
  await page.addInitScript(() => {
    const real = Date.now
    Date.now = () => real() + 600_000
  })
  await page.goto(`${stack.pages}/plain.html?debug`)
  await openModal(page)
  await modalOf(page).getByRole('button', { name: 'Wallet on my phone' }).click()
  await expect(modalOf(page).locator('[data-failure="CLOCK_WRONG"]')).toBeVisible()
  // The view of the failure and the alert are loaded beside each other.
  await expect.poll(() => countSaid('Session Expired')).toBe(1)
})
