/**
 * A wallet at `window.injectedWeb3` for a page's own tests, with keys that really sign. It answers as its script says and does
 * the rest really. For tests only. Source: the interface of polkadot-js extensions.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base58, hex } from '@scure/base'
import type { Answer } from './drill.ts'
import { createScriptedCalls, type LoggedCall } from './scriptedCalls.ts'

/** An account of a scripted wallet. */
export type LocalPolkadotAccount = {
  /** With the generic prefix, 42, unless the wallet was told another. */
  readonly address: string
  readonly name: string
  readonly type: 'ed25519' | 'sr25519' | 'ecdsa' | 'ethereum'
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Where the account belongs to one chain alone: the hash of its first block. */
  readonly genesisHash?: string | undefined
  readonly sign: (message: Uint8Array) => Uint8Array
}

/** What the wallet's owner is asked. */
export type PolkadotApprovalRequest = { readonly method: string; readonly params: readonly unknown[] }

export type ScriptedPolkadotWalletOptions = {
  /** Its key in `window.injectedWeb3`. Default `scripted`. */
  readonly key?: string | undefined
  /** Default: one account of a new random ed25519 key. Hand in keys of sr25519 with the library of your choice. */
  readonly accounts?: readonly LocalPolkadotAccount[] | undefined
  /** Whether it wraps what it signs in `<Bytes>…</Bytes>`, as most wallets do. Default true. */
  readonly wraps?: boolean | undefined
  /** Members that this wallet lacks: `subscribe`, `signRaw`, `signPayload`. */
  readonly lacks?: readonly string[] | undefined
  /** Asked before anything is shared or signed. Default yes. */
  readonly approve?: ((request: PolkadotApprovalRequest) => Promise<boolean>) | undefined
  /** By method (`enable`, `accounts.get`, `signRaw`, `signPayload`), one answer a call; else the wallet acts really. */
  readonly script?: Readonly<Record<string, readonly Answer[]>> | undefined
  /** Keeps the page's permission across page loads, for example in `sessionStorage`. Read once, at once. */
  readonly storage?: { readonly get: () => string | null; readonly set: (value: string) => void } | undefined
}

export type ScriptedPolkadotWallet = {
  /** What stands in `window.injectedWeb3`. */
  readonly provider: { readonly version: string; enable(origin: string): Promise<unknown> }
  /** Every call of the page so far. */
  readonly calls: readonly LoggedCall[]
  getAccounts(): readonly LocalPolkadotAccount[]
  /** How many listeners the page keeps. */
  countListeners(): number
  /** Puts itself into a window. Returns the way to vanish. */
  install(target: object): () => void
  answer(method: string, ...answers: readonly Answer[]): void
  answerAlways(method: string, answer: Answer | undefined): void
  lock(): void
  unlock(): void
  /** Shares other accounts with the page, as an owner does in the wallet. */
  setAccounts(accounts: readonly LocalPolkadotAccount[]): void
  /** Tells the page's listeners whatever is wanted. */
  emit(value: unknown): void
}

/** Makes an account of an ed25519 key (64 hexadecimal digits, default a new random one). */
export function createLocalPolkadotAccount(
  options: {
    readonly privateKey?: string | undefined
    readonly name?: string | undefined
    readonly genesisHash?: string | undefined
    /** SS58 prefix under 64. Default 42. */
    readonly prefix?: number | undefined
  } = {},
): LocalPolkadotAccount {
  const secret = options.privateKey === undefined ? ed25519.utils.randomSecretKey() : hex.decode(options.privateKey)
  const publicKey = ed25519.getPublicKey(secret)
  return {
    address: toLocalSs58(publicKey, options.prefix),
    name: options.name ?? 'Local',
    type: 'ed25519',
    publicKey,
    genesisHash: options.genesisHash,
    sign: (message) => ed25519.sign(message, secret),
  }
}

