import type { Locator, Page } from '@playwright/test'
import { expect, listSignedIn, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import type { Stack } from './stack.ts'
import { addBitcoinWallet, addPolkadotWallet, addSolanaWallet, addWallet, countCalls, no } from './wallet.ts'

const toPage = (stack: Stack, wanted = ''): string =>
  `${stack.pages}/families.html?solana-rpc=${encodeURIComponent(stack.solanaRpc)}${wanted}`

const openModal = (page: Page): Promise<void> => page.locator('latchkey-button').getByRole('button').click()

/** The wallets that the page says are connected, as `namespace name`, whatever their order. */
async function expectConnected(page: Page, expected: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const lines = await page.locator('#connections li').allTextContents()
      return lines.map((line) => line.slice(0, line.lastIndexOf(' '))).sort()
    })
    .toEqual([...expected].sort())
}

/** Goes from the account to all connected wallets, at one family. */
async function openWallets(page: Page, family: string): Promise<Locator> {
  const modal = modalOf(page)
  await openModal(page)
  await modal.locator('[data-focus-key="wallets"]').click()
  await expect(modal.getByRole('heading', { name: 'Your wallets' })).toBeVisible()
  await modal.getByRole('tab', { name: family }).click()
  return modal
}

/** How often the wallets of other families were asked for what makes them ask their owner, since the page was loaded. */
function countQuestions(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isSilent = (inputs: readonly unknown[]) => (inputs[0] as { silent?: boolean } | undefined)?.silent === true
    return [
      ...Object.values(window.solanaWallets).flatMap(({ calls }) =>
        calls.filter(({ feature, inputs }) => feature === 'standard:connect' && !isSilent(inputs)),
      ),
      ...Object.values(window.bitcoinWallets).flatMap(({ calls }) =>
        calls.filter(({ method }) => method === 'bitcoin:connect'),
      ),
    ].length
  })
}

test('EVM, Solana and Bitcoin connected together: one is dropped, two are left, and a reload restores those two', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await addSolanaWallet(context, stack)
  await addBitcoinWallet(context, stack)
  await page.goto(toPage(stack))
  const modal = modalOf(page)
  await openModal(page)
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(modal).toBeHidden()
  for (const [family, wallet] of [
    ['Solana', 'Sol Satchel'],
    ['Bitcoin', 'Bit Satchel'],
  ] as const) {
    await openWallets(page, family)
    await modal.getByRole('button', { name: `Add ${family} wallet` }).click()
    await expect(modal.getByRole('button', { name: 'Tide' })).toHaveCount(0)
    await modal.getByRole('button', { name: wallet }).click()
    // Back where it was asked for, with the new one in the list.
    await expect(modal.getByRole('region', { name: wallet })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
  }
  await expectConnected(page, ['bip122 Bit Satchel', 'eip155 Tide', 'solana Sol Satchel'])

  await openWallets(page, 'Solana')
  await modal.getByRole('button', { name: /^Disconnect Sol Satchel/ }).click()
  await expectConnected(page, ['bip122 Bit Satchel', 'eip155 Tide'])
  // With its last wallet gone the family is empty, and the list shows the family in use.
  await expect(modal.getByRole('region', { name: 'Bit Satchel' })).toBeVisible()
  await modal.getByRole('tab', { name: 'Solana' }).click()
  await expect(modal).toContainText('No Solana wallet connected')
  await page.keyboard.press('Escape')

  await page.reload()
  await expectConnected(page, ['bip122 Bit Satchel', 'eip155 Tide'])
  await expect(page.locator('#status')).toHaveText('connected')
  expect(await countQuestions(page)).toBe(0)
  expect(await countCalls(page, 'test.tide', 'eth_requestAccounts')).toBe(0)
})

