import type { Page } from '@playwright/test'
import { expect, jumpUntil, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT, SECOND_ACCOUNT } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet, countCalls, no, tellWallet } from './wallet.ts'

const KEY = 'test.tide'

async function connect(page: Page, stack: Stack, query = ''): Promise<void> {
  await page.goto(`${stack.pages}/plain.html${query}`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(modalOf(page)).toBeHidden()
}

test('an account chosen in the wallet is the account of the page', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  await connect(page, stack)
  await tellWallet(page, KEY, 'selectAccount', SECOND_ACCOUNT)
  await expect(page.locator('#address')).toHaveText(SECOND_ACCOUNT)
  await expect(page.locator('latchkey-button').getByRole('button', { name: shorten(SECOND_ACCOUNT) })).toBeVisible()
})

test('a wallet that moves to a network the site did not ask for opens the choice, which cannot be closed until it is made', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await connect(page, stack)
  await tellWallet(page, KEY, 'switchChain', 7_777)
  const modal = modalOf(page)
  await expect(modal).toBeVisible()
  await expect(modal).toContainText('does not work on')
  await page.keyboard.press('Escape')
  await expect(modal).toBeVisible()
  await modal.getByRole('button', { name: 'Valley' }).click()
  await expect(page.locator('#network')).toHaveText('eip155:31338')
  await expect(modal).toBeHidden()
})

test('a site that allows any network hears of the move and is not disturbed', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  await connect(page, stack, '?any-chain')
  await tellWallet(page, KEY, 'switchChain', 7_777)
  await expect(page.locator('#network')).toHaveText('eip155:7777')
  await expect(modalOf(page)).toBeHidden()
})

test('a visitor switches the network in the modal, and a refusal there leaves everything as it was', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, {
    name: 'Tide',
    script: { wallet_switchEthereumChain: [no(4001, 'User rejected')] },
  })
  await connect(page, stack)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: /Network: Slope/ }).click()
  await modal.getByRole('option', { name: /Valley/ }).click()
  await expect(modal.locator('[data-failure="USER_REJECTED"]')).toBeVisible()
  await expect(page.locator('#network')).toHaveText('eip155:31337')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('#network')).toHaveText('eip155:31338')
})

test('a reload restores the connection without asking the wallet for anything that prompts', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await connect(page, stack)
  await page.reload()
  await expect(page.locator('#status')).toHaveText('connected')
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  for (const method of ['eth_requestAccounts', 'wallet_requestPermissions']) {
    expect(await countCalls(page, KEY, method)).toBe(0)
  }
})

test('F-55: a second tab follows the first one, and both see a disconnect', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  const second = await context.newPage()
  await second.goto(`${stack.pages}/plain.html`)
  await expect(second.locator('#status')).toHaveText('disconnected')
  // The wallet of the second tab knows of the permission as an extension would.
  await second.evaluate(
    (account) => window.wallets['test.tide']?.answerAlways('eth_accounts', { kind: 'ok', value: [account] }),
    FIRST_ACCOUNT,
  )
  await page.bringToFront()
  await connect(page, stack)
  await expect(second.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await second.getByRole('button', { name: 'Disconnect by script' }).click()
  await expect(second.locator('#status')).toHaveText('disconnected')
  await expect(page.locator('#status')).toHaveText('disconnected')
})

