/** Servers of an e-mail wallet that are away, hang, or lose an answer, at each step: it is said, and once they are back the same step works. */
import type { Page } from '@playwright/test'
import {
  approve,
  armed,
  codeField,
  countMails,
  endRest,
  expect,
  fail,
  frameOf,
  letIn,
  logIn,
  logOut,
  openModal,
  pressLink,
  readAddress,
  readCode,
  readLink,
  sign,
  test,
  typeEmail,
  visit,
} from './email.ts'
import { jumpUntil, modalOf } from './journey.ts'

const unreachable = (page: Page) => modalOf(page).locator('[data-failure="FRAME_UNREACHABLE"]')

test.beforeEach(async ({ context, troubles }) => {
  await context.clock.install()
  // What fails here on purpose, as the browser notes it.
  troubles.allow(/Failed to load resource|ERR_EMPTY_RESPONSE|net::ERR|CORS policy/)
})

test('F-42: a frame that is down or hangs is said so, wallets stay usable meanwhile, and the next try has a new frame', async ({
  page,
  person,
  servers,
  troubles,
}) => {
  troubles.allow(/wallet's frame at \S+ did not load/)
  await visit(page, servers.shopA)
  for (const how of ['hang', 'down'] as const) {
    await fail(servers, { at: 'frame', how })
    await typeEmail(page, person.email)
    await expect(modalOf(page).getByRole('textbox', { name: 'E-mail address' })).toHaveAttribute('readonly')
    await jumpUntil(page, 21_000, unreachable(page))
    await expect(unreachable(page)).toContainText('E-mail login cannot be reached right now.')
    await expect(modalOf(page).getByRole('textbox', { name: 'E-mail address' })).toHaveValue(person.email)
  }
  await fail(servers)
  await typeEmail(page, person.email)
  await letIn(page, person)
  await codeField(page).pressSequentially(await readCode(person))
  await readAddress(page)
})

test('a gateway or a vault that is away or hangs where an address is sent is said so beside it, and the next press sends it', async ({
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  for (const at of ['gateway', 'vault'] as const) {
    for (const how of ['down', 'hang'] as const) {
      await fail(servers, { at, how, path: at === 'gateway' ? '/v1/login/email' : '/v1/vault/device/start' })
      await typeEmail(page, person.email)
      if (how === 'hang') await jumpUntil(page, 31_000, unreachable(page))
      await expect(unreachable(page)).toBeVisible()
      await fail(servers)
    }
  }
  // A browser may have sent again what it got no answer to, and two mails within 30 s are one too many.
  let links = 0
  await expect(async () => {
    await endRest(page, servers)
    ;[links] = await countMails(person)
    await typeEmail(page, person.email)
    await expect(modalOf(page).getByText('Approve the link in your mail').first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await letIn(page, person, links + 1)
  await codeField(page).pressSequentially(await readCode(person))
  await readAddress(page)
})

test('a vault that is away while the link is waited for, and answers that are lost, cost no login and no wallet', async ({
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  await fail(servers, { at: 'vault', how: 'down', path: '/v1/vault/device/wait' })
  await typeEmail(page, person.email)
  await expect(unreachable(page)).toBeVisible()
  await fail(servers)
  await endRest(page, servers)
  await modalOf(page).getByRole('button', { name: 'Send it again' }).click()
  await letIn(page, person, 2)
  // The gateway takes the code, makes the wallet, and its answers do not come.
  await fail(servers, { at: 'gateway', how: 'lost', path: '/v1/wallet/create', times: 1 })
  await codeField(page).pressSequentially(await readCode(person))
  const address = await readAddress(page)

  await logOut(page, servers)
  await typeEmail(page, person.email)
  await fail(servers, { at: 'gateway', how: 'lost', path: '/v1/login/code', times: 1 })
  await codeField(page).pressSequentially(await readCode(person, 2))
  await expect(unreachable(page)).toBeVisible()
  await endRest(page, servers)
  await modalOf(page).getByRole('button', { name: 'Send a new code' }).click()
  await codeField(page).pressSequentially(await readCode(person, 3))
  expect(await readAddress(page)).toBe(address)
})

test('a page that ends while its wallet is made has that wallet after the next load, by the address alone', async ({
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  await typeEmail(page, person.email)
  await letIn(page, person)
  const code = await readCode(person)
  await endRest(page, servers)
  await fail(servers, { at: 'gateway', how: 'hang', path: '/v1/wallet/create' })
  const asked = page.waitForRequest(/\/v1\/wallet\/create/)
  await codeField(page).pressSequentially(code)
  await asked
  await page.reload()
  await fail(servers)
  await openModal(page)
  await typeEmail(page, person.email)
  await readAddress(page)
  expect(await person.readMails()).toHaveLength(2)
})

test('a gateway that is away where something is signed is said so, and once it is back the same button signs; reloaded or closed meanwhile, nothing was signed', async ({
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  await test.step('the modal is closed on a question of the frame', async () => {
    await page.locator('#sign').click()
    await armed(page).waitFor()
    await modalOf(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('#result')).toHaveText('refused USER_REJECTED')
  })
  await test.step('the page is loaded again on a question of the frame', async () => {
    await page.locator('#sign').click()
    await expect(frameOf(page).getByText('Hello, slope')).toBeVisible()
    await page.reload()
    expect(await readAddress(page)).toBe(address)
    await expect(modalOf(page)).toBeHidden()
  })
  await test.step('the gateway is away, and comes back', async () => {
    await fail(servers, { at: 'gateway', how: 'down' })
    await page.locator('#sign').click()
    await approve(page)
    await expect(page.locator('#result')).toHaveText(/^refused/)
    await expect(page.locator('#status')).toHaveText('connected')
    await fail(servers)
    await sign(page)
  })
  await test.step('a page that is loaded while the gateway is away has the wallet all the same', async () => {
    await fail(servers, { at: 'gateway', how: 'down' })
    await page.reload()
    expect(await readAddress(page)).toBe(address)
  })
})

test('the vault’s link works where it is opened on another device than the one that waits', async ({
  browser,
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  await typeEmail(page, person.email)
  const phone = await browser.newContext({ viewport: { width: 320, height: 640 } })
  await pressLink(phone, await readLink(person), 'This is me: let it in')
  await phone.close()
  await codeField(page).pressSequentially(await readCode(person))
  await readAddress(page)
})
