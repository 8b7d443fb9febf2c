import { ed25519 } from '@noble/curves/ed25519.js'
import type { Page } from '@playwright/test'
import { base58 } from '@scure/base'
import {
  type Abi,
  concat,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  toHex,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import artifacts from '../apps/demo/contracts/artifacts.json' with { type: 'json' }
import { expect, modalOf, shorten, test } from './journey.ts'
import { askNode } from './node.ts'
import { countTokens, fund, giveTokens as giveSplTokens } from './phone.ts'
import type { Stack } from './stack.ts'
import { addSolanaWallet, addWallet, countCalls, hang, tellWallet } from './wallet.ts'

const KEY = 'test.tide'
/** A payer whom no other journey knows, so that its balances are its own. */
const PAYER_KEY = `0x${'5e4d'.repeat(16)}` as const
const PAYER = privateKeyToAddress(PAYER_KEY)
/** The account that has everything, unlocked on the dev chain. */
const DEPLOYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const LOOSE = `0x${'10053e'.padEnd(40, '7')}` as const

const button = (page: Page, name: string | RegExp) => modalOf(page).getByRole('button', { name })
const getCoins = async (stack: Stack, owner: string): Promise<bigint> =>
  BigInt(await askNode(stack.rpc, 'eth_getBalance', [owner, 'latest']))
const getTokens = async (stack: Stack, token: Hex, owner: Hex): Promise<bigint> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return BigInt(await askNode(stack.rpc, 'eth_call', [{ to: token, data }, 'latest']))
}
const giveTokens = (stack: Stack, token: Hex, amount: bigint): Promise<string> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [PAYER, amount] })
  return askNode(stack.rpc, 'eth_sendTransaction', [{ from: DEPLOYER, to: token, data }])
}

/**
 * A token whose `transfer` returns nothing, as USDT's does: all else is that of the demo's dollar, in its own storage.
 * `delegatecall(dollar, calldata)`; where it failed, its reason; after `transfer` nothing; else what the dollar returned.
 */
async function placeLooseToken(stack: Stack): Promise<void> {
  const code = concat([
    '0x365f5f375f5f365f73',
    stack.settings.contracts.dollar,
    '0x5af43d5f5f3e6029573d5ffd',
    '0x5b5f3560e01c63a9059cbb14603b573d5ff35b00',
  ])
  const write = (slot: Hex, value: Hex) => askNode(stack.rpc, 'anvil_setStorageAt', [LOOSE, slot, value])
  /** Solidity keeps a short text beside twice its length. */
  const writeText = (slot: number, text: string) =>
    write(toHex(slot, { size: 32 }), concat([toHex(text).padEnd(64, '0') as Hex, toHex(text.length * 2, { size: 1 })]))
  await askNode(stack.rpc, 'anvil_setCode', [LOOSE, code])
  await writeText(0, 'Loose Coin')
  await writeText(1, 'LOOSE')
  const owned = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [DEPLOYER, 2n]))
  await write(owned, toHex(1_000_000_000n, { size: 32 }))
}

const openAccount = (page: Page): Promise<void> =>
  page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(PAYER) })
    .click()

/** From the account to the review of a transfer. */
async function review(page: Page, token: RegExp, amount: string, to: string): Promise<void> {
  await button(page, 'Send').click()
  await expect(modalOf(page).getByLabel('Recipient address')).toHaveValue('')
  await button(page, /Select token/)
    .first()
    .click()
  await modalOf(page).getByRole('option', { name: token }).click()
  await modalOf(page)
    .getByLabel(/^Amount/)
    .fill(amount)
  await modalOf(page).getByLabel('Recipient address').fill(to)
  await button(page, 'Preview send').click()
  await expect(button(page, /^Send \d/)).toBeEnabled()
}

test('a coin, a token and one that returns nothing arrive once, however often Send is pressed, in two tabs, and when a page is reloaded before the answer', async ({
  context,
  page,
  stack,
}) => {
  const { dollar } = stack.settings.contracts
  await placeLooseToken(stack)
  await askNode(stack.rpc, 'anvil_setBalance', [PAYER, toHex(10n ** 18n)])
  await giveTokens(stack, dollar, 50_000_000n)
  await giveTokens(stack, LOOSE, 9_000_000n)
  const [friend, other, third] = ['a1', 'b2', 'c3'].map((pair) => `0x${pair.repeat(20)}` as const) as [Hex, Hex, Hex]
  await addWallet(context, stack, { name: 'Tide', privateKey: PAYER_KEY, otherKeys: [] })
  const tab = await context.newPage()
  await tab.goto(`${stack.pages}/plain.html`)
  await expect(tab.locator('#status')).toHaveText('disconnected')
  // The wallet of the second tab knows of the permission as an extension would.
  await tab.evaluate(
    ([key, account]) => window.wallets[key]?.answerAlways('eth_accounts', { kind: 'ok', value: [account] }),
    [KEY, PAYER] as const,
  )
  await page.bringToFront()
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await button(page, 'Tide').click()
  await expect(page.locator('#address')).toHaveText(PAYER)
  await openAccount(page)

  await review(page, /Ether/, '0.25', friend)
  await button(page, /^Send \d/).dblclick()
  await expect(modalOf(page)).toContainText(/Sent 0\.25 ETH/)
  expect(await getCoins(stack, friend)).toBe(250_000_000_000_000_000n)
  await button(page, 'Close').last().click()

  await review(page, /Loose Coin/, '2.5', other)
  await button(page, /^Send \d/).click()
  await expect(modalOf(page)).toContainText(/Sent 2\.5 LOOSE/)
  expect(await getTokens(stack, LOOSE, other)).toBe(2_500_000n)
  expect(await getTokens(stack, LOOSE, PAYER)).toBe(6_500_000n)
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(2)
  await button(page, 'Close').last().click()

  // The wallet sends what it was asked, and its answer is lost.
  await tellWallet(page, KEY, 'answerAlways', 'eth_sendTransaction', hang)
  await review(page, /Demo Dollar/, '12.5', third)
  await button(page, /^Send \d/).click()
  await expect.poll(() => countCalls(page, KEY, 'eth_sendTransaction')).toBe(3)
  const asked = await page.evaluate(
    (key) => window.wallets[key]?.calls.findLast(({ method }) => method === 'eth_sendTransaction')?.params[0],
    KEY,
  )
  await askNode(stack.rpc, 'anvil_impersonateAccount', [PAYER])
  await askNode(stack.rpc, 'eth_sendTransaction', [asked])
  await expect(button(page, 'Approve in Tide')).toBeDisabled()

  // The other tab of the site, and the first one reloaded: neither sends what is still open.
  await expect(tab.locator('#address')).toHaveText(PAYER)
  await page.reload()
  await expect(page.locator('#address')).toHaveText(PAYER)
  for (const each of [tab, page]) {
    await each.bringToFront()
    await openAccount(each)
    await button(each, 'Send').click()
    await expect(modalOf(each).getByLabel('Recipient address')).toHaveValue('')
    expect(await countCalls(each, KEY, 'eth_sendTransaction')).toBe(0)
  }
  expect(await getTokens(stack, dollar, third)).toBe(12_500_000n)
  expect(await getTokens(stack, dollar, PAYER)).toBe(37_500_000n)
})

