/**
 * Coinbase Wallet's object on pages, `window.coinbaseSolana`, with the face of a Standard Wallet. It takes transactions as
 * objects of web3.js alone, so it signs what a site hands in as such, and nothing that is built from bytes.
 */
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { parseAddress } from './address.ts'
import type { Web3Transaction } from './hostTransactions.ts'

/** Its name, which is its id too. */
export const COINBASE_NAME = 'Coinbase Wallet'

/** The feature by which this face signs objects of web3.js. It is ours and of no standard. */
export type Web3Signing = { sign(transaction: Web3Transaction): Promise<Web3Transaction> }

/** What we use of the object. */
type CoinbaseSolana = {
  readonly publicKey?: { toString(): string } | null
  connect(): Promise<unknown>
  disconnect?(): Promise<unknown>
  signMessage?(message: Uint8Array): Promise<{ readonly signature: Uint8Array }>
  signTransaction?(transaction: Web3Transaction): Promise<Web3Transaction>
}

/** A wallet around the object of the page; undefined where there is none. Survives an object whose members throw. */
export function createCoinbaseWallet(found: unknown): Wallet | undefined {
  if (!isCoinbaseSolana(found)) return undefined
  const chains = ['solana:mainnet'] as const
  let known: WalletAccount | undefined

  const readAccounts = (): readonly WalletAccount[] => {
    const address = found.publicKey?.toString()
    const publicKey = parseAddress(address)
    if (!address || !publicKey) return []
    // One object an address, as wallets of the standard have it.
    if (known?.address !== address) known = Object.freeze({ address, publicKey, chains, features: [] })
    return [known]
  }

  const features: Record<`${string}:${string}`, unknown> = {
    'standard:connect': {
      version: '1.0.0',
      connect: async (input?: { silent?: boolean }) => {
        // It has no silent way; what it shares by itself is all there is to see.
        if (!input?.silent) await found.connect()
        return { accounts: readAccounts() }
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => void (await found.disconnect?.()) },
    ...(typeof found.signMessage === 'function' && {
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }: { message: Uint8Array }) => {
          const answer = await found.signMessage?.(message)
          return [{ signedMessage: message, signature: answer?.signature }]
        },
      },
    }),
    ...(typeof found.signTransaction === 'function' && {
      'latchkey:web3': { sign: (transaction: Web3Transaction) => found.signTransaction?.(transaction) },
    }),
  }
  return Object.freeze({
    version: '1.0.0',
    name: COINBASE_NAME,
    // It has no picture of its own; the directory knows one.
    icon: 'data:image/svg+xml;base64,',
    chains,
    features,
    get accounts() {
      return readAccounts()
    },
  })
}

function isCoinbaseSolana(found: unknown): found is CoinbaseSolana {
  try {
    return typeof found === 'object' && found !== null && typeof (found as CoinbaseSolana).connect === 'function'
  } catch {
    return false
  }
}
