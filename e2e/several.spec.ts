import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT, FIRST_NAME, SECOND_ACCOUNT } from './node.ts'
import { addWallet, countCalls } from './wallet.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every violation that axe finds in the modal, at rest: colours are measured. */
async function listViolations(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)))
  // The page's policy forbids added scripts; this runs in the test runner's own right.
  const { passes, violations } = (await page.evaluate(`(() => {
    ${AXE};
    return window.axe.run(document.querySelector('[data-latchkey]'), { resultTypes: ['violations'] });
  })()`)) as { passes: unknown[]; violations: { id: string; nodes: { target: unknown }[] }[] }
  // An empty part would have no violation either.
  expect(passes.length).toBeGreaterThan(5)
  return violations.map(({ id, nodes }) => `${id} ${JSON.stringify(nodes.map(({ target }) => target))}`)
}

const openModal = (page: Page): Promise<void> => page.locator('latchkey-button').getByRole('button').click()

/** The wallets that the page says are connected, the one in use first. */
async function expectConnected(page: Page, expected: readonly string[]): Promise<void> {
  await expect(page.locator('#connections li')).toHaveText(expected.map((line) => new RegExp(line)))
}

test('two wallets of one family: both are listed with their accounts, the other is made active, one is left, a reload keeps the rest', async ({
  context,
  page,
  stack,
}) => {
  const [, second] = stack.settings.walletKeys
  await addWallet(context, stack, { name: 'Tide' })
  await addWallet(context, stack, { name: 'Ebb', privateKey: second, otherKeys: [] })
  await page.goto(`${stack.pages}/families.html?families=eip155`)
  const modal = modalOf(page)
  await openModal(page)
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(modal).toBeHidden()
  await openModal(page)
  await modal.locator('[data-focus-key="wallets"]').click()
  await modal.getByRole('button', { name: 'Add Ethereum wallet' }).click()
  await expect(modal.getByRole('button', { name: /Tide/ })).toContainText('Connected')
  await modal.getByRole('button', { name: 'Ebb' }).click()
  await expect(page.locator('#address')).toHaveText(SECOND_ACCOUNT)

  const tide = modal.getByRole('region', { name: 'Tide' })
  const ebb = modal.getByRole('region', { name: 'Ebb' })
  await expect(ebb).toContainText('Active')
  await expect(tide).not.toContainText('Active')
  await tide
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .last()
    .click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(tide).toContainText('Active')
  await expectConnected(page, [`Tide ${FIRST_ACCOUNT}`, `Ebb ${SECOND_ACCOUNT}`])
  // The wallet that was made active again was asked for nothing.
  expect(await countCalls(page, 'test.tide', 'eth_requestAccounts')).toBe(1)

  await page.reload()
  await expectConnected(page, [`Tide ${FIRST_ACCOUNT}`, `Ebb ${SECOND_ACCOUNT}`])
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  for (const wallet of ['test.tide', 'test.ebb']) {
    expect(await countCalls(page, wallet, 'eth_requestAccounts')).toBe(0)
  }

  await openModal(page)
  await modal.getByRole('button', { name: 'Tide and one more' }).click()
  await tide.getByRole('button', { name: /^Disconnect Tide/ }).click()
  await expect(page.locator('#address')).toHaveText(SECOND_ACCOUNT)
  await expectConnected(page, [`Ebb ${SECOND_ACCOUNT}`])
  await page.reload()
  await expect(page.locator('#address')).toHaveText(SECOND_ACCOUNT)
  await expectConnected(page, [`Ebb ${SECOND_ACCOUNT}`])
})

