import { type Browser, devices, type Page } from '@playwright/test'
import { expect, jumpUntil, modalOf, type Troubles, test } from './journey.ts'
import { FIRST_ACCOUNT, FIRST_NAME } from './node.ts'
import { setGate, setVisible, startPhone } from './phone.ts'
import type { Stack } from './stack.ts'

/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`

const ACCOUNT = `eip155:31337:${FIRST_ACCOUNT}`
const IPHONE = devices['iPhone 13']
const PIXEL = devices['Pixel 7']

/** A page in a fresh browser on a phone. */
async function openPhonePage(
  browser: Browser,
  { troubles }: { troubles: Troubles },
  device: (typeof devices)[string] | undefined,
  userAgent?: string,
): Promise<Page> {
  // No handler for a wallet's scheme is installed here, which the browser says on its console.
  troubles.allow(/Failed to launch 'fox:/)
  const context = await browser.newContext({ ...device, ...(userAgent === undefined ? {} : { userAgent }) })
  await troubles.watch(context)
  return context.newPage()
}

/** Opens the page with wallets on phones, and chooses one. */
async function chooseWallet(page: Page, stack: Stack, name: string): Promise<void> {
  await page.goto(`${stack.pages}/plain.html?phones`)
  await page.locator('latchkey-button').getByRole('button').tap()
  await modalOf(page).getByRole('button', { name }).tap()
}

/** The link that opens a wallet, once it has a code in it. */
function linkTo(page: Page, wallet: string) {
  return modalOf(page).getByRole('link', { name: `Open ${wallet}` })
}

function readCode(href: string | null): string {
  return new URL(href ?? '').searchParams.get('uri') ?? ''
}

for (const [name, device] of [
  ['an iPhone', IPHONE],
  ['a Pixel', PIXEL],
] as const) {
  test(`SEC-86: on ${name} the link is ready before the tap, opens the demo wallet with this code, and its yes connects`, async ({
    browser,
    stack,
    troubles,
  }) => {
    const page = await openPhonePage(browser, { troubles }, device)
    await page.goto(stack.site)
    await page.locator('latchkey-button').getByRole('button').tap()
    await modalOf(page).getByRole('button', { name: 'Hollowpine Field Wallet' }).tap()
    const link = linkTo(page, 'Hollowpine Field Wallet')
    await expect(link).toHaveAttribute('href', new RegExp(`^${stack.wallet}/wc\\?uri=wc%3A[0-9a-f]{64}%402%3F[^&]*$`))
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const opened = page.context().waitForEvent('page')
    await link.tap()
    const wallet = await opened
    await expect(wallet.getByRole('heading', { name: 'Connect to Hollowpine?' })).toBeVisible()
    // A code holds a key: it is off the address as soon as it is read.
    expect(wallet.url()).toBe(`${stack.wallet}/`)
    await wallet.getByRole('button', { name: 'Approve' }).tap()
    await expect(wallet.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
    await page.bringToFront()
    await expect(page.locator('latchkey-button').getByRole('button', { name: FIRST_NAME })).toBeVisible()
    await page.context().close()
  })
}

test('F-20: a tap after which nothing opens is said after 2 s, and the link stays at hand', async ({
  browser,
  stack,
  troubles,
}) => {
  const page = await openPhonePage(browser, { troubles }, PIXEL)
  await chooseWallet(page, stack, 'Pocket Fox')
  const link = linkTo(page, 'Pocket Fox')
  await expect(link).toHaveAttribute('href', /^fox:\/\/wc\?uri=wc%3A[0-9a-f]{64}%402%3F/)
  await expect(link).toHaveAttribute('target', '_self')
  const code = readCode(await link.getAttribute('href'))
  await link.tap()
  const hint = modalOf(page).locator('[data-failure="APP_NOT_OPENED"]')
  await expect(hint).toContainText('Pocket Fox did not open')
  await expect(hint.getByRole('button', { name: 'Get Pocket Fox' })).toBeVisible()
  // It had opened after all, late.
  const phone = await startPhone(stack)
  await phone.approve(code, { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.context().close()
})

test('F-21: inside Telegram no scheme is offered, and the way out is opened in the tap itself', async ({
  browser,
  stack,
  troubles,
}) => {
  const page = await openPhonePage(browser, { troubles }, IPHONE)
  await page.addInitScript(() => {
    const opened: { url: string; inTap: boolean }[] = []
    Object.assign(window, {
      opened,
      Telegram: {
        WebApp: {
          initData: 'query_id=1',
          openLink: (url: string) => opened.push({ url, inTap: navigator.userActivation.isActive }),
        },
      },
    })
  })
  await chooseWallet(page, stack, 'Pocket Fox')
  const blocked = modalOf(page).locator('[data-failure="LINK_SCHEME_BLOCKED"]')
  await expect(blocked).toContainText('This app cannot open wallets')
  await expect(modalOf(page).locator('a[href^="fox:"]')).toHaveCount(0)
  await blocked.getByRole('button', { name: 'Open in browser' }).tap()
  const opened = await page.evaluate(() => (window as unknown as { opened: unknown }).opened)
  expect(opened).toEqual([{ url: `${stack.pages}/plain.html?phones`, inTap: true }])
  await page.context().close()
})

test('F-21: inside another app the address of the page can be taken along, and the code still works', async ({
  browser,
  stack,
  troubles,
}) => {
  const page = await openPhonePage(browser, { troubles }, IPHONE, `${IPHONE?.userAgent} Instagram 300.0.0`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.pages })
  await chooseWallet(page, stack, 'Pocket Fox')
  const blocked = modalOf(page).locator('[data-failure="LINK_SCHEME_BLOCKED"]')
  await expect(blocked).toBeVisible()
  await blocked.getByRole('button', { name: 'Open in browser' }).tap()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${stack.pages}/plain.html?phones`)
  await blocked.getByRole('button', { name: 'Other ways' }).tap()
  await modalOf(page).getByRole('button', { name: 'Copy link' }).tap()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  const phone = await startPhone(stack)
  await phone.approve(code, { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.context().close()
})

