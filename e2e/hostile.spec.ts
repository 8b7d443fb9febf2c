import { expect, modalOf, test } from './journey.ts'
import { addWallet } from './wallet.ts'

/** A picture that would run script and fetch, were it anything but an image. */
const ARMED_PICTURE = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="top.wasRun=1"><script>top.wasRun=1</script><image href="https://outside.invalid/a.png"/><rect width="9" height="9"/></svg>`,
)}`

test('SEC-85: an announced picture with script and foreign references is only a picture', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide', icon: ARMED_PICTURE })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const row = modalOf(page).getByRole('button', { name: 'Tide' })
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  expect(await row.locator('img').evaluate((picture) => (picture as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expect(row.locator('svg, script')).toHaveCount(0)
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)
})

for (const [what, icon] of [
  ['a page as a picture', 'data:text/html,<script>top.wasRun=1</script>'],
  ['a script as a picture', 'javascript:top.wasRun=1'],
  ['a picture from elsewhere', 'https://outside.invalid/tide.png'],
] as const) {
  test(`SEC-84: ${what} becomes a letter`, async ({ context, page, stack }) => {
    await addWallet(context, stack, { name: 'Tide', icon })
    await page.goto(`${stack.pages}/plain.html`)
    await page.locator('latchkey-button').getByRole('button').click()
    const row = modalOf(page).getByRole('button', { name: 'Tide' })
    await expect(row).toBeVisible()
    await expect(row.locator('img')).toHaveCount(0)
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)
  })
}

test('SEC-83: a wallet’s name is shown without what turns or hides text', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: '\u202eksaM\u200bateM\u0007', rdns: 'test.turned' })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const row = modalOf(page).getByRole('button', { name: 'ksaMateM' })
  await expect(row).toBeVisible()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(await row.innerText()).not.toMatch(/[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
})