test('F-55: three tabs agree: a wallet is connected in the first, another one in the second, and all are left in the third', async ({
  context,
  stack,
}) => {
  const [, key] = stack.settings.walletKeys
  await addWallet(context, stack, { name: 'Tide' })
  await addWallet(context, stack, { name: 'Ebb', privateKey: key, otherKeys: [] })
  const first = await context.newPage()
  const second = await context.newPage()
  const third = await context.newPage()
  const tabs = [first, second, third]
  for (const tab of tabs) {
    await tab.goto(`${stack.pages}/families.html?families=eip155`)
    await expect(tab.locator('#status')).toHaveText('disconnected')
  }
  // The wallets of the other tabs know of a permission as an extension would.
  const share = (wallet: string, account: string, where: readonly Page[]) =>
    Promise.all(
      where.map((tab) =>
        tab.evaluate(
          ([name, value]) => window.wallets[name]?.answerAlways('eth_accounts', { kind: 'ok', value: [value] }),
          [wallet, account] as const,
        ),
      ),
    )
  await share('test.tide', FIRST_ACCOUNT, [second, third])
  await share('test.ebb', SECOND_ACCOUNT, [first, third])

  await first.bringToFront()
  await openModal(first)
  await modalOf(first).getByRole('button', { name: 'Tide' }).click()
  for (const tab of tabs) await expect(tab.locator('#address')).toHaveText(FIRST_ACCOUNT)

  await second.bringToFront()
  await openModal(second)
  await modalOf(second).locator('[data-focus-key="wallets"]').click()
  await modalOf(second).getByRole('button', { name: 'Add Ethereum wallet' }).click()
  await modalOf(second).getByRole('button', { name: 'Ebb' }).click()
  for (const tab of tabs) {
    await expect(tab.locator('#address')).toHaveText(SECOND_ACCOUNT)
    await expectConnected(tab, [`Ebb ${SECOND_ACCOUNT}`, `Tide ${FIRST_ACCOUNT}`])
  }

  await third.bringToFront()
  await openModal(third)
  await modalOf(third).locator('[data-focus-key="wallets"]').click()
  await modalOf(third).getByRole('button', { name: 'Disconnect all' }).click()
  await modalOf(third).getByRole('button', { name: 'Disconnect all wallets?' }).click()
  for (const tab of tabs) {
    await expect(tab.locator('#status')).toHaveText('disconnected')
    await expectConnected(tab, [])
  }
})

/** Presses a key until the focus is on something of this name, at most as often as a card has controls. */
async function pressUntil(page: Page, key: string, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    const focused = await page.evaluate(() => {
      let element: Element | null = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`
    })
    if (name.test(focused)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${name}.`)
}

for (const [locale, search] of [
  ['en', /^\s*Search/],
  ['ar', /ابحث/],
] as const) {
  test(`by keyboard alone through the list, the search, a wallet, the account and all wallets, axe finding nothing, ${locale}`, async ({
    context,
    page,
    stack,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await addWallet(context, stack, { name: 'Tide', key: 'tide' })
    await page.goto(`${stack.pages}/families.html?families=eip155&locale=${locale}`)
    const modal = modalOf(page)
    const seen: Record<string, string[]> = {}
    const look = async (view: string): Promise<void> => {
      await expect(modal.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(modal).toHaveCSS('direction', locale === 'ar' ? 'rtl' : 'ltr')
      seen[view] = await listViolations(page)
    }

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('button', { name: /Tide/ })).toBeVisible()
    await look('Connect')

    await pressUntil(page, 'Tab', search)
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('metamsk')
    await expect(modal.getByRole('gridcell').first()).toContainText('MetaMask')
    await look('AllWallets')
    await pressUntil(page, 'Tab', /MetaMask/)
    await expect(modal.locator('.grid-tile').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()

    await page.keyboard.press('Enter')
    await expect(modal.getByRole('button', { name: /Tide/ })).toBeVisible()
    await page.evaluate(() => window.wallets.tide?.lock())
    await pressUntil(page, 'Tab', /Tide/)
    await page.keyboard.press('Enter')
    await expect(modal.locator('[data-phase], .attempt')).toContainText('Tide')
    await look('ConnectingExternal')
    await page.evaluate(() => window.wallets.tide?.unlock())
    await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
    await expect(modal).toBeHidden()

    await page.keyboard.press('Enter')
    await expect(modal.getByText('Pine', { exact: true })).toBeVisible()
    await look('Account')
    await pressUntil(page, 'Tab', /Tide/)
    await page.keyboard.press('Enter')
    const tide = modal.getByRole('region', { name: 'Tide' })
    await expect(tide).toBeVisible()
    await look('ProfileWallets')
    // Another account of the wallet, by the arrows of the list.
    await pressUntil(page, 'Tab', new RegExp(`^\\s*(${FIRST_NAME})?${shorten(FIRST_ACCOUNT).source}`, 'i'))
    await pressUntil(page, 'ArrowDown', shorten(SECOND_ACCOUNT))
    await page.keyboard.press('Enter')
    await expect(page.locator('#address')).toHaveText(SECOND_ACCOUNT)
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()

    expect(Object.keys(seen)).toHaveLength(5)
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((view) => [view, []])))
  })
}
