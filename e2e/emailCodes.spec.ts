/** Codes and links of a login by e-mail that do not work: each is said in the place where it is typed, which stays, and there is a way on. */
import type { Page } from '@playwright/test'
import { listViolations } from './axe.ts'
import {
  askCode,
  codeField,
  endRest,
  expect,
  letIn,
  logOut,
  openModal,
  pressLink,
  readAddress,
  readCode,
  readLink,
  type Servers,
  test,
  typeEmail,
  visit,
} from './email.ts'
import { modalOf } from './journey.ts'

/** A code that is not this one. */
const wrong = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** Types six digits that are refused: it is said, and the empty field waits for others. */
async function typeRefused(page: Page, code: string): Promise<void> {
  await codeField(page).pressSequentially(code)
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  const failed = modalOf(page).locator('[data-failure="CODE_NOT_ACCEPTED"]')
  await expect(failed.getByRole('alert')).toHaveText('That code does not work. Use the one in the newest e-mail.')
  await expect(codeField(page)).toBeFocused()
}

/** Asks for another code: the rest between two mails is over. */
async function askAgain(page: Page, servers: Servers): Promise<void> {
  await endRest(page, servers)
  await modalOf(page).getByRole('button', { name: 'Send a new code' }).click()
}

test.beforeEach(async ({ context, troubles }) => {
  await context.clock.install()
  troubles.allow(/Failed to load resource: the server responded with a status of 4\d\d/)
})

test('SEC-57, F-47: five wrong codes are refused one by one, then the right one is too late, and a new one opens the wallet', async ({
  page,
  person,
  servers,
}) => {
  const code = await askCode(page, person, servers.shopA)
  for (const by of [1, 2, 3, 4, 5]) await typeRefused(page, wrong(code, by))
  await typeRefused(page, code)
  await askAgain(page, servers)
  await codeField(page).pressSequentially(await readCode(person, 2))
  await readAddress(page)
})

test('F-47: a code that has run out, and one that is not the newest, do not work, and the way on is a new code', async ({
  page,
  person,
  servers,
}) => {
  const first = await askCode(page, person, servers.shopA)
  await askAgain(page, servers)
  const second = await readCode(person, 2)
  await typeRefused(page, first)
  await servers.tell({ act: 'expireCodes' })
  await typeRefused(page, second)
  // The login is over with its code: the device is asked for once more.
  await askAgain(page, servers)
  await letIn(page, person, 2)
  await codeField(page).pressSequentially(await readCode(person, 3))
  await readAddress(page)
})

test('SEC-59: a code works in the browser that asked for it alone, and once', async ({
  browser,
  page,
  person,
  servers,
  troubles,
}) => {
  const here = await askCode(page, person, servers.shopA)

  const away = await browser.newContext()
  await troubles.watch(away)
  await away.clock.install()
  const other = await away.newPage()
  await servers.tell({ act: 'forgetLimits' })
  const there = await askCode(other, person, servers.shopA, 2)
  await typeRefused(other, here)
  await typeRefused(page, there)

  await codeField(page).pressSequentially(here)
  const address = await readAddress(page)
  await codeField(other).pressSequentially(there)
  expect(await readAddress(other)).toBe(address)
  await away.close()

  await logOut(page, servers)
  await typeEmail(page, person.email)
  const next = await readCode(person, 3)
  await typeRefused(page, here)
  await codeField(page).pressSequentially(next)
  expect(await readAddress(page)).toBe(address)
})

