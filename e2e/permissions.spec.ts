import type { Page } from '@playwright/test'
import { concat, encodeFunctionData, erc20Abi, type Hex, pad, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, modalOf, shorten, test } from './journey.ts'
import { askNode } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet, countCalls } from './wallet.ts'

const KEY = 'test.tide'
/** An account that no other journey knows, so that its approvals are its own. */
const GIVER_KEY = `0x${'6a3c'.repeat(16)}` as const
const GIVER = privateKeyToAddress(GIVER_KEY)
/** The account that has everything, unlocked on the dev chain. */
const DEPLOYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SPENDER = `0x${'b'.repeat(40)}` as const
const BAIT = `0x${'ba17'.padEnd(40, '4')}` as const
const MAX = 2n ** 256n - 1n
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

const button = (page: Page, name: string | RegExp) => modalOf(page).getByRole('button', { name })
const getAllowance = async (stack: Stack, token: Hex): Promise<bigint> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [GIVER, SPENDER] })
  return BigInt(await askNode(stack.rpc, 'eth_call', [{ to: token, data }, 'latest']))
}

/** Sends from an account of the chain, and waits until it is mined. */
async function send(stack: Stack, from: Hex, to: Hex, data: Hex = '0x'): Promise<void> {
  const hash = await askNode(stack.rpc, 'eth_sendTransaction', [{ from, to, data, gas: '0x30d40' }])
  const receipt = async () => askNode(stack.rpc, 'eth_getTransactionReceipt', [hash]) as unknown
  await expect.poll(receipt).toMatchObject({ status: '0x1' })
}

/** Approves somebody, as a site of years ago had the account do. */
async function approve(stack: Stack, token: Hex, amount: bigint): Promise<void> {
  await askNode(stack.rpc, 'anvil_impersonateAccount', [GIVER]).catch(() => undefined)
  await send(
    stack,
    GIVER,
    token,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, amount] }),
  )
}

/** A contract that writes into the logs that the account approved somebody, and says yes to whatever it is asked. */
async function placeBait(stack: Stack): Promise<void> {
  const log = concat([
    '0x7f',
    toHex(MAX),
    '0x5f52',
    '0x7f',
    pad(SPENDER),
    '0x7f',
    pad(GIVER),
    '0x7f',
    APPROVAL,
    '0x60205fa3',
  ])
  const answer = concat(['0x7f', toHex(1, { size: 32 }), '0x5f5260205ff3'])
  const jump = toHex(5 + (log.length - 2) / 2 + 1, { size: 2 })
  await askNode(stack.rpc, 'anvil_setCode', [BAIT, concat(['0x3661', jump, '0x57', log, '0x00', '0x5b', answer])])
  await send(stack, DEPLOYER, BAIT)
}

test('an allowance of years ago is found, shown with what it puts at risk, taken back by one press, and gone from the chain', async ({
  context,
  page,
  stack,
}) => {
  const { dollar, pine } = stack.settings.contracts
  await askNode(stack.rpc, 'anvil_setBalance', [GIVER, toHex(10n ** 18n)])
  for (const token of [dollar, pine]) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [GIVER, 25_000_000n] })
    await send(stack, DEPLOYER, token, data)
  }
  await approve(stack, dollar, MAX)
  await approve(stack, pine, 10_000_000n)
  await placeBait(stack)
  await addWallet(context, stack, { name: 'Tide', privateKey: GIVER_KEY, otherKeys: [] })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await button(page, 'Tide').click()
  await expect(page.locator('#address')).toHaveText(GIVER)

  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(GIVER) })
    .click()
  await button(page, 'Account settings').click()
  await button(page, 'Permissions').click()
  await expect(modalOf(page)).toContainText('Unlimited dUSD')
  await expect(modalOf(page)).toContainText('$25.00 at risk')
  // A contract that says yes to everything and has no name is folded away, and is no part of what one press ends.
  await expect(modalOf(page)).toContainText('1 looks like bait')
  await expect(button(page, 'End all 2 on Slope')).toBeVisible()
  expect(await getAllowance(stack, dollar)).toBe(MAX)

  await button(page, 'End Unlimited dUSD').dblclick()
  await expect(button(page, 'End Unlimited dUSD')).toHaveCount(0)
  expect(await getAllowance(stack, dollar)).toBe(0n)
  expect(await getAllowance(stack, pine)).toBe(10_000_000n)
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)

  // The gateway, asked anew, says the same.
  await button(page, 'Refresh').click()
  await expect(button(page, 'Refresh')).toBeEnabled()
  await expect(modalOf(page)).toContainText(/Up to .* PINE/)
  await expect(modalOf(page)).not.toContainText('dUSD')

  // The same from the keyboard alone.
  await button(page, /^End Up to .* PINE/).focus()
  await page.keyboard.press('Enter')
  await expect(button(page, /^End Up to .* PINE/)).toHaveCount(0)
  expect(await getAllowance(stack, pine)).toBe(0n)
})