test('choosing a network of another family makes that family the active one and asks no wallet; one without a wallet is offered one', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await addSolanaWallet(context, stack)
  await addBitcoinWallet(context, stack)
  await page.goto(toPage(stack))
  const modal = modalOf(page)
  await openModal(page)
  await modal.getByRole('button', { name: 'Bit Satchel' }).click()
  await expect(modal).toBeHidden()
  await openWallets(page, 'Ethereum')
  await modal.getByRole('button', { name: 'Add Ethereum wallet' }).click()
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expect(page.locator('#network')).toHaveText('eip155:31337')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()

  await openModal(page)
  await modal.getByRole('button', { name: /Network: Slope/ }).click()
  await modal.getByRole('option', { name: 'Bitcoin', exact: true }).click()
  await expect(page.locator('#network')).toHaveText(/^bip122:/)
  await expect(page.locator('#address')).toHaveText(/^bc1q/)
  await expect(modal.getByRole('button', { name: /Network: Bitcoin/ })).toBeVisible()
  await modal.getByRole('button', { name: /Network: Bitcoin/ }).click()
  await modal.getByRole('option', { name: /Slope/ }).click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(await countCalls(page, 'test.tide', 'wallet_switchEthereumChain')).toBe(0)
  expect(await countQuestions(page)).toBe(1)

  await modal.getByRole('button', { name: /Network: Slope/ }).click()
  await modal.getByRole('option', { name: 'Solana Tide does not work here' }).click()
  await expect(modal.getByRole('heading', { name: 'Connect another wallet' })).toBeVisible()
  await expect(modal).toContainText('Tide does not work on Solana.')
  await modal.getByRole('button', { name: 'Add Solana wallet' }).click()
  await modal.getByRole('button', { name: 'Sol Satchel' }).click()
  await expect(page.locator('#network')).toHaveText(/^solana:/)
  await expectConnected(page, ['bip122 Bit Satchel', 'eip155 Tide', 'solana Sol Satchel'])
})

test('one wallet of three families is one row; all are connected at once, one is refused, told, and added later', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Prism' })
  await addSolanaWallet(context, stack, { name: 'Prism' })
  await addBitcoinWallet(context, stack, { name: 'Prism', script: { 'bitcoin:connect': [no(4001, 'User rejected')] } })
  await page.goto(toPage(stack))
  const modal = modalOf(page)
  await openModal(page)
  const row = modal.getByRole('button', { name: /^Prism/ })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Multichain')
  await row.click()
  await expect(modal.getByRole('heading', { name: 'Which network family?' })).toBeVisible()
  for (const family of ['Ethereum', 'Solana', 'Bitcoin']) {
    await expect(modal.getByRole('button', { name: family, exact: true })).toBeVisible()
  }
  await modal.getByRole('button', { name: 'Connect all' }).click()
  await expectConnected(page, ['eip155 Prism', 'solana Prism'])
  await expect(page.locator('#heard')).toContainText('NAMESPACES_PARTIAL')
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)

  await expect(modal).toBeHidden()
  await openModal(page)
  const notice = modal.locator('[data-failure="NAMESPACES_PARTIAL"]')
  await expect(notice).toContainText('Prism shared no Bitcoin account.')
  await notice.getByRole('button', { name: 'Add Bitcoin' }).click()
  await modal.getByRole('button', { name: /^Prism/ }).click()
  await expectConnected(page, ['bip122 Prism', 'eip155 Prism', 'solana Prism'])
})

/** What each family's wallet is asked to sign with, and how often it was. */
const SIGNERS = [
  { family: 'eip155', wallet: 'Tide', account: 'Ethereum' },
  { family: 'solana', wallet: 'Sol Satchel', account: 'Solana', feature: 'solana:signIn' },
  { family: 'solana', wallet: 'Sol Satchel', account: 'Solana', feature: 'solana:signMessage' },
  { family: 'bip122', wallet: 'Bit Satchel', account: 'Bitcoin' },
  { family: 'polkadot', wallet: 'Talisman', account: 'Polkadot' },
] as const

function countSignatures(page: Page): Promise<number> {
  return page.evaluate(() => {
    const names = ['personal_sign', 'bitcoin:signMessage', 'signRaw', 'solana:signIn', 'solana:signMessage']
    const calls = [
      ...Object.values(window.wallets).flatMap((wallet) => wallet.calls.map(({ method }) => method)),
      ...Object.values(window.solanaWallets).flatMap((wallet) => wallet.calls.map(({ feature }) => feature as string)),
      ...Object.values(window.bitcoinWallets).flatMap((wallet) => wallet.calls.map(({ method }) => method)),
      ...Object.values(window.polkadotWallets).flatMap((wallet) => wallet.calls.map(({ method }) => method)),
    ]
    return calls.filter((name) => names.includes(name)).length
  })
}

