import type { Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { EXTENSION_KEYS } from '../tests/extension/buildExtension.ts'
import { type ExtensionBrowser, launchExtension } from '../tests/extension/launchExtension.ts'
import { expect, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import { readStack } from './stack.ts'

/** A real MV3 extension in the browser: what page and wallet say to each other crosses three processes. */
const NAME = 'Tidewater'

/** Account of the first key of the extension. Source: the dev phrase, index 0. */
const EXTENSION_ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test.describe.configure({ mode: 'serial' })

// A headless shell loads no extension. Where everything is installed that is a mistake, so CI does not skip.
test.skip(!findBrowser().extensions && !process.env.CI, 'SKIPPED, LOUDLY: this Chromium loads no extensions')

let wallet: ExtensionBrowser
let page: Page

test.beforeAll(async () => {
  const { settings, rpc } = readStack()
  const [first, ...others] = settings.chains
  if (!first) throw new Error('The settings name no chain.')
  wallet = await launchExtension({
    name: NAME,
    rdns: 'dev.latchkey.tidewater',
    privateKeys: EXTENSION_KEYS,
    chains: [first, ...others, { chainId: 7_777, name: 'Far Shore', rpcUrl: rpc }],
  })
})

test.afterAll(async () => wallet?.close())

test.beforeEach(async ({ troubles, stack }) => {
  await troubles.watch(wallet.context)
  page ??= await wallet.context.newPage()
  await page.goto(`${stack.pages}/plain.html`)
  await page.bringToFront()
})

async function choose(): Promise<void> {
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: NAME }).click()
}

test('F-03: a refusal in the extension’s window is told, and the next try asks again', async () => {
  await choose()
  await wallet.reject()
  await expect(modalOf(page).locator('[data-failure="USER_REJECTED"]')).toContainText(`You said no in ${NAME}`)
  await modalOf(page).getByRole('button', { name: 'Try again' }).click()
  await wallet.approve()
  await expect(page.locator('#address')).toHaveText(EXTENSION_ACCOUNT)
  await expect(modalOf(page)).toBeHidden()
})

test('a reload restores the extension’s connection without a question', async () => {
  await expect(page.locator('#address')).toHaveText(EXTENSION_ACCOUNT)
  expect(wallet.countQuestions()).toBe(0)
})

test('the account shows balances and signs with the extension’s key', async () => {
  await expect(page.locator('#address')).toHaveText(EXTENSION_ACCOUNT)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(EXTENSION_ACCOUNT) })
    .click()
  await expect(modalOf(page).getByText('Pine', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign' }).click()
  expect(await wallet.approve()).toContain('Hello, slope')
  await expect(page.locator('#result')).toHaveText(/^0x[0-9a-f]{130}$/)
})

test('an account chosen in the extension is the page’s account', async () => {
  await expect(page.locator('#address')).toHaveText(EXTENSION_ACCOUNT)
  await wallet.inSettings((settings) => settings.locator('#account').selectOption(FIRST_ACCOUNT))
  await page.bringToFront()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('a network chosen in the extension that the site did not ask for opens the choice', async () => {
  await expect(page.locator('#status')).toHaveText('connected')
  await wallet.inSettings((settings) => settings.locator('#chain').selectOption('7777'))
  await page.bringToFront()
  await expect(modalOf(page)).toContainText('does not work on')
  await modalOf(page).getByRole('button', { name: 'Slope' }).click()
  await wallet.approve()
  await expect(page.locator('#network')).toHaveText('eip155:31337')
  await expect(modalOf(page)).toBeHidden()
})

test('F-01: a locked extension is named, and unlocking it connects without a second request', async () => {
  await expect(page.locator('#status')).toHaveText('connected')
  await wallet.inSettings((settings) => settings.locator('#lock').click())
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.bringToFront()
  await choose()
  await expect(modalOf(page).locator('[data-failure="WALLET_LOCKED"]')).toContainText(`${NAME} is locked`)
  await wallet.inSettings((settings) => settings.locator('#unlock').click())
  await page.bringToFront()
  await expect(page.locator('#status')).toHaveText('connected')
  expect(wallet.countQuestions()).toBe(0)
})

test('a disconnect in the modal ends it, and a reload does not bring it back', async () => {
  await expect(page.locator('#status')).toHaveText('connected')
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await expect(page.locator('#status')).toHaveText('disconnected')
})
