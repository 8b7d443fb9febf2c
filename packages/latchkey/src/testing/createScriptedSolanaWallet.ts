/**
 * A Solana wallet for a page's own tests: registered by the Wallet Standard, with a real Ed25519 key that really signs. It
 * answers as its script says and does the rest really. For tests and local chains only.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignInInput,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { IdentifierString, Wallet, WalletAccount, WalletIcon } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsChangeProperties,
  StandardEventsFeature,
} from '@wallet-standard/features'
import type { WalletWindow } from '../core/services/ports.ts'
import type { StandardWallet } from '../core/types/standardWallet.ts'
import type { Answer } from './drill.ts'
import { type Approval, WalletError, type WalletMemory } from './walletEngine.ts'

/** What a page may ask of a Solana wallet. */
export type SolanaWalletFeature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signIn'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'

/** A question that the wallet puts to its owner. */
export type SolanaApprovalRequest = {
  readonly feature: SolanaWalletFeature
  /** The account that would be shared, or that would sign. Base58. */
  readonly address: string
  /** What would be signed, readable: the text of a message. */
  readonly text?: string | undefined
}

export type ScriptedSolanaWalletOptions = {
  readonly name: string
  /** A data: image. Default: a plain square with a keyhole. */
  readonly icon?: string | undefined
  /** Seed of the first account, 32 bytes. Default: a new random one. */
  readonly secretKey?: Uint8Array | undefined
  /** Default: mainnet, devnet, testnet and localnet. */
  readonly chains?: StandardWallet['chains'] | undefined
  /** Features that the wallet lacks from the start. */
  readonly without?: readonly SolanaWalletFeature[] | undefined
  /** Default: `legacy` and 0. */
  readonly versions?: readonly ('legacy' | 0)[] | undefined
  /** Where `solana:signAndSendTransaction` sends. Without it the wallet lacks that feature. */
  readonly rpcUrl?: string | undefined
  /** Asked before anything is shared or signed: true is yes, false no, a text no with these words. Default yes. */
  readonly approve?: ((request: SolanaApprovalRequest) => Promise<Approval>) | undefined
  /** By feature, one answer a call; once they are used up, and for every other feature, the wallet acts really. */
  readonly script?: Readonly<Partial<Record<SolanaWalletFeature, readonly Answer[]>>> | undefined
  /** Keeps the permission across page loads, for example in `sessionStorage`. */
  readonly storage?: WalletMemory | undefined
  /** True for a wallet that asks its owner although it was told to be silent, as some do (F-54). */
  readonly promptsOnSilent?: boolean | undefined
  /** Default: the page's own fetch. */
  readonly fetch?: typeof fetch | undefined
}

/** A call that a page made, in order. */
export type LoggedSolanaCall = { readonly feature: SolanaWalletFeature; readonly inputs: readonly unknown[] }

export type ScriptedSolanaWallet = {
  /** The Standard Wallet: frozen, with live getters. */
  readonly wallet: StandardWallet
  /** Every call of the page so far. */
  readonly calls: readonly LoggedSolanaCall[]
  /** Address of the active account, base58. */
  getAddress(): string
  /** How many listeners the page keeps on `change`. */
  countListeners(): number
  /** Registers in a window, after a while if asked so, and with every page that asks later. Returns the way to leave. */
  register(target: WalletWindow, options?: { readonly delayMs?: number | undefined }): () => void
  /** Puts further answers at the end of a feature's script. */
  answer(feature: SolanaWalletFeature, ...answers: readonly Answer[]): void
  /** Answers every call of a feature in one way; with undefined, really again. */
  answerAlways(feature: SolanaWalletFeature, answer: Answer | undefined): void
  /** Tells the page's listeners whatever is wanted. */
  emit(change: Partial<Pick<StandardWallet, 'accounts' | 'chains' | 'features'>>): void
  /** Locked, it shares nothing; a page that asks for accounts waits until it is unlocked. */
  lock(): void
  unlock(): void
  /** Adds an account of a seed, or of a new random one; not yet the active one. Gives its address. */
  addAccount(secretKey?: Uint8Array): string
  /** Makes an account the active one, as its owner does in the wallet. */
  selectAccount(address: string): void
  /** Takes a feature away, or gives it back. */
  setFeature(feature: SolanaWalletFeature, isThere: boolean): void
  /** Takes the page's permission away, as an owner does in the wallet. */
  forgetPage(): void
}

type SolanaKey = { readonly account: WalletAccount; readonly sign: (bytes: Uint8Array) => Uint8Array }

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignInFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature

const ICON: WalletIcon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzRiMzM1YyIvPjxjaXJjbGUgY3g9IjE2IiBjeT0iMTMiIHI9IjQiIGZpbGw9IiNmZmYiLz48cGF0aCBkPSJNMTQgMTVoNGwxIDloLTZ6IiBmaWxsPSIjZmZmIi8+PC9zdmc+'

const CHAINS: readonly IdentifierString[] = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']

