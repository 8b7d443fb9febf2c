import { readFileSync } from 'node:fs'
import { CSV_COLUMNS } from '../packages/latchkey/src/core/features/activity/toCsv.ts'
import { expect, modalOf, shorten, test } from './journey.ts'
import { askNode, FIRST_ACCOUNT } from './node.ts'
import { addWallet } from './wallet.ts'

test('a visitor reads the address to be paid, and what somebody sends to it appears in the activity', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
  await modal.getByRole('button', { name: 'Receive' }).click()
  await expect(modal.locator('.address')).toHaveText(FIRST_ACCOUNT)
  await expect(modal.getByRole('img', { name: 'Address as QR code' })).toBeVisible()

  const stranger = `0x${'5e'.repeat(20)}`
  await askNode(stack.rpc, 'anvil_setBalance', [stranger, '0x8ac7230489e80000'])
  await askNode(stack.rpc, 'anvil_impersonateAccount', [stranger])
  await askNode(stack.rpc, 'eth_sendTransaction', [{ from: stranger, to: FIRST_ACCOUNT, value: '0x5a34a38fc00a000' }])

  await modal.getByRole('button', { name: /^Back/ }).click()
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await modal.getByRole('button', { name: /Received ?, from 0x5e…5e5e5e ?, \+0\.406 ETH/i }).click()
  await expect(modal.getByRole('heading', { name: 'Transaction' })).toBeVisible()
  await expect(modal).toContainText('Completed')

  // This page allows no script, style or connection but its own, with Trusted Types: a download is none of them.
  await modal.getByRole('button', { name: /^Back/ }).click()
  const saving = page.waitForEvent('download')
  await modal.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^activity-eip155-31337-\d{4}-\d\d-\d\d\.csv$/)
  const [head, first] = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(head).toBe(`\ufeff${CSV_COLUMNS.map((column) => `"${column}"`).join(',')}`)
  expect(first).toContain(`"receive","confirmed","in","0.40625","ETH"`)
})

test('on a phone the activity is whole as soon as the sheet has come up', async ({ context, page, stack }) => {
  // Sheets come up from below only for those who like motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 375, height: 700 })
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(modal).toBeHidden()
  await page.getByRole('button', { name: 'Open by script' }).click()
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await expect.poll(() => modal.locator('.entry').count()).toBeGreaterThan(3)
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  // The tab is kept, and its entries are known: they are measured while the sheet is on its way.
  await page.getByRole('button', { name: 'Open by script' }).click()
  await expect(modal.locator('.entry').first()).toBeInViewport()
  await expect.poll(() => modal.locator('.entry').count()).toBeGreaterThan(3)
})
