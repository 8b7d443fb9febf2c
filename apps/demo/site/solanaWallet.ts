import type { Network } from 'latchkey'
import { createScriptedSolanaWallet, type SolanaApprovalRequest } from 'latchkey/testing'
import type { DemoSolanaSettings } from '../settings.ts'
import { createWalletDialog, type WalletQuestion } from './walletDialog.ts'

const NAME = 'Brookpass'

/** Where the wallet remembers this page between visits. */
const MEMORY_KEY = 'brookpass'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#0f6f78"/><g fill="none" stroke="#d9f4f1" stroke-width="2.6" stroke-linecap="round"><path d="M8 14q6-5 12 0t12 0"/><path d="M8 21q6-5 12 0t12 0"/><path d="M8 28q6-5 12 0t12 0"/></g></svg>',
)}`

/** Registers a Solana wallet with real keys for the local chain, which remembers what it allowed. */
export function startSolanaWallet(solana: DemoSolanaSettings): void {
  const [first, ...others] = solana.walletSeeds.map(toBytes)
  const askOwner = createWalletDialog(NAME, ICON)
  const wallet = createScriptedSolanaWallet({
    name: NAME,
    icon: ICON,
    secretKey: first,
    rpcUrl: solana.rpcUrl,
    approve: (request) => askOwner(describeRequest(request, solana.name)),
    storage: {
      get: () => localStorage.getItem(MEMORY_KEY),
      set: (value) => localStorage.setItem(MEMORY_KEY, value),
    },
  })
  for (const seed of others) wallet.addAccount(seed)
  wallet.register(window)
}

/** The chain as the shop configures it. */
export function toSolanaNetwork({ id, name, rpcUrl }: DemoSolanaSettings): Network {
  return {
    id,
    name,
    chainNamespace: 'solana',
    caipNetworkId: `solana:${id}`,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [rpcUrl] } },
    testnet: true,
  }
}

function describeRequest({ feature, address, text }: SolanaApprovalRequest, network: string): WalletQuestion {
  const facts: WalletQuestion['facts'] = [
    ['Site', location.origin],
    ['Account', `${address.slice(0, 4)}…${address.slice(-4)}`],
    ['Network', network],
  ]
  if (feature === 'standard:connect') return { title: 'Let this site see your address?', facts }
  const isSent = feature === 'solana:signAndSendTransaction' || feature === 'solana:signTransaction'
  return { title: isSent ? 'Sign this transaction?' : 'Sign this?', facts, text }
}

function toBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
