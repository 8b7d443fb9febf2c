import type { Locator, Page } from '@playwright/test'
import { expect, jumpUntil, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet, countCalls, hang, no, ok, tellWallet, thrown } from './wallet.ts'

const KEY = 'test.tide'

async function choose(page: Page, stack: Stack, name = 'Tide'): Promise<void> {
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name }).first().click()
}

function failureOf(page: Page, code: string): Locator {
  return modalOf(page).locator(`[data-failure="${code}"]`)
}

/** The failure's code is on the view, and its sentences stand there in their order; one set as a title has no full stop. */
async function expectFailure(page: Page, code: string, sentences: string): Promise<void> {
  const words = sentences.replace(/\.( |$)/g, '\\.?\\s*')
  await expect(failureOf(page, code)).toContainText(new RegExp(words))
}

test('F-01: a locked wallet is named after 3 s, and once unlocked the first request is answered', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  await tellWallet(page, KEY, 'lock')
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expectFailure(page, 'WALLET_LOCKED', 'Tide is locked. Click its icon in the browser bar to unlock it.')
  await tellWallet(page, KEY, 'unlock')
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(await countCalls(page, KEY, 'eth_requestAccounts')).toBe(1)
})

test('F-02: a prompt that is already open is pointed at, and nothing asks a second time', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide', script: { eth_requestAccounts: [no(-32002, 'Already processing')] } })
  await choose(page, stack)
  await expectFailure(page, 'PROMPT_PENDING', 'Tide is already asking you. Open it to answer.')
  await tellWallet(page, KEY, 'answerAlways', 'eth_accounts', ok([FIRST_ACCOUNT]))
  await modalOf(page).getByRole('button', { name: 'Check again' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(await countCalls(page, KEY, 'eth_requestAccounts')).toBe(1)
})

test('F-03: a refusal says so, tells the page, and trying again connects', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide', script: { eth_requestAccounts: [no(4001, 'User rejected')] } })
  await choose(page, stack)
  await expectFailure(page, 'USER_REJECTED', 'You said no in Tide. Nothing was shared or sent.')
  await expect(failureOf(page, 'USER_REJECTED').getByRole('alert')).toBeVisible()
  await expect(page.locator('#heard')).toContainText('USER_REJECTED connect final')
  await modalOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-03: an inner error is no refusal', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide', script: { eth_requestAccounts: [no(-32603, 'Internal error')] } })
  await choose(page, stack)
  await expect(failureOf(page, 'UNKNOWN_FAILURE')).toBeVisible()
  await modalOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-04: an updated extension asks for a reload of the page, which goes on at the same wallet', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  const dead = thrown({ message: 'Extension context invalidated.' })
  await tellWallet(page, KEY, 'answerAlways', 'eth_requestAccounts', dead)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).first().click()
  await expectFailure(page, 'EXTENSION_RELOADED', 'Tide was updated. Reload this page to go on.')
  await expect(page.locator('#heard')).toContainText('EXTENSION_RELOADED connect final')
  await modalOf(page).getByRole('button', { name: 'Reload page' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  // The next reload is like any other.
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await expect(modalOf(page)).toBeHidden()
  expect(await countCalls(page, KEY, 'eth_requestAccounts')).toBe(0)
})

test('F-05: a wallet that answers nothing at all is called silent, and others stay in reach', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.clock.install()
  await page.goto(`${stack.pages}/plain.html`)
  await tellWallet(page, KEY, 'answerAlways', '*', hang)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await jumpUntil(page, 8_000, modalOf(page).locator('[data-failure="WALLET_NOT_RESPONDING"]'))
  await expectFailure(page, 'WALLET_NOT_RESPONDING', 'Tide does not answer.')
  await modalOf(page).getByRole('button', { name: 'Other ways' }).first().click()
  await expect(modalOf(page).getByRole('heading', { name: 'Connect a wallet' })).toBeAttached()
})

