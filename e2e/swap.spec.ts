import type { BrowserContext, Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, holdBack, modalOf, test } from './journey.ts'
import { askNode } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet, countCalls } from './wallet.ts'

const KEY = 'test.tide'
/** An account that no other journey knows, so that its balances are its own. */
const TRADER_KEY = `0x${'5a9f'.repeat(16)}` as const
const TRADER = privateKeyToAddress(TRADER_KEY)

/** One whose wallet carries out several calls as one, and one that meets a market that moves. */
const BATCHER = privateKeyToAccount(`0x${'5b9f'.repeat(16)}`)
const WATCHER_KEY = `0x${'5c9f'.repeat(16)}` as const
const WATCHER = privateKeyToAddress(WATCHER_KEY)
/** One that changes the coin into what wraps it, and back. */
const WRAPPER_KEY = `0x${'5d9f'.repeat(16)}` as const
const WRAPPER = privateKeyToAddress(WRAPPER_KEY)
/** Holds what the pools were filled with; the chain signs for it. Source: the dev phrase, index 0. */
const MAKER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Source: the Multicall3 deployment list. */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'

const routerAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable returns (uint256 amountOut)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256 amountOut)',
])

const batchAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
])

const button = (page: Page, name: string | RegExp) => modalOf(page).getByRole('button', { name })
const read = async (stack: Stack, token: Hex, data: Hex): Promise<bigint> =>
  BigInt(await askNode(stack.rpc, 'eth_call', [{ to: token, data }, 'latest']))
const getTokens = (stack: Stack, token: Hex, owner: Hex = TRADER): Promise<bigint> =>
  read(stack, token, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }))
const getAllowance = (stack: Stack, token: Hex, owner: Hex = TRADER): Promise<bigint> => {
  const args = [owner, stack.settings.swapRouter] as const
  return read(stack, token, encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args }))
}
const getCoins = async (stack: Stack, owner: Hex): Promise<bigint> =>
  BigInt(await askNode(stack.rpc, 'eth_getBalance', [owner, 'latest']))
const countSent = async (stack: Stack, owner: Hex): Promise<number> =>
  Number(await askNode(stack.rpc, 'eth_getTransactionCount', [owner, 'latest']))

/** Connects a wallet of one account on the plain page. */
async function connect(page: Page, stack: Stack, name: string, address: Hex): Promise<void> {
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await button(page, name).click()
  await expect(page.locator('#address')).toHaveText(address)
}

/** Opens the form with everything filled in, and goes on to the review. */
async function review(page: Page, swap: { fromToken: string; toToken: string; amount: string }): Promise<void> {
  await page.evaluate((wishes) => {
    void window.latchkey.open({ view: 'Swap', data: { swap: wishes } })
  }, swap)
  await button(page, 'Review swap').click()
}

