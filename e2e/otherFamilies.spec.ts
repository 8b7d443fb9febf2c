import type { Locator, Page } from '@playwright/test'
import { expect, modalOf, test } from './journey.ts'
import type { Stack } from './stack.ts'
import { addBitcoinWallet, addPolkadotWallet, addSolanaWallet, hang, no, ok, thrown } from './wallet.ts'

const SOL = 'Sol Satchel'
const BIT = 'Bit Satchel'
const RECEIVER = '4Nd1mYQNjyvRzQ1uJ7Hx7KeVvGNvBzKsGzZQxPzQzQzQ'

async function open(page: Page, stack: Stack, query: string): Promise<void> {
  await page.goto(`${stack.pages}/families.html?${query}`)
  await page.locator('latchkey-button').getByRole('button').click()
}

const onSolana = ({ solanaRpc }: Stack): string => `families=solana&solana-rpc=${encodeURIComponent(solanaRpc)}`

async function choose(page: Page, wallet: string | RegExp): Promise<void> {
  await modalOf(page).getByRole('button', { name: wallet }).first().click()
}

const button = (page: Page, name: string): Locator => modalOf(page).getByRole('button', { name, exact: true })
const failureOf = (page: Page, code: string): Locator => modalOf(page).locator(`[data-failure="${code}"]`)
const heard = (page: Page): Locator => page.locator('#heard')
const result = (page: Page): Locator => page.locator('#result')
const press = (page: Page, id: string): Promise<void> => page.locator(`#${id}`).click()

/** How often a wallet of a family was asked for something. */
function countCalls(
  page: Page,
  list: 'solanaWallets' | 'bitcoinWallets' | 'polkadotWallets',
  name: string,
  method: string,
): Promise<number> {
  return page.evaluate(
    ([from, key, wanted]) => {
      const calls: readonly { readonly method?: string; readonly feature?: string }[] = window[from][key]?.calls ?? []
      return calls.filter((call) => (call.feature ?? call.method) === wanted).length
    },
    [list, name, method] as const,
  )
}

async function control(stack: Stack, act: string, ...values: readonly string[]): Promise<void> {
  const answer = await fetch(stack.control, { method: 'POST', body: JSON.stringify({ act, values }) })
  const { error } = (await answer.json()) as { error?: string }
  if (error) throw new Error(error)
}

test('F-37: a wallet that signs no messages says so at sign-in, and another account signs', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  // The browser's note that nobody is signed in yet.
  troubles.allow(/status of 401 .*\/auth\/v1\/me/)
  await addSolanaWallet(context, stack, { name: SOL, without: ['solana:signMessage', 'solana:signIn'] })
  await addSolanaWallet(context, stack, { name: 'Able Satchel', seed: 2 })
  await open(page, stack, `${onSolana(stack)}&siwx=gateway`)
  await choose(page, SOL)
  // The button of the failure, which leaves this account, stands where the second half of a double click comes down.
  await button(page, 'Sign').dblclick({ delay: 120 })
  await expect(failureOf(page, 'MESSAGE_SIGNING_UNSUPPORTED')).toContainText('This account cannot sign messages')
  await expect(failureOf(page, 'MESSAGE_SIGNING_UNSUPPORTED').getByRole('alert')).toBeVisible()
  await expect(heard(page)).toContainText('MESSAGE_SIGNING_UNSUPPORTED signIn final')
  await button(page, 'Use another account').click()
  await choose(page, 'Able Satchel')
  await button(page, 'Sign').click()
  await expect(modalOf(page)).toBeHidden()
  await expect(page.locator('#status')).toHaveText('connected')
})

test('F-37: what hardware wallets say of messages is no refusal, and the next try signs', async ({
  context,
  page,
  stack,
}) => {
  await addSolanaWallet(context, stack, {
    name: SOL,
    script: {
      'solana:signMessage': [
        thrown({ message: 'Ledger: signing off-chain messages is disabled' }),
        thrown({ message: 'Not yet supported' }),
      ],
    },
  })
  await open(page, stack, onSolana(stack))
  await choose(page, SOL)
  await expect(page.locator('#status')).toHaveText('connected')
  for (const times of [1, 2]) {
    await press(page, 'sign')
    await expect(heard(page).getByText('MESSAGE_SIGNING_UNSUPPORTED sign final')).toHaveCount(times)
    await expect(result(page)).toHaveText('refused MESSAGE_SIGNING_UNSUPPORTED')
  }
  await press(page, 'sign')
  await expect(result(page)).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  expect(await countCalls(page, 'solanaWallets', SOL, 'solana:signMessage')).toBe(3)
})

