import { createRequire } from 'node:module'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Page } from '@playwright/test'
import { base58, hex } from '@scure/base'
import { verify as verifySr25519 } from '@scure/sr25519'
import { verifyMessage } from 'viem'
import { expect, modalOf, shorten, test } from './journey.ts'
import { askNode, FIRST_ACCOUNT } from './node.ts'
import { countLamports, fund } from './phone.ts'
import { addBitcoinWallet, addPolkadotWallet, addSolanaWallet, addWallet, countCalls } from './wallet.ts'

/** A second implementation of Bitcoin's message signatures, installed apart. */
const { Verifier } = createRequire(new URL('../tests/adapters/package.json', import.meta.url))('bip322-js') as {
  readonly Verifier: { verifySignature(address: string, text: string, signature: string): boolean }
}

/** Connects a wallet from the button of the page. */
async function connect(page: Page, name: string): Promise<void> {
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page)
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.locator('#status')).toHaveText('connected')
  await expect(modalOf(page)).toBeHidden()
}

/** Presses a button of the page and gives what it shows then. */
async function press(page: Page, name: string, result: string | RegExp = /./): Promise<string> {
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.locator('#result')).toHaveText(result)
  return (await page.locator('#result').textContent()) ?? ''
}

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('universal: from the button to a signed message that another library verifies', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/families.html?families=eip155`)
  await connect(page, 'Tide')
  const signature = (await press(page, 'Sign', /^0x/)) as `0x${string}`
  expect(await verifyMessage({ address: FIRST_ACCOUNT, message: 'Hello, slope', signature })).toBe(true)
})

for (const library of ['ethers', 'ethers5'] as const) {
  test(`${library}: a message is signed by Latchkey and by the library, a payment is mined, tokens are allowed`, async ({
    context,
    page,
    stack,
  }) => {
    await addWallet(context, stack, { name: 'Tide' })
    await page.goto(`${stack.pages}/library.html?with=${library}`)
    await connect(page, 'Tide')
    const own = (await press(page, 'Sign', /^0x/)) as `0x${string}`
    expect(await verifyMessage({ address: FIRST_ACCOUNT, message: 'Hello, slope', signature: own })).toBe(true)
    await page.locator('#result').evaluate((output) => output.replaceChildren())
    const theirs = (await press(page, 'Sign by the library', /^0x/)) as `0x${string}`
    expect(await verifyMessage({ address: FIRST_ACCOUNT, message: 'Hello, library', signature: theirs })).toBe(true)

    for (const [button, to] of [
      ['Pay by the library', '0x000000000000000000000000000000000000dEaD'],
      ['Allow tokens', stack.settings.contracts.pine],
    ] as const) {
      await page.locator('#result').evaluate((output) => output.replaceChildren())
      const hash = await press(page, button, /^0x[0-9a-f]{64}$/)
      await expect
        .poll(async () => {
          const receipt: unknown = await askNode(stack.rpc, 'eth_getTransactionReceipt', [hash])
          const { status, to: whom } = (receipt ?? {}) as { status?: string; to?: string }
          return [status, whom?.toLowerCase()]
        })
        .toEqual(['0x1', to.toLowerCase()])
    }
    // One question for the accounts; the library's signer asked for none of its own.
    expect(await countCalls(page, 'test.tide', 'eth_requestAccounts')).toBe(1)
  })
}

test('wagmi: what a visitor does in the modal the site’s hooks show, and what the hooks do the modal shows', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/wagmi.html`)
  const host = page.locator('#host')
  await expect(host).toHaveText('disconnected')

  // By the modal.
  await connect(page, 'Tide')
  await expect(host).toHaveText(`connected 31337 test.tide ${FIRST_ACCOUNT}`)
  await page.getByRole('button', { name: 'Hook: sign' }).click()
  await expect(page.locator('#signature')).toHaveText(/^0x/)
  const signature = (await page.locator('#signature').textContent()) as `0x${string}`
  expect(await verifyMessage({ address: FIRST_ACCOUNT, message: 'Hello, hooks', signature })).toBe(true)

  // By a hook, followed by the modal.
  await page.getByRole('button', { name: 'Hook: go to Valley' }).click()
  await expect(host).toHaveText(`connected 31338 test.tide ${FIRST_ACCOUNT}`)
  await expect(page.locator('#network')).toHaveText('eip155:31338')

  // By the modal, followed by the hooks.
  const modal = modalOf(page)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
  await modal.getByRole('button', { name: /Network: Valley/ }).click()
  await modal.getByRole('option', { name: /Slope/ }).click()
  await expect(host).toHaveText(`connected 31337 test.tide ${FIRST_ACCOUNT}`)
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()

  // A reload: wagmi's own storage and Latchkey's agree, and nothing prompts.
  await page.reload()
  await expect(host).toHaveText(`connected 31337 test.tide ${FIRST_ACCOUNT}`)
  await expect(page.locator('#status')).toHaveText('connected')
  expect(await countCalls(page, 'test.tide', 'eth_requestAccounts')).toBe(0)

  await page.getByRole('button', { name: 'Hook: disconnect' }).click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await expect(page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()

  await page.getByRole('button', { name: 'Hook: connect Tide' }).click()
  await expect(page.locator('#status')).toHaveText('connected')
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await expect(host).toHaveText('disconnected')
})