test('a coin becomes a token, that token another one over two hops, allowed for its exact amount, and that one the coin again, allowed by a signature; all as the chain says', async ({
  context,
  page,
  stack,
}) => {
  const { dollar, pine } = stack.settings.contracts
  await askNode(stack.rpc, 'anvil_setBalance', [TRADER, toHex(10n ** 18n)])
  await addWallet(context, stack, { name: 'Tide', privateKey: TRADER_KEY, otherKeys: [] })
  await connect(page, stack, 'Tide', TRADER)

  const release = await holdBack(page, /\/v1\/convert\/build-transaction/)
  await review(page, { fromToken: 'ETH', toToken: dollar, amount: '0.1' })
  const swap = button(page, 'Swap 0.1 ETH')
  await expect(modalOf(page)).toContainText('Checking what it does…')
  await expect(swap).toBeDisabled()
  // Nothing of the card is on its way any more.
  await page.waitForTimeout(1_000)
  const before = await swap.boundingBox()
  release()
  await expect(modalOf(page)).toContainText('−0.1 ETH+26')
  expect((await swap.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await swap.dblclick()
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

  // PINE takes its allowance as a signature: one transaction, and it carries the permit.
  const coins = await getCoins(stack, TRADER)
  await review(page, { fromToken: 'PINE', toToken: 'ETH', amount: '900' })
  await expect(modalOf(page)).toContainText('A signature, without a fee')
  await button(page, 'Allow 900 PINE').click()
  await expect(modalOf(page)).toContainText(/Swapped 900 PINE to 0\.07\d* ETH/)
  expect(await countCalls(page, KEY, 'eth_signTypedData_v4')).toBe(1)
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(4)
  expect(pines - Number(await getTokens(stack, pine)) / 1e18).toBeCloseTo(900, 6)
  // 900 PINE of 0.215 at 2,640 to the ether, less fees of pool and network.
  expect(Number((await getCoins(stack, TRADER)) - coins) / 1e18).toBeGreaterThan(0.071)
  expect(await getAllowance(stack, pine)).toBe(0n)
})

test('the coin is wrapped one for one and unwrapped again, by the contract that wraps it and without an allowance', async ({
  context,
  page,
  stack,
}) => {
  const { wrappedEther } = stack.settings.contracts
  await askNode(stack.rpc, 'anvil_setBalance', [WRAPPER, toHex(10n ** 18n)])
  await addWallet(context, stack, { name: 'Tide', privateKey: WRAPPER_KEY, otherKeys: [] })
  await connect(page, stack, 'Tide', WRAPPER)

  await review(page, { fromToken: 'ETH', toToken: wrappedEther, amount: '0.4' })
  await expect(modalOf(page)).not.toContainText('Allow')
  await button(page, 'Swap 0.4 ETH').click()
  await expect(modalOf(page)).toContainText(/Swapped 0\.4 ETH to 0\.4 /)
  expect(await getTokens(stack, wrappedEther, WRAPPER)).toBe(4n * 10n ** 17n)

  const coins = await getCoins(stack, WRAPPER)
  await review(page, { fromToken: wrappedEther, toToken: 'ETH', amount: '0.3' })
  await button(page, /^Swap 0\.3 /).click()
  await expect(modalOf(page)).toContainText(/Swapped 0\.3 \w+ to 0\.3 ETH/)
  expect(await getTokens(stack, wrappedEther, WRAPPER)).toBe(10n ** 17n)
  // All of it but the fee.
  const gained = (await getCoins(stack, WRAPPER)) - coins
  expect(gained).toBeLessThan(3n * 10n ** 17n)
  expect(gained).toBeGreaterThan(29n * 10n ** 16n)
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(2)
})

/** A wallet that carries out several calls as one (EIP-5792): its account points to Multicall3 (EIP-7702) and calls itself. */
async function addBatchWallet(context: BrowserContext, stack: Stack): Promise<void> {
  await askNode(stack.rpc, 'anvil_setCode', [BATCHER.address, `0xef0100${MULTICALL.slice(2).toLowerCase()}`])
  await addWallet(context, stack, { name: 'Ebb', privateKey: `0x${'5b9f'.repeat(16)}`, otherKeys: [] })
  await context.exposeFunction('encodeBatch', (calls: readonly { to: Hex; data?: Hex; value?: Hex }[]) => {
    const one = ({ to, data = '0x', value = '0x0' }: (typeof calls)[number]) => {
      return { target: to, allowFailure: false, value: BigInt(value), callData: data }
    }
    return encodeFunctionData({ abi: batchAbi, functionName: 'aggregate3Value', args: [calls.map(one)] })
  })
  await context.addInitScript(() => {
    const provider = window.wallets?.['test.ebb']?.provider
    if (!provider) return
    const { request } = provider
    const ask = async (method: string, ...params: readonly unknown[]) => request({ method, params })
    provider.request = async (call) => {
      const [asked] = Array.isArray(call.params) ? call.params : []
      if (call.method === 'wallet_getCapabilities') {
        return { [String(await ask('eth_chainId'))]: { atomic: { status: 'supported' } } }
      }
      if (call.method === 'wallet_sendCalls') {
        const { from, calls } = asked as { from: string; calls: readonly unknown[] }
        const encode = (window as unknown as { encodeBatch(calls: readonly unknown[]): Promise<string> }).encodeBatch
        return { id: await ask('eth_sendTransaction', { from, to: from, data: await encode(calls), gas: '0xf4240' }) }
      }
      if (call.method === 'wallet_getCallsStatus') {
        const receipt = await ask('eth_getTransactionReceipt', asked)
        return { id: asked, status: receipt ? 200 : 100, atomic: true, receipts: receipt ? [receipt] : [] }
      }
      return request(call)
    }
  })
}

test('a wallet that carries out several calls as one is asked once for allowance and swap, and one transaction does both', async ({
  context,
  page,
  stack,
}) => {
  const { dollar, pine } = stack.settings.contracts
  const owner = BATCHER.address
  await askNode(stack.rpc, 'anvil_setBalance', [owner, toHex(parseEther('1'))])
  const give = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [owner, 300_000_000n] })
  await askNode(stack.rpc, 'eth_sendTransaction', [{ from: MAKER, to: dollar, data: give }])
  await addBatchWallet(context, stack)
  await connect(page, stack, 'Ebb', owner)

  await review(page, { fromToken: dollar, toToken: 'PINE', amount: '215' })
  await expect(modalOf(page)).toContainText('Both at once: all of it happens, or nothing')
  await button(page, 'Swap 215 dUSD').dblclick()
  await expect(modalOf(page)).toContainText(/Swapped 215 dUSD to 9\d\d\.?\d* PINE/)
  expect(await countSent(stack, owner)).toBe(1)
  expect(await getTokens(stack, dollar, owner)).toBe(85_000_000n)
  const pines = Number(await getTokens(stack, pine, owner)) / 1e18
  expect(pines).toBeGreaterThan(970)
  expect(pines).toBeLessThan(1_000)
  expect(await getAllowance(stack, dollar, owner)).toBe(0n)
})

