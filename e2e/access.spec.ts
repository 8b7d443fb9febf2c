import type { Page } from '@playwright/test'
import { listViolations } from './axe.ts'
import { expect, holdBack, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import { addWallet, hang, no, tellWallet } from './wallet.ts'

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds nothing in any view of the journey, ${theme}`, async ({ context, page, stack }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await addWallet(context, stack, { name: 'Tide', script: { eth_requestAccounts: [no(4001)] } })
    await page.goto(`${stack.pages}/plain.html?theme=${theme}`)
    const modal = modalOf(page)
    const seen: Record<string, string[]> = {}
    const look = async (view: string): Promise<void> => {
      seen[view] = await listViolations(page)
    }

    await page.locator('latchkey-button').getByRole('button').click()
    await expect(modal.getByRole('button', { name: 'Tide' })).toBeVisible()
    await expect(modal.locator('[aria-busy="true"]')).toHaveCount(0)
    await look('Connect')
    await modal.getByRole('button', { name: 'What is a wallet?' }).click()
    await expect(modal).toContainText('Your key to many apps')
    await look('WhatIsAWallet')
    await modal.getByRole('button', { name: 'Get a wallet' }).click()
    await expect(modal.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
    await look('GetWallet')
    await modal.getByRole('button', { name: /MetaMask/ }).click()
    await expect(modal.getByRole('link').first()).toBeVisible()
    await look('Downloads')
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()

    await page.locator('latchkey-button').getByRole('button').click()
    await modal.getByRole('button', { name: 'Tide' }).click()
    await expect(modal.locator('[data-failure="USER_REJECTED"]')).toBeVisible()
    await look('ConnectingExternal, refused')
    await tellWallet(page, 'test.tide', 'lock')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toContainText('Approve in Tide')
    await look('ConnectingExternal, waiting')
    await expect(modal.locator('[data-failure="WALLET_LOCKED"]')).toBeVisible()
    await look('ConnectingExternal, hint')
    await tellWallet(page, 'test.tide', 'unlock')
    await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)

    await page
      .locator('latchkey-button')
      .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
      .click()
    await expect(modal.getByText('Pine', { exact: true })).toBeVisible()
    await look('Account')
    await modal.getByRole('button', { name: /Network: Slope/ }).click()
    await expect(modal.getByRole('heading', { name: 'Choose a network' })).toBeVisible()
    await look('Networks')
    await modal.getByRole('button', { name: 'What is a network?' }).click()
    await expect(modal).toContainText('The ledger an app runs on')
    await look('WhatIsANetwork')
    await modal.getByRole('button', { name: /^Back/ }).click()
    await tellWallet(page, 'test.tide', 'answerAlways', 'wallet_switchEthereumChain', hang)
    await modal.getByRole('option', { name: /Valley/ }).click()
    await expect(modal).toContainText('Approve in Tide')
    await look('SwitchNetwork')
    await page.keyboard.press('Escape')

    await page.locator('latchkey-button').getByRole('button').click()
    await modal.getByRole('button', { name: 'Account settings' }).click()
    await expect(modal.getByRole('heading', { name: 'Account settings' })).toBeVisible()
    await look('AccountSettings')
    await page.keyboard.press('Escape')

    await tellWallet(page, 'test.tide', 'switchChain', 7_777)
    await expect(modal.getByRole('heading', { name: 'Network not supported here' })).toBeAttached()
    await look('UnsupportedChain')

    expect(Object.keys(seen)).toHaveLength(13)
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((view) => [view, []])))
  })
}

test('axe finds nothing on the demo site, in the window of its wallet, and in the modal on that page', async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(stack.site)
  await page.getByText('What this page hears').click()
  await expect(page.getByRole('article')).toHaveCount(4)
  expect(await listViolations(page, 'body')).toEqual([])
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Fernpass' }).click()
  await expect(page.locator('[data-demo-wallet]').getByRole('dialog')).toBeVisible()
  expect(await listViolations(page, '[data-demo-wallet]')).toEqual([])
  await page.locator('[data-demo-wallet]').getByRole('button', { name: 'Reject' }).click()
  await expect(modalOf(page).locator('[data-failure="USER_REJECTED"]')).toBeVisible()
  // Beside a page with a header, a footer and sections of its own.
  expect(await listViolations(page)).toEqual([])
})

test('Escape that is pressed while the dialog is being shown closes the modal, and the button opens it again', async ({
  page,
  stack,
}) => {
  await page.addInitScript(() => {
    const { showModal } = HTMLDialogElement.prototype
    HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
      HTMLDialogElement.prototype.showModal = showModal
      this.showModal()
      console.log('shown')
      // A slow machine: what is pressed meanwhile comes before anything that React leaves for later.
      for (const until = performance.now() + 500; performance.now() < until; );
    }
  })
  await page.goto(`${stack.pages}/plain.html`)
  await page.keyboard.press('Tab')
  const shown = page.waitForEvent('console', (message) => message.text() === 'shown')
  await page.keyboard.press('Enter')
  await shown
  await page.keyboard.press('Escape')
  await expect(modalOf(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(modalOf(page)).toBeVisible()
})

test('a double click on the button opens the modal and does not close it again', async ({ page, stack }) => {
  await page.goto(`${stack.pages}/plain.html`)
  const button = page.locator('latchkey-button')
  await button.hover()
  await button.dblclick()
  await expect(modalOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modalOf(page)).toBeHidden()
  // The list of wallets is drawn ahead by now.
  await button.dblclick()
  await expect(modalOf(page)).toBeVisible()
})

test('the second half of a double click that closes the modal presses nothing of the page', async ({ page, stack }) => {
  await page.goto(`${stack.pages}/plain.html`)
  const open = () => page.locator('latchkey-button').getByRole('button').press('Enter')
  await open()
  await page.evaluate(() => {
    const buy = document.createElement('button')
    buy.textContent = 'Buy'
    buy.style.cssText = 'position: fixed; inset: 0'
    let pressed = 0
    for (const name of ['mousedown', 'click', 'dblclick']) {
      buy.addEventListener(name, () => {
        pressed += 1
        buy.title = String(pressed)
      })
    }
    document.body.append(buy)
  })
  const buy = page.getByTitle(/^\d+$/)
  await modalOf(page).getByRole('button', { name: 'Close' }).dblclick({ delay: 40 })
  await expect(modalOf(page)).toBeHidden()
  await open()
  await expect(modalOf(page)).toBeVisible()
  await page.mouse.dblclick(30, 400, { delay: 40 })
  await expect(modalOf(page)).toBeHidden()
  await expect(buy).toHaveCount(0)
  // A press that is meant is heard at once.
  await page.mouse.click(30, 400)
  await expect(buy).toHaveAttribute('title', '2')
})

test('a language that was chosen stays where words of the one before come after it', async ({ page, stack }) => {
  const words = /\/en-[\w-]+\.js/
  const release = await holdBack(page, words)
  await page.goto(`${stack.pages}/plain.html`)
  const asked = page.waitForRequest(words)
  const came = page.waitForResponse(words)
  await page.locator('latchkey-button').getByRole('button').click()
  // It says more than the first words.
  await modalOf(page).getByRole('button', { name: 'What is a wallet?' }).click()
  await asked
  await page.evaluate(() => window.latchkey.setLocale('de'))
  const title = modalOf(page).getByRole('heading', { name: 'Was ist eine Wallet?' })
  await expect(title).toBeVisible()
  release()
  await (await came).finished()
  await page.waitForTimeout(500)
  await expect(title).toBeVisible()
})

test('the whole journey works by keyboard alone, and closing gives the focus back to the button', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  const modal = modalOf(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(modal).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('button', { name: 'Tide' })).toBeVisible()
  await pressUntilFocused(page, 'Tide')
  await page.keyboard.press('Enter')
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(modal).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(modal.getByText('Pine', { exact: true })).toBeVisible()
  await pressUntilFocused(page, 'Disconnect')
  await page.keyboard.press('Enter')
  await expect(page.locator('#status')).toHaveText('disconnected')
})

/** Presses Tab, at most as often as a card has controls, until the wanted one has the focus. */
async function pressUntilFocused(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    const focused = await page.evaluate(() => {
      let element: Element | null = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`
    })
    if (focused.includes(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}.`)
}

for (const locale of ['en', 'ar'] as const) {
  test(`on a screen of 320 px nothing is cut off, ${locale}`, async ({ context, page, stack }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await addWallet(context, stack, { name: 'Tide' })
    await page.goto(`${stack.pages}/plain.html?locale=${locale}`)
    const modal = modalOf(page)
    await page.locator('latchkey-button').getByRole('button').click()
    await expect(modal.getByRole('button', { name: /Tide/ })).toBeVisible()
    await expectNoOverflow(page)
    await expect(modal).toHaveCSS('direction', locale === 'ar' ? 'rtl' : 'ltr')
    await modal.getByRole('button', { name: /Tide/ }).click()
    await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
    await page.locator('latchkey-button').getByRole('button').click()
    await expect(modal.getByText('Pine', { exact: true })).toBeVisible()
    await expectNoOverflow(page)
  })
}

async function expectNoOverflow(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const root = document.querySelector('[data-latchkey]')?.shadowRoot
    return [...(root?.querySelectorAll('button, a, input, h1, h2, img') ?? [])].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < -1 || right > innerWidth + 1) ? [element.outerHTML.slice(0, 120)] : []
    })
  })
  expect(cut).toEqual([])
}
