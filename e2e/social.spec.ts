/** Logins at other services, from the page of a shop to a wallet: built frame, real servers, a live issuer of OpenID Connect and services with the quirks of the usual ones. */
import type { Page } from '@playwright/test'
import {
  approve,
  expect,
  frameOf,
  logIn,
  logOut,
  openModal,
  openSettings,
  pressLink,
  readAddress,
  test,
  typeFreshCode,
  visit,
} from './email.ts'
import { modalOf } from './journey.ts'

let people = 0
/** Somebody whom no service has seen yet. */
const newName = (): string => `person${++people}n${process.pid}`

/** Presses a service in the list, or among all of them. */
async function choose(page: Page, provider: string): Promise<void> {
  const button = modalOf(page).getByRole('button', { name: `Continue with ${provider}` })
  await modalOf(page).getByRole('button', { name: 'Continue with Google' }).waitFor()
  if (!(await button.isVisible())) await modalOf(page).getByRole('button', { name: 'More ways to sign in' }).click()
  await button.click()
}

/** Opens the window of a service by a press. */
async function openWindow(page: Page, press: () => Promise<void>): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await press()
  return opened
}

/** Says at a service who one is. */
async function logInAt(window: Page, name: string): Promise<void> {
  await window.getByLabel('Name').fill(name)
  await window.getByRole('button', { name: 'Sign in' }).click()
}

const socialProvider = (page: Page): Promise<unknown> => page.evaluate(() => window.latchkey?.getState().socialProvider)

test.beforeEach(({ troubles }) => {
  // The gateway of these journeys reads no history.
  troubles.allow(/status of 404 .*\/history/)
})

test('a newcomer logs in at an issuer of the operator’s own and has a wallet, which another device gets without a mail', async ({
  page,
  servers,
  browser,
  troubles,
}) => {
  const name = newName()
  await visit(page, servers.shopA)
  const window = await openWindow(page, () => choose(page, 'Example ID'))
  await logInAt(window, name)
  const address = await readAddress(page)
  await expect(modalOf(page)).toBeHidden()
  await expect.poll(() => window.isClosed()).toBe(true)
  expect(await socialProvider(page)).toBe('example')
  await page.locator('#sign').click()
  await approve(page)
  await expect(page.locator('#result')).toHaveText(/^0x/)

  const context = await browser.newContext()
  await troubles.watch(context)
  const other = await context.newPage()
  await visit(other, servers.shopA)
  await logInAt(await openWindow(other, () => choose(other, 'Example ID')), name)
  expect(await readAddress(other)).toBe(address)
  expect(await servers.tell({ act: 'mails', to: `${name}@people.example` })).not.toEqual(
    expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('/device/') })]),
  )
  await test.step('after a reload it is there again, and the last service comes first', async () => {
    await other.reload()
    expect(await readAddress(other)).toBe(address)
    await expect.poll(() => socialProvider(other)).toBe('example')
    await other.locator('#disconnect').click()
    await expect(other.locator('#status')).toHaveText('disconnected')
    await openModal(other)
    await expect(modalOf(other).locator('.socials > button').first()).toHaveAccessibleName('Continue with Example ID')
  })
  await context.close()
})

test('a wallet button of a site goes straight to the window of a service, and says who is connected', async ({
  page,
  servers,
}) => {
  await page.goto(`${servers.shopA}/email.html?button=google&button=email`)
  const [google, email] = [
    page.locator('latchkey-wallet-button').first(),
    page.locator('latchkey-wallet-button').last(),
  ]
  // Until what it means is here, the button has the site's own word and leads to the list of wallets.
  const button = google.getByRole('button', { name: 'Google', exact: true })
  await expect(button).toBeVisible()
  const window = await openWindow(page, () => button.click())
  await expect(google.getByRole('button')).toHaveText('Connecting...')
  await logInAt(window, newName())
  const address = await readAddress(page)
  expect(await socialProvider(page)).toBe('google')
  await expect(google.getByRole('button', { name: 'Google, connected' })).toBeVisible()
  await expect(google).toHaveAttribute('data-told', 'latchkey-connect')
  await expect(email.getByRole('button', { name: 'Email' })).toBeVisible()
  await google.getByRole('button').click()
  await expect(
    modalOf(page)
      .getByText(`${address.slice(0, 4)}`)
      .first(),
  ).toBeVisible()
})

test('where no issuer signs, the vault lets a device in by a link: to the address that the service has checked, or to one that is typed in the frame', async ({
  context,
  page,
  person,
  servers,
}) => {
  const name = newName()
  const link = /http:\/\/vault\.wallet\.localhost:\d+\/device\/\S+/
  await visit(page, servers.shopA)
  await logInAt(await openWindow(page, () => choose(page, 'GitHub')), name)
  await expect(frameOf(page).getByRole('heading')).toHaveText('Confirm this device')
  const [mailed] = await person.readMail(link, { to: `${name}@people.example` })
  await pressLink(context, mailed, 'This is me: let it in')
  const address = await readAddress(page)
  await page.locator('#disconnect').click()
  await expect(page.locator('#status')).toHaveText('disconnected')

  await openModal(page)
  await logInAt(await openWindow(page, () => choose(page, 'X')), `${newName()}-mailless`)
  const field = frameOf(page).getByLabel('Your e-mail address')
  await field.fill(person.email)
  await field.press('Enter')
  const [typed] = await person.readMail(link)
  await pressLink(context, typed, 'This is me: let it in')
  // Another service is another person, whatever the address (SEC-67).
  expect(await readAddress(page)).not.toBe(address)
})