test('F-38: a transfer that was thought over for too long was not sent, and is prepared again at a press', async ({
  context,
  page,
  stack,
}) => {
  await addSolanaWallet(context, stack, { name: SOL, seed: 7 })
  let sends = 0
  await page.route(`${stack.solanaRpc}/**`, async (route) => {
    if (!route.request().postData()?.includes('"sendTransaction"')) return route.continue()
    sends += 1
    // As a minute and a half of thinking does.
    if (sends === 1) await control(stack, 'expire')
    return route.continue()
  })
  await open(page, stack, onSolana(stack))
  await choose(page, SOL)
  await expect(page.locator('#status')).toHaveText('connected')
  await expect(modalOf(page)).toBeHidden()
  await control(stack, 'fund', (await page.locator('#address').textContent()) ?? '', '1000000000')
  await page.locator('#text').fill(RECEIVER)
  await press(page, 'send')
  await expect(failureOf(page, 'SOLANA_TX_EXPIRED')).toContainText('This took too long and was not sent.')
  await expect(heard(page)).toContainText('SOLANA_TX_EXPIRED send open')
  await expect(result(page)).toHaveText('')
  expect(await countCalls(page, 'solanaWallets', SOL, 'solana:signTransaction')).toBe(1)
  await button(page, 'Prepare again').click()
  await expect(result(page)).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  await expect(modalOf(page)).toBeHidden()
  expect(await countCalls(page, 'solanaWallets', SOL, 'solana:signTransaction')).toBe(2)
  expect(sends).toBe(2)
  await expect(heard(page)).not.toContainText('SOLANA_TX_EXPIRED send final')

  sends = 0
  await press(page, 'send')
  await expect(failureOf(page, 'SOLANA_TX_EXPIRED')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(result(page)).toHaveText('refused SOLANA_TX_EXPIRED')
  await expect(heard(page)).toContainText('SOLANA_TX_EXPIRED send final')
  expect(sends).toBe(1)
})

test('F-39: a signature by another address than was asked is refused, and the next one counts', async ({
  context,
  page,
  stack,
}) => {
  const answer = { address: 'bc1qother', signature: 'AAAA', protocol: 'ECDSA' }
  await addBitcoinWallet(context, stack, {
    kind: 'sats-connect',
    name: BIT,
    script: { signMessage: [ok(answer), no(-32001, 'ECDSA is not supported for this address')] },
  })
  await open(page, stack, 'families=bip122')
  await choose(page, BIT)
  await expect(page.locator('#status')).toHaveText('connected')
  for (const times of [1, 2]) {
    await press(page, 'sign')
    await expect(heard(page).getByText('BITCOIN_ADDRESS_KIND sign final')).toHaveCount(times)
    await expect(result(page)).toHaveText('refused BITCOIN_ADDRESS_KIND')
  }
  await press(page, 'sign')
  await expect(result(page)).toHaveText(/^[A-Za-z0-9+/]{80,}=*$/)
  expect(await countCalls(page, 'bitcoinWallets', BIT, 'signMessage')).toBe(3)
})

test('F-39: at sign-in an address that cannot sign gives way to the payment address', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/status of 401 .*\/auth\/v1\/me/)
  await addBitcoinWallet(context, stack, { kind: 'sats-connect', name: BIT })
  await open(page, stack, 'families=bip122&siwx=gateway')
  await choose(page, BIT)
  await button(page, 'Sign').click()
  await expect(modalOf(page)).toBeHidden()
  const payment = (await page.locator('#address').textContent()) ?? ''
  await page.evaluate(
    ([name, answer]) => {
      window.bitcoinWallets[name]?.answer('signMessage', answer)
      const [connection] = window.actions.getConnections(window.latchkey)
      const ordinals = connection?.accounts.find(({ type }) => type === 'ordinal')
      if (!connection || !ordinals) throw new Error('There is no address for ordinals.')
      const { id: connectorId } = connection.connector
      const wish = { namespace: 'bip122', connectorId, address: ordinals.address } as const
      window.actions.switchConnection(window.latchkey, wish).catch(() => undefined)
    },
    [BIT, no(-32001, 'ECDSA is not supported for this address')] as const,
  )
  await button(page, 'Sign').click()
  await expect(failureOf(page, 'BITCOIN_ADDRESS_KIND')).toContainText(`${BIT} cannot sign with this kind of address`)
  await expect(heard(page)).toContainText('BITCOIN_ADDRESS_KIND signIn final')
  await button(page, 'Use payment address').click()
  await expect(page.locator('#address')).toHaveText(payment)
  await expect(page.locator('#status')).toHaveText('connected')
  expect(await countCalls(page, 'bitcoinWallets', BIT, 'signMessage')).toBe(2)
})

