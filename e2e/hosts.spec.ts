import { showUri } from './demoWallet.ts'
import { expect, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import { startPhone } from './phone.ts'
import { addWallet } from './wallet.ts'

test('SEC-100, SEC-101: under a strict content policy with Trusted Types the whole journey breaks no rule', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  const answer = await page.goto(`${stack.pages}/plain.html`)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.locator('latchkey-button').getByRole('button').click()
  await expect(modalOf(page).getByText('Pine', { exact: true })).toBeVisible()
  await modalOf(page)
    .getByRole('button', { name: /Network: Slope/ })
    .click()
  await modalOf(page)
    .getByRole('option', { name: /Valley/ })
    .click()
  await expect(page.locator('#network')).toHaveText('eip155:31338')
})

test('two modals on one page do not meet: neither connection, look nor storage', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/two.html`)
  await page.locator('#first').getByRole('button').click()
  await expect(modalOf(page, 'first')).toBeVisible()
  await expect(modalOf(page, 'second')).toHaveCount(0)
  await modalOf(page, 'first').getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#first').getByRole('button', { name: shorten(FIRST_ACCOUNT) })).toBeVisible()
  await expect(page.locator('#second').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await page.locator('#second').getByRole('button').click()
  await expect(modalOf(page, 'second')).toBeVisible()
  await expect(modalOf(page, 'first')).toBeHidden()
  const surfaces = await page.evaluate(() =>
    ['first', 'second'].map((id) => {
      const card = document.querySelector(`[data-latchkey="${id}"]`)?.shadowRoot?.querySelector('dialog')
      return card ? getComputedStyle(card).getPropertyValue('--latchkey-accent') : 'no modal'
    }),
  )
  expect(surfaces[0]).not.toBe(surfaces[1])
  const names = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('@latchkey/')))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !/^@latchkey\/(first|second)\//.test(name))).toEqual([])
})

for (const folder of ['', 'react18/'] as const) {
  const version = folder === '' ? 'React 19' : 'React 18'

  test(`F-50: under StrictMode one instance serves the page, ${version}`, async ({ context, page, stack }) => {
    await addWallet(context, stack, { name: 'Tide' })
    await page.goto(`${stack.pages}/${folder}react.html`)
    await page.locator('latchkey-button').getByRole('button').click()
    await expect(page.locator('[data-latchkey]')).toHaveCount(1)
    await modalOf(page).getByRole('button', { name: 'Tide' }).click()
    await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
    const listeners = await page.evaluate(() => window.wallets['test.tide']?.countListeners('accountsChanged'))
    expect(listeners).toBe(1)
  })

  test(`F-49: a page rendered on the server hydrates without a difference and connects, ${version}`, async ({
    context,
    page,
    stack,
  }) => {
    const markup = await (await fetch(`${stack.pages}/${folder}rendered.html`)).text()
    expect(markup).toContain('<latchkey-button')
    expect(markup).toContain('Connect Wallet')
    await addWallet(context, stack, { name: 'Tide' })
    await page.goto(`${stack.pages}/${folder}rendered.html`)
    await page.locator('latchkey-button').getByRole('button').click()
    await modalOf(page).getByRole('button', { name: 'Tide' }).click()
    await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  })
}

test('F-56, SEC-135: with storage denied connecting works, and the visitor is told that nothing is remembered', async ({
  context,
  page,
  stack,
}) => {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    }
  })
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  const told = modalOf(page).locator('[data-failure="STORAGE_DENIED"]')
  await expect(told).toContainText('This browser will not remember your wallet.')
  await told.getByRole('button', { name: 'OK' }).click()
  await expect(told).toHaveCount(0)
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(page.locator('#heard').getByText('STORAGE_DENIED')).toHaveCount(1)
})

test('F-56: full storage does not keep anyone from connecting', async ({ context, page, stack }) => {
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await addWallet(context, stack, { name: 'Tide', forgets: true })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-56: a database that never answers does not keep a phone from connecting, and the visitor is told that nothing is remembered', async ({
  page,
  stack,
}) => {
  await page.addInitScript(() => {
    // Transactions of the browser's own, whose end nobody hears of.
    for (const name of ['oncomplete', 'onabort']) {
      Object.defineProperty(IDBTransaction.prototype, name, { set: () => undefined })
    }
  })
  await page.goto(`${stack.pages}/plain.html`)
  const phone = await startPhone(stack)
  await phone.approve(await showUri(page), { accounts: [`eip155:31337:${FIRST_ACCOUNT}`] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(page.locator('#heard').getByText('STORAGE_DENIED')).toHaveCount(1)
})

test('embedded, the modal is a region of the page, shows the account once connected, and leaves without a trace', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/embedded.html`)
  const region = page.locator('#place').getByRole('region')
  await expect(region).toBeVisible()
  await expect(page.locator('dialog')).toHaveCount(0)
  await region.getByRole('button', { name: 'Tide' }).click()
  await expect(region.getByText('Pine', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.locator('#place')).toBeEmpty()
})

test('a script that opens the modal learns how it ended', async ({ context, page, stack }) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  await page.getByRole('button', { name: 'Open by script' }).click()
  await modalOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('#result')).toHaveText('closed closeButton')
  await page.getByRole('button', { name: 'Open by script' }).click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#result')).toHaveText(`connected ${FIRST_ACCOUNT}`)
})