/** Makes a wallet; nothing sees it before `register`. */
export function createScriptedSolanaWallet(options: ScriptedSolanaWalletOptions): ScriptedSolanaWallet {
  const { name, chains = CHAINS, versions = ['legacy', 0], script = {}, rpcUrl } = options
  const approve = options.approve ?? (async () => true)
  const missing = new Set<SolanaWalletFeature>([
    ...(options.without ?? []),
    ...(rpcUrl ? [] : (['solana:signAndSendTransaction'] as const)),
  ])
  const calls: LoggedSolanaCall[] = []
  const listeners = new Set<(change: StandardEventsChangeProperties) => void>()
  const queues = new Map(Object.entries(script).map(([feature, answers]) => [feature, [...answers]]))
  const always = new Map<SolanaWalletFeature, Answer>()
  const waiting = new Set<() => void>()
  let keys: readonly SolanaKey[] = [createKey(options.secretKey, chains)]
  let isLocked = false
  let isPermitted = false
  const loaded = (async () => {
    isPermitted = (await options.storage?.get()) === 'permitted'
  })()

  const share = (): readonly WalletAccount[] => (!isLocked && isPermitted ? keys.map(({ account }) => account) : [])
  const emit = (change: StandardEventsChangeProperties) => {
    for (const listener of [...listeners]) listener(change)
  }
  const tellAccounts = () => emit({ accounts: share() })
  const permit = (isIt: boolean) => {
    if (isIt === isPermitted) return
    isPermitted = isIt
    void options.storage?.set(isIt ? 'permitted' : '')
    tellAccounts()
  }

  /** Logs a call and answers it by the script, else really. */
  async function call<Output>(
    feature: SolanaWalletFeature,
    inputs: readonly unknown[],
    act: () => Promise<Output>,
  ): Promise<Output> {
    calls.push({ feature, inputs })
    await loaded
    const answer = queues.get(feature)?.shift() ?? always.get(feature)
    switch (answer?.kind) {
      case undefined:
        return act()
      case 'ok':
        return answer.value as Output
      case 'no':
        throw new WalletError(answer.code, answer.text, answer.data)
      case 'throw':
        throw answer.error
      case 'late':
        await new Promise((resolve) => setTimeout(resolve, answer.delayMs))
        return answer.value as Output
      case 'hang':
        return new Promise(() => {})
    }
  }

  async function ask(feature: SolanaWalletFeature, address: string, text?: string): Promise<void> {
    const approval = await approve({ feature, address, text })
    if (approval === true) return
    throw new WalletError(4001, typeof approval === 'string' ? approval : 'User rejected the request.')
  }

  /** The key of an account that this page was given; wallets compare the object, not the text. */
  function demandKey(account: WalletAccount): SolanaKey {
    const key = keys.find((known) => known.account === account)
    if (key && share().includes(account)) return key
    throw new WalletError(4100, 'The account is not authorized.')
  }

  async function connect(isSilent: boolean): Promise<{ accounts: readonly WalletAccount[] }> {
    if (isSilent && !options.promptsOnSilent) return { accounts: share() }
    if (isLocked) await new Promise<void>((resolve) => waiting.add(resolve))
    if (!isPermitted || isSilent) await ask('standard:connect', keys[0]?.account.address ?? '')
    permit(true)
    return { accounts: share() }
  }

  async function signTransaction(
    feature: SolanaWalletFeature,
    account: WalletAccount,
    transaction: Uint8Array,
  ): Promise<Uint8Array> {
    const { sign } = demandKey(account)
    await ask(feature, account.address)
    return signWireTransaction(transaction, account.publicKey as Uint8Array, sign)
  }

  async function send(transaction: Uint8Array): Promise<Uint8Array> {
    const post = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
    const params = [base64.encode(transaction), { encoding: 'base64', preflightCommitment: 'confirmed' }]
    const response = await post(rpcUrl ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
    })
    const { result, error } = (await response.json()) as { result?: string; error?: { message: string } }
    if (result === undefined) throw new Error(error?.message ?? 'The node did not answer.')
    return base58.decode(result)
  }

  const everything: Features = {
    'standard:connect': {
      version: '1.0.0',
      connect: (input) => call('standard:connect', input ? [input] : [], () => connect(input?.silent === true)),
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: () => call('standard:disconnect', [], async () => permit(false)),
    },
    'standard:events': {
      version: '1.0.0',
      on: (_event, listener) => {
        // One function given twice is two listeners.
        const hear = (change: StandardEventsChangeProperties) => listener(change)
        listeners.add(hear)
        return () => void listeners.delete(hear)
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs) =>
        call('solana:signMessage', inputs, () =>
          inOrder(inputs, async ({ account, message }) => {
            const { sign } = demandKey(account)
            await ask('solana:signMessage', account.address, new TextDecoder().decode(message))
            return { signedMessage: message, signature: sign(message) }
          }),
        ),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: (...inputs) =>
        call('solana:signIn', inputs, () =>
          inOrder(inputs, async (input) => {
            const key = keys.find(({ account }) => account.address === input.address) ?? keys[0]
            if (!key) throw new WalletError(4100, 'This wallet has no account.')
            const text = toSignInText(input, key.account.address)
            await ask('solana:signIn', key.account.address, text)
            permit(true)
            const signedMessage = new TextEncoder().encode(text)
            return { account: key.account, signedMessage, signature: key.sign(signedMessage) }
          }),
        ),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signTransaction: (...inputs) =>
        call('solana:signTransaction', inputs, () =>
          inOrder(inputs, async ({ account, transaction }) => ({
            signedTransaction: await signTransaction('solana:signTransaction', account, transaction),
          })),
        ),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signAndSendTransaction: (...inputs) =>
        call('solana:signAndSendTransaction', inputs, () =>
          inOrder(inputs, async ({ account, transaction }) => ({
            signature: await send(await signTransaction('solana:signAndSendTransaction', account, transaction)),
          })),
        ),
    },
  }

  const wallet: Wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon: (options.icon ?? ICON) as WalletIcon,
    chains,
    get features() {
      return Object.freeze(
        Object.fromEntries(
          Object.entries(everything).filter(([feature]) => !missing.has(feature as SolanaWalletFeature)),
        ),
      )
    },
    get accounts() {
      return Object.freeze([...share()])
    },
  })

  return {
    wallet,
    calls,
    getAddress: () => keys[0]?.account.address ?? '',
    countListeners: () => listeners.size,
    register(target, { delayMs = 0 } = {}) {
      const leaves: (() => void)[] = []
      const enter = (api: { register(...wallets: readonly Wallet[]): () => void }) => {
        leaves.push(api.register(wallet))
      }
      const hear = (event: Event) => enter((event as CustomEvent).detail)
      const start = () => {
        target.addEventListener('wallet-standard:app-ready', hear)
        target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: enter }))
      }
      const timer = delayMs > 0 ? setTimeout(start, delayMs) : undefined
      if (delayMs <= 0) start()
      return () => {
        clearTimeout(timer)
        target.removeEventListener('wallet-standard:app-ready', hear)
        for (const leave of leaves.splice(0)) leave()
      }
    },
    answer(feature, ...answers) {
      queues.set(feature, [...(queues.get(feature) ?? []), ...answers])
    },
    answerAlways(feature, answer) {
      if (answer) always.set(feature, answer)
      else always.delete(feature)
    },
    emit,
    lock() {
      isLocked = true
      if (isPermitted) tellAccounts()
    },
    unlock() {
      isLocked = false
      for (const resolve of waiting) resolve()
      waiting.clear()
      if (isPermitted) tellAccounts()
    },
    addAccount(secretKey) {
      const key = createKey(secretKey, chains)
      keys = [...keys, key]
      if (isPermitted) tellAccounts()
      return key.account.address
    },
    selectAccount(address) {
      keys = [...keys].sort((a, b) => Number(b.account.address === address) - Number(a.account.address === address))
      if (isPermitted) tellAccounts()
    },
    setFeature(feature, isThere) {
      if (isThere) missing.delete(feature)
      else missing.add(feature)
      emit({ features: wallet.features })
    },
    forgetPage: () => permit(false),
  }
}