test('an NFT goes to another account, and the chain says that it is theirs', async ({ context, page, stack }) => {
  const key = `0x${'7a9c'.repeat(16)}` as const
  const [owner, friend] = [privateKeyToAddress(key), `0x${'d4'.repeat(20)}` as Hex]
  const { abi, bytecode } = artifacts.contracts.Keepsakes as { abi: Abi; bytecode: Hex }
  const ask = async (to: Hex | undefined, data: Hex): Promise<{ contractAddress: Hex }> => {
    const hash = await askNode(stack.rpc, 'eth_sendTransaction', [{ from: DEPLOYER, to, data }])
    let receipt: unknown
    // A node may tell a block before it has the receipts of it.
    await expect(async () => {
      receipt = JSON.parse(JSON.stringify(await askNode(stack.rpc, 'eth_getTransactionReceipt', [hash])))
      expect(receipt).not.toBeNull()
    }).toPass()
    return receipt as { contractAddress: Hex }
  }
  await askNode(stack.rpc, 'anvil_setBalance', [owner, toHex(10n ** 18n)])
  const { contractAddress } = await ask(undefined, encodeDeployData({ abi, bytecode, args: ['Cones', 'CONE'] }))
  const uri = `data:application/json,${encodeURIComponent(JSON.stringify({ name: 'Old cone' }))}`
  await ask(contractAddress, encodeFunctionData({ abi, functionName: 'mint', args: [owner, uri] }))
  await addWallet(context, stack, { name: 'Tide', privateKey: key, otherKeys: [] })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await button(page, 'Tide').click()
  await expect(page.locator('#address')).toHaveText(owner)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(owner) })
    .click()
  await modalOf(page).getByRole('tab', { name: 'NFTs' }).click()
  await button(page, /Old cone/).click()
  await button(page, /^Send$/).click()
  await modalOf(page).getByLabel('Recipient address').fill(friend)
  await button(page, 'Preview send').click()
  await button(page, 'Send Old cone').click()
  await expect(modalOf(page)).toContainText(/Sent Old cone/)
  const data = encodeFunctionData({ abi, functionName: 'ownerOf', args: [1n] })
  expect(await askNode(stack.rpc, 'eth_call', [{ to: contractAddress, data }, 'latest'])).toBe(
    `0x${friend.slice(2).padStart(64, '0')}`,
  )
})

test('a token of Solana arrives in an account that is made for it, as the chain says', async ({
  context,
  page,
  stack,
}) => {
  const toAddress = (seed: number): string => base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(seed)))
  const [owner, friend] = [toAddress(91), toAddress(92)]
  await fund(stack, owner, 1_000_000_000n)
  const mint = await giveSplTokens(stack, owner, 5_000n)
  await addSolanaWallet(context, stack, { seed: 91, rpcUrl: stack.solanaRpc })
  await page.goto(`${stack.pages}/families.html?families=solana&solana-rpc=${encodeURIComponent(stack.solanaRpc)}`)
  await page.locator('latchkey-button').getByRole('button').click()
  await button(page, 'Sol Satchel').click()
  await expect(page.locator('#address')).toHaveText(owner)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(owner) })
    .click()
  await button(page, 'Send').click()
  await button(page, /Select token/)
    .first()
    .click()
  // A mint without a name is called by its address.
  await modalOf(page)
    .getByRole('option', { name: new RegExp(mint.slice(0, 4)) })
    .click()
  await modalOf(page)
    .getByLabel(/^Amount/)
    .fill('12.5')
  await modalOf(page)
    .getByLabel(/^Recipient address/)
    .fill(friend)
  await button(page, 'Preview send').click()
  await expect(modalOf(page)).toContainText('Deposit for the new token account')
  await button(page, /^Send \d/).click()
  await expect(modalOf(page)).toContainText(/Sent 12\.5 /)
  expect(await countTokens(stack, friend, mint)).toBe(1_250n)
  expect(await countTokens(stack, owner, mint)).toBe(3_750n)
})
