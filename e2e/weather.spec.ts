import type { Page } from '@playwright/test'
import { expect, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import { setGate } from './phone.ts'
import { addSolanaWallet, addWallet, countCalls } from './wallet.ts'

const openModal = (page: Page): Promise<void> => page.locator('latchkey-button').getByRole('button').click()

test('going offline in the middle of connecting and online again loses nothing: the wallet that answers meanwhile is connected', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  // What is on its way as the network goes is logged where the browser has not noticed yet, and comes once there is one.
  troubles.allow(/ERR_INTERNET_DISCONNECTED|A part of Latchkey could not be loaded/)
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

test.afterEach(({ stack }) => setGate(stack, 'pass'))

test('with the directory down and the relay unreachable an installed wallet connects and signs', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/Failed to load resource|WebSocket connection to .* failed/)
  await addWallet(context, stack, { name: 'Tide' })
  await page.route(/getWallets|getWalletImage/, (route) => route.abort())
  await setGate(stack, 'refuse')
  await page.goto(`${stack.pages}/families.html?families=eip155&relay=${encodeURIComponent(stack.gateRelay)}`)
  const modal = modalOf(page)
  await openModal(page)
  const refused = page.waitForEvent('websocket')
  await modal.getByRole('button', { name: 'Wallet on my phone' }).click()
  await refused
  await modal.getByRole('button', { name: /^Back/ }).click()
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(modal).toBeHidden()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.locator('#result')).toHaveText(/^0x/)
  expect(await countCalls(page, 'test.tide', 'eth_requestAccounts')).toBe(1)
})
