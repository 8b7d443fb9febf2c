/** The words of a wallet, its backup file and what opens it without any server: on screens of the frame alone, after a fresh code (SEC-14, SEC-15). */
import { mnemonicToAccount } from 'viem/accounts'
import { countMails, expect, frameOf, logIn, openModal, readCode, test, visit } from './email.ts'
import { modalOf } from './journey.ts'

test('SEC-15: the 24 words stand in the frame alone, after a code of their own, until the window is left; they are this wallet', async ({
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  await servers.tell({ act: 'forgetLimits' })
  const [, codes] = await countMails(person)
  await openModal(page)
  await modalOf(page).locator('[data-focus-key="settings"]').click()
  await modalOf(page).getByRole('button', { name: 'Backup and recovery' }).click()
  const screen = frameOf(page)
  await screen.getByLabel('Code of 6 digits').fill(await readCode(person, codes + 1))
  await screen.getByRole('button', { name: 'Continue' }).click()
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
  await expect(frameOf(page).getByRole('heading')).toHaveCount(0)
})
