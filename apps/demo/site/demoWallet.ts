import { type ApprovalRequest, createScriptedWallet, type ScriptedWallet } from 'latchkey/testing'
import { formatEther, hexToBigInt, isHex } from 'viem'
import type { DemoSettings } from '../settings.ts'
import { element, getElement } from './element.ts'
import { createWalletDialog, type WalletQuestion } from './walletDialog.ts'

const NAME = 'Fernpass'

/** Where the wallet remembers this page between visits. */
const MEMORY_KEY = 'fernpass'

/** A chain that Hollowpine does not work on, to see what happens when a wallet goes there. */
const FOREIGN_CHAIN = { chainId: 7_777, name: 'Far Shore' } as const

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#5b3cc4"/><path d="M20 33V12" stroke="#e9e1ff" stroke-width="2.5" stroke-linecap="round"/><path d="M20 14q-5-1-6-7 6 0 6 7q1-6 6-7 0 6-6 7m0 7q-7 0-9-7 8 0 9 7q1-7 9-7-2 7-9 7m0 8q-7 0-10-6 9-1 10 6q1-7 10-6-3 6-10 6" fill="#e9e1ff"/></svg>',
)}`

/**
 * Announces a wallet with real keys for the local chains and a window of its own, which remembers what it allowed, and
 * lets the visitor do with it what owners do in their wallets: change account, go elsewhere, lock.
 */
export function startDemoWallet(settings: DemoSettings): void {
  const [first, ...others] = settings.chains
  const [key, ...keys] = settings.walletKeys
  if (!first) throw new Error('The settings name no chain.')
  const askOwner = createWalletDialog(NAME, ICON)
  const wallet = createScriptedWallet({
    name: NAME,
    rdns: 'test.fernpass',
    icon: ICON,
    privateKey: key,
    rpcUrl: first.rpcUrl,
    chainId: first.chainId,
    chainName: first.name,
    chains: [...others, { ...FOREIGN_CHAIN, rpcUrl: first.rpcUrl }],
    approve: (request) => askOwner(describeRequest(request, [...settings.chains, FOREIGN_CHAIN])),
    storage: {
      get: () => localStorage.getItem(MEMORY_KEY),
      set: (value) => localStorage.setItem(MEMORY_KEY, value),
    },
  })
  const accounts = [wallet.getAddress(), ...keys.map((further) => wallet.addAccount(further))]
  wallet.announce(window)
  showControls(wallet, accounts, first.chainId)
}

function showControls(wallet: ScriptedWallet, accounts: readonly string[], home: number): void {
  const offer = (text: string, act: () => void): HTMLButtonElement => {
    const button = element('button', { type: 'button' }, text)
    button.addEventListener('click', act)
    return button
  }
  const selectOther = (): void => {
    const here = accounts.indexOf(wallet.getAddress())
    const next = accounts[(here + 1) % accounts.length]
    if (next) wallet.selectAccount(next)
  }
  getElement('wallet-controls').replaceChildren(
    element('span', {}, NAME),
    offer('Other account', selectOther),
    offer(`Go to ${FOREIGN_CHAIN.name}`, () => wallet.switchChain(FOREIGN_CHAIN.chainId)),
    offer('Come home', () => wallet.switchChain(home)),
    offer('Lock', () => wallet.lock()),
    offer('Unlock', () => wallet.unlock()),
  )
}

/** What the wallet says about a request, in its owner's words. */
function describeRequest(
  { method, params, origin, address, chain, text }: ApprovalRequest,
  chains: readonly { readonly chainId: number; readonly name: string }[],
): WalletQuestion {
  const facts: (readonly [string, string])[] = [
    ['Site', origin],
    ['Account', `${address.slice(0, 6)}…${address.slice(-4)}`],
    ['Network', chain.name],
  ]
  switch (method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
      return { title: 'Let this site see your address?', facts }
    case 'eth_sendTransaction': {
      const [transaction] = params as [{ to?: unknown; value?: unknown }?]
      const value = isHex(transaction?.value) ? hexToBigInt(transaction.value) : 0n
      return {
        title: `Send ${formatEther(value)} ETH?`,
        facts: [...facts, ['To', String(transaction?.to ?? 'a new contract')]],
      }
    }
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain': {
      const [wish] = params as [{ chainId?: unknown; chainName?: unknown }?]
      const wanted = chains.find(({ chainId }) => chainId === Number(wish?.chainId))
      const name = wanted?.name ?? String(wish?.chainName ?? wish?.chainId)
      const title = method === 'wallet_switchEthereumChain' ? `Change network to ${name}?` : `Add the network ${name}?`
      return { title, facts: [...facts.slice(0, 2), ['Network now', chain.name], ['Network wanted', name]] }
    }
    default:
      return { title: 'Sign this?', facts, text: text ?? JSON.stringify(params, null, 2) }
  }
}
