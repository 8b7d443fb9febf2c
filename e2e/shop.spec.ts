import { expect, modalOf, test } from './journey.ts'
import { FIRST_NAME } from './node.ts'

const wallet = '[data-demo-wallet]'

test('what a purchase leaves stands in the figures and on every card, and no event reads as an object', async ({
  page,
  stack,
}) => {
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url())
  })
  await page.goto(stack.site)
  const figure = page.locator('#left')
  await expect(figure).toHaveText(/^\d+$/)
  const before = Number(await figure.textContent())
  const rowan = page.getByRole('article').filter({ hasText: 'Rowan' })
  await rowan.getByRole('button', { name: /^Plant for/ }).click()
  await modalOf(page).getByRole('button', { name: 'Fernpass' }).click()
  const question = page.locator(wallet).getByRole('dialog')
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(question).toContainText('Send')
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(rowan.getByText(/Planted\. Shade no\./)).toBeVisible()
  // Other journeys buy in the same shop.
  await expect.poll(async () => Number(await figure.textContent())).toBeLessThan(before)
  const cards = await page.getByRole('article').getByText('shares left').allTextContents()
  const sum = cards.reduce((total, text) => total + Number.parseInt(text, 10), 0)
  expect(sum).toBe(Number(await figure.textContent()))

  await page.getByText('What this page hears').click()
  await expect(page.locator('#heard-log')).toContainText('CONNECT_SUCCESS')
  await expect(page.locator('#heard-log')).not.toContainText('[object')
  await page.locator('latchkey-button').getByRole('button').click()
  await expect(modalOf(page).getByText('Pine', { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(missing).toEqual([])
})

test('the demo wallet names the network that it is asked to go to', async ({ page, stack }) => {
  await page.goto(stack.site)
  await page.locator('latchkey-button').getByRole('button').click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Fernpass' }).click()
  const question = page.locator(wallet).getByRole('dialog')
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toBeHidden()
  await page.evaluate(() => document.querySelector('latchkey-button')?.setAttribute('hidden', ''))
  await page.evaluate(() => {
    const button = document.createElement('latchkey-network-button')
    document.querySelector('header')?.append(button)
  })
  await page.locator('latchkey-network-button').getByRole('button').click()
  await modal.getByText('Valley', { exact: true }).click()
  await expect(question).toContainText('Change network to Valley?')
  await question.getByRole('button', { name: 'Reject' }).click()
})

test('the theme is that of the page too, and every language of the modal can be chosen', async ({ page, stack }) => {
  await page.goto(stack.site)
  await page.getByText('What this page hears').click()
  const getGround = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await getGround()
  await page.getByLabel('Theme').selectOption('dark')
  expect(await getGround()).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByLabel('Theme').selectOption('system')
  expect(await getGround()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await getGround()).not.toBe(light)
  const languages = page.getByLabel('Language').locator('option')
  await expect(languages).toHaveCount(15)
  await page.getByLabel('Language').selectOption('de')
  await expect(page.locator('latchkey-button')).toContainText('Wallet verbinden')
})

test('on a screen of 320 px nothing in the header lies over anything else', async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(stack.site)
  const button = page.locator('header latchkey-button')
  const check = async (): Promise<void> => {
    const brand = await page.locator('.brand').boundingBox()
    const box = await button.boundingBox()
    if (!brand || !box) throw new Error('The header lacks a part.')
    expect(brand.x + brand.width).toBeLessThanOrEqual(box.x)
    expect(box.x + box.width).toBeLessThanOrEqual(320)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  await expect(button).toContainText('Connect Wallet')
  await check()
  await button.getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Fernpass' }).click()
  await page.locator(wallet).getByRole('button', { name: 'Approve' }).click()
  await expect(modalOf(page)).toBeHidden()
  await expect(button).toContainText(FIRST_NAME)
  await check()
})