test('SEC-67: a login at a service is linked to a wallet from an e-mail, leads to it, and on a new device needs the vault’s link for the first one', async ({
  page,
  person,
  servers,
  browser,
  troubles,
}) => {
  const name = newName()
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  await servers.tell({ act: 'forgetLimits' })
  await openSettings(page, 'Logins')
  const screen = frameOf(page)
  await expect(screen.getByRole('listitem')).toHaveText(new RegExp(`${person.email}.*First login, stays`))
  await screen.getByRole('button', { name: 'Link a login' }).click()
  await typeFreshCode(page, person, () => screen.getByRole('button', { name: 'Example ID' }).click())
  const window = await openWindow(page, () => screen.getByRole('button', { name: 'Open the window' }).click())
  await logInAt(window, name)
  await expect(screen.getByRole('listitem')).toHaveCount(2)
  await screen.getByRole('button', { name: 'Done' }).click()
  await modalOf(page).getByRole('button', { name: 'Close' }).click()
  await logOut(page, servers)
  // The service knows them in this browser.
  await openWindow(page, () => choose(page, 'Example ID'))
  expect(await readAddress(page)).toBe(address)

  const context = await browser.newContext()
  await troubles.watch(context)
  const other = await context.newPage()
  await visit(other, servers.shopA)
  await logInAt(await openWindow(other, () => choose(other, 'Example ID')), name)
  await expect(frameOf(other).getByRole('heading')).toHaveText('Bring your wallet here')
  await servers.tell({ act: 'forgetLimits' })
  await frameOf(other).getByRole('button', { name: 'Mail me a link' }).click()
  const link = /http:\/\/vault\.wallet\.localhost:\d+\/device\/\S+/
  const [mailed] = await person.readMail(link, { count: 2 })
  await pressLink(context, mailed, 'This is me: let it in')
  expect(await readAddress(other)).toBe(address)
  await context.close()
})

test('SEC-70: a login ends well where the page isolates itself, where the service does, and where the answer comes as a form', async ({
  page,
  context,
  servers,
}) => {
  await context.route(`${servers.providers}/google/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' }
    await route.fulfill({ response, headers })
  })
  for (const [provider, query] of [
    ['Google', ''],
    ['Apple', ''],
    ['Example ID', '?isolated'],
  ] as const) {
    await test.step(`${provider} ${query}`, async () => {
      await visit(page, servers.shopA, query)
      // A window that is cut off is no popup of the page any more.
      const opened = context.waitForEvent('page')
      await choose(page, provider)
      const window = await opened
      await logInAt(window, newName())
      await readAddress(page)
      await window.close()
      await page.locator('#disconnect').click()
      await expect(page.locator('#status')).toHaveText('disconnected')
    })
  }
})

test('a login that is refused, closed or blocked is told by its code, and the button goes on', async ({
  page,
  servers,
}) => {
  await page.addInitScript(() => {
    const open = window.open.bind(window)
    let left = Number(new URLSearchParams(location.search).get('blocks') ?? 0)
    window.open = (...parameters) => {
      left -= 1
      return left >= 0 ? null : open(...parameters)
    }
  })
  const failure = (code: string) => expect(modalOf(page).locator(`[data-failure="${code}"]`)).toBeVisible()
  await visit(page, servers.shopA)
  const refused = await openWindow(page, () => choose(page, 'Google'))
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await failure('USER_REJECTED')
  await expect.poll(() => refused.isClosed()).toBe(true)

  await test.step('F-45: a window that is closed is asked about, and opened again', async () => {
    const closed = await openWindow(page, () => modalOf(page).getByRole('button', { name: 'Try again' }).click())
    await closed.getByLabel('Name').waitFor()
    await closed.close()
    await failure('POPUP_CUT_OFF')
    await logInAt(
      await openWindow(page, () => modalOf(page).getByRole('button', { name: 'Open again' }).click()),
      newName(),
    )
    await readAddress(page)
  })

  await test.step('F-44: a window that is blocked is opened by the button', async () => {
    await page.locator('#disconnect').click()
    await expect(page.locator('#status')).toHaveText('disconnected')
    await visit(page, servers.shopA, '?blocks=1')
    await choose(page, 'Google')
    await failure('POPUP_BLOCKED')
    await logInAt(
      await openWindow(page, () => modalOf(page).getByRole('button', { name: 'Open window' }).click()),
      newName(),
    )
    await readAddress(page)
  })

  await test.step('F-44: blocked twice, the page itself goes there and comes back to where it was', async () => {
    await page.locator('#disconnect').click()
    await expect(page.locator('#status')).toHaveText('disconnected')
    await visit(page, servers.shopA, '?blocks=2')
    await choose(page, 'Google')
    await modalOf(page).getByRole('button', { name: 'Open window' }).click()
    await modalOf(page).getByRole('button', { name: 'Continue in this tab' }).click()
    await logInAt(page, newName())
    await readAddress(page)
    expect(page.url()).toBe(`${servers.shopA}/email.html?blocks=2`)
    await expect(modalOf(page)).toBeHidden()
  })
})

test('Farcaster: a phone approves what the code says, and the page has the wallet', async ({ page, servers }) => {
  await visit(page, servers.shopA)
  await choose(page, 'Farcaster')
  await expect(modalOf(page).getByRole('img', { name: 'QR code for Farcaster' })).toBeVisible()
  const url = await page.evaluate(() => window.latchkey?.getState().farcasterUrl)
  expect(await servers.tell({ act: 'answerFarcaster', url: String(url) })).toBe(201)
  await readAddress(page)
  expect(await socialProvider(page)).toBe('farcaster')
  expect(await page.evaluate(() => window.latchkey?.getState().farcasterUrl)).toBeUndefined()
})
