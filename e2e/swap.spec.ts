import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, modalOf, test } from './journey.ts'
import { askNode } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet, countCalls } from './wallet.ts'

const KEY = 'test.tide'
/** An account that no other journey knows, so that its balances are its own. */
const TRADER_KEY = `0x${'5a9f'.repeat(16)}` as const
const TRADER = privateKeyToAddress(TRADER_KEY)

const button = (page: Page, name: string | RegExp) => modalOf(page).getByRole('button', { name })
const read = async (stack: Stack, token: Hex, data: Hex): Promise<bigint> =>
  BigInt(await askNode(stack.rpc, 'eth_call', [{ to: token, data }, 'latest']))
const getTokens = (stack: Stack, token: Hex): Promise<bigint> =>
  read(stack, token, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [TRADER] }))
const getAllowance = (stack: Stack, token: Hex): Promise<bigint> => {
  const args = [TRADER, stack.settings.swapRouter] as const
  return read(stack, token, encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args }))
}

/** Opens the form with everything filled in, and goes on to the review. */
async function review(page: Page, swap: { fromToken: string; toToken: string; amount: string }): Promise<void> {
  await page.evaluate((wishes) => {
    void window.latchkey.open({ view: 'Swap', data: { swap: wishes } })
  }, swap)
  await button(page, 'Review swap').click()
}

test('a coin becomes a token, and that token another one over two hops, allowed for its exact amount; both as the chain says', async ({
  context,
  page,
  stack,
}) => {
  const { dollar, pine } = stack.settings.contracts
  await askNode(stack.rpc, 'anvil_setBalance', [TRADER, toHex(10n ** 18n)])
  await addWallet(context, stack, { name: 'Tide', privateKey: TRADER_KEY, otherKeys: [] })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await button(page, 'Tide').click()
  await expect(page.locator('#address')).toHaveText(TRADER)

  await review(page, { fromToken: 'ETH', toToken: dollar, amount: '0.1' })
  await button(page, 'Swap 0.1 ETH').dblclick()
  await expect(modalOf(page)).toContainText(/Swapped 0\.1 ETH to 26\d\.\d+ /)
  const dollars = await getTokens(stack, dollar)
  // A dollar is 2,640 to the ether; pools take up to 0.3 %, and the slippage is 1 %.
  expect(Number(dollars) / 1e6).toBeGreaterThan(260)
  expect(Number(dollars) / 1e6).toBeLessThan(264)
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)
  const rest = BigInt(await askNode(stack.rpc, 'eth_getBalance', [TRADER, 'latest']))
  expect(rest).toBeLessThan(9n * 10n ** 17n)

  await review(page, { fromToken: dollar, toToken: 'PINE', amount: '215' })
  await button(page, /^Allow 215 /).click()
  await expect(modalOf(page)).toContainText(/Swapped 215 \w+ to 9\d\d\.?\d* PINE/)
  expect(dollars - (await getTokens(stack, dollar))).toBe(215_000_000n)
  const pines = Number(await getTokens(stack, pine)) / 1e18
  expect(pines).toBeGreaterThan(980)
  expect(pines).toBeLessThan(1_000)
  expect(await getAllowance(stack, dollar)).toBe(0n)
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(3)
})
