/** What becomes of a wallet from an e-mail: frozen and used again, deleted and taken back, paid from, and paid from faster. */
import { type Hex, parseEther, toHex } from 'viem'
import {
  approve,
  endRest,
  expect,
  frameOf,
  logIn,
  openModal,
  openSettings,
  pressLink,
  readAddress,
  readCode,
  readLink,
  sign,
  test,
  typeEmail,
  typeFreshCode,
  visit,
} from './email.ts'
import { modalOf } from './journey.ts'
import { askNode } from './node.ts'

test.beforeEach(async ({ context, troubles }) => {
  await context.clock.install()
  // What is refused on purpose, as the browser notes it; the gateway of these journeys reads no history.
  troubles.allow(/Failed to load resource: the server responded with a status of 4\d\d/)
})

test('SEC-80: a wallet that was frozen signs nothing; a fresh code and a link from the mail thaw it, and it signs again', async ({
  context,
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  const screen = frameOf(page)
  await openSettings(page, 'What happened')
  await expect(screen.getByText('Wallet made')).toBeVisible()
  // The button that takes it back stands where the second half of a double click comes down.
  await screen.getByRole('button', { name: 'Freeze the wallet' }).dblclick({ delay: 120 })
  await expect(screen.getByText('No device gets anything of your wallet')).toBeVisible()
  await screen.getByRole('button', { name: 'Freeze the wallet' }).click()
  await modalOf(page).getByRole('button', { name: 'Close' }).click()
  await page.locator('#sign').click()
  await approve(page)
  await expect(page.locator('#result')).toHaveText(/^refused/)

  await endRest(page, servers)
  await openSettings(page, 'What happened')
  await expect(screen.getByRole('heading', { name: 'Your wallet is frozen' })).toBeVisible()
  await typeFreshCode(page, person, () => screen.getByRole('button', { name: 'Unfreeze' }).click())
  await expect(screen.getByText(`A link is on its way to ${person.email}.`)).toBeVisible()
  await pressLink(context, await readLink(person, 2), 'This is me: let it in')
  await expect(screen.getByRole('heading')).toBeHidden()
  await modalOf(page).getByRole('button', { name: 'Close' }).click()
  await sign(page)
  expect(await readAddress(page)).toBe(address)
})

test('SEC-16: a wallet that is about to be deleted lets nobody in; the link of the mail takes it back, and it is the same one', async ({
  context,
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  const screen = frameOf(page)
  await endRest(page, servers)
  await openSettings(page, 'Delete this wallet')
  await screen.getByLabel('Code of 6 digits').fill(await readCode(person, 2))
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByLabel(`Type ${person.email} to go on`).fill(person.email)
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(screen.getByText(/^Your wallet is deleted on /)).toBeVisible()
  await screen.getByRole('button', { name: 'Done' }).click()
  await endRest(page, servers)
  await page.reload()
  await expect(page.locator('#status')).toHaveText('disconnected')

  await openModal(page)
  await typeEmail(page, person.email)
  await modalOf(page)
    .getByRole('textbox', { name: '6-digit code' })
    .pressSequentially(await readCode(person, 3))
  await expect(modalOf(page).locator('[data-failure]').first()).toBeVisible()
  await expect(page.locator('#status')).toHaveText('disconnected')

  const [link] = await person.readMail(/http:\/\/api\.wallet\.localhost:\d+\/v1\/login\/undo-deletion\/\S+/)
  const mail = await context.newPage()
  await mail.goto(link)
  await mail.getByRole('button', { name: 'Keep the wallet' }).click()
  await expect(mail.getByRole('heading')).toHaveText('Your wallet stays')
  await mail.close()
  await endRest(page, servers)
  await page.reload()
  await openModal(page)
  await typeEmail(page, person.email)
  await modalOf(page)
    .getByRole('textbox', { name: '6-digit code' })
    .pressSequentially(await readCode(person, 4))
  expect(await readAddress(page)).toBe(address)
})

test('what is sent by the form of the modal is approved in the frame and mined; one that waits is sped up by the same wallet', async ({
  page,
  person,
  servers,
  stack,
}) => {
  const read = async (account: string) => BigInt(await askNode(stack.rpc, 'eth_getBalance', [account, 'latest']))
  const friend = `0x${'f7'.repeat(20)}` as Hex
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  await askNode(stack.rpc, 'anvil_setBalance', [address, toHex(parseEther('2'))])
  // Page and gateway remember what the account held for a while.
  await servers.tell({ act: 'advance', ms: 31_000 })
  await page.clock.fastForward(31_000)
  await page.reload()
  expect(await readAddress(page)).toBe(address)
  await openModal(page)
  const button = (name: string | RegExp) => modalOf(page).getByRole('button', { name })
  await button('Send').click()
  await button(/Select token/)
    .first()
    .click()
  await modalOf(page).getByRole('option', { name: /Ether/ }).click()
  await modalOf(page)
    .getByLabel(/^Amount/)
    .fill('0.25')
  await modalOf(page).getByLabel('Recipient address').fill(friend)
  await button('Preview send').click()
  const before = await read(friend)
  await button(/^Send \d/).click()
  // SEC-45: the frame says the coin by its own configuration.
  await expect(frameOf(page).getByRole('alertdialog')).toContainText('Pay 0.25 ETH to')
  await expect(frameOf(page).getByRole('alertdialog')).toContainText('Slope')
  await approve(page)
  await expect.poll(() => read(friend)).toBe(before + parseEther('0.25'))
  await expect(modalOf(page)).toContainText(/Sent 0\.25 ETH/)
  // What became of it is closed first, then the account.
  await button('Close').last().click()
  await button('Close').click()
  await expect(modalOf(page)).toBeHidden()

  await askNode(stack.rpc, 'evm_setAutomine', [false])
  try {
    await page.locator('#send').click()
    await approve(page)
    await expect(page.locator('#result')).toHaveText(/^0x[\da-f]{64}$/)
    const first = await page.locator('#result').innerText()
    await openModal(page)
    await modalOf(page).getByRole('tab', { name: 'Activity' }).click()
    await modalOf(page)
      .getByRole('button', { name: /Sending|Pending|Waiting/ })
      .first()
      .click()
    await button('Speed up').click()
    await expect(frameOf(page).getByRole('alertdialog')).toContainText('Pay 0.000000000000000001 ETH to')
    await approve(page)
    const pending = async () =>
      (
        (await askNode(stack.rpc, 'eth_getBlockByNumber', ['pending', true])) as unknown as {
          transactions: readonly { hash: string; from: string; nonce: string }[]
        }
      ).transactions.filter(({ from }) => from.toLowerCase() === address.toLowerCase())
    // One of the two has the place: the later one.
    await expect.poll(async () => (await pending()).map(({ hash }) => hash === first)).toEqual([false])
    await askNode(stack.rpc, 'anvil_mine', ['0x1'])
    expect(await askNode(stack.rpc, 'eth_getTransactionByHash', [first]).catch(() => null)).toBeNull()
  } finally {
    await askNode(stack.rpc, 'evm_setAutomine', [true])
    await askNode(stack.rpc, 'anvil_mine', ['0x1'])
  }
})

test('F-48: where a site forbids passkeys, that is said in the frame, and a backup file is made all the same', async ({
  page,
  person,
  servers,
}) => {
  // Node knows no names below localhost, so that the answer is changed within the browser.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/email.html', requestStage: 'Response' }] })
  browser.on('Fetch.requestPaused', ({ requestId, responseStatusCode = 200, responseHeaders = [] }) => {
    const value = 'publickey-credentials-create=(), publickey-credentials-get=()'
    const headers = [...responseHeaders, { name: 'Permissions-Policy', value }]
    browser
      .send('Fetch.continueResponse', { requestId, responseCode: responseStatusCode, responseHeaders: headers })
      .catch((error: unknown) => console.error(error))
  })
  await visit(page, servers.shopA)
  await logIn(page, person)
  const screen = frameOf(page)
  await endRest(page, servers)
  await openSettings(page, 'Backup and recovery')
  await typeFreshCode(page, person, () => screen.getByRole('button', { name: 'Add a passkey' }).click())
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(screen.getByRole('alert')).toHaveText('Your passkey could not be used here. Use another way.')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Make' }).click()
  const words = screen.locator('.words li')
  await expect(words).toHaveCount(8)
  const written = (await words.allInnerTexts()).map((text) => text.replace(/^\d+\s*/, ''))
  const file = page.waitForEvent('download')
  await screen.getByRole('button', { name: 'Download the file' }).click()
  expect((await file).suggestedFilename()).toBe('latchkey-backup.json')
  const asked = await screen.getByText(/^Type word \d$/).innerText()
  await screen.getByRole('textbox').fill(written[Number(asked.slice(-1)) - 1] ?? '')
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect(screen.getByText(/^Made on /)).toBeVisible()
})
