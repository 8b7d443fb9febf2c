/** The smart account of a wallet from an e-mail: deployed by its first calls, which a sponsor pays; sign-in before that; two tabs. */
import { createPublicClient, type Hex, http, parseEther, toHex, verifyMessage } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import {
  approve,
  armed,
  expect,
  frameOf,
  logIn,
  openSettings,
  readAddress,
  type Servers,
  sign,
  test,
  visit,
} from './email.ts'
import { listSignedIn, modalOf } from './journey.ts'
import { askNode } from './node.ts'

test.use({ hasSmartAccounts: true })

test.beforeEach(({ troubles }) => {
  // What is refused on purpose, as the browser notes it; the gateway of these journeys reads no history.
  troubles.allow(/Failed to load resource: the server responded with a status of 4\d\d/)
})

const openChain = ({ rpc }: Servers) => createPublicClient({ transport: http(rpc) })

test('SEC-52, SEC-124: the first batch of a newcomer who has no coin makes the smart account and is paid by the sponsor; one that stops paying costs nobody anything', async ({
  page,
  person,
  servers,
}) => {
  const chain = openChain(servers)
  await visit(page, servers.shopA)
  const address = (await logIn(page, person)) as Hex
  expect(await chain.getCode({ address })).toBeUndefined()
  const result = page.locator('#result')
  const dialog = frameOf(page).getByRole('alertdialog')

  await test.step('a sponsor that stops paying after the screen was shown leaves nothing done, and the same button asks again', async () => {
    await page.locator('#calls').click()
    await armed(page).waitFor()
    await servers.tell({ act: 'sponsor', pays: false })
    await approve(page)
    await expect(result).toHaveText(/^refused [A-Z_]+$/)
    expect(await chain.getCode({ address })).toBeUndefined()
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
  expect(await chain.getCode({ address })).toBeDefined()
  expect(await chain.getBalance({ address })).toBe(0n)
  const hash = (await result.innerText()).split(' ').at(-1) as Hex
  expect((await chain.getTransactionReceipt({ hash })).to).toBe(entryPoint07Address.toLowerCase())
})

test('ERC-6492, SEC-115: a smart account signs in to the gateway before it is made; its first transaction makes it, and what it signs then the chain verifies', async ({
  page,
  person,
  servers,
}) => {
  const chain = openChain(servers)
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
  const signature = await sign(page)
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
  const signature = await sign(other)
  expect(signature).toHaveLength(132)
  expect(await verifyMessage({ address: plain, message: 'Hello, slope', signature })).toBe(true)
  await openSettings(other, 'Switch to your smart account')
  await modalOf(other)
    .getByRole('option', { name: /Smart account/ })
    .click()
  await expect(other.locator('#address')).toHaveText(smart)
  await expect(page.locator('#address')).toHaveText(smart)
})
