import type { Locator, Page } from '@playwright/test'
import { expect, jumpUntil, modalOf, test } from './journey.ts'
import { askNode, FIRST_ACCOUNT } from './node.ts'
import type { PageWallet } from './scriptedWallets.ts'
import type { Stack } from './stack.ts'
import { addWallet, countCalls, EMPTY_KEY, no, ok, tellWallet } from './wallet.ts'

const KEY = 'test.tide'
const [SLOPE, VALLEY] = ['eip155:31337', 'eip155:31338']
const VALLEY_ID = '0x7a6a'
const RECEIVER = '0x00000000000000000000000000000000000acce5'

/** Connects Tide on a page with every action at hand. */
async function connect(
  page: Page,
  stack: Stack,
  { query = '', ...wallet }: Partial<PageWallet> & { query?: string } = {},
): Promise<void> {
  await addWallet(page.context(), stack, { name: 'Tide', ...wallet })
  await page.goto(`${stack.pages}/families.html?families=eip155&${query}`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).first().click()
  await expect(page.locator('#status')).toHaveText('connected')
}

async function goTo(page: Page, network: string): Promise<void> {
  await page.evaluate(() => void window.latchkey.open({ view: 'Networks' }))
  await modalOf(page).getByRole('option', { name: network }).click()
}

function failureOf(page: Page, code: string): Locator {
  return modalOf(page).locator(`[data-failure="${code}"]`)
}

/** The failure's code is on the view, and its sentences stand there in their order; one set as a title has no full stop. */
async function expectFailure(page: Page, code: string, sentences: RegExp): Promise<void> {
  await expect(failureOf(page, code)).toContainText(sentences)
}

/** Sends from the page as a site does; the hash, or the code of the refusal. */
function send(page: Page, value = '1'): Promise<string> {
  return page.evaluate(
    ([to, amount]) =>
      window.actions
        .sendTransaction(window.latchkey, { to, value: BigInt(amount) })
        .catch((error: { code: string }) => error.code),
    [RECEIVER, value] as const,
  )
}

const openAccount = (page: Page): Promise<void> => page.evaluate(() => void window.latchkey.open())
const button = (page: Page, name: string): Locator => modalOf(page).getByRole('button', { name, exact: true })
const heard = (page: Page): Locator => page.locator('#heard')

test('F-25: a network that the wallet lacks is added without asking the visitor here, also for a nested error', async ({
  page,
  stack,
}) => {
  const nested = no(-32603, 'Internal JSON-RPC error.', { originalError: { code: 4902, message: 'Unrecognized' } })
  await connect(page, stack, { chains: [], script: { wallet_switchEthereumChain: [nested] } })
  await goTo(page, 'Valley')
  await expect(page.locator('#network')).toHaveText(VALLEY)
  expect(await countCalls(page, KEY, 'wallet_addEthereumChain')).toBe(1)
  await expect(heard(page)).not.toContainText('CHAIN_NOT_IN_WALLET')
})

test('F-25: a wallet that could not add the network is said to lack it, and the button adds it', async ({
  page,
  stack,
}) => {
  await connect(page, stack, { chains: [], script: { wallet_addEthereumChain: [no(4200, 'Unsupported')] } })
  await goTo(page, 'Valley')
  await expectFailure(page, 'CHAIN_NOT_IN_WALLET', /Tide does not have Valley yet/)
  await expect(heard(page)).toContainText('CHAIN_NOT_IN_WALLET switch final')
  await button(page, 'Add Valley').click()
  await expect(page.locator('#network')).toHaveText(VALLEY)
  expect(await countCalls(page, KEY, 'wallet_addEthereumChain')).toBe(2)
})

