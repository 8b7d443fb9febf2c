import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import {
  createLocalPolkadotAccount,
  createScriptedBitcoinWallet,
  createScriptedPolkadotWallet,
  createScriptedSolanaWallet,
  createScriptedWallet,
  type LocalPolkadotAccount,
  type ScriptedBitcoinWallet,
  type ScriptedBitcoinWalletOptions,
  type ScriptedPolkadotWallet,
  type ScriptedPolkadotWalletOptions,
  type ScriptedSolanaWallet,
  type ScriptedSolanaWalletOptions,
  type ScriptedWallet,
  type ScriptedWalletOptions,
  toLocalSs58,
} from 'latchkey/testing'

declare global {
  interface Window {
    /** Makes a wallet that remembers its permissions across reloads, and announces it. */
    addWallet(options: PageWallet): void
    /** The same for wallets of other families. */
    addSolanaWallet(options: PageSolanaWallet): void
    addBitcoinWallet(options: PageBitcoinWallet): void
    addPolkadotWallet(options: PagePolkadotWallet): void
    /** The wallets of this page by their key. */
    wallets: Record<string, ScriptedWallet>
    solanaWallets: Record<string, ScriptedSolanaWallet>
    bitcoinWallets: Record<string, ScriptedBitcoinWallet>
    polkadotWallets: Record<string, ScriptedPolkadotWallet>
  }
}

/** A wallet as a test describes it; all of it can travel into the page. */
export type PageWallet = Pick<
  ScriptedWalletOptions,
  'name' | 'rdns' | 'privateKey' | 'rpcUrl' | 'chainId' | 'chains' | 'icon' | 'script'
> & {
  /** How the test calls it; the rdns unless two share one. */
  readonly key?: string | undefined
  readonly delayMs?: number | undefined
  /** Keeps nothing across reloads, for pages whose storage is broken. */
  readonly forgets?: boolean | undefined
  /** Keys of further accounts. */
  readonly otherKeys?: readonly `0x${string}`[] | undefined
}

/** A Solana wallet; a test calls it by its name. */
export type PageSolanaWallet = Pick<
  ScriptedSolanaWalletOptions,
  'name' | 'icon' | 'without' | 'rpcUrl' | 'script' | 'promptsOnSilent'
> & {
  /** Repeated, the seed of its account. */
  readonly seed: number
}

/** A Bitcoin wallet; a test calls it by its name. */
export type PageBitcoinWallet = Omit<ScriptedBitcoinWalletOptions, 'approve' | 'signPsbt' | 'storage'> & {
  readonly name: string
}

/** A Polkadot wallet; a test calls it by its key. */
export type PagePolkadotWallet = Pick<ScriptedPolkadotWalletOptions, 'wraps' | 'lacks' | 'script'> & {
  readonly key: string
  /** Repeated, the seeds of its accounts. */
  readonly seeds: readonly number[]
  /** Default `sr25519`. */
  readonly curve?: 'sr25519' | 'ed25519' | undefined
}

window.wallets = {}
window.solanaWallets = {}
window.bitcoinWallets = {}
window.polkadotWallets = {}

// A tab that was only opened has no storage and no secure context yet.
const isPage = (): boolean => location.protocol.startsWith('http')

const remember = (key: string) => ({
  get: () => sessionStorage.getItem(`wallet ${key}`),
  set: (value: string) => sessionStorage.setItem(`wallet ${key}`, value),
})

window.addWallet = ({ key: wanted, delayMs, forgets, otherKeys = [], ...options }) => {
  if (!isPage()) return
  const key = wanted ?? options.rdns
  const wallet = createScriptedWallet({ ...options, storage: forgets ? undefined : remember(key) })
  for (const other of otherKeys) wallet.addAccount(other)
  window.wallets[key] = wallet
  wallet.announce(window, { delayMs })
}

window.addSolanaWallet = ({ seed, ...options }) => {
  if (!isPage()) return
  const secretKey = new Uint8Array(32).fill(seed)
  const wallet = createScriptedSolanaWallet({ ...options, secretKey, storage: remember(`solana ${options.name}`) })
  window.solanaWallets[options.name] = wallet
  wallet.register(window)
}

window.addBitcoinWallet = (options) => {
  if (!isPage()) return
  const wallet = createScriptedBitcoinWallet({ ...options, storage: remember(`bitcoin ${options.name}`) })
  window.bitcoinWallets[options.name] = wallet
  wallet.install(window)
}

window.addPolkadotWallet = ({ seeds, curve, ...options }) => {
  if (!isPage()) return
  const accounts = seeds.map(curve === 'ed25519' ? createEd25519Account : createSr25519Account)
  const wallet = createScriptedPolkadotWallet({ ...options, accounts, storage: remember(`polkadot ${options.key}`) })
  window.polkadotWallets[options.key] = wallet
  wallet.install(window)
}

function createEd25519Account(seed: number): LocalPolkadotAccount {
  const privateKey = seed.toString(16).padStart(2, '0').repeat(32)
  return createLocalPolkadotAccount({ privateKey, name: `Account ${seed}` })
}

function createSr25519Account(seed: number): LocalPolkadotAccount {
  const secret = secretFromSeed(new Uint8Array(32).fill(seed))
  const publicKey = getPublicKey(secret)
  return {
    address: toLocalSs58(publicKey),
    name: `Account ${seed}`,
    type: 'sr25519',
    publicKey,
    sign: (message) => sign(secret, message),
  }
}