/** The address of a key of 32 bytes with a prefix under 64. Default 42. */
export function toLocalSs58(publicKey: Uint8Array, prefix = 42): string {
  const body = concatBytes(Uint8Array.of(prefix), publicKey)
  const sum = blake2b(concatBytes(new TextEncoder().encode('SS58PRE'), body))
  return base58.encode(concatBytes(body, sum.slice(0, 2)))
}

/** Makes a wallet; nothing sees it before `install`. */
export function createScriptedPolkadotWallet(options: ScriptedPolkadotWalletOptions = {}): ScriptedPolkadotWallet {
  const { key = 'scripted', wraps = true, lacks = [] } = options
  const approve = options.approve ?? (async () => true)
  const calls = createScriptedCalls(options.script)
  const listeners = new Set<(accounts: unknown) => void>()
  const waiting: (() => void)[] = []
  let accounts = options.accounts ?? [createLocalPolkadotAccount()]
  let isAllowed = options.storage?.get() === 'permitted'
  let isLocked = false

  const toPublic = () =>
    accounts.map(({ address, name, type, genesisHash }) => ({ address, name, type, genesisHash: genesisHash ?? null }))
  const ask = async (method: string, params: readonly unknown[], refusal: string) => {
    if (isLocked) await new Promise<void>((resolve) => waiting.push(resolve))
    if (!(await approve({ method, params }))) throw new Error(refusal)
  }
  const findAccount = (address: unknown): LocalPolkadotAccount => {
    const account = accounts.find((each) => each.address === address)
    if (account) return account
    throw new Error('Unable to find keypair')
  }
  const without = <Member extends object>(members: Member): Member =>
    Object.fromEntries(Object.entries(members).filter(([member]) => !lacks.includes(member))) as Member

  const injected = {
    accounts: without({
      get: () => calls.play('accounts.get', [], async () => toPublic()),
      subscribe: (listener: (accounts: unknown) => void) => {
        listeners.add(listener)
        listener(toPublic())
        return () => void listeners.delete(listener)
      },
    }),
    signer: without({
      signRaw: (request: { readonly address?: unknown; readonly data?: unknown }) =>
        calls.play('signRaw', [request], async () => {
          await ask('signRaw', [request], 'Cancelled')
          const data = hex.decode(String(request.data).slice(2))
          const encoder = new TextEncoder()
          const message = wraps ? concatBytes(encoder.encode('<Bytes>'), data, encoder.encode('</Bytes>')) : data
          return { id: 1, signature: `0x${hex.encode(findAccount(request.address).sign(message))}` }
        }),
      signPayload: (payload: { readonly address?: unknown }) =>
        calls.play('signPayload', [payload], async () => {
          await ask('signPayload', [payload], 'Cancelled')
          const account = findAccount(payload.address)
          return {
            id: 2,
            signature: `0x${hex.encode(account.sign(new TextEncoder().encode(JSON.stringify(payload))))}`,
          }
        }),
    }),
  }
  const provider = {
    version: '1.0.0',
    enable: (origin: string) =>
      calls.play('enable', [origin], async () => {
        if (!isAllowed)
          await ask('enable', [origin], `The source ${origin} is not allowed to interact with this extension`)
        isAllowed = true
        options.storage?.set('permitted')
        return injected
      }),
  }

  return {
    provider,
    calls: calls.log,
    getAccounts: () => accounts,
    countListeners: () => listeners.size,
    install(target) {
      const page = target as { injectedWeb3?: Record<string, unknown> }
      page.injectedWeb3 = { ...page.injectedWeb3, [key]: provider }
      return () => {
        const { [key]: _gone, ...rest } = page.injectedWeb3 ?? {}
        page.injectedWeb3 = rest
      }
    },
    answer: calls.answer,
    answerAlways: calls.answerAlways,
    lock() {
      isLocked = true
    },
    unlock() {
      isLocked = false
      for (const go of waiting.splice(0)) go()
    },
    setAccounts(next) {
      accounts = next
      for (const listener of [...listeners]) listener(toPublic())
    },
    emit(value) {
      for (const listener of [...listeners]) listener(value)
    },
  }
}
