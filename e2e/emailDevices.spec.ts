/** One wallet in several browsers, tabs and storages: who is let in, who is put out, and what is left where a browser keeps nothing (SEC-135). */
import { chromium, type Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { findBrowser, OFF } from '../scripts/browser.ts'
import {
  approve,
  codeField,
  endRest,
  expect,
  frameOf,
  letIn,
  logIn,
  openModal,
  openSettings,
  readAddress,
  readCode,
  type Servers,
  sign,
  test,
  typeEmail,
  typeFreshCode,
  visit,
} from './email.ts'
import { modalOf } from './journey.ts'

/** Signs a text, and holds that it is this account's. */
async function signAs(page: Page, address: string): Promise<void> {
  const signer = address as `0x${string}`
  expect(await verifyMessage({ address: signer, message: 'Hello, slope', signature: await sign(page) })).toBe(true)
}

/** The browser throws away what the frame keeps within a site, as browsers do where room is short. */
async function evict(page: Page, servers: Servers): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const storageKey = `${servers.frame}/^0${new URL(page.url()).protocol}//localhost`
  const { storageKey: found } = await browser
    .send('Storage.getStorageKeyForFrame', { frameId: await findFrame(page, servers) })
    .catch(() => ({ storageKey }))
  await browser.send('Storage.clearDataForStorageKey', { storageKey: found, storageTypes: 'all' })
  await browser.detach()
}

async function findFrame(page: Page, servers: Servers): Promise<string> {
  const browser = await page.context().newCDPSession(page)
  const { frameTree } = await browser.send('Page.getFrameTree')
  await browser.detach()
  const inner = frameTree.childFrames?.find(({ frame }) => frame.url.startsWith(servers.frame))
  return inner?.frame.id ?? ''
}

test('SEC-09: a second device is let in by the link, has the same wallet, and puts the first one out, which can sign nothing from then on', async ({
  browser,
  page,
  person,
  servers,
  troubles,
}) => {
  troubles.allow(/Failed to load resource: the server responded with a status of 401/)
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  const away = await browser.newContext()
  await troubles.watch(away)
  const second = await away.newPage()
  await servers.tell({ act: 'forgetLimits' })
  await visit(second, servers.shopA)
  expect(await logIn(second, person)).toBe(address)
  await signAs(second, address)

  // The first device is about to sign while it is put out.
  await page.locator('#sign').click()
  await expect(frameOf(page).getByText('Hello, slope')).toBeVisible()

  await servers.tell({ act: 'forgetLimits' })
  await openSettings(second, 'Devices')
  const screen = frameOf(second)
  await expect(screen.getByRole('heading', { name: 'Devices with your wallet' })).toBeVisible()
  await expect(screen.getByRole('listitem')).toHaveCount(2)
  await expect(screen.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await typeFreshCode(second, person, () => screen.getByRole('button', { name: 'Remove' }).click())
  await expect(screen.getByRole('listitem')).toHaveCount(1)
  await screen.getByRole('button', { name: 'Done' }).click()
  await modalOf(second).getByRole('button', { name: 'Close' }).click()
  await expect(modalOf(second)).toBeHidden()

  await approve(page)
  await expect(page.locator('#result')).toHaveText(/^refused/)
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await signAs(second, address)
  await away.close()
})

test('two tabs of a site: who logs in in one is in in the other, which signs, and who leaves there has left in both', async ({
  context,
  page,
  person,
  servers,
}) => {
  await page.goto(`${servers.shopA}/email.html`)
  const other = await context.newPage()
  await other.goto(`${servers.shopA}/email.html`)
  await expect(other.locator('#status')).toHaveText('disconnected')
  await page.bringToFront()
  await openModal(page)
  const address = await logIn(page, person)
  expect(await readAddress(other)).toBe(address)
  await other.bringToFront()
  await signAs(other, address)
  await other.locator('#disconnect').click()
  await expect(page.locator('#status')).toHaveText('disconnected')
})

test('SEC-17, F-43: where the browser empties the frame’s storage, before the code and after the login, the wallet comes back by a link', async ({
  context,
  page,
  person,
  servers,
  troubles,
}) => {
  troubles.allow(/Failed to load resource: the server responded with a status of 4\d\d/)
  await context.clock.install()
  await visit(page, servers.shopA)
  await typeEmail(page, person.email)
  await letIn(page, person)
  await evict(page, servers)
  await codeField(page).pressSequentially(await readCode(person))
  const address = await readAddress(page)
  await signAs(page, address)

  await evict(page, servers)
  await endRest(page, servers)
  await page.reload()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await openModal(page)
  expect(await logIn(page, person)).toBe(address)
  await signAs(page, address)
})

test('SEC-17, F-43: where the browser lets the frame keep nothing, it is said before the code is typed, and the wallet works until the page is left', async ({
  person,
  servers,
  troubles,
}) => {
  const { args, env, path } = findBrowser()
  // Without partitions this browser refuses a frame of another site any storage.
  const denying = await chromium.launch({
    executablePath: path,
    args: [...args, `--disable-features=${OFF.join(',')}`],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  try {
    const context = await denying.newContext({ locale: 'en-GB' })
    await troubles.watch(context)
    await context.clock.install()
    const page = await context.newPage()
    await visit(page, servers.shopA)
    await typeEmail(page, person.email)
    await letIn(page, person)
    await expect(modalOf(page).getByText('This browser forgets this login when you leave.').first()).toBeVisible()
    await expect(page.locator('#heard')).toContainText('FRAME_STORAGE_BLOCKED')
    await codeField(page).pressSequentially(await readCode(person))
    const address = await readAddress(page)
    await signAs(page, address)
    await endRest(page, servers)
    await page.reload()
    await expect(page.locator('#status')).toHaveText('disconnected')
    await openModal(page)
    expect(await logIn(page, person)).toBe(address)
  } finally {
    await denying.close()
  }
})
