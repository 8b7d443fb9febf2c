import type { Wallet } from '@wallet-standard/base'
import { expect, it } from 'vitest'
import { createWalletRegistry, type RegisteredWallet } from './createWalletRegistry.ts'

/** A page with wallets that registered themselves in this order, as the adapter of one family sees it. */
function watchPage(chains: readonly string[]): readonly RegisteredWallet[] {
  const walletWindow = new EventTarget()
  const heard: { now: readonly RegisteredWallet[] } = { now: [] }
  const isOurs = (wallet: Wallet) => wallet.chains.some((chain) => chain.startsWith('solana:'))
  createWalletRegistry(walletWindow, isOurs).watch((wallets) => {
    heard.now = wallets
  })
  for (const chain of chains) {
    const wallet = { version: '1.0.0', name: 'Prism', icon: '', chains: [chain], features: {}, accounts: [] }
    const detail = (api: { register(wallet: unknown): void }) => api.register(wallet)
    walletWindow.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  }
  return heard.now
}

it.each([[['bitcoin:mainnet', 'solana:mainnet']], [['solana:mainnet', 'bitcoin:mainnet']]])(
  'a wallet that registers one object a family (%s) is no lookalike of itself, and keeps its id in any order',
  (chains) => {
    const wallets = watchPage(chains)
    expect(wallets.map(({ isLookalike }) => isLookalike)).toEqual([false, false])
    expect(wallets.find(({ wallet }) => wallet.chains.includes('solana:mainnet'))?.id).toBe('Prism')
  },
)

it('SEC-89: two objects of one family with one name stay two, both with the notice', () => {
  const wallets = watchPage(['solana:mainnet', 'bitcoin:mainnet', 'solana:devnet'])
  expect(wallets.map(({ id, isLookalike }) => [id, isLookalike])).toEqual([
    ['Prism', true],
    ['Prism#other', false],
    ['Prism#2', true],
  ])
})