test('F-22: a yes that was given while the page slept without its socket arrives as soon as the page is back', async ({
  browser,
  stack,
  troubles,
}) => {
  troubles.allow(/WebSocket connection to/)
  await setGate(stack, 'pass')
  const page = await openPhonePage(browser, { troubles }, IPHONE)
  await page.clock.install()
  await page.goto(`${stack.pages}/plain.html?phones&relay=${stack.gateRelay}`)
  await page.locator('latchkey-button').getByRole('button').tap()
  await modalOf(page).getByRole('button', { name: 'Pocket Fox' }).tap()
  const link = linkTo(page, 'Pocket Fox')
  await expect(link).toHaveAttribute('href', /^fox:/)
  const code = readCode(await link.getAttribute('href'))
  await link.tap()
  await setVisible(page, false)
  await setGate(stack, 'refuse')
  await setGate(stack, 'cut')
  const phone = await startPhone(stack)
  const approved = phone.approve(code, { accounts: [ACCOUNT] })
  await expect.poll(() => phone.sites()).toEqual(['Test page'])
  await page.clock.fastForward(1_100)
  await setGate(stack, 'pass')
  await setVisible(page, true)
  await approved
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.context().close()
})

test('F-22: a yes that was given after the browser dropped the page connects the page that it loads again', async ({
  browser,
  stack,
  troubles,
}) => {
  const page = await openPhonePage(browser, { troubles }, PIXEL)
  await chooseWallet(page, stack, 'Pocket Fox')
  const link = linkTo(page, 'Pocket Fox')
  await expect(link).toHaveAttribute('href', /^fox:/)
  const code = readCode(await link.getAttribute('href'))
  await link.tap()
  await page.goto('about:blank')
  const phone = await startPhone(stack)
  const approved = phone.approve(code, { accounts: [ACCOUNT] })
  await page.goto(`${stack.pages}/plain.html?phones`)
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await approved
  await page.reload()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page.context().close()
})