test('F-40: a wallet on a test network is named with it, and moves when asked', async ({ context, page, stack }) => {
  await addBitcoinWallet(context, stack, { kind: 'sats-connect', name: BIT, network: 'Testnet' })
  await open(page, stack, 'families=bip122')
  await choose(page, BIT)
  await expect(failureOf(page, 'BITCOIN_NETWORK_MISMATCH')).toContainText(
    /Bit Satchel is on .*Testnet.*\. Change it to Bitcoin/,
  )
  await expect(heard(page)).toContainText('BITCOIN_NETWORK_MISMATCH connect final')
  await button(page, 'Switch network').click()
  await expect(page.locator('#address')).toHaveText(/^bc1/)
  expect(await countCalls(page, 'bitcoinWallets', BIT, 'wallet_changeNetwork')).toBe(1)
})

test('F-40: a wallet that only its owner can move is looked at again', async ({ context, page, stack }) => {
  await addBitcoinWallet(context, stack, { kind: 'okx', name: 'OKX Wallet', network: 'Testnet' })
  await addBitcoinWallet(context, stack, {
    kind: 'sats-connect',
    name: BIT,
    network: 'Testnet',
    lacks: ['wallet_changeNetwork'],
  })
  await open(page, stack, 'families=bip122')
  await choose(page, BIT)
  await expect(failureOf(page, 'BITCOIN_NETWORK_MISMATCH')).toBeVisible()
  await page.evaluate((name) => window.bitcoinWallets[name]?.switchNetwork('Mainnet'), BIT)
  await modalOf(page)
    .getByRole('button', { name: /Check again|Switch network/ })
    .click()
  await expect(page.locator('#address')).toHaveText(/^bc1/)
})

const TALISMAN = 'talisman'
const POLKADOT_ROW = /Talisman/

test('F-41: a wallet whose question nobody answers is pointed at, and looking again asks that wallet alone', async ({
  context,
  page,
  stack,
}) => {
  await addPolkadotWallet(context, stack, { key: TALISMAN, script: { enable: [hang] } })
  await addPolkadotWallet(context, stack, { key: 'subwallet-js', seeds: [2] })
  await open(page, stack, 'families=polkadot')
  await choose(page, POLKADOT_ROW)
  await expect(failureOf(page, 'POLKADOT_NOT_ALLOWED')).toContainText(
    /Allow this site in Talisman under website access/,
  )
  await expect(failureOf(page, 'POLKADOT_NOT_ALLOWED').getByRole('status')).toBeVisible()
  await expect(heard(page)).toContainText('POLKADOT_NOT_ALLOWED connect open')
  await button(page, 'Check again').click()
  await expect(page.locator('#status')).toHaveText('connected')
  expect(await countCalls(page, 'polkadotWallets', TALISMAN, 'enable')).toBe(2)
  expect(await countCalls(page, 'polkadotWallets', 'subwallet-js', 'enable')).toBe(0)
})

for (const [what, script] of [
  [
    'refuses this site',
    { enable: [thrown({ message: 'The source Page is not allowed to interact with this extension' })] },
  ],
  ['has not decided yet', { enable: [thrown({ message: 'The source Page has a pending authorization request' })] }],
  ['allows no account', { 'accounts.get': [ok([])] }],
] as const) {
  test(`F-41: a wallet that ${what} says where to allow it, and looking again connects`, async ({
    context,
    page,
    stack,
  }) => {
    await addPolkadotWallet(context, stack, { key: TALISMAN, script })
    await open(page, stack, 'families=polkadot')
    await choose(page, POLKADOT_ROW)
    await expect(failureOf(page, 'POLKADOT_NOT_ALLOWED').getByRole('alert')).toContainText(
      /Allow this site in Talisman under website access/,
    )
    await expect(heard(page)).toContainText('POLKADOT_NOT_ALLOWED connect final')
    await button(page, 'Check again').click()
    await expect(page.locator('#status')).toHaveText('connected')
  })
}