/** Trades so much of the coin, or of PINE, against the pools of both, as somebody else would. Resolves with what it brought. */
async function moveMarket(stack: Stack, sold: 'ether' | 'pine', amounts: readonly [bigint, bigint]): Promise<bigint> {
  const { pine, wrappedEther } = stack.settings.contracts
  const to = stack.settings.swapRouter
  const [tokenIn, tokenOut] = sold === 'ether' ? [wrappedEther, pine] : [pine, wrappedEther]
  const before = await getTokens(stack, tokenOut, MAKER)
  const send = async (transaction: { to: Hex; data: Hex; value?: Hex }): Promise<void> => {
    const hash = await askNode(stack.rpc, 'eth_sendTransaction', [{ from: MAKER, gas: '0xf4240', ...transaction }])
    const receipt = async () => askNode(stack.rpc, 'eth_getTransactionReceipt', [hash]) as unknown
    await expect.poll(receipt).toMatchObject({ status: '0x1' })
  }
  const all = amounts[0] + amounts[1]
  if (sold === 'pine') {
    await send({ to: pine, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, all] }) })
  }
  const single = {
    tokenIn,
    tokenOut,
    fee: 3_000,
    recipient: MAKER,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: 0n,
  } as const
  const args = [{ ...single, amountIn: amounts[0] }] as const
  const value = (amount: bigint) => (sold === 'ether' ? { value: toHex(amount) } : {})
  const first = encodeFunctionData({ abi: routerAbi, functionName: 'exactInputSingle', args })
  await send({ to, data: first, ...value(amounts[0]) })
  const path = [amounts[1], 0n, [tokenIn, tokenOut], MAKER] as const
  const second = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args: path })
  await send({ to, data: second, ...value(amounts[1]) })
  return (await getTokens(stack, tokenOut, MAKER)) - before
}

test('a price that moved more than the slippage after it was shown is refused: the wallet is not asked, nothing is lost, and the new price can be taken', async ({
  context,
  page,
  stack,
}) => {
  const { pine } = stack.settings.contracts
  await askNode(stack.rpc, 'anvil_setBalance', [WATCHER, toHex(parseEther('1'))])
  await addWallet(context, stack, { name: 'Neap', privateKey: WATCHER_KEY, otherKeys: [] })
  await connect(page, stack, 'Neap', WATCHER)
  await review(page, { fromToken: 'ETH', toToken: 'PINE', amount: '0.1' })
  await expect(button(page, 'Swap 0.1 ETH')).toBeEnabled()

  // From here on no price reaches the page before the market has moved.
  const release = await holdBack(page, /\/v1\/convert\/quotes/)
  await button(page, 'Swap 0.1 ETH').click()
  await expect(button(page, 'Waiting for Neap')).toBeVisible()
  const bought = await moveMarket(stack, 'ether', [parseEther('6'), parseEther('2')])
  release()
  await expect(modalOf(page)).toContainText('The price moved more than your slippage. Nothing was swapped.')
  expect(await countCalls(page, 'test.neap', 'eth_sendTransaction')).toBe(0)
  expect(await getCoins(stack, WATCHER)).toBe(parseEther('1'))

  await button(page, 'Swap 0.1 ETH').click()
  await expect(modalOf(page)).toContainText(/Swapped 0\.1 ETH to 1,?\d{3}\.?\d* PINE/)
  expect(await countSent(stack, WATCHER)).toBe(1)
  // 1,228 at first; the market took a tenth of that.
  const pines = Number(await getTokens(stack, pine, WATCHER)) / 1e18
  expect(pines).toBeGreaterThan(1_050)
  expect(pines).toBeLessThan(1_190)
  // The other journeys find the market as it was.
  await moveMarket(stack, 'pine', [(bought * 3n) / 4n, bought / 4n])
})
