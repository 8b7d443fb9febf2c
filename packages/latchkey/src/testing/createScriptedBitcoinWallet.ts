/**
 * A Bitcoin wallet for a page's own tests, of each kind that pages meet, with real keys that really sign. It answers as its
 * script says and does the rest really. For tests only.
 */

import type { Answer } from './drill.ts'
import {
  type BitcoinAddressKind,
  type BitcoinPrefix,
  createLocalBitcoinAccount,
  type LocalBitcoinAccount,
} from './localBitcoinAccount.ts'
import { createScriptedCalls, type LoggedCall } from './scriptedCalls.ts'
import { WalletError } from './walletEngine.ts'

/** How a wallet shows itself: by the Wallet Standard, in `btc_providers`, as `window.unisat`, or as `window.okxwallet`. */
export type BitcoinWalletKind = 'wallet-standard' | 'sats-connect' | 'unisat' | 'okx'

/** A network as sats-connect names it. */
export type BitcoinNetworkName = 'Mainnet' | 'Testnet' | 'Testnet4' | 'Signet' | 'Regtest'

/** What the wallet's owner is asked. */
export type BitcoinApprovalRequest = { readonly method: string; readonly params: readonly unknown[] }

export type ScriptedBitcoinWalletOptions = {
  readonly kind: BitcoinWalletKind
  /** Default: the name of a wallet of this kind. */
  readonly name?: string | undefined
  /** Where its object stands on the window, for `sats-connect` and `unisat`. Default `ScriptedProvider` and `unisat`. */
  readonly path?: string | undefined
  /** A data: image. */
  readonly icon?: string | undefined
  /** Default `Mainnet`. */
  readonly network?: BitcoinNetworkName | undefined
  /** 64 hexadecimal digits. Default: a new random key. */
  readonly privateKey?: string | undefined
  /** Kind of the payment address. Default `p2wpkh`. */
  readonly payment?: BitcoinAddressKind | undefined
  /** Whether there is a taproot address for ordinals as well, for the two kinds that can tell. Default true. */
  readonly hasOrdinals?: boolean | undefined
  /** Methods or features that this wallet lacks, such as `wallet_changeNetwork` or `bitcoin:signMessage`. */
  readonly lacks?: readonly string[] | undefined
  /** Asked before anything is shared, signed, sent or switched. Default yes. */
  readonly approve?: ((request: BitcoinApprovalRequest) => Promise<boolean>) | undefined
  /** Signs a PSBT with the key of an address. Without it the wallet signs none. */
  readonly signPsbt?:
    | ((psbt: Uint8Array, accounts: readonly LocalBitcoinAccount[], finalize: boolean) => Promise<Uint8Array>)
    | undefined
  /** By method or feature, one answer a call; once they are used up, and for every other one, the wallet acts really. */
  readonly script?: Readonly<Record<string, readonly Answer[]>> | undefined
  /** Keeps the page's permission across page loads, for example in `sessionStorage`. Read once, at once. */
  readonly storage?: { readonly get: () => string | null; readonly set: (value: string) => void } | undefined
}

export type ScriptedBitcoinWallet = {
  readonly name: string
  /** The object that a page gets: a Standard Wallet, or the object on the window. */
  readonly provider: object
  /** Every call of the page so far. */
  readonly calls: readonly LoggedCall[]
  /** The addresses of the account in use, payment first. */
  getAccounts(): readonly LocalBitcoinAccount[]
  /** How many listeners the page keeps, of one event or of all. */
  countListeners(event?: string): number
  /** Puts itself into a window, as a wallet of its kind does. Returns the way to vanish. */
  install(target: EventTarget): () => void
  answer(method: string, ...answers: readonly Answer[]): void
  answerAlways(method: string, answer: Answer | undefined): void
  /** Tells the page's listeners whatever is wanted. */
  emit(event: string, value?: unknown): void
  lock(): void
  unlock(): void
  /** Makes a new random key, or this one, the account in use, as its owner does in the wallet. */
  selectAccount(privateKey?: string): void
  /** Moves the wallet by its owner's hand. */
  switchNetwork(network: BitcoinNetworkName): void
  /** Takes the page's permission away, as an owner does in the wallet. */
  forgetPage(): void
}