test('F-25: no to adding the network is a no, and nothing asks a second time', async ({ page, stack }) => {
  await connect(page, stack, { chains: [], script: { wallet_addEthereumChain: [no(4001, 'User rejected')] } })
  await goTo(page, 'Valley')
  await expectFailure(page, 'USER_REJECTED', /You said no in Tide\.?\s*Nothing was shared or sent\./)
  expect(await countCalls(page, KEY, 'wallet_addEthereumChain')).toBe(1)
  expect(await countCalls(page, KEY, 'wallet_switchEthereumChain')).toBe(1)
  await button(page, 'Try again').click()
  await expect(page.locator('#network')).toHaveText(VALLEY)
})

test('F-26: a wallet that says yes and stays is named with its network, and the button only looks', async ({
  page,
  stack,
}) => {
  await connect(page, stack, { script: { wallet_switchEthereumChain: [ok(null)] } })
  await goTo(page, 'Valley')
  await expectFailure(page, 'SWITCH_NOT_APPLIED', /Tide is still on Slope\.?\s*Change the network there\./)
  await expect(heard(page)).toContainText('SWITCH_NOT_APPLIED switch final')
  await expect(page.locator('#network')).toHaveText(SLOPE)
  // Its owner moves it, and it tells nobody.
  await tellWallet(page, KEY, 'answerAlways', 'eth_chainId', ok(VALLEY_ID))
  await button(page, 'Check again').click()
  await expect(page.locator('#network')).toHaveText(VALLEY)
  expect(await countCalls(page, KEY, 'wallet_switchEthereumChain')).toBe(1)
})

test('F-26: a wallet that moves without a word has moved', async ({ page, stack }) => {
  await connect(page, stack, { script: { wallet_switchEthereumChain: [ok(null)] } })
  await page.evaluate(() => void window.latchkey.open({ view: 'Networks' }))
  await tellWallet(page, KEY, 'answerAlways', 'eth_chainId', ok(VALLEY_ID))
  await modalOf(page).getByRole('option', { name: 'Valley' }).click()
  await expect(page.locator('#network')).toHaveText(VALLEY)
  await expect(heard(page)).not.toContainText('SWITCH_NOT_APPLIED')
})

for (const [what, field, toQuery] of [
  ['the node of another chain', 'rpcUrls', (stack: Stack) => `extra-rpc=${encodeURIComponent(stack.rpc)}`],
  [
    'a coin that no wallet takes',
    'nativeCurrency.symbol',
    () => `extra-rpc=${encodeURIComponent('https://rpc.cliff.invalid/')}&extra-symbol=ETHEREUM`,
  ],
] as const) {
  test(`F-27: a network with ${what} is not offered to the wallet, and another one can be chosen`, async ({
    page,
    stack,
    troubles,
  }) => {
    troubles.allow(new RegExp(`console: .*Cliff cannot be added to a wallet: correct ${field}`))
    // The address that nobody serves is asked for its chain once.
    troubles.allow(/rpc\.cliff\.invalid|ERR_NAME_NOT_RESOLVED|Content Security Policy|policy violation/)
    await connect(page, stack, { query: toQuery(stack) })
    await goTo(page, 'Cliff')
    await expectFailure(page, 'ADD_CHAIN_INVALID', /Cliff cannot be added: this site’s settings are wrong/)
    await expect(heard(page)).toContainText('ADD_CHAIN_INVALID switch final')
    expect(await countCalls(page, KEY, 'wallet_addEthereumChain')).toBe(0)
    await button(page, 'Other networks').click()
    await modalOf(page).getByRole('option', { name: 'Valley' }).click()
    await expect(page.locator('#network')).toHaveText(VALLEY)
  })
}

test('F-27: an address without https stops the site when it is set up, and the option is named', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/LatchkeyError: The option networks\[2\]\.rpcUrls/)
  const [error] = await Promise.all([
    page.waitForEvent('pageerror'),
    page.goto(`${stack.pages}/families.html?families=eip155&extra-rpc=http://rpc.cliff.invalid/`),
  ])
  expect(error.message).toContain('rpcUrls.default.http must be an https address')
})

