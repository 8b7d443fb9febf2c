import { createPublicClient, http } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { expect, modalOf, test } from './journey.ts'
import { addWallet, countCalls } from './wallet.ts'

/** An account that no other journey knows, so that nobody else calls it anything. */
const KEY = `0x${'7e1c'.repeat(16)}` as const
const KEEPER = privateKeyToAddress(KEY)

test('a name is registered by one signature in the shop, shown at once, and read from the chain by a library that knows the registry alone', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide', privateKey: KEY, otherKeys: [] })
  await page.goto(stack.site)
  const modal = modalOf(page)
  await page.locator('latchkey-button').getByRole('button').click()
  await modal.getByRole('button', { name: 'Tide' }).click()
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: /^Account/ })
    .click()
  await modal.getByRole('button', { name: 'Account settings' }).click()
  await modal.getByRole('button', { name: 'Choose account name' }).click()
  await modal.getByRole('button', { name: 'Choose name' }).click()
  await modal.getByRole('combobox', { name: 'Your name' }).fill('shop')
  await expect(modal).toContainText('shop.latchkey.test is taken.')
  await modal.getByRole('combobox', { name: 'Your name' }).fill('keeper')
  await modal.getByRole('button', { name: 'Get keeper.latchkey.test' }).dblclick()
  await expect(modal).toContainText('keeper.latchkey.test is yours')
  expect(await countCalls(page, 'test.tide', 'personal_sign')).toBe(1)
  await modal.getByRole('button', { name: 'Go to my account' }).click()
  await expect(modal.getByRole('button', { name: 'keeper.latchkey.test' })).toBeVisible()
  await expect(page.locator('latchkey-button').getByRole('button')).toContainText('keeper.latchkey.test')

  const chain = createPublicClient({ chain: mainnet, transport: http(stack.rpc) })
  const { universalResolver: universalResolverAddress } = stack.names
  const read = (name: string) => chain.getEnsAddress({ name, universalResolverAddress, strict: true })
  expect(await read('keeper.latchkey.test')).toBe(KEEPER)
  expect(await read('shop.latchkey.test')).not.toBeNull()
})
