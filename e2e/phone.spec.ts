import { formatEther } from 'viem'
import { approveUri, copyUri, openWallet, showUri } from './demoWallet.ts'
import { expect, modalOf, shorten, test } from './journey.ts'
import { askNode, FIRST_ACCOUNT, FIRST_NAME, SECOND_ACCOUNT } from './node.ts'

test('a newcomer shows the demo wallet a picture of the code, signs, pays, and the wallet ends it', async ({
  context,
  page,
  stack,
}) => {
  await page.goto(stack.site)
  await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Hollowpine Field Wallet' }).click()
  const code = modal.getByRole('img', { name: 'QR code for Hollowpine Field Wallet' })
  await expect(modal.getByRole('button', { name: 'Copy link' })).toBeEnabled()
  const picture = await code.screenshot()

  const wallet = await openWallet(context, stack)
  await wallet
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: picture })
  await expect(wallet.getByRole('heading', { name: 'Connect to Hollowpine?' })).toBeVisible()
  await expect(wallet.getByText('Site confirmed')).toBeVisible()
  await expect(wallet.getByText(`The request was sent from ${stack.site}.`)).toBeVisible()
  await wallet.getByRole('button', { name: 'Approve' }).click()

  await page.bringToFront()
  await expect(modal).toBeHidden()
  await expect(page.locator('latchkey-button').getByRole('button', { name: FIRST_NAME })).toBeVisible()

  await page.getByText('What this page hears').click()
  await page.getByRole('button', { name: 'Sign a greeting' }).click()
  await wallet.bringToFront()
  await expect(wallet.getByRole('group', { name: 'Message' })).toHaveText('Greetings from the slope, 日の出 and all.')
  await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.bringToFront()
  await expect(page.locator('#heard-log')).toContainText(/signed {2}0x[0-9a-f]{130}/)

  const ask = async (account: string): Promise<bigint> =>
    BigInt(await askNode(stack.rpc, 'eth_getBalance', [account, 'latest']))
  const before = await ask(FIRST_ACCOUNT)
  const rowan = page.getByRole('article').filter({ hasText: 'Rowan' })
  await rowan.getByRole('button', { name: /^Plant for/ }).click()
  await expect(rowan).toContainText('Confirm in your wallet')
  await wallet.bringToFront()
  await expect(wallet.getByRole('heading', { name: 'Send 0.008 ETH?' })).toBeVisible()
  await wallet.getByRole('button', { name: 'Send 0.008 ETH' }).click()
  await page.bringToFront()
  await expect(rowan.getByText(/Planted\. Shade no\. \d+ is yours\./)).toBeVisible()
  const spent = before - (await ask(FIRST_ACCOUNT))
  expect(Number(formatEther(spent))).toBeGreaterThan(0.008)
  expect(Number(formatEther(spent))).toBeLessThan(0.009)

  await wallet.bringToFront()
  await wallet.getByRole('button', { name: /Hollowpine/ }).click()
  await wallet.getByRole('button', { name: 'Disconnect' }).click()
  await expect(wallet.getByText('None yet.')).toBeVisible()
  await page.bringToFront()
  await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(modal.locator('[data-failure="SESSION_ENDED"]')).toContainText(
    'The connection to Hollowpine Field Wallet has ended.',
  )
})

test('a wallet that says no leaves the site as it was, and another try shows another code', async ({
  context,
  page,
  stack,
}) => {
  await page.goto(stack.site)
  const first = await showUri(page)
  const wallet = await openWallet(context, stack)
  await wallet.getByLabel('Connection code').fill(first)
  await wallet.getByRole('button', { name: 'Connect', exact: true }).click()
  await wallet.getByRole('button', { name: 'Reject' }).click()
  await page.bringToFront()
  const failed = modalOf(page).locator('[data-failure="USER_REJECTED"]')
  await expect(failed).toContainText('You said no')
  await failed.getByRole('button', { name: 'Try again' }).click()
  const second = await copyUri(page)
  expect(second).not.toBe(first)
  await approveUri(wallet, second)
  await page.bringToFront()
  await expect(page.locator('latchkey-button').getByRole('button', { name: FIRST_NAME })).toBeVisible()
})