test('F-28: a wallet that went elsewhere before the send is not asked to send, until it is switched: then once', async ({
  page,
  stack,
}) => {
  await connect(page, stack)
  await tellWallet(page, KEY, 'answerAlways', 'eth_chainId', ok(VALLEY_ID))
  const sending = send(page)
  await expectFailure(page, 'CHAIN_MISMATCH', /Tide is on Valley, but this needs Slope\./)
  await expect(heard(page)).toContainText('CHAIN_MISMATCH send open')
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(0)
  await tellWallet(page, KEY, 'answerAlways', 'eth_chainId', undefined)
  await button(page, 'Switch to Slope').click()
  expect(await sending).toMatch(/^0x[0-9a-f]{64}$/)
  await expect(page.locator('#network')).toHaveText(SLOPE)
  await expect(modalOf(page)).toBeHidden()
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)
  await expect(heard(page)).not.toContainText('CHAIN_MISMATCH send final')
})

test('F-28: a visitor who leaves it there has sent nothing, and the site hears so', async ({ page, stack }) => {
  await connect(page, stack)
  await tellWallet(page, KEY, 'answerAlways', 'eth_chainId', ok(VALLEY_ID))
  const sending = send(page)
  await expect(failureOf(page, 'CHAIN_MISMATCH')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await sending).toBe('CHAIN_MISMATCH')
  await expect(heard(page)).toContainText('CHAIN_MISMATCH send final')
  await openAccount(page)
  await tellWallet(page, KEY, 'answerAlways', 'eth_chainId', undefined)
  await button(page, 'Switch to Slope').click()
  await expect(page.locator('#network')).toHaveText(SLOPE)
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(0)
  expect(await send(page)).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)
})

test('F-29: a wallet on a network that the site does not use is asked to leave it, once, and only while connected', async ({
  page,
  stack,
}) => {
  const [slope, valley] = stack.settings.chains
  if (!slope || !valley) throw new Error('The settings name no two chains.')
  await connect(page, stack, { chainId: 7_777, chains: [slope, valley] })
  await expect(failureOf(page, 'NETWORK_NOT_OFFERED')).toContainText(/does not work on network 7777/i)
  await expect(heard(page)).toContainText('NETWORK_NOT_OFFERED switch open')
  await expect(heard(page).getByText('NETWORK_NOT_OFFERED')).toHaveCount(1)
  await expect(button(page, 'Disconnect')).toBeVisible()
  await modalOf(page).getByRole('button', { name: 'Slope' }).click()
  await expect(page.locator('#network')).toHaveText(SLOPE)
  await expect(modalOf(page)).toBeHidden()

  await tellWallet(page, KEY, 'switchChain', 7_777)
  await button(page, 'Disconnect').click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await expect(modalOf(page)).toBeHidden()
  await expect(heard(page)).not.toContainText('NETWORK_NOT_OFFERED')
})