for (const signer of SIGNERS) {
  const how = 'feature' in signer ? ` by ${signer.feature}` : ''
  test(`signing in with a wallet for ${signer.account}${how} at the gateway: one signature, a reload asks nothing, leaving signs out`, async ({
    context,
    page,
    stack,
    troubles,
  }) => {
    // The browser's note that nobody is signed in any more.
    troubles.allow(/status of 401 .*\/auth\/v1\/me/)
    await addWallet(context, stack, { name: 'Tide' })
    const without = 'feature' in signer && signer.feature === 'solana:signMessage' ? (['solana:signIn'] as const) : []
    await addSolanaWallet(context, stack, { without })
    await addBitcoinWallet(context, stack)
    await addPolkadotWallet(context, stack)
    await page.goto(toPage(stack, `&siwx=gateway&families=${signer.family}`))
    const modal = modalOf(page)
    await openModal(page)
    await modal.getByRole('button', { name: signer.wallet }).click()
    await expect(modal.getByText('asks you to sign in')).toBeVisible()
    await modal.getByText('What you sign').click()
    const host = new URL(stack.pages).host
    await expect(modal.locator('pre')).toContainText(
      `${host} wants you to sign in with your ${signer.account} account:`,
    )
    await modal.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(modal).toBeHidden()
    await expect(page.locator('#status')).toHaveText('connected')
    await expect(page.locator('#heard')).toContainText('SIWX_AUTH_SUCCESS')
    expect(await countSignatures(page)).toBe(1)

    await page.reload()
    await expect.poll(() => page.evaluate(listSignedIn)).toEqual([signer.family])
    await expect(modal).toBeHidden()
    expect(await countSignatures(page)).toBe(0)

    await page.getByRole('button', { name: 'Disconnect by script' }).click()
    await expect(page.locator('#status')).toHaveText('disconnected')
    await openModal(page)
    await modal.getByRole('button', { name: signer.wallet }).click()
    await expect(modal.getByText('asks you to sign in')).toBeVisible()
  })
}

test('one approval for three families, then a sign-in for each that is used: one signature each, and leaving signs all out', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  // The browser's note that nobody is signed in any more.
  troubles.allow(/status of 401 .*\/auth\/v1\/me/)
  await addWallet(context, stack, { name: 'Prism' })
  await addSolanaWallet(context, stack, { name: 'Prism' })
  await addBitcoinWallet(context, stack, { name: 'Prism' })
  await page.goto(toPage(stack, '&siwx=gateway'))
  const modal = modalOf(page)
  const sign = async (account: string) => {
    await expect(modal.getByText('asks you to sign in')).toBeVisible()
    await modal.getByText('What you sign').click()
    await expect(modal.locator('pre')).toContainText(`wants you to sign in with your ${account} account:`)
    await modal.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(modal).toBeHidden()
  }

  await openModal(page)
  await modal.getByRole('button', { name: /^Prism/ }).click()
  await modal.getByRole('button', { name: 'Connect all' }).click()
  await sign('Ethereum')
  await expectConnected(page, ['bip122 Prism', 'eip155 Prism', 'solana Prism'])
  expect(await countSignatures(page)).toBe(1)
  expect((await page.evaluate(listSignedIn)).toSorted()).toEqual(['eip155'])

  // Another family is asked for its own account when it comes into use.
  await page.evaluate(() => {
    const networks = window.latchkey.instance.stores.networks.get().all
    const solana = networks.find(({ chainNamespace }) => chainNamespace === 'solana')
    if (solana) void window.latchkey.switchNetwork(solana.caipNetworkId)
  })
  await sign('Solana')
  await expect(page.locator('#network')).toHaveText(/^solana:/)
  expect(await countSignatures(page)).toBe(2)
  expect((await page.evaluate(listSignedIn)).toSorted()).toEqual(['eip155', 'solana'])

  const ended = page.waitForResponse((response) => response.url().includes('/auth/v1/sign-out'))
  await page.getByRole('button', { name: 'Disconnect by script' }).click()
  await ended
  await expect(page.locator('#status')).toHaveText('disconnected')
  await openModal(page)
  await modal.getByRole('button', { name: /^Prism/ }).click()
  await modal.getByRole('button', { name: 'Connect all' }).click()
  await expect(modal.getByText('asks you to sign in')).toBeVisible()
})
