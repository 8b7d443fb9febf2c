import { formatEther } from 'viem'
import { expect, modalOf, test } from './journey.ts'
import { askNode, FIRST_ACCOUNT, FIRST_NAME } from './node.ts'

const wallet = '[data-demo-wallet]'

test('a newcomer connects the demo wallet from the button and sees the name and the balances that the gateway read from the chain', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site)
  await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Fernpass' }).click()
  await expect(modal.getByText('Approve in Fernpass')).toBeVisible()

  const question = page.locator(wallet).getByRole('dialog')
  await expect(question).toContainText('Let this site see your address?')
  await expect(question).toContainText(stack.site)
  await question.getByRole('button', { name: 'Approve' }).click()

  await expect(modal).toBeHidden()
  const account = page.locator('latchkey-button').getByRole('button', { name: FIRST_NAME })
  await account.click()
  await expect(modal.getByText('Pine', { exact: true })).toBeVisible()
  await expect(modal.getByText('240 PINE')).toBeVisible()
  await expect(modal.getByText('612.4 dUSD')).toBeVisible()
  const ether = formatEther(BigInt(await askNode(stack.rpc, 'eth_getBalance', [FIRST_ACCOUNT, 'latest'])))
  await expect(modal.getByText(`${ether.slice(0, ether.indexOf('.') + 4)} ETH`).first()).toBeVisible()
})

test('a share is bought with a transaction that the chain mined, and its certificate is shown', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site)
  const rowan = page.getByRole('article').filter({ hasText: 'Rowan' })
  await rowan.getByRole('button', { name: 'One share of Rowan more' }).click()
  await rowan.getByRole('button', { name: 'Plant for 0.016 ETH' }).click()
  await modalOf(page).getByRole('button', { name: 'Fernpass' }).click()
  const question = page.locator(wallet).getByRole('dialog')
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(question).toContainText('Send 0.016 ETH?')
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(rowan.getByText(/Planted\. Shade no\. \d+ is yours\./)).toBeVisible()
  await expect(page.getByRole('img', { name: /Certificate of Rowan/ }).first()).toBeVisible()
})

test('a purchase that the visitor refuses costs nothing and says so', async ({ page, stack }) => {
  await page.goto(stack.site)
  const larch = page.getByRole('article').filter({ hasText: 'Larch' })
  await larch.getByRole('button', { name: /^Plant for/ }).click()
  await modalOf(page).getByRole('button', { name: 'Fernpass' }).click()
  const question = page.locator(wallet).getByRole('dialog')
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(question).toContainText('Send')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(larch.getByText('You said no. Nothing was paid.')).toBeVisible()
})

test('SEC-88: the page hears events, address and network as they happen, and no event carries the address', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site)
  await page.getByText('What this page hears').click()
  const state = page.locator('#heard-state')
  await expect(state).toContainText('disconnected')
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Fernpass' }).click()
  await page.locator(wallet).getByRole('button', { name: 'Approve' }).click()
  await expect(state).toContainText(FIRST_ACCOUNT)
  await expect(state).toContainText('Slope (eip155:31337)')
  const log = page.locator('#heard-log')
  for (const event of ['MODAL_OPEN', 'SELECT_WALLET', 'CONNECT_SUCCESS', 'MODAL_CLOSE'])
    await expect(log).toContainText(event)
  await expect(log).not.toContainText(/0x[0-9a-f]{40}/i)
})
