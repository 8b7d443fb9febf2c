import type { Wallet } from '@wallet-standard/base'
import { expect, test } from 'vitest'
import { createWalletRegistry, type RegisteredWallet } from './createWalletRegistry.ts'

function play() {
  const page = new EventTarget()
  let last: readonly RegisteredWallet[] = []
  const stop = createWalletRegistry(page).watch((wallets) => {
    last = wallets
  })
  const register = (name: unknown): void => {
    const wallet = { version: '1.0.0', name, icon: '', chains: [], features: {}, accounts: [] } as unknown as Wallet
    const detail = (api: { register: (wallet: Wallet) => void }): void => api.register(wallet)
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  }
  return { register, stop, names: () => last.map(({ name }) => name), last: () => last }
}

test('SEC-83: the name of a wallet is cleaned where it comes in, and one that shows nothing is no wallet', () => {
  const { register, names, stop } = play()
  register(' La\u202emp\u200b\n ')
  register('\u200b\u202e \u2800')
  register({ toString: () => 'Lamp' })
  expect(names()).toEqual(['Lamp'])
  stop()
})

test('SEC-89: two names that look alike are one name, and both wallets bear the notice', () => {
  const { register, last, stop } = play()
  register('Lamp')
  register('La\u200bmp')
  expect(last()).toMatchObject([
    { id: 'Lamp', name: 'Lamp', isLookalike: true },
    { id: 'Lamp#2', name: 'Lamp', isLookalike: true },
  ])
  stop()
})