test('F-30: an account without coin for the fee is told before its wallet is asked, and sends once it has some', async ({
  page,
  context,
  stack,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await connect(page, stack, { privateKey: EMPTY_KEY, otherKeys: [] })
  const address = (await page.locator('#address').textContent()) ?? ''
  expect(await send(page)).toBe('GAS_TOO_LOW')
  await expect(heard(page)).toContainText('GAS_TOO_LOW send final')
  expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(0)
  await openAccount(page)
  await expectFailure(page, 'GAS_TOO_LOW', /Not enough ETH for the fee\.\s*You need about 0\.0\d+ ETH\./)
  await button(page, 'Get ETH').click()
  await expect(modalOf(page).getByText('Address copied').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page.keyboard.press('Escape')
  await askNode(stack.rpc, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
  try {
    expect(await send(page)).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)
    await openAccount(page)
    await expect(failureOf(page, 'GAS_TOO_LOW')).toHaveCount(0)
  } finally {
    await askNode(stack.rpc, 'anvil_setBalance', [address, '0x0'])
  }
})

test('F-30: a batch that the account cannot pay for waits while its visitor is paid, and goes out once', async ({
  page,
  stack,
}) => {
  await connect(page, stack, { privateKey: EMPTY_KEY, otherKeys: [] })
  const address = (await page.locator('#address').textContent()) ?? ''
  const sending = page.evaluate(
    (to) =>
      window.actions.sendCalls(window.latchkey, { calls: [{ to, value: 3n }], allowOneByOne: true }).then(
        () => 'sent',
        (error: { code: string }) => error.code,
      ),
    RECEIVER,
  )
  await expect(modalOf(page).getByText('Not enough coin')).toBeVisible()
  await expect(button(page, 'Continue')).toBeDisabled()
  await button(page, 'Receive ETH').click()
  await expect(button(page, 'Copy address')).toBeVisible()
  const before = BigInt((await askNode(stack.rpc, 'eth_getBalance', [RECEIVER, 'latest'])) as string)
  await askNode(stack.rpc, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
  try {
    await button(page, 'Back to Not enough coin').click()
    await expect(modalOf(page).getByText('There is enough ETH now.')).toBeVisible()
    expect(await countCalls(page, KEY, 'wallet_sendCalls')).toBe(0)
    await button(page, 'Continue').click()
    await button(page, 'Start').click()
    expect(await sending).toBe('sent')
    expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)
    await expect
      .poll(async () => BigInt((await askNode(stack.rpc, 'eth_getBalance', [RECEIVER, 'latest'])) as string) - before)
      .toBe(3n)
  } finally {
    await askNode(stack.rpc, 'anvil_setBalance', [address, '0x0'])
  }
})

test('F-30: a contract that holds nothing is not stopped, since others may pay for it', async ({ page, stack }) => {
  const hash = `0x${'7e'.repeat(32)}`
  await connect(page, stack, {
    privateKey: EMPTY_KEY,
    otherKeys: [],
    script: { eth_sendTransaction: [ok(hash), no(-32000, 'insufficient funds for gas')] },
  })
  const address = (await page.locator('#address').textContent()) ?? ''
  await askNode(stack.rpc, 'anvil_setCode', [address, '0x6000'])
  try {
    expect(await send(page)).toBe(hash)
  } finally {
    await askNode(stack.rpc, 'anvil_setCode', [address, '0x'])
  }
  // Code that only lends itself to a key is no contract. Source: EIP-7702.
  await askNode(stack.rpc, 'anvil_setCode', [address, `0xef0100${'11'.repeat(20)}`])
  try {
    expect(await send(page)).toBe('GAS_TOO_LOW')
    expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)
  } finally {
    await askNode(stack.rpc, 'anvil_setCode', [address, '0x'])
  }
})

test('F-30: every way that wallets say it has one name, and a token’s own allowance is none of them', async ({
  page,
  stack,
}) => {
  await connect(page, stack, {
    script: {
      eth_sendTransaction: [
        no(-32000, 'insufficient funds for gas * price + value'),
        no(-32010, 'gas required exceeds allowance (0)'),
        no('INSUFFICIENT_FUNDS', 'nope'),
        no(-32603, 'Internal error', { message: 'Insufficient funds' }),
        no(-32000, 'ERC20: transfer amount exceeds allowance'),
      ],
    },
  })
  for (const code of ['GAS_TOO_LOW', 'GAS_TOO_LOW', 'GAS_TOO_LOW', 'GAS_TOO_LOW', 'UNKNOWN_FAILURE']) {
    expect(await send(page)).toBe(code)
  }
  expect(await send(page)).toMatch(/^0x[0-9a-f]{64}$/)
})

for (const [what, change, replaced] of [
  ['sped up', (sent: Sent) => ({ to: sent.to, value: sent.value }), 'spedUp'],
  ['cancelled', () => ({ to: FIRST_ACCOUNT, value: '0x0' }), 'cancelled'],
] as const) {
  test(`F-31: a transaction that is ${what} in the wallet is followed to the one that took its place`, async ({
    page,
    stack,
  }) => {
    await connect(page, stack, { query: 'explorer=https://explorer.test/' })
    await askNode(stack.rpc, 'evm_setAutomine', [false])
    try {
      const isSeen = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes('eth_getTransactionByHash')),
      )
      const hash = await send(page, '7')
      const outcome = page.evaluate((wanted) => window.actions.waitForTransaction(window.latchkey, wanted), hash)
      const sent = (await askNode(stack.rpc, 'eth_getTransactionByHash', [hash])) as unknown as Sent
      // The page has to see the first one while it waits.
      await isSeen
      const other = await askNode(stack.rpc, 'eth_sendTransaction', [
        {
          ...change(sent),
          from: FIRST_ACCOUNT,
          nonce: sent.nonce,
          gas: '0x5208',
          maxFeePerGas: '0x174876e800',
          maxPriorityFeePerGas: '0x174876e800',
        },
      ])
      await askNode(stack.rpc, 'anvil_mine', ['0x1'])
      expect(await outcome).toEqual({ hash: other, status: 'success', replaced })
      await expect(heard(page)).toContainText('TX_REPLACED send open')
      await openAccount(page)
      await expectFailure(page, 'TX_REPLACED', /You changed this transaction in Tide\./)
      await expect(failureOf(page, 'TX_REPLACED').getByRole('status')).toBeVisible()
      await expect(modalOf(page).getByRole('link', { name: 'View transaction' })).toHaveAttribute(
        'href',
        `https://explorer.test/tx/${other}`,
      )
      expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)
    } finally {
      await askNode(stack.rpc, 'evm_setAutomine', [true])
      await askNode(stack.rpc, 'anvil_mine', ['0x1'])
    }
  })
}