test('the site follows the network and the account of the wallet, and the wallet hears when the site leaves', async ({
  context,
  page,
  stack,
}) => {
  await page.goto(`${stack.pages}/plain.html`)
  const code = await showUri(page)
  const wallet = await openWallet(context, stack)
  await approveUri(wallet, code)
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(page.locator('#network')).toHaveText('eip155:31337')

  await wallet.getByRole('button', { name: /Test page/ }).click()
  await wallet.getByLabel('Ethereum network').selectOption({ label: 'Valley' })
  await expect(page.locator('#network')).toHaveText('eip155:31338')
  await wallet.getByLabel('Ethereum account').selectOption({ index: 1 })
  await expect(page.locator('#address')).toHaveText(SECOND_ACCOUNT)

  // The other way round: the site asks for a network, and the wallet goes along.
  await page.bringToFront()
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(SECOND_ACCOUNT) })
    .click()
  await modalOf(page)
    .getByRole('button', { name: /Network: Valley/ })
    .click()
  await modalOf(page).getByRole('option', { name: /Slope/ }).click()
  await expect(page.locator('#network')).toHaveText('eip155:31337')
  await page.keyboard.press('Escape')

  await wallet.bringToFront()
  await wallet.getByRole('button', { name: 'Extend by seven days' }).click()
  await expect(wallet.getByText('The connection lasts seven more days.')).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Disconnect by script' }).click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await wallet.bringToFront()
  await expect(wallet.getByText('The site ended a connection.')).toBeVisible()
  await expect(wallet.getByText('None yet.')).toBeVisible()
})

test('a reload restores the session without asking the wallet for anything, and with one socket', async ({
  context,
  page,
  stack,
}) => {
  await page.goto(`${stack.pages}/plain.html`)
  const code = await showUri(page)
  const wallet = await openWallet(context, stack)
  await approveUri(wallet, code)
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.reload()
  await expect(page.locator('#status')).toHaveText('connected')
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(wallet.getByText('waits for you')).toHaveCount(0)
  await page.bringToFront()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await wallet.bringToFront()
  await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.locator('#result')).toHaveText(/^0x[0-9a-f]{130}$/)
  expect(sockets).toHaveLength(1)
})

test('two tabs of a site share one socket, and the one that is left signs on', async ({ context, page, stack }) => {
  const countOpen: (() => number)[] = []
  context.on('page', (tab) => {
    const open = new Set<object>()
    tab.on('websocket', (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    })
    countOpen.push(() => (tab.isClosed() ? 0 : open.size))
  })
  const sockets = (): number => countOpen.reduce((sum, count) => sum + count(), 0)
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const tab of [first, second]) await tab.goto(`${stack.pages}/plain.html`)
  await first.bringToFront()
  const code = await showUri(first)
  await page.goto(stack.wallet)
  await approveUri(page, code)
  for (const tab of [first, second]) await expect(tab.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(sockets()).toBe(1)

  await second.bringToFront()
  await second.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(second.locator('#result')).toHaveText(/^0x/)
  expect(sockets()).toBe(1)

  await first.close()
  await second.bringToFront()
  const signature = second.evaluate(() => window.latchkey.signMessage('Once more, from the tab that is left'))
  await page.bringToFront()
  await expect(page.getByRole('group', { name: 'Message' })).toHaveText('Once more, from the tab that is left')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await signature).toMatch(/^0x[0-9a-f]{130}$/)
  expect(sockets()).toBe(1)

  await second.bringToFront()
  await second.getByRole('button', { name: 'Disconnect by script' }).click()
  await expect(second.locator('#status')).toHaveText('disconnected')
  await expect(page.getByText('The site ended a connection.')).toBeVisible()
})

test('a wallet in two tabs asks once, and what one tab answers leaves the other', async ({ context, page, stack }) => {
  await page.goto(`${stack.pages}/plain.html`)
  const code = await showUri(page)
  const [wallet, other] = [await openWallet(context, stack), await openWallet(context, stack)]
  await approveUri(wallet, code)
  await expect(other.getByRole('button', { name: /Test page/ })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  for (const tab of [wallet, other]) await expect(tab.getByText('One thing waits for you')).toBeVisible()
  await other.bringToFront()
  await other.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.locator('#result')).toHaveText(/^0x[0-9a-f]{130}$/)
  await expect(wallet.getByText('One thing waits for you')).toHaveCount(0)
})
