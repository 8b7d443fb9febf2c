/**
 * A wallet for a page's own tests: announced by EIP-6963, asked by EIP-1193, with a real key that really signs. It answers
 * as its script says and does the rest really. For tests and local chains only.
 */
import type { WalletWindow } from '../core/services/ports.ts'
import type { Hex } from '../evm/hex.ts'
import type { Answer } from './drill.ts'
import { createLocalAccount } from './localAccount.ts'
import { createScriptedCalls, type LoggedCall } from './scriptedCalls.ts'
import {
  type Approval,
  type ApprovalRequest,
  createWalletEngine,
  type WalletChain,
  type WalletEvent,
  type WalletMemory,
} from './walletEngine.ts'

export type ScriptedWalletOptions = {
  readonly name: string
  /** Reverse-DNS name of the wallet, such as `dev.example.wallet`. */
  readonly rdns: string
  /** A data: image. Default: a plain square with a keyhole. */
  readonly icon?: string | undefined
  /** Default: a new random key. */
  readonly privateKey?: Hex | undefined
  /** Node of the chain that the wallet starts on. */
  readonly rpcUrl: string
  readonly chainId: number
  /** Default `Local chain`. */
  readonly chainName?: string | undefined
  /** Further chains that the wallet knows. */
  readonly chains?: readonly WalletChain[] | undefined
  /** Asked before anything is shared, signed, sent, switched or added: true is yes, false no, a text no with these words. Default yes. */
  readonly approve?: ((request: ApprovalRequest) => Promise<Approval>) | undefined
  /** By method, one answer a call; once they are used up, and for every other method, the wallet acts really. */
  readonly script?: Readonly<Record<string, readonly Answer[]>> | undefined
  /** Keeps permissions, chain and chosen account across page loads, for example in `sessionStorage`. */
  readonly storage?: WalletMemory | undefined
  /** Whose permissions these are. Default: the page's origin. */
  readonly origin?: string | undefined
  /** Default: the page's own fetch. */
  readonly fetch?: typeof fetch | undefined
}

/** The EIP-1193 object of a scripted wallet. */
export type ScriptedProvider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): ScriptedProvider
  removeListener(event: string, listener: (value: unknown) => void): ScriptedProvider
  /** As MetaMask has it. */
  readonly _metamask: { isUnlocked(): Promise<boolean> }
}

export type ScriptedWallet = {
  readonly provider: ScriptedProvider
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string }
  /** Address of the active account, checksummed. */
  getAddress(): Hex
  /** Every call of the page so far. */
  readonly calls: readonly LoggedCall[]
  /** How many listeners the page keeps on the provider, of one event or of all. */
  countListeners(event?: string): number
  /** Announces itself in a window, after a while if asked so, and then at each request. Returns the way to fall silent. */
  announce(target: WalletWindow, options?: { readonly delayMs?: number | undefined }): () => void
  /** Puts further answers at the end of a method's script. */
  answer(method: string, ...answers: readonly Answer[]): void
  /** Answers every call of a method, or of all methods (`*`), in one way; with undefined, really again. */
  answerAlways(method: string, answer: Answer | undefined): void
  /** Tells the page's listeners whatever is wanted. */
  emit(event: WalletEvent, value: unknown): void
  lock(): void
  unlock(): void
  /** Adds an account of a key, or of a new random one; not yet the active one. */
  addAccount(privateKey?: Hex): Hex
  /** Makes an account the active one, as its owner does in the wallet. */
  selectAccount(address: string): void
  /** Moves the wallet by its owner's hand. */
  switchChain(chainId: number): void
  /** Takes the page's permission away, as an owner does in the wallet. */
  forgetPage(): void
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%23335c4b"/%3E%3Ccircle cx="16" cy="13" r="4" fill="%23fff"/%3E%3Cpath d="M14 15h4l1 9h-6z" fill="%23fff"/%3E%3C/svg%3E'

/** Makes a wallet; nothing sees it before `announce`. */
export function createScriptedWallet(options: ScriptedWalletOptions): ScriptedWallet {
  const { name, rdns, icon = ICON, chainId, rpcUrl, chainName = 'Local chain', chains = [], script } = options
  const origin = options.origin ?? globalThis.location?.origin ?? 'https://page.test'
  const approve = options.approve ?? (async () => true)
  const calls = createScriptedCalls(script)
  const listeners: { event: string; listener: (value: unknown) => void }[] = []

  const emit = (event: WalletEvent, value: unknown) => {
    for (const { listener } of listeners.filter((entry) => entry.event === event)) listener(value)
  }

  const engine = createWalletEngine({
    accounts: [createLocalAccount(options.privateKey)],
    chains: [{ chainId, name: chainName, rpcUrl }, ...chains],
    approve,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    tell: (_origin, event, value) => emit(event, value),
    memory: options.storage,
  })

  const provider: ScriptedProvider = {
    async request({ method, params }) {
      const list = Array.isArray(params) ? (params as unknown[]) : params === undefined ? [] : [params]
      return calls.play(method, list, () => engine.request(origin, method, list))
    },
    on(event, listener) {
      listeners.push({ event, listener })
      return provider
    },
    removeListener(event, listener) {
      const index = listeners.findIndex((entry) => entry.event === event && entry.listener === listener)
      if (index >= 0) listeners.splice(index, 1)
      return provider
    },
    _metamask: { isUnlocked: async () => !engine.isLocked() },
  }
  const info = Object.freeze({ uuid: globalThis.crypto.randomUUID(), name, icon, rdns })

  return {
    provider,
    info,
    calls: calls.log,
    getAddress: engine.getAddress,
    countListeners: (event) => listeners.filter((entry) => event === undefined || entry.event === event).length,
    announce(target, { delayMs = 0 } = {}) {
      const speak = () =>
        void target.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
        )
      let timer: ReturnType<typeof setTimeout> | undefined
      const start = () => {
        target.addEventListener('eip6963:requestProvider', speak)
        speak()
      }
      if (delayMs > 0) timer = setTimeout(start, delayMs)
      else start()
      return () => {
        clearTimeout(timer)
        target.removeEventListener('eip6963:requestProvider', speak)
      }
    },
    answer: calls.answer,
    answerAlways: calls.answerAlways,
    emit,
    lock: engine.lock,
    unlock: engine.unlock,
    addAccount(privateKey) {
      const account = createLocalAccount(privateKey)
      engine.addAccount(account)
      return account.address
    },
    selectAccount: engine.selectAccount,
    switchChain: engine.switchChain,
    forgetPage: () => engine.forget(origin),
  }
}