const NAMES: Readonly<Record<BitcoinWalletKind, string>> = {
  'wallet-standard': 'Standard Satchel',
  'sats-connect': 'Listed Satchel',
  unisat: 'UniSat',
  okx: 'OKX Wallet',
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%23c77d2e"/%3E%3C/svg%3E'

/** CAIP-2 ids, for wallets that are asked by them. Source: the genesis blocks. */
const NETWORK_IDS: Readonly<Record<BitcoinNetworkName, string>> = {
  Mainnet: 'bip122:000000000019d6689c085ae165831e93',
  Testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  Testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  Signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  Regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
}

/** The objects that OKX has. */
const OKX_OBJECTS = { bitcoin: 'Mainnet', bitcoinTestnet: 'Testnet', bitcoinSignet: 'Signet' } as const

/** Makes a wallet; nothing sees it before `install`. */
export function createScriptedBitcoinWallet(options: ScriptedBitcoinWalletOptions): ScriptedBitcoinWallet {
  const { kind, name = NAMES[kind], icon = ICON, lacks = [], payment = 'p2wpkh' } = options
  const hasOrdinals = (options.hasOrdinals ?? true) && (kind === 'wallet-standard' || kind === 'sats-connect')
  const approve = options.approve ?? (async () => true)
  const calls = createScriptedCalls(options.script)
  const listeners: { readonly event: string; readonly listener: (value: unknown) => void }[] = []
  const waiting: (() => void)[] = []
  let network = options.network ?? 'Mainnet'
  let key = options.privateKey ?? createLocalBitcoinAccount(payment).privateKey
  let isShared = options.storage?.get() === 'permitted'
  let isLocked = false

  const permit = (isIt: boolean) => {
    isShared = isIt
    options.storage?.set(isIt ? 'permitted' : '')
  }
  const toPrefix = (at: BitcoinNetworkName): BitcoinPrefix =>
    at === 'Mainnet' ? 'mainnet' : at === 'Regtest' ? 'regtest' : 'testnet'
  const made = new Map<string, readonly LocalBitcoinAccount[]>()
  const listAccounts = (at = network): readonly LocalBitcoinAccount[] => {
    const prefix = toPrefix(at)
    const accounts = made.get(`${prefix} ${key}`) ?? [
      createLocalBitcoinAccount(payment, prefix, key),
      ...(hasOrdinals ? [createLocalBitcoinAccount('p2tr', prefix, key)] : []),
    ]
    made.set(`${prefix} ${key}`, accounts)
    return accounts
  }
  const findAccount = (address: unknown): LocalBitcoinAccount => {
    const account = listAccounts().find((each) => each.address === address)
    if (account && isShared) return account
    throw new WalletError(kind === 'sats-connect' ? -32002 : 4100, 'Access denied.')
  }

  const listen = (event: string, listener: (value: unknown) => void) => {
    const entry = { event, listener }
    listeners.push(entry)
    return () => {
      const at = listeners.indexOf(entry)
      if (at >= 0) listeners.splice(at, 1)
    }
  }
  const forget = (event: string, listener: (value: unknown) => void) => {
    const at = listeners.findIndex((entry) => entry.event === event && entry.listener === listener)
    if (at >= 0) listeners.splice(at, 1)
  }
  const emit = (event: string, value?: unknown) => {
    for (const { listener } of listeners.filter((entry) => entry.event === event)) listener(value)
  }

  /** Waits for the owner: first for the lock, then for the answer. */
  const ask = async (method: string, params: readonly unknown[]) => {
    if (isLocked) await new Promise<void>((resolve) => waiting.push(resolve))
    if (await approve({ method, params })) return
    if (kind === 'wallet-standard') throw new Error('User rejected the request.')
    throw new WalletError(kind === 'sats-connect' ? -32000 : 4001, 'User rejected the request.')
  }
  const pickProtocol = ({ kind: address }: LocalBitcoinAccount, type: unknown): 'ECDSA' | 'BIP322' =>
    type === 'BIP322' || type === 'bip322-simple' || (kind === 'wallet-standard' && address === 'p2tr')
      ? 'BIP322'
      : 'ECDSA'
  const signWith = (account: LocalBitcoinAccount, message: string, type: unknown): string => {
    const protocol = pickProtocol(account, type)
    if (protocol === 'ECDSA' && account.kind === 'p2tr') throw new WalletError(-32001, 'ECDSA is not supported.')
    return account.signMessage(message, protocol)
  }
  const signPsbt = async (psbt: Uint8Array, finalize: boolean): Promise<Uint8Array> => {
    if (!options.signPsbt) throw new WalletError(-32601, 'This wallet signs no PSBT.')
    return options.signPsbt(psbt, listAccounts(), finalize)
  }
  const tellChange = (what: 'account' | 'network') => {
    const addresses = listAccounts().map(({ address }) => address)
    if (kind === 'wallet-standard') emit('change', { accounts: isShared ? listStandard() : [] })
    else if (kind === 'sats-connect') emit(what === 'account' ? 'accountChange' : 'networkChange', {})
    else if (kind === 'okx') emit('accountChanged', { address: addresses[0] })
    else emit(what === 'account' ? 'accountsChanged' : 'networkChanged', what === 'account' ? addresses : network)
  }
  const move = (to: BitcoinNetworkName) => {
    if (to === network) return
    network = to
    if (isShared) tellChange('network')
  }

  const chainOf = () => `bitcoin:${network.toLowerCase()}` as const
  function listStandard() {
    return listAccounts().map((account) => ({
      address: account.address,
      publicKey: fromHex(account.publicKey),
      chains: [chainOf()],
      features: ['bitcoin:signMessage', 'bitcoin:signTransaction'],
      purpose: account.kind === 'p2tr' && hasOrdinals ? 'ordinals' : 'payment',
    }))
  }

  const without = <Member extends object>(members: Member): Member =>
    Object.fromEntries(Object.entries(members).filter(([member]) => !lacks.includes(member))) as Member

  function createStandard(): object {
    const play = (feature: string, params: readonly unknown[], act: () => Promise<unknown>) =>
      calls.play(feature, params, act)
    const features = without({
      'bitcoin:connect': {
        version: '1.0.0',
        connect: (input: unknown) =>
          play('bitcoin:connect', [input], async () => {
            await ask('bitcoin:connect', [input])
            permit(true)
            return { accounts: listStandard() }
          }),
      },
      'bitcoin:disconnect': {
        version: '1.0.0',
        disconnect: () =>
          play('bitcoin:disconnect', [], async () => {
            permit(false)
          }),
      },
      'bitcoin:events': {
        version: '1.0.0',
        on: (event: string, listener: (value: unknown) => void) => listen(event, listener),
      },
      'bitcoin:switchNetwork': {
        version: '1.0.0',
        switchNetwork: (to: unknown) =>
          play('bitcoin:switchNetwork', [to], async () => {
            await ask('bitcoin:switchNetwork', [to])
            move(findNetwork((_, id) => id === to))
          }),
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: readonly { account?: { address?: unknown }; message?: Uint8Array }[]) =>
          play('bitcoin:signMessage', inputs, async () => {
            await ask('bitcoin:signMessage', inputs)
            return inputs.map(({ account, message = new Uint8Array() }) => ({
              signedMessage: message,
              signature: fromBase64(
                signWith(findAccount(account?.address), new TextDecoder().decode(message), undefined),
              ),
            }))
          }),
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: (...inputs: readonly { psbt?: Uint8Array }[]) =>
          play('bitcoin:signTransaction', inputs, async () => {
            await ask('bitcoin:signTransaction', inputs)
            return Promise.all(
              inputs.map(async ({ psbt = new Uint8Array() }) => ({ signedPsbt: await signPsbt(psbt, false) })),
            )
          }),
      },
    })
    return {
      version: '1.0.0',
      name,
      icon,
      get chains() {
        return [chainOf()]
      },
      features,
      get accounts() {
        return isShared && !isLocked ? listStandard() : []
      },
    }
  }

  function createSats(): object {
    const toAnswer = () => ({
      addresses: listAccounts().map((account) => ({
        address: account.address,
        publicKey: account.publicKey,
        purpose: account.kind === 'p2tr' && hasOrdinals ? 'ordinals' : 'payment',
        addressType: account.kind,
      })),
      network: { bitcoin: { name: network } },
    })
    const share = async (method: string, params: unknown) => {
      await ask(method, [params])
      permit(true)
      return toAnswer()
    }
    const methods: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => Promise<unknown>>> = without({
      getInfo: async () => ({ version: '1.0.0', methods: Object.keys(methods) }),
      wallet_connect: (params: unknown) => share('wallet_connect', params),
      getAddresses: (params: unknown) => share('getAddresses', params),
      wallet_getAccount: async () => {
        if (isShared && !isLocked) return toAnswer()
        throw new WalletError(-32002, 'Access denied.')
      },
      wallet_changeNetwork: async (params: Readonly<Record<string, unknown>>) => {
        await ask('wallet_changeNetwork', [params])
        move(findNetwork((known) => known === params.name))
        return {}
      },
      wallet_disconnect: async () => {
        permit(false)
        return {}
      },
      signMessage: async (params: Readonly<Record<string, unknown>>) => {
        await ask('signMessage', [params])
        const account = findAccount(params.address)
        return {
          address: account.address,
          signature: signWith(account, String(params.message), params.protocol),
          protocol: pickProtocol(account, params.protocol),
        }
      },
      signPsbt: async (params: Readonly<Record<string, unknown>>) => {
        await ask('signPsbt', [params])
        const signed = await signPsbt(fromBase64(String(params.psbt)), params.broadcast === true)
        return { psbt: toBase64(signed), ...(params.broadcast === true && { txid: '5'.repeat(64) }) }
      },
      sendTransfer: async (params: Readonly<Record<string, unknown>>) => {
        await ask('sendTransfer', [params])
        return { txid: '7'.repeat(64) }
      },
    })
    return {
      async request(method: string, params: unknown) {
        try {
          const act = methods[method]
          const result = await calls.play(method, params === undefined ? [] : [params], async () => {
            if (act) return act((params ?? {}) as Readonly<Record<string, unknown>>)
            throw new WalletError(-32601, `"${method}" is not supported.`)
          })
          return { jsonrpc: '2.0', id: 1, result }
        } catch (error) {
          if (!(error instanceof WalletError)) throw error
          return { jsonrpc: '2.0', id: 1, error: { code: error.code, message: error.message, data: error.data } }
        }
      },
      addListener: (event: string, listener: (value: unknown) => void) => listen(event, listener),
    }
  }

  function createUnisat(own?: BitcoinNetworkName): Readonly<Record<string, unknown>> {
    const first = () => listAccounts(own)[0] as LocalBitcoinAccount
    const play = (method: string, act: (...params: readonly unknown[]) => Promise<unknown>) => ({
      [method]: (...params: readonly unknown[]) => calls.play(method, params, () => act(...params)),
    })
    const share = async (method: string) => {
      await ask(method, [])
      permit(true)
      if (own) network = own
    }
    return without({
      ...(own
        ? play('connect', async () => {
            await share('connect')
            const { address, publicKey } = first()
            return { address, publicKey, compressedPublicKey: publicKey }
          })
        : {
            ...play('requestAccounts', async () => {
              await share('requestAccounts')
              return [first().address]
            }),
            ...play('getNetwork', async () => (network === 'Mainnet' ? 'livenet' : network.toLowerCase())),
            ...play('getChain', async () => ({ enum: `BITCOIN_${network.toUpperCase()}`, name: network })),
            ...play('switchChain', async (to) => {
              await ask('switchChain', [to])
              move(findNetwork((known) => `BITCOIN_${known.toUpperCase()}` === to))
            }),
          }),
      ...play('getAccounts', async () => (isShared && !isLocked ? [first().address] : [])),
      ...play('getPublicKey', async () => first().publicKey),
      ...play('disconnect', async () => {
        permit(false)
      }),
      ...play('signMessage', async (message, type) => {
        await ask('signMessage', [message, type])
        return signWith(findAccount(first().address), String(message), type)
      }),
      ...play('signPsbt', async (psbt, options) => {
        await ask('signPsbt', [psbt, options])
        const { autoFinalized = true } = (options ?? {}) as { autoFinalized?: boolean }
        return toHex(await signPsbt(fromHex(String(psbt)), autoFinalized))
      }),
      ...play('pushPsbt', async () => '5'.repeat(64)),
      ...play('sendBitcoin', async (to, amount) => {
        await ask('sendBitcoin', [to, amount])
        return '7'.repeat(64)
      }),
      on: (event: string, listener: (value: unknown) => void) => void listen(event, listener),
      removeListener: (event: string, listener: (value: unknown) => void) => forget(event, listener),
    })
  }

  const provider: object =
    kind === 'wallet-standard'
      ? createStandard()
      : kind === 'sats-connect'
        ? createSats()
        : kind === 'unisat'
          ? createUnisat()
          : Object.fromEntries(Object.entries(OKX_OBJECTS).map(([object, at]) => [object, createUnisat(at)]))
  const path = kind === 'okx' ? 'okxwallet' : (options.path ?? (kind === 'unisat' ? 'unisat' : 'ScriptedProvider'))

  return {
    name,
    provider,
    calls: calls.log,
    getAccounts: () => listAccounts(),
    countListeners: (event) => listeners.filter((entry) => event === undefined || entry.event === event).length,
    install(target) {
      if (kind === 'wallet-standard') return register(target, provider)
      const [last = '', ...parents] = path.split('.').reverse()
      const parent = parents.reverse().reduce<Record<string, unknown>>(
        (object, step) => {
          object[step] ??= {}
          return object[step] as Record<string, unknown>
        },
        target as unknown as Record<string, unknown>,
      )
      parent[last] = provider
      const page = target as EventTarget & { btc_providers?: unknown[] }
      const entry = { id: path, name, icon, methods: [] }
      if (kind === 'sats-connect') page.btc_providers = [...(page.btc_providers ?? []), entry]
      return () => {
        delete parent[last]
        if (page.btc_providers) page.btc_providers = page.btc_providers.filter((each) => each !== entry)
      }
    },
    answer: calls.answer,
    answerAlways: calls.answerAlways,
    emit,
    lock() {
      isLocked = true
    },
    unlock() {
      isLocked = false
      for (const go of waiting.splice(0)) go()
    },
    selectAccount(privateKey = createLocalBitcoinAccount(payment).privateKey) {
      key = privateKey
      if (isShared) tellChange('account')
    },
    switchNetwork: move,
    forgetPage() {
      permit(false)
      if (kind === 'wallet-standard') emit('change', { accounts: [] })
      else if (kind === 'sats-connect') emit('disconnect', {})
      else emit(kind === 'okx' ? 'accountChanged' : 'accountsChanged', kind === 'okx' ? null : [])
    },
  }
}

function findNetwork(fits: (name: BitcoinNetworkName, id: string) => boolean): BitcoinNetworkName {
  const found = (Object.keys(NETWORK_IDS) as BitcoinNetworkName[]).find((name) => fits(name, NETWORK_IDS[name]))
  if (found) return found
  throw new WalletError(-32602, 'Unknown network.')
}

/** Both ends of the Wallet Standard's handshake, whoever comes first. Returns the way to vanish. */
function register(target: EventTarget, wallet: object): () => void {
  const stops: (() => void)[] = []
  const offer = (api: unknown) => {
    const stop: unknown = (api as { register(...wallets: readonly object[]): unknown }).register(wallet)
    if (typeof stop === 'function') stops.push(() => stop())
  }
  const hear = (event: Event) => offer((event as CustomEvent<unknown>).detail)
  target.addEventListener('wallet-standard:app-ready', hear)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: offer }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', hear)
    for (const stop of stops.splice(0)) stop()
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
