import { expect, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT, SECOND_ACCOUNT } from './node.ts'
import { addWallet, countCalls } from './wallet.ts'

/** Pictures that would run script, fill the memory, or tell another server of the visit, were they anything but pictures. */
const HOSTILE_PICTURES = {
  'a picture with script': `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="top.wasRun=1"><script>top.wasRun=1</script><rect width="9" height="9"/></svg>',
  )}`,
  'a picture of 2 MB': `data:image/svg+xml,${'%20'.repeat(700_000)}`,
  'a picture of another server': 'http://outside.invalid/fox.png',
} as const

for (const [what, icon] of Object.entries(HOSTILE_PICTURES)) {
  test(`SEC-84, SEC-85, SEC-89: an impostor that claims a known rdns, with ${what}, is shown with a notice, never certified, and the chosen object alone is called`, async ({
    context,
    page,
    stack,
  }) => {
    const [, second] = stack.settings.walletKeys
    await addWallet(context, stack, { name: 'MetaMask', rdns: 'io.metamask', key: 'first' })
    await addWallet(context, stack, {
      name: 'MetaMask',
      rdns: 'io.metamask',
      key: 'impostor',
      privateKey: second,
      otherKeys: [],
      icon,
    })
    await page.goto(`${stack.pages}/families.html?families=eip155`)
    const modal = modalOf(page)
    await page.locator('latchkey-button').getByRole('button').click()
    const rows = modal.locator('[data-focus-key^="wallet:io.metamask"]')
    await expect(rows).toHaveCount(2)
    await expect(modal.getByText('Two extensions call themselves MetaMask.')).toBeVisible()
    for (const row of await rows.all()) await expect(row).toContainText('io.metamask')
    await expect(modal.getByText(/certified/i)).toHaveCount(0)
    if (icon.length < 100_000 && icon.startsWith('data:')) {
      await expect(rows.last().locator('img')).toHaveJSProperty('complete', true)
    } else await expect(rows.last().locator('img')).toHaveCount(0)
    await expect(modal.locator('script, svg script')).toHaveCount(0)
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)

    await rows.last().click()
    await expect(page.locator('#address')).toHaveText(SECOND_ACCOUNT)
    expect(await countCalls(page, 'impostor', 'eth_requestAccounts')).toBe(1)
    for (const method of ['eth_requestAccounts', 'wallet_requestPermissions', 'personal_sign']) {
      expect(await countCalls(page, 'first', method)).toBe(0)
    }
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.locator('#result')).toHaveText(/^0x/)
    expect(await countCalls(page, 'first', 'personal_sign')).toBe(0)
    await expect(page.locator('#connections')).not.toContainText(FIRST_ACCOUNT)
  })
}