test('F-55: another account chosen in one tab leaves the other where it was, which continues as that account by a press', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  const second = await context.newPage()
  await second.goto(`${stack.pages}/plain.html`)
  await expect(second.locator('#status')).toHaveText('disconnected')
  const share = (account: string): Promise<unknown> =>
    second.evaluate(
      (value) => window.wallets['test.tide']?.answerAlways('eth_accounts', { kind: 'ok', value: [value] }),
      account,
    )
  await share(FIRST_ACCOUNT)
  await page.bringToFront()
  await connect(page, stack)
  await expect(second.locator('#address')).toHaveText(FIRST_ACCOUNT)

  await second.bringToFront()
  await second
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
  const modal = modalOf(second)
  await modal.getByRole('button', { name: 'Account settings' }).click()
  await expect(modal.getByRole('heading', { name: 'Account settings' })).toBeVisible()
  await share(SECOND_ACCOUNT)
  await tellWallet(page, KEY, 'selectAccount', SECOND_ACCOUNT)

  const told = modal.locator('[data-failure="CHANGED_IN_OTHER_TAB"]')
  await expect(told).toContainText('You changed wallets in another tab.')
  await told.getByRole('button', { name: /^Continue as 0x3C/ }).click()
  await expect(told).toHaveCount(0)
  await expect(modal.getByRole('heading', { name: 'Account settings' })).toBeVisible()
  await expect(second.locator('#address')).toHaveText(SECOND_ACCOUNT)
  expect(await countCalls(second, KEY, 'eth_requestAccounts')).toBe(0)
})

test('a disconnect in the modal ends the connection, and a reload does not bring it back', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await connect(page, stack)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
  await modalOf(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await expect(page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
})

test('a wallet that takes the permission away ends the connection', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  await connect(page, stack)
  await tellWallet(page, KEY, 'forgetPage')
  await expect(page.locator('#status')).toHaveText('disconnected')
})

test('F-54: a wallet that is gone after a reload leaves the page disconnected and usable', async ({
  context,
  page,
  stack,
}) => {
  await context.addInitScript(() => {
    if (sessionStorage.getItem('gone')) window.addWallet = () => undefined
  })
  await addWallet(context, stack, { name: 'Tide' })
  await page.clock.install()
  await connect(page, stack)
  await page.evaluate(() => sessionStorage.setItem('gone', 'yes'))
  await page.reload()
  await jumpUntil(page, 5_000, page.locator('#heard', { hasText: 'RESTORE_FAILED restore open' }))
  await expect(page.locator('#status')).toHaveText('disconnected')
  await expect(page.locator('#heard')).toContainText('RESTORE_FAILED restore open')
  // What is kept of a connection has no name, and the wallet is not here to tell it.
  await page.locator('latchkey-button').getByRole('button').click()
  const told = modalOf(page).locator('[data-failure="RESTORE_FAILED"]')
  await expect(told).toContainText('Your wallet is not available. Connect when you are ready.')
  await told.getByRole('button', { name: 'Reconnect' }).click()
  await expect(modalOf(page).locator('[data-failure="WALLET_NOT_SEEN"]')).toBeVisible()
})

test('F-54: a wallet that is silent after a reload is named at the next opening, is reconnected by its button, and comes back by itself once it answers', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await context.addInitScript(() => {
    if (sessionStorage.getItem('hangs')) window.wallets['test.tide']?.answerAlways('eth_accounts', { kind: 'hang' })
  })
  await page.clock.install()
  await connect(page, stack)
  await page.evaluate(() => sessionStorage.setItem('hangs', 'yes'))
  await page.reload()
  await jumpUntil(page, 5_000, page.locator('#heard', { hasText: 'RESTORE_FAILED restore open' }))
  await expect(page.locator('#heard')).toContainText('RESTORE_FAILED restore open')
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.locator('latchkey-button').getByRole('button').click()
  const told = modalOf(page).locator('[data-failure="RESTORE_FAILED"]')
  await expect(told).toContainText('Tide is not available. Connect when you are ready.')
  expect(await countCalls(page, KEY, 'eth_requestAccounts')).toBe(0)
  await told.getByRole('button', { name: 'Reconnect' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(modalOf(page)).toBeHidden()
  expect(await countCalls(page, KEY, 'eth_requestAccounts')).toBe(1)
  await page.evaluate(() => sessionStorage.removeItem('hangs'))
  await page.reload()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(await countCalls(page, KEY, 'eth_requestAccounts')).toBe(0)
})