test('F-31: a transaction that lands as it was sent is told to nobody, and its end is known', async ({
  page,
  stack,
}) => {
  await connect(page, stack)
  const hash = await send(page)
  const outcome = await page.evaluate((wanted) => window.actions.waitForTransaction(window.latchkey, wanted), hash)
  expect(outcome).toEqual({ hash, status: 'success' })
  await expect(heard(page)).not.toContainText('TX_REPLACED')
})

test('F-32: a Safe that needs its other owners is waited for, and found again under the hash that counts', async ({
  page,
  stack,
}) => {
  const safeHash = `0x${'5a'.repeat(32)}`
  await page.clock.install()
  await connect(page, stack, { script: { eth_sendTransaction: [ok(safeHash)] } })
  // A contract that logs what it is called with as a Safe says that it carried something out.
  const topic = '442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
  await askNode(stack.rpc, 'anvil_setCode', [FIRST_ACCOUNT, `0x366000600037${`7f${topic}`}366000a100`])
  try {
    expect(await send(page)).toBe(safeHash)
    const outcome = page.evaluate((wanted) => window.actions.waitForTransaction(window.latchkey, wanted), safeHash)
    await openAccount(page)
    await jumpUntil(page, 13_000, failureOf(page, 'SAFE_QUEUED'))
    await expectFailure(page, 'SAFE_QUEUED', /Waiting for the other owners of this Safe\./)
    await expect(heard(page)).toContainText('SAFE_QUEUED send open')
    await expect(modalOf(page).getByRole('link', { name: 'Open Safe' })).toHaveAttribute(
      'href',
      /^https:\/\/app\.safe\.global\//,
    )
    const [other] = (await askNode(stack.rpc, 'eth_accounts', [])) as unknown as readonly string[]
    const carried = await askNode(stack.rpc, 'eth_sendTransaction', [
      { from: other, to: FIRST_ACCOUNT, data: `${safeHash}${'00'.repeat(32)}` },
    ])
    expect(await outcome).toEqual({ hash: carried, status: 'success', replaced: 'safe' })
    await expect(failureOf(page, 'SAFE_QUEUED')).toHaveCount(0)
    expect(await countCalls(page, KEY, 'eth_sendTransaction')).toBe(1)
  } finally {
    await askNode(stack.rpc, 'anvil_setCode', [FIRST_ACCOUNT, '0x'])
  }
})

type Sent = { readonly to: string; readonly value: string; readonly nonce: string }