test('F-22: a visitor who comes back without a yes is told 10 s later, with the same link', async ({
  browser,
  stack,
  troubles,
}) => {
  const page = await openPhonePage(browser, { troubles }, IPHONE)
  await page.clock.install()
  await chooseWallet(page, stack, 'Pocket Fox')
  const link = linkTo(page, 'Pocket Fox')
  await expect(link).toHaveAttribute('href', /^fox:/)
  const href = (await link.getAttribute('href')) ?? ''
  await link.tap()
  await setVisible(page, false)
  await page.clock.fastForward(3_000)
  await setVisible(page, true)
  const hint = modalOf(page).locator('[data-failure="APPROVAL_LOST"]')
  await jumpUntil(page, 10_500, hint)
  await expect(hint).toContainText('Open Pocket Fox again to check.')
  await expect(hint.getByRole('link', { name: 'Open Pocket Fox' })).toHaveAttribute('href', href)
  await page.context().close()
})

test('F-23: a request leads to the wallet of the session, whatever wallet was chosen before, and only by a tap', async ({
  browser,
  stack,
  troubles,
}) => {
  const page = await openPhonePage(browser, { troubles }, PIXEL)
  await chooseWallet(page, stack, 'Blue Heron')
  const link = linkTo(page, 'Blue Heron')
  await expect(link).toHaveAttribute('href', /^https:\/\/heron\.invalid\/app\/wc\?uri=wc%3A/)
  const phone = await startPhone(stack, { native: 'fox://' })
  await phone.approve(readCode(await link.getAttribute('href')), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(modalOf(page)).toBeHidden()
  const before = page.url()
  await page.getByRole('button', { name: 'Sign', exact: true }).tap()
  const [request] = await phone.requests(1)
  const hint = modalOf(page).locator('[data-failure="OPEN_WALLET_NEEDED"]')
  await expect(hint).toContainText('Open Pocket Fox to confirm.')
  const open = modalOf(page).getByRole('link', { name: 'Open Pocket Fox' })
  await expect(open).toHaveAttribute(
    'href',
    new RegExp(`^fox://wc\\?requestId=${request?.id}&sessionTopic=[0-9a-f]{64}$`),
  )
  expect(page.url()).toBe(before)
  await phone.answer(request?.id ?? 0, SIGNATURE)
  await expect(page.locator('#result')).toHaveText(SIGNATURE)
  await expect(modalOf(page)).toBeHidden()
  await page.context().close()
})

test('F-24: a wallet that comes back to another browser is met with a way on, and in the right one with nothing', async ({
  browser,
  stack,
  troubles,
}) => {
  const page = await openPhonePage(browser, { troubles }, PIXEL)
  await chooseWallet(page, stack, 'Pocket Fox')
  const link = linkTo(page, 'Pocket Fox')
  await expect(link).toHaveAttribute('href', /^fox:/)
  const phone = await startPhone(stack)
  await phone.approve(readCode(await link.getAttribute('href')), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  const [returnUrl = ''] = await phone.returnLinks()
  expect(returnUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/plain\.html\?phones#/)

  // The right browser: nothing is said, and the mark leaves the address.
  await page.goto('about:blank')
  await page.goto(returnUrl)
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect.poll(() => page.url()).not.toContain(returnUrl.slice(returnUrl.indexOf('#')))
  await expect(modalOf(page)).toBeHidden()
  await page.context().close()

  const elsewhere = await openPhonePage(browser, { troubles }, PIXEL)
  await elsewhere.goto(returnUrl)
  const told = modalOf(elsewhere).locator('[data-failure="RETURNED_ELSEWHERE"]')
  await expect(told).toContainText('Your wallet opened another browser.')
  await modalOf(elsewhere).getByRole('button', { name: 'Connect here' }).tap()
  await expect(modalOf(elsewhere).getByRole('button', { name: 'Copy link' })).toBeEnabled()
  await elsewhere.context().close()
})
