/** The smart account of a wallet from an e-mail: made by its first calls, which another pays; signed in by before; in several tabs. */
import { createPublicClient, type Hex, http, parseEther, toHex, verifyMessage } from 'viem'
import { approve, armed, expect, frameOf, logIn, openSettings, readAddress, test, visit } from './email.ts'
import { listSignedIn, modalOf } from './journey.ts'
import { askNode } from './node.ts'

test.use({ hasSmartAccounts: true })

test.beforeEach(async ({ context, troubles }) => {
  await context.clock.install()
  // What is refused on purpose, as the browser notes it; the gateway of these journeys reads no history.
  troubles.allow(/Failed to load resource: the server responded with a status of 4\d\d/)
})

test('SEC-52, SEC-124: the first batch of a newcomer who has no coin makes the smart account and is paid by the sponsor; one that stops paying costs nobody anything', async ({
  page,
  person,
  servers,
}) => {
  const codeOf = (account: string) => askNode(servers.rpc, 'eth_getCode', [account, 'latest'])
  await visit(page, servers.shopA)
  const address = await logIn(page, person)
  expect(await codeOf(address)).toBe('0x')
  const result = page.locator('#result')
  const dialog = frameOf(page).getByRole('alertdialog')

  await test.step('a sponsor that stops paying after the screen was shown leaves nothing done, and the same button asks again', async () => {
    await page.locator('#calls').click()
    await armed(page).waitFor()
    await servers.tell({ act: 'sponsor', pays: false })
    await approve(page)
    await expect(result).toHaveText(/^refused [A-Z_]+$/)
    expect(await codeOf(address)).toBe('0x')
    await servers.tell({ act: 'sponsor', pays: true })
  })

  await page.locator('#calls').click()
  await expect(dialog).toContainText('2 calls: all or none.')
  await expect(dialog).toContainText('Paid for you')
  await expect(dialog).toContainText('This also creates your account here.')
  await approve(page)
  await expect(result).toHaveText(/^0x[\da-f]+$/)
  // Asked again after a reload, by the id alone.
  await page.reload()
  expect(await readAddress(page)).toBe(address)
  await expect(async () => {
    await page.locator('#status-of-calls').click()
    await expect(result).toHaveText(/^200 atomic success 0x[\da-f]{64}$/, { timeout: 2_000 })
  }).toPass()
  expect(await codeOf(address)).not.toBe('0x')
  expect(BigInt(await askNode(servers.rpc, 'eth_getBalance', [address, 'latest']))).toBe(0n)
  const chain = createPublicClient({ transport: http(servers.rpc) })
  const hash = (await result.innerText()).split(' ').at(-1) as Hex
  expect((await chain.getTransactionReceipt({ hash })).to?.toLowerCase()).toBe(
    '0x0000000071727de22e5e9d8baf0edac6f37da032',
  )
})

test('ERC-6492, SEC-115: a smart account signs in to the gateway before it is made; its first transaction makes it, and what it signs then the chain verifies', async ({
  page,
  person,
  servers,
}) => {
  const chain = createPublicClient({ transport: http(servers.rpc) })
  await visit(page, servers.shopA, '?siwx=gateway')
  const address = (await logIn(page, person)) as Hex
  await expect.poll(() => page.evaluate(listSignedIn)).toEqual(['eip155'])
  expect(await chain.getCode({ address })).toBeUndefined()
  await askNode(servers.rpc, 'anvil_setBalance', [address, toHex(parseEther('1'))])
  await page.locator('#send').click()
  await expect(frameOf(page).getByRole('alertdialog')).toContainText('This also creates your account here.')
  await approve(page)
  const result = page.locator('#result')
  await expect(result).toHaveText(/^0x[\da-f]{64}$/)
  const { status } = await chain.getTransactionReceipt({ hash: (await result.innerText()) as Hex })
  expect(status).toBe('success')
  expect(await chain.getCode({ address })).toBeDefined()
  await page.locator('#sign').click()
  await approve(page)
  await expect(result).toHaveText(/^0x[\da-f]{100,}$/)
  const signature = (await result.innerText()) as Hex
  expect(await chain.verifyMessage({ address, message: 'Hello, slope', signature })).toBe(true)
  expect(await chain.verifyMessage({ address, message: 'Hello, valley', signature })).toBe(false)
})

test('who switches to the standard account in one tab has it in the other, which signs by it, and back again', async ({
  context,
  page,
  person,
  servers,
}) => {
  await visit(page, servers.shopA)
  const smart = await logIn(page, person)
  const other = await context.newPage()
  await other.goto(`${servers.shopA}/email.html`)
  expect(await readAddress(other)).toBe(smart)
  await page.bringToFront()
  await openSettings(page, 'Switch to your standard account')
  await modalOf(page)
    .getByRole('option', { name: /Standard account/ })
    .click()
  await expect(page.locator('#address')).not.toHaveText(smart)
  const plain = (await readAddress(page)) as Hex
  await expect(other.locator('#address')).toHaveText(plain)
  await other.bringToFront()
  await other.locator('#sign').click()
  await approve(other)
  await expect(other.locator('#result')).toHaveText(/^0x[\da-f]{130}$/)
  const signature = (await other.locator('#result').innerText()) as Hex
  expect(await verifyMessage({ address: plain, message: 'Hello, slope', signature })).toBe(true)
  await openSettings(other, 'Switch to your smart account')
  await modalOf(other)
    .getByRole('option', { name: /Smart account/ })
    .click()
  await expect(other.locator('#address')).toHaveText(smart)
  await expect(page.locator('#address')).toHaveText(smart)
})
