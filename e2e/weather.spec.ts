import type { Page } from '@playwright/test'
import { expect, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import { addSolanaWallet, addWallet, countCalls } from './wallet.ts'

const openModal = (page: Page): Promise<void> => page.locator('latchkey-button').getByRole('button').click()

test('going offline in the middle of connecting and online again loses nothing: the wallet that answers meanwhile is connected', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/ERR_INTERNET_DISCONNECTED/)
  await addSolanaWallet(context, stack)
  await page.goto(`${stack.pages}/families.html?families=solana&solana-rpc=${encodeURIComponent(stack.solanaRpc)}`)
  await page.evaluate(() => window.solanaWallets['Sol Satchel']?.lock())
  const modal = modalOf(page)
  await openModal(page)
  await modal.getByRole('button', { name: 'Sol Satchel' }).click()
  await expect(modal).toContainText('Approve in Sol Satchel')
  await context.setOffline(true)
  await expect(modal.getByText('You are offline. Installed wallets still work.')).toBeVisible()
  await page.evaluate(() => window.solanaWallets['Sol Satchel']?.unlock())
  await expect(page.locator('#status')).toHaveText('connected')
  await context.setOffline(false)
  await openModal(page)
  await expect(modal.getByText('You are offline. Installed wallets still work.')).toBeHidden()
  await expect(modal.getByText('0 SOL').first()).toBeVisible()
})

test('with the directory down and the relay unreachable an installed wallet connects and signs', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_FAILED/)
  await addWallet(context, stack, { name: 'Tide' })
  await page.route(/getWallets|getWalletImage/, (route) => route.abort())
  // Nobody listens there.
  await page.goto(`${stack.pages}/families.html?families=eip155&relay=ws%3A%2F%2F127.0.0.1%3A9%2Frelay`)
  const modal = modalOf(page)
  await openModal(page)
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(modal).toBeHidden()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.locator('#result')).toHaveText(/^0x/)
  expect(await countCalls(page, 'test.tide', 'eth_requestAccounts')).toBe(1)
})
