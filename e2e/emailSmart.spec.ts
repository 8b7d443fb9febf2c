/** The smart account of a wallet from an e-mail: deployed by its first calls, which a sponsor pays; sign-in before that; two tabs; what sites may do without asking. */
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  toHex,
  verifyMessage,
  zeroHash,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { findContract } from '../apps/demo/server/devChain.ts'
import { DELEGATION_MANAGER } from '../apps/frame/worker/evm/delegation/contracts.ts'
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

/** `redeemDelegations(bytes[],bytes32[],bytes[])` of the manager, by the page's own key. */
const MANAGER = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)'])

test('SEC-53: the standard account gives a site a permission; its key sends within the cap and no more, and after the owner ended it in the frame nothing', async ({
  page,
  person,
  servers,
}) => {
  const chain = openChain(servers)
  const maker = createWalletClient({
    account: mnemonicToAccount('test test test test test test test test test test test junk'),
    chain: foundry,
    transport: http(servers.rpc),
  })
  const deployed = await maker.deployContract({
    ...findContract('DemoToken'),
    args: ['Pine', 'PINE', 18, parseEther('1000')],
  })
  const { contractAddress: token } = await chain.waitForTransactionReceipt({ hash: deployed })
  if (!token) throw new Error('there is no token')
  const site = privateKeyToAccount(generatePrivateKey())
  const shop = privateKeyToAccount(generatePrivateKey()).address
  await askNode(servers.rpc, 'anvil_setBalance', [site.address, toHex(parseEther('1'))])
  const useIt = async (context: Hex, amount: string) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [shop, parseEther(amount)] })
    const call = encodePacked(['address', 'uint256', 'bytes'], [token, 0n, data])
    const wallet = createWalletClient({ account: site, chain: foundry, transport: http(servers.rpc) })
    const hash = await wallet.writeContract({
      address: DELEGATION_MANAGER,
      abi: MANAGER,
      functionName: 'redeemDelegations',
      args: [[context], [zeroHash], [call]],
    })
    return chain.waitForTransactionReceipt({ hash })
  }
  const readHolding = () =>
    chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [shop] })

  await visit(page, servers.shopA, `?token=${token}&to=${site.address}`)
  const smart = await logIn(page, person)
  const result = page.locator('#result')
  // The smart account says that it lets nobody act.
  await page.locator('#grant').click()
  await expect(result).toHaveText(/^refused [A-Z_]+$/)
  await openSettings(page, 'Switch to your standard account')
  await modalOf(page)
    .getByRole('option', { name: /Standard account/ })
    .click()
  await expect(page.locator('#address')).not.toHaveText(smart)
  const account = (await readAddress(page)) as Hex
  await askNode(servers.rpc, 'anvil_setBalance', [account, toHex(parseEther('1'))])
  const paid = await maker.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [account, parseEther('100')],
  })
  await chain.waitForTransactionReceipt({ hash: paid })
  await page.keyboard.press('Escape')

  const dialog = frameOf(page).getByRole('alertdialog')
  await page.locator('#grant').click()
  await expect(dialog).toContainText('What it could do without asking you')
  await expect(dialog).toContainText('10 in all')
  await expect(dialog).toContainText('This also gives your account code')
  await approve(page)
  await expect(result).toHaveText(/^0x[\da-f]{200,}$/)
  const context = (await result.innerText()) as Hex
  await useIt(context, '4')
  expect(await readHolding()).toBe(parseEther('4'))
  await expect(useIt(context, '7')).rejects.toThrow('allowance-exceeded')
  await page.locator('#granted').click()
  await expect(result).toHaveText('granted erc20-token-allowance')

  await test.step('the same account carries out a batch as one', async () => {
    await page.locator('#batch').click()
    await expect(dialog).toContainText('2 calls: all or none.')
    await approve(page)
    await expect(result).toHaveText(/^0x[\da-f]+$/)
    await expect(async () => {
      await page.locator('#status-of-calls').click()
      await expect(result).toHaveText(/^200 atomic success 0x[\da-f]{64}$/, { timeout: 2_000 })
    }).toPass()
  })

  await openSettings(page, 'What sites may do without asking')
  const frame = frameOf(page)
  await expect(frame.getByText(/^10 of 0x/)).toBeVisible()
  await frame.getByRole('button', { name: 'End' }).click()
  await expect(frame.getByText(/^Network fee, at most: 0\.\d+ ETH$/)).toBeVisible()
  await frame.getByRole('button', { name: 'End' }).click()
  await expect(frame.getByText('No site may do anything without asking.')).toBeVisible()
  await expect(useIt(context, '1')).rejects.toThrow()
  expect(await readHolding()).toBe(parseEther('4'))
})
