/** The page that opens a backup without any server, as its owner would: from a disk, without a network. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeBackupFile } from '@latchkey/frame/keys/backupFile.ts'
import { platformRandom } from '@latchkey/frame/keys/bytes.ts'
import { deriveAddresses, wordsOf } from '@latchkey/frame/keys/derive.ts'
import { buildBackupPage } from '@latchkey/frame/offline/buildPage.ts'
import { expect, type Page, test } from '@playwright/test'
import axeSource from 'axe-core'
import { mnemonicToAccount } from 'viem/accounts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
const entropy = platformRandom(32)
const PHRASE = 'zoo abandon able about above absent absorb abstract'
const site = join(folder, 'latchkey-backup.html')
const file = join(folder, 'backup.json')

test.beforeAll(async () => {
  writeFileSync(site, await buildBackupPage())
  // The cost of a real file is held by `backupFile.test.ts`; here it would be a second of waiting at each step.
  const cost = { N: 2 ** 14, r: 8, p: 1 }
  writeFileSync(file, await makeBackupFile(entropy, PHRASE, { random: platformRandom, now: 0, cost }))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a machine finds wrong for people who use assistive technology. */
const findBarriers = async (page: Page) => {
  const { violations } = (await page.evaluate(`(() => { ${axeSource.source}; return axe.run() })()`)) as {
    violations: { id: string }[]
  }
  return violations.map(({ id }) => id)
}

test('SEC-14, SEC-15: a backup opens from a disk, without a network, and shows its secrets for as long as one looks', async ({
  page,
  context,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await context.setOffline(true)
  await page.goto(pathToFileURL(site).href)
  expect(await findBarriers(page)).toEqual([])

  await test.step('what is missing or wrong is said, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Open backup' }).click()
    await expect(page.getByRole('status')).toHaveText('Choose the backup file first.')
    await expect(page.getByLabel('Backup file')).toBeFocused()
    await page.getByLabel('Backup file').setInputFiles(file)
    await page.getByLabel('The 8 words of this backup').fill(PHRASE.replace('zoo', 'zone'))
    await page.getByRole('button', { name: 'Open backup' }).click()
    await expect(page.getByRole('status')).toHaveText(/These words do not open this file/)
    await expect(page.getByLabel('The 8 words of this backup')).toHaveValue(PHRASE.replace('zoo', 'zone'))
    await expect(page.getByRole('heading', { name: 'Accounts' })).toBeHidden()
  })

  await test.step('its words open it', async () => {
    await page.getByLabel('The 8 words of this backup').fill(PHRASE)
    await page.getByRole('button', { name: 'Open backup' }).click()
    await expect(page.getByRole('heading', { name: 'Accounts' })).toBeFocused()
    const { eip155, solana } = deriveAddresses(entropy)
    await expect(page.getByText(eip155)).toBeVisible()
    await expect(page.getByText(solana)).toBeVisible()
    await expect(page.getByLabel('The 8 words of this backup')).toHaveValue('')
    expect(await findBarriers(page)).toEqual([])
  })

  const secret = page.locator('output:visible')
  await test.step('no secret stands before it is asked for, and one at a time', async () => {
    await expect(secret).toHaveCount(0)
    expect(await page.content()).not.toContain(wordsOf(entropy).split(' ').slice(0, 3).join(' '))
    await page.getByRole('button', { name: 'Show the 24 words' }).click()
    await expect(secret).toHaveText(wordsOf(entropy))
    expect(mnemonicToAccount(await secret.innerText()).address).toBe(deriveAddresses(entropy).eip155)
    await page.getByRole('button', { name: 'Show the private key of the Ethereum account' }).click()
    await expect(secret).toHaveCount(1)
    await expect(secret).toHaveText(/^0x[0-9a-f]{64}$/)
  })

  await test.step('SEC-15: it is hidden when the window is left, and forgotten on request', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await expect(secret).toHaveCount(0)
    await page.getByRole('button', { name: 'Show the 24 words' }).click()
    await page.getByRole('button', { name: 'Forget everything' }).click()
    await expect(page.getByRole('heading', { name: 'Accounts' })).toBeHidden()
    expect(await page.content()).not.toContain(wordsOf(entropy).split(' ').slice(0, 3).join(' '))
  })

  expect(asked).toEqual([pathToFileURL(site).href])
  expect(complaints).toEqual([])
})

test('the page that opens a backup speaks Arabic from right to left, and fits 320 px', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'ar', viewport: { width: 320, height: 640 } })
  await page.goto(pathToFileURL(site).href)
  await expect(page.getByRole('heading', { name: 'فتح نسخة احتياطية من Latchkey' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.close()
})