test('F-06, SEC-89: two extensions with one name are both shown with a notice, and only the chosen one is called', async ({
  context,
  page,
  stack,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'ethereum', {
      get: () => {
        throw new Error('The global was touched.')
      },
    })
  })
  await addWallet(context, stack, { name: 'Tide', key: 'true' })
  await addWallet(context, stack, { name: 'Tide', key: 'false', privateKey: undefined })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const modal = modalOf(page)
  await expectFailure(page, 'WALLET_LOOKALIKE', 'Two extensions call themselves Tide. Choose the one you trust.')
  await expect(page.locator('#heard').getByText('WALLET_LOOKALIKE discover open')).toHaveCount(1)
  await expect(modal.getByRole('button', { name: 'Tide' })).toHaveCount(2)
  await modal.getByRole('button', { name: 'Tide' }).first().click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(await countCalls(page, 'false', 'eth_requestAccounts')).toBe(0)
})

test('F-07: a wallet that is announced late connects by itself once it is chosen from the directory', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'MetaMask', rdns: 'io.metamask', delayMs: 2_500 })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'MetaMask' }).first().click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-07: a wallet that is not here is reached through its phone, or got by links to its stores', async ({
  page,
  stack,
}) => {
  await choose(page, stack, 'MetaMask')
  await expect(
    modalOf(page).getByRole('paragraph').filter({ hasText: 'Scan with MetaMask on your phone' }),
  ).toBeVisible()
  await modalOf(page).getByRole('button', { name: 'Get MetaMask' }).click()
  const link = modalOf(page).getByRole('link').first()
  await expect(link).toHaveAttribute('href', /^https:/)
  await expect(link).toHaveAttribute('rel', /noopener/)
})

test('F-08: a wallet that shares no account is said so, and choosing one connects', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide', script: { eth_requestAccounts: [ok([])] } })
  await choose(page, stack)
  await expectFailure(page, 'ACCOUNT_NOT_SHARED', 'Tide has not shared this account. Choose it there.')
  await modalOf(page).getByRole('button', { name: 'Choose account' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(await countCalls(page, KEY, 'wallet_requestPermissions')).toBe(1)
})

test('F-08: a signature by an account that the wallet no longer shares is had once it was chosen there', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide', script: { personal_sign: [no(4100, 'Unauthorized')] } })
  await choose(page, stack)
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.getByRole('button', { name: 'Sign' }).click()
  await expectFailure(page, 'ACCOUNT_NOT_SHARED', 'Tide has not shared this account. Choose it there.')
  await expect(page.locator('#heard')).toContainText('ACCOUNT_NOT_SHARED sign open')
  await modalOf(page).getByRole('button', { name: 'Choose account' }).click()
  await expect(page.locator('#result')).toHaveText(/^0x[0-9a-f]{130}$/)
  await expect(modalOf(page)).toBeHidden()
  expect(await countCalls(page, KEY, 'wallet_requestPermissions')).toBe(1)
  expect(await countCalls(page, KEY, 'personal_sign')).toBe(2)
})

test('F-09: a hardware wallet that is not ready is named, and signs at the next try or not at all', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, {
    name: 'Tide',
    script: {
      personal_sign: [
        no(-32603, 'Ledger device: Locked device (0x5515)'),
        no(-32603, 'Ledger device: (0x650f)'),
        no(-32603, 'Ledger device: Locked device (0x5515)'),
      ],
    },
  })
  await choose(page, stack)
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.getByRole('button', { name: 'Sign' }).click()
  const words = 'Unlock your hardware wallet and open the right app on it.'
  await expectFailure(page, 'HARDWARE_NOT_READY', words)
  await expect(page.locator('#heard')).toContainText('HARDWARE_NOT_READY sign open')
  await modalOf(page).getByRole('button', { name: 'Try again' }).click()
  await expectFailure(page, 'HARDWARE_NOT_READY', words)
  await page.keyboard.press('Escape')
  await expect(page.locator('#result')).toHaveText('refused HARDWARE_NOT_READY')
  await page.getByRole('button', { name: 'Sign' }).click()
  await expectFailure(page, 'HARDWARE_NOT_READY', words)
  await modalOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('#result')).toHaveText(/^0x[0-9a-f]{130}$/)
  await expect(modalOf(page)).toBeHidden()
  expect(await countCalls(page, KEY, 'personal_sign')).toBe(4)
})
