/** A wallet from an e-mail, from the page of a shop to coins on a chain: built frame, real servers and mails, storage apart for each site (SEC-135). */
import { isAddress, parseEther, verifyMessage } from 'viem'
import {
  approve,
  armed,
  codeField,
  countMails,
  endRest,
  expect,
  frameOf,
  letIn,
  logIn,
  logOut,
  openModal,
  readAddress,
  readCode,
  test,
  typeEmail,
  visit,
} from './email.ts'
import { listSignedIn, modalOf } from './journey.ts'
import { askNode } from './node.ts'

/** Whom the button of the page sends a wei to. */
const RECIPIENT = '0x0000000000000000000000000000000000000001'

test('a newcomer types an address and a code, has a wallet, receives coins, signs and sends; logged in again on this device it is the same one', async ({
  context,
  page,
  person,
  servers,
  stack,
  troubles,
}) => {
  // The gateway of these journeys reads no history.
  troubles.allow(/status of 404 .*\/history/)
  await context.clock.install()
  await visit(page, servers.shopA)
  await typeEmail(page, person.email)
  await letIn(page, person)
  await expect(codeField(page)).toBeFocused()
  await codeField(page).pressSequentially(await readCode(person))
  const address = await readAddress(page)
  expect(isAddress(address)).toBe(true)
  await expect(modalOf(page)).toBeHidden()

  await test.step('a text is signed once it was seen in the frame', async () => {
    await page.locator('#sign').click()
    await expect(frameOf(page).getByText('Hello, slope')).toBeVisible()
    // SEC-34: who asks is whom the browser names.
    await expect(frameOf(page).locator('.approve-host')).toContainText(new URL(servers.shopA).host)
    await approve(page)
    await expect(page.locator('#result')).toHaveText(/^0x/)
    const signature = (await page.locator('#result').innerText()) as `0x${string}`
    expect(await verifyMessage({ address: address as `0x${string}`, message: 'Hello, slope', signature })).toBe(true)
    await expect(modalOf(page)).toBeHidden()
  })

  await test.step('what is rejected in the frame is not signed', async () => {
    await page.locator('#sign').click()
    await armed(page).waitFor()
    await frameOf(page).getByRole('button', { name: 'Reject' }).click()
    await expect(page.locator('#result')).toHaveText('refused USER_REJECTED')
  })

  await test.step('coins come and go, once they were approved in the frame', async () => {
    const read = async (account: string) => BigInt(await askNode(stack.rpc, 'eth_getBalance', [account, 'latest']))
    await askNode(stack.rpc, 'anvil_setBalance', [address, `0x${parseEther('2').toString(16)}`])
    const before = await read(RECIPIENT)
    await page.locator('#send').click()
    await expect(frameOf(page).getByRole('alertdialog')).toContainText('0.000000000000000001')
    expect(await read(address)).toBe(parseEther('2'))
    await approve(page)
    await expect(page.locator('#result')).toHaveText(/^0x[\da-f]{64}$/)
    await expect.poll(() => read(RECIPIENT)).toBe(before + 1n)
    // The fee was paid by the wallet too.
    expect(await read(address)).toBeLessThan(parseEther('2') - 1n)
    await expect(modalOf(page)).toBeHidden()
  })

  await test.step('logged out and in again with a code that is pasted, it has the same address and no link is mailed', async () => {
    const [links, codes] = await countMails(person)
    await logOut(page, servers)
    // The address of last time stands there.
    await expect(modalOf(page).getByRole('textbox', { name: 'E-mail address' })).toHaveValue(person.email)
    await typeEmail(page, person.email)
    await expect(codeField(page)).toBeFocused()
    const code = await readCode(person, codes + 1)
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`)
    expect(await readAddress(page)).toBe(address)
    expect(await countMails(person)).toEqual([links, codes + 1])
  })
})

test('where visitors sign in to the site, that is done by the code of the login, and a reload asks for nothing', async ({
  page,
  person,
  servers,
}) => {
  let session: { address: string; chainId: number } | null = null
  const signed: { message: string; signature: `0x${string}` }[] = []
  await page.route('**/own/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/own/nonce') return route.fulfill({ json: { nonce: 'a1b2c3d4e5f6a7b8' } })
    if (path === '/own/verify') {
      const told = route.request().postDataJSON() as (typeof signed)[number]
      signed.push(told)
      session = { address: told.message.split('\n')[1] ?? '', chainId: 31_337 }
      return route.fulfill({ json: { ok: true } })
    }
    if (path === '/own/sign-out') session = null
    return route.fulfill({ json: { ok: true, session } })
  })
  await visit(page, servers.shopA, '?siwx=server')
  const address = (await logIn(page, person)) as `0x${string}`
  await expect.poll(() => page.evaluate(listSignedIn)).toEqual(['eip155'])
  await expect(modalOf(page)).toBeHidden()
  const [first, ...more] = signed
  if (!first) throw new Error('nobody signed in')
  const { message, signature } = first
  expect(more).toEqual([])
  // SEC-39: the text names this site, and the account that the frame put in.
  expect(
    message.startsWith(`${new URL(servers.shopA).host} wants you to sign in with your Ethereum account:\n${address}`),
  ).toBe(true)
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  await page.reload()
  expect(await readAddress(page)).toBe(address)
  await expect.poll(() => page.evaluate(listSignedIn)).toEqual(['eip155'])
  await expect(modalOf(page)).toBeHidden()
  expect(signed).toHaveLength(1)
})

test('SEC-135: two sites know the same person by the same address, each has a storage of its own, and a third one may not embed the frame', async ({
  context,
  page,
  person,
  servers,
  troubles,
}) => {
  await context.clock.install()
  await visit(page, servers.shopA)
  const address = await logIn(page, person)

  await endRest(page, servers)
  const other = await context.newPage()
  await other.goto(`${servers.shopB}/email.html`)
  await expect(other.locator('#status')).toHaveText('disconnected')
  await openModal(other)
  await expect(modalOf(other).getByRole('textbox', { name: 'E-mail address' })).toHaveValue('')
  expect(await logIn(other, person)).toBe(address)
  // What is left on the one site stays on the other.
  await other.locator('#disconnect').click()
  await expect(other.locator('#status')).toHaveText('disconnected')
  await page.reload()
  expect(await readAddress(page)).toBe(address)
  await other.close()

  await test.step('F-42: a site that is not on the list is told after 20 s that the frame cannot be reached', async () => {
    troubles.allow(/frame-ancestors|violates the following/)
    troubles.allow(/CORS|Failed to load resource|The gateway refuses this page|frame at \S+ did not load/)
    const stranger = await context.newPage()
    await visit(stranger, servers.stranger)
    await typeEmail(stranger, person.email)
    await expect(modalOf(stranger).getByRole('textbox', { name: 'E-mail address' })).toHaveAttribute('readonly')
    await stranger.clock.fastForward(21_000)
    await expect(modalOf(stranger).locator('[data-failure="FRAME_UNREACHABLE"]')).toContainText(
      'E-mail login cannot be reached right now.',
    )
    await expect(modalOf(stranger).getByRole('textbox', { name: 'E-mail address' })).toHaveValue(person.email)
  })
})

test('a private window keeps nothing: once it was closed, the next one is a new device with the same wallet', async ({
  browser,
  person,
  servers,
  troubles,
}) => {
  const addresses: string[] = []
  for (const turn of [0, 1]) {
    const context = await browser.newContext()
    await troubles.watch(context)
    const page = await context.newPage()
    await page.goto(`${servers.shopA}/email.html`)
    await expect(page.locator('#status')).toHaveText('disconnected')
    if (turn > 0) await servers.tell({ act: 'forgetLimits' })
    await openModal(page)
    addresses.push(await logIn(page, person))
    await context.close()
  }
  expect(addresses[1]).toBe(addresses[0])
})
