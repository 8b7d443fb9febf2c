import { copyUri, showUri } from './demoWallet.ts'
import { expect, holdBack, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import { startPhone } from './phone.ts'

const ACCOUNT = `eip155:31337:${FIRST_ACCOUNT}`
/** The file of the engine, which proposes. */
const ENGINE = /latchkey-engine-/

test('a code stands before the engine has come, and the phone that has scanned it by then is asked as soon as it has', async ({
  page,
  stack,
}) => {
  const release = await holdBack(page, ENGINE)
  await page.goto(`${stack.pages}/plain.html`)
  const asked = page.waitForRequest(ENGINE)
  const code = await showUri(page)
  await expect(modalOf(page).getByRole('img', { name: 'QR code for any wallet' })).toBeVisible()
  await asked
  const phone = await startPhone(stack)
  const approved = phone.approve(code, { accounts: [ACCOUNT] })
  await page.waitForTimeout(1_000)
  expect(await phone.countProposals()).toBe(0)
  release()
  await approved
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('an engine that cannot be fetched takes the code off the screen, and none stands again until it is here', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/Failed to load resource|Failed to fetch dynamically imported module/)
  await page.route(ENGINE, (route) => route.abort())
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Wallet on my phone' }).click()
  const again = modalOf(page).locator('[data-failure="UNKNOWN_FAILURE"]').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(modalOf(page).getByRole('img', { name: 'QR code for any wallet' })).toHaveCount(0)
  await page.unroute(ENGINE)
  await again.click()
  const phone = await startPhone(stack)
  await phone.approve(await copyUri(page), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('no relay hears of a pointer that rests on the row of phones, and the press asks it', async ({ page, stack }) => {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const row = modalOf(page).getByRole('button', { name: 'Wallet on my phone' })
  await row.hover()
  await page.waitForTimeout(1_500)
  expect(sockets).toEqual([])
  await row.click()
  await expect.poll(() => sockets.length).toBe(1)
})
