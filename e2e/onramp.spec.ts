import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, modalOf, test } from './journey.ts'
import { askNode } from './node.ts'
import { addWallet } from './wallet.ts'

/** An account that no other journey knows, so that its balance is its own. */
const BUYER_KEY = `0x${'6b3e'.repeat(16)}` as const
const BUYER = privateKeyToAddress(BUYER_KEY)

const button = (page: Page, name: string | RegExp) => modalOf(page).getByRole('button', { name })

test('coins are bought: chosen in the modal, paid on the page of the provider, and on the chain when the modal says so', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide', privateKey: BUYER_KEY, otherKeys: [] })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await button(page, 'Tide').click()
  await expect(page.locator('#address')).toHaveText(BUYER)

  await page.locator('latchkey-button').getByRole('button').click()
  await button(page, 'Add funds').click()
  await button(page, /Buy crypto/).click()
  await button(page, /^You get about: /).click()
  await modalOf(page).getByRole('option', { name: /dUSD/ }).click()
  await button(page, '$250').click()
  const provider = button(page, /Brindle Pay/)
  // Of 250 dollars: 3.75 fee and 0.40 for sending.
  await expect(provider).toContainText('245.85 dUSD')
  const [shop] = await Promise.all([context.waitForEvent('page'), provider.click()])

  await expect(shop.getByRole('heading', { name: 'Brindle Pay' })).toBeVisible()
  expect(await shop.evaluate(() => window.opener)).toBeNull()
  expect(await shop.evaluate(() => document.referrer)).toBe('')
  await expect(shop.locator('dl')).toContainText(BUYER)
  await expect(modalOf(page)).toContainText('Waiting for Brindle Pay')
  await shop.getByRole('button', { name: /^Pay 250/ }).click()
  await expect(shop.getByRole('status')).toContainText('Your coins have arrived')

  await expect(modalOf(page)).toContainText('Your dUSD has arrived')
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [BUYER] })
  const held = await askNode(stack.rpc, 'eth_call', [{ to: stack.settings.contracts.dollar, data }, 'latest'])
  expect(BigInt(held)).toBe(245_850_000n)
  await button(page, 'Show purchases').click()
  await expect(modalOf(page)).toContainText('Bought 245.85 dUSD')
})