test('SEC-64: a link that a mail scanner opens, or another page sends, lets nobody in; its own buttons refuse and let in, once', async ({
  context,
  page,
  person,
  servers,
  troubles,
}) => {
  troubles.allow(/status of 40[34]/)
  await visit(page, servers.shopA)
  await typeEmail(page, person.email)
  const waiting = modalOf(page).getByText('Approve the link in your mail').first()
  await expect(waiting).toBeVisible()
  const link = await readLink(person)

  const scanner = await context.newPage()
  for (let turn = 0; turn < 3; turn++) expect((await scanner.goto(link))?.status()).toBe(200)
  await expect(scanner.getByRole('main')).toContainText(new URL(servers.shopA).host)
  // A form of somebody else, who knows the link and not the mark.
  await scanner.goto('about:blank')
  await scanner.setContent(`<form method="post" action="${link}"><button name="do" value="approve">Win</button></form>`)
  await scanner.getByRole('button').click()
  await expect(scanner.getByRole('heading')).toHaveText('Open the link again')
  await expect(waiting).toBeVisible()
  expect(await person.readMails()).toHaveLength(1)

  await pressLink(context, link, 'This is not me')
  await expect(modalOf(page).locator('[data-failure="USER_REJECTED"]')).toBeVisible()
  await scanner.goto(link)
  await expect(scanner.getByRole('heading')).toHaveText('This link is over')

  await endRest(page, servers)
  await modalOf(page).getByRole('button', { name: 'Send it again' }).click()
  await expect(waiting).toBeVisible()
  const second = await readLink(person, 2)
  await test.step('after 15 minutes a link is over', async () => {
    await servers.tell({ act: 'advance', ms: 16 * 60_000 })
    await scanner.goto(second)
    await expect(scanner.getByRole('heading')).toHaveText('This link is over')
    await servers.tell({ act: 'advance', ms: -16 * 60_000 })
  })
  await scanner.close()
  await pressLink(context, second, 'This is me: let it in')
  await codeField(page).pressSequentially(await readCode(person))
  await readAddress(page)
})

test('a login goes on after a reload, and after the modal was closed, at each of its steps', async ({
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  await typeEmail(page, person.email)
  await expect(modalOf(page).getByText('Approve the link in your mail').first()).toBeVisible()

  await test.step('reloaded while the link is waited for: a mail may be asked for again after the rest', async () => {
    await page.reload()
    await openModal(page)
    await typeEmail(page, person.email)
    await expect(modalOf(page).getByText(/Please try again after \d+ seconds/)).toBeVisible()
    await endRest(page, servers)
    await modalOf(page).getByRole('textbox', { name: 'E-mail address' }).press('Enter')
  })
  await test.step('closed while the link is waited for, and let in meanwhile', async () => {
    await expect(modalOf(page).getByText('Approve the link in your mail').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modalOf(page)).toBeHidden()
    await pressLink(page.context(), await readLink(person, 2), 'This is me: let it in')
    await readCode(person)
    await openModal(page)
  })
  await test.step('the code that came meanwhile is typed without another mail', async () => {
    await typeEmail(page, person.email)
    await expect(codeField(page)).toBeFocused()
    await codeField(page).pressSequentially('12')
  })
  await test.step('closed and reloaded where the code is typed', async () => {
    await page.keyboard.press('Escape')
    await endRest(page, servers)
    await page.reload()
    await openModal(page)
    await typeEmail(page, person.email)
    await letIn(page, person, 3)
    await codeField(page).pressSequentially(await readCode(person, 2))
  })
  await readAddress(page)
})

test('the page of a link holds to the rules of WCAG in both themes, fits 320 px, and is read from the right in Arabic', async ({
  browser,
  page,
  person,
  servers,
  troubles,
}) => {
  await visit(page, servers.shopA)
  await typeEmail(page, person.email)
  const link = await readLink(person)
  for (const [colorScheme, locale, direction] of [
    ['light', 'en-GB', 'ltr'],
    ['dark', 'ar', 'rtl'],
  ] as const) {
    const reading = await browser.newContext({ colorScheme, locale, viewport: { width: 320, height: 640 } })
    await troubles.watch(reading)
    const reader = await reading.newPage()
    await reader.goto(link)
    expect(await listViolations(reader, 'html')).toEqual([])
    expect(await reader.evaluate(() => [document.dir, document.documentElement.scrollWidth])).toEqual([direction, 320])
    const buttons = reader.getByRole('button')
    await expect(buttons).toHaveCount(2)
    for (const button of await buttons.all()) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    await reading.close()
  }
})
