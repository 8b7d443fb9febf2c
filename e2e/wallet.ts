import type { BrowserContext, Page } from '@playwright/test'
import type { Answer } from 'latchkey/testing'
import type { PageBitcoinWallet, PagePolkadotWallet, PageSolanaWallet, PageWallet } from './scriptedWallets.ts'
import type { Stack } from './stack.ts'

/** A key without money on any chain; the dev chain's accounts are in the settings. */
export const EMPTY_KEY = '0x00000000000000000000000000000000000000000000000000000000000a11ce'

/** Words for a wallet's script, as plain values that travel into the page. */
export const hang: Answer = { kind: 'hang' }
export const ok = (value: unknown): Answer => ({ kind: 'ok', value })
export const no = (code: number | string, text = '', data?: unknown): Answer => ({ kind: 'no', code, text, data })
export const thrown = (error: unknown): Answer => ({ kind: 'throw', error })
export const late = (delayMs: number, value: unknown): Answer => ({ kind: 'late', delayMs, value })

/** Puts a scripted wallet into every page of a context, before the page's own scripts. */
export async function addWallet(
  context: BrowserContext,
  stack: Stack,
  wallet: Partial<PageWallet> & Pick<PageWallet, 'name'>,
): Promise<void> {
  const [slope, ...others] = stack.settings.chains
  const [key, ...otherKeys] = stack.settings.walletKeys
  if (!slope || !key) throw new Error('The settings name no chain or no key.')
  const filled: PageWallet = {
    rdns: `test.${wallet.name.toLowerCase()}`,
    rpcUrl: slope.rpcUrl,
    chainId: slope.chainId,
    chains: [...others, { chainId: 7_777, name: 'Far Shore', rpcUrl: slope.rpcUrl }],
    privateKey: key,
    otherKeys,
    ...wallet,
  }
  await addToPages(context, stack, 'addWallet', filled)
}

/** Puts scripted wallets of other families into every page of a context, before the page's own scripts. */
export async function addSolanaWallet(
  context: BrowserContext,
  stack: Stack,
  wallet: Partial<PageSolanaWallet> = {},
): Promise<void> {
  await addToPages(context, stack, 'addSolanaWallet', { name: 'Sol Satchel', seed: 1, ...wallet })
}

export async function addBitcoinWallet(
  context: BrowserContext,
  stack: Stack,
  wallet: Partial<PageBitcoinWallet> = {},
): Promise<void> {
  const privateKey = '0b'.repeat(32)
  await addToPages(context, stack, 'addBitcoinWallet', {
    kind: 'wallet-standard',
    name: 'Bit Satchel',
    privateKey,
    ...wallet,
  })
}

export async function addPolkadotWallet(
  context: BrowserContext,
  stack: Stack,
  wallet: Partial<PagePolkadotWallet> = {},
): Promise<void> {
  await addToPages(context, stack, 'addPolkadotWallet', { key: 'talisman', seeds: [1], ...wallet })
}

async function addToPages(
  context: BrowserContext,
  { walletScript }: Stack,
  add: 'addWallet' | 'addSolanaWallet' | 'addBitcoinWallet' | 'addPolkadotWallet',
  wallet: object,
): Promise<void> {
  await context.addInitScript({
    content: `if (!window.addWallet) { ${walletScript} }\nwindow.${add}(${JSON.stringify(wallet)})`,
  })
}

/** The calls of one method that the page made so far. */
export function countCalls(page: Page, wallet: string, method: string): Promise<number> {
  return page.evaluate(
    ([key, name]) => window.wallets[key]?.calls.filter((call) => call.method === name).length ?? -1,
    [wallet, method] as const,
  )
}

/** Does to a wallet what its owner would: lock, unlock, choose an account, move, forget the page. */
export function tellWallet(
  page: Page,
  wallet: string,
  act: 'lock' | 'unlock' | 'selectAccount' | 'switchChain' | 'forgetPage' | 'answerAlways',
  ...values: readonly unknown[]
): Promise<void> {
  return page.evaluate(
    ([key, name, list]) => {
      const found = window.wallets[key]
      if (!found) throw new Error(`No wallet ${key} on this page.`)
      ;(found[name] as (...list: readonly unknown[]) => unknown)(...list)
    },
    [wallet, act, values] as const,
  )
}