function createKey(secretKey: Uint8Array | undefined, chains: readonly IdentifierString[]): SolanaKey {
  const secret = secretKey ?? ed25519.utils.randomSecretKey()
  const publicKey = ed25519.getPublicKey(secret)
  const account: WalletAccount = Object.freeze({
    address: base58.encode(publicKey),
    publicKey,
    chains,
    features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const,
  })
  return { account, sign: (bytes) => ed25519.sign(bytes, secret) }
}

/** One prompt after the other, as a person answers them. */
async function inOrder<Input, Output>(
  inputs: readonly Input[],
  act: (input: Input) => Promise<Output>,
): Promise<readonly Output[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await act(input))
  return outputs
}

/** The message of a sign-in as wallets write it. Source: CAIP-122 with the Solana profile; EIP-4361's form. */
function toSignInText(input: SolanaSignInInput, address: string): string {
  const fields = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
    ['Resources', input.resources?.map((resource) => `\n- ${resource}`).join('')],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${name === 'Resources' ? '' : ' '}${value}`]))
  const opening = `${input.domain} wants you to sign in with your Solana account:\n${address}`
  const statement = input.statement === undefined ? '' : `\n\n${input.statement}`
  return `${opening}${statement}${fields.length ? `\n\n${fields.join('\n')}` : ''}`
}

/** Puts the signature of one key into a transaction. Source: Solana, "Transactions". */
function signWireTransaction(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Uint8Array,
): Uint8Array {
  const count = transaction[0] ?? 0
  const messageAt = 1 + count * 64
  const message = transaction.slice(messageAt)
  // Version 0 puts one byte before the header of three; the number of keys takes one byte for up to 127.
  const keysAt = (message[0] ?? 0) < 128 ? 4 : 5
  const index = Array.from({ length: count }, (_, at) =>
    message.subarray(keysAt + at * 32, keysAt + at * 32 + 32),
  ).findIndex((key) => key.length === 32 && key.every((byte, at) => byte === publicKey[at]))
  if (index === -1) throw new WalletError(-32603, 'This account is no signer of the transaction.')
  const signed = transaction.slice()
  signed.set(sign(message), 1 + index * 64)
  return signed
}