test('solana: a message verifies, the balance is the chain’s, and a payment arrives', async ({
  context,
  page,
  stack,
}) => {
  await addSolanaWallet(context, stack, { seed: 21, rpcUrl: stack.solanaRpc })
  const address = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(21)))
  const receiver = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(22)))
  await fund(stack, address, 2_500_000_000n)
  await page.goto(`${stack.pages}/families.html?families=solana&solana-rpc=${encodeURIComponent(stack.solanaRpc)}`)
  await connect(page, 'Sol Satchel')
  await expect(page.locator('#address')).toHaveText(address)

  const signature = await press(page, 'Sign', /^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  expect(ed25519.verify(base58.decode(signature), textBytes('Hello, slope'), base58.decode(address))).toBe(true)
  await press(page, 'Balance', '2500000000 SOL')
  await page.getByLabel('Text or address').fill(receiver)
  const id = await press(page, 'Send', /^(?!.* SOL)[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  expect(base58.decode(id)).toHaveLength(64)
  expect(await countLamports(stack, receiver)).toBe(1_500_000n)
  // The payment and the fee of one signature.
  await press(page, 'Balance', `${2_500_000_000n - 1_500_000n - 5_000n} SOL`)

  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(address) })
    .click()
  await expect(
    modalOf(page)
      .getByText(/2\.498\S* SOL/)
      .first(),
  ).toBeVisible()
})

for (const kind of ['wallet-standard', 'sats-connect', 'unisat', 'okx'] as const) {
  test(`bitcoin, a wallet of the kind ${kind}: from the button to a message that bip322-js verifies`, async ({
    context,
    page,
    stack,
  }) => {
    await addBitcoinWallet(context, stack, { kind })
    await page.goto(`${stack.pages}/families.html?families=bip122`)
    await connect(page, 'Bit Satchel|UniSat|OKX Wallet')
    const address = (await page.locator('#address').textContent()) ?? ''
    expect(address).toMatch(/^bc1q/)
    const signature = await press(page, 'Sign')
    expect(Verifier.verifySignature(address, 'Hello, slope', signature)).toBe(true)
    expect(Verifier.verifySignature(address, 'Hello, other slope', signature)).toBe(false)
  })
}

for (const curve of ['sr25519', 'ed25519'] as const) {
  test(`polkadot, a key of ${curve}: from the button to a message that the curve’s library verifies`, async ({
    context,
    page,
    stack,
  }) => {
    await addPolkadotWallet(context, stack, { curve })
    await page.goto(`${stack.pages}/families.html?families=polkadot`)
    await connect(page, 'Talisman')
    // What the relay chain shows: prefix 0.
    await expect(page.locator('#address')).toHaveText(/^1/)
    const signature = hex.decode((await press(page, 'Sign', /^0x/)).slice(2))
    const key = await page.evaluate(() => [...(window.polkadotWallets.talisman?.getAccounts()[0]?.publicKey ?? [])])
    const message = textBytes('<Bytes>Hello, slope</Bytes>')
    const holds =
      curve === 'sr25519'
        ? verifySr25519(message, signature, Uint8Array.from(key))
        : ed25519.verify(signature, message, Uint8Array.from(key))
    expect(holds).toBe(true)
  })
}
