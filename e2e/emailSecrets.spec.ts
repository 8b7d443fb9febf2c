/** The words of a wallet, its backup file and another address: on screens of the frame alone, after fresh codes (SEC-14, SEC-15, SEC-65). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildBackupPage } from '@latchkey/frame/offline/buildPage.ts'
import type { Page } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import {
  approve,
  codeField,
  countMails,
  endRest,
  expect,
  frameOf,
  logIn,
  openModal,
  type Person,
  readAddress,
  readCode,
  type Servers,
  test,
  typeFreshCode,
  visit,
} from './email.ts'
import { modalOf } from './journey.ts'

/** Opens one of the rows that the wallet has among the settings. */
async function openRow(page: Page, focusKey: string): Promise<void> {
  await openModal(page)
  await modalOf(page).locator('[data-focus-key="settings"]').click()
  await modalOf(page).locator(`[data-focus-key="${focusKey}"]`).click()
}

test('SEC-15: the 24 words stand in the frame alone, after a code of their own, until the window is left; they are this wallet', async ({
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  await servers.tell({ act: 'forgetLimits' })
  await typeFreshCode(page, person, () => openRow(page, 'export'))
  const screen = frameOf(page)
  await screen.getByRole('button', { name: 'Show the 24 words' }).waitFor()
  await expect(screen.getByRole('listitem')).toHaveCount(0)
  await screen.getByRole('button', { name: 'Show the 24 words' }).click()
  await expect(screen.getByRole('listitem')).toHaveCount(24)
  const words = (await screen.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/^\d+\s/, ''))
  expect(mnemonicToAccount(words.join(' ')).address).toBe(address)
  // The page around it has none of them.
  expect(await page.content()).not.toContain(words.slice(0, 3).join(' '))
  await modalOf(page).getByRole('button', { name: 'Close' }).focus()
  await expect(screen.getByRole('listitem')).toHaveCount(0)
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect(screen.getByRole('heading')).toHaveCount(0)
})

test('SEC-14: a backup file is made in the frame, counts once a word of it was typed, and opens with its words without any server', async ({
  context,
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  await servers.tell({ act: 'forgetLimits' })
  await openRow(page, 'recovery')
  const screen = frameOf(page)
  await typeFreshCode(page, person, () => screen.getByRole('button', { name: 'Make', exact: true }).click())
  await expect(screen.getByRole('heading', { name: 'The 8 words of this backup' })).toBeVisible()
  const words = (await screen.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/^\d+\s/, ''))
  expect(words).toHaveLength(8)
  const coming = page.waitForEvent('download')
  await screen.getByRole('button', { name: 'Download the file' }).click()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
  try {
    const file = join(folder, 'backup.json')
    await (await coming).saveAs(file)
    const asked = screen.getByLabel(/^Type word \d$/)
    const [, number = ''] = /(\d)$/.exec(await screen.getByText(/^Type word \d$/).innerText()) ?? []
    await asked.fill('wrong')
    await screen.getByRole('button', { name: 'Done' }).click()
    await expect(screen.getByRole('alert')).toContainText(`That is not word ${number}`)
    await asked.fill(words[Number(number) - 1] ?? '')
    await screen.getByRole('button', { name: 'Done' }).click()
    await expect(screen.getByText(/^Made on/)).toBeVisible()

    const site = join(folder, 'latchkey-backup.html')
    writeFileSync(site, await buildBackupPage())
    const offline = await context.newPage()
    // The shop reads balances now and then, which fails from here on.
    await page.close()
    await context.setOffline(true)
    await offline.goto(pathToFileURL(site).href)
    await offline.getByLabel('Backup file').setInputFiles(file)
    await offline.getByLabel('The 8 words of this backup').fill(words.join(' '))
    await offline.getByRole('button', { name: 'Open backup' }).click()
    await expect(offline.getByText(address)).toBeVisible()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('SEC-65: the address is changed by codes to both addresses, who has the old one takes it back, and then nobody is in any more', async ({
  context,
  page,
  person,
  servers,
  troubles,
}) => {
  troubles.allow(/Failed to load resource: the server responded with a status of 4\d\d/)
  await context.clock.install()
  const next = person.email.replace('@', '.new@')
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  await endRest(page, servers)
  await openRow(page, 'email')
  const field = modalOf(page).getByRole('textbox', { name: 'E-mail address' })
  await field.fill(next)
  const [, codes] = await countMails(person)
  await modalOf(page).getByRole('button', { name: 'Save' }).click()
  await codeField(page).pressSequentially(await readCode(person, codes + 1))
  await expect(modalOf(page).getByText('Second code').first()).toBeVisible()
  await codeField(page).pressSequentially(await readCode(person, 1, next))

  await test.step('the vault follows by two codes of its own, typed in the frame', async () => {
    const screen = frameOf(page)
    await expect(screen.getByText('The vault has mailed a code of its own to your old address.')).toBeVisible()
    await screen.getByLabel('Code of 6 digits').fill(await readVaultCode(person, person.email))
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect(screen.getByText('The vault has mailed a code of its own to your new address.')).toBeVisible()
    await screen.getByLabel('Code of 6 digits').fill(await readVaultCode(person, next))
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect(screen.getByText('Both servers know your new address.')).toBeVisible()
    await screen.getByRole('button', { name: 'Done' }).click()
  })
  expect(await readAddress(page)).toBe(address)

  await test.step('by the links to the old address both servers take it back, once, and what is asked then is not signed', async () => {
    for (const host of ['api', 'vault'] as const) {
      const link = await findUndo(person, servers, host)
      const mail = await context.newPage()
      await mail.goto(link)
      await mail.getByRole('button', { name: /^Take it back/ }).click()
      await expect(mail.getByRole('heading')).toHaveText(/this address again$/)
      await mail.goto(link)
      await expect(mail.getByRole('heading')).toHaveText('This link is over')
      await mail.close()
    }
    await page.reload()
    await readAddress(page)
    await page.locator('#sign').click()
    await approve(page)
    await expect(page.locator('#result')).toHaveText(/^refused/)
    await expect(page.locator('#status')).toHaveText('disconnected')
  })
})

/** The six digits of the vault's newest mail to an address. */
async function readVaultCode(person: Person, to: string): Promise<string> {
  const [, one = '', two = ''] = await person.readMail(/the vault’s code[\s\S]*?\n(\d{3}) (\d{3})\n/, { to })
  return one + two
}

/** The link that takes a change back, as it was mailed to the old address. */
async function findUndo(person: Person, servers: Servers, host: 'api' | 'vault'): Promise<string> {
  const origin = host === 'api' ? servers.gateway : servers.vault
  const [, link = ''] = await person.readMail(new RegExp(`hours: (${origin.replaceAll('.', '\\.')}\\S+)`))
  return link
}
