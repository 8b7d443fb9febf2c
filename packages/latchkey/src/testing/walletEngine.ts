/**
 * A wallet without a face: keys, chains, permissions and real signatures behind EIP-1193 calls. The scripted wallet of a
 * page and an extension's worker both stand on it. Sources: EIP-1193, EIP-1102, EIP-2255, EIP-3085, EIP-3326.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { type Hex, isHex, toQuantity, utf8ToHex } from '../evm/hex.ts'
import { isAddress } from '../evm/isAddress.ts'
import { parseChainId } from '../evm/parseChainId.ts'
import { toChecksumAddress } from '../evm/toChecksumAddress.ts'
import type { TypedData } from './hashTypedData.ts'
import type { LocalAccount } from './localAccount.ts'

/** A chain that the wallet knows, with the node it asks. */
export type WalletChain = { readonly chainId: number; readonly name: string; readonly rpcUrl: string }

/** A question that a wallet puts to its owner. */
export type ApprovalRequest = {
  readonly method: string
  readonly params: readonly unknown[]
  /** Origin of the page that asks. */
  readonly origin: string
  /** The account that would be shared, or that would sign. */
  readonly address: Hex
  readonly chain: WalletChain
  /** What would be signed, readable: the text of a message. */
  readonly text?: string | undefined
}

/** The owner's answer: yes, no, or no with these words. */
export type Approval = boolean | string

/** What an EIP-1193 provider tells its listeners. */
export type WalletEvent = 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message'

/** What survives a reload. */
export type WalletMemory = {
  readonly get: () => string | null | undefined | Promise<string | null | undefined>
  readonly set: (value: string) => void | Promise<void>
}

export type WalletEngineOptions = {
  readonly accounts: readonly LocalAccount[]
  readonly chains: readonly [WalletChain, ...WalletChain[]]
  readonly approve: (request: ApprovalRequest) => Promise<Approval>
  readonly fetch: typeof fetch
  /** Hears what a page of this origin must be told. */
  readonly tell: (origin: string, event: WalletEvent, value: unknown) => void
  readonly memory?: WalletMemory | undefined
}

/** A coded error as wallets reject with. Source: EIP-1193, "Errors". */
export class WalletError extends Error {
  readonly code: number | string
  readonly data: unknown
  constructor(code: number | string, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type WalletEngine = {
  /** Answers one call of a page. Rejects with a `WalletError`. */
  request(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
  /** Locked, it shares nothing; a page that asks for accounts waits until it is unlocked. */
  lock(): void
  unlock(): void
  isLocked(): boolean
  /** Address of the active account, checksummed. */
  getAddress(): Hex
  getAccounts(): readonly LocalAccount[]
  addAccount(account: LocalAccount): void
  /** Makes an account the first one for every page that may see it; it is shared with them by this. */
  selectAccount(address: string): void
  getChain(): WalletChain
  getChains(): readonly WalletChain[]
  /** Moves by the owner's own hand. Throws when the wallet does not know the chain. */
  switchChain(chainId: number): void
  /** Takes a page's permission away, as an owner does in the wallet's settings. */
  forget(origin: string): void
  getOrigins(): readonly string[]
}

/** Makes a wallet without a face. `memory` is read once, before the first call is answered. */
export function createWalletEngine(options: WalletEngineOptions): WalletEngine {
  let accounts = options.accounts
  let chains: readonly WalletChain[] = options.chains
  let chain = options.chains[0]
  let isLocked = false
  let selected: Hex | undefined
  const permitted = new Set<string>()
  const asking = new Set<string>()
  const waiting = new Set<() => void>()
  const loaded = load()

  async function load(): Promise<void> {
    const saved = await options.memory?.get()
    if (!saved) return
    const { origins, chainId, address } = JSON.parse(saved) as { origins: string[]; chainId: number; address?: Hex }
    for (const origin of origins) permitted.add(origin)
    chain = chains.find((known) => known.chainId === chainId) ?? chain
    selected = accounts.find((account) => account.address === address)?.address
  }

  function save(): void {
    void options.memory?.set(JSON.stringify({ origins: [...permitted], chainId: chain.chainId, address: selected }))
  }

  function getActive(): LocalAccount {
    const active = accounts.find((account) => account.address === selected) ?? accounts[0]
    if (!active) throw new WalletError(4100, 'This wallet has no account.')
    return active
  }

  /** The active account first: pages take the first one. */
  function listAddresses(): readonly Hex[] {
    const active = getActive().address
    return [active, ...accounts.map(({ address }) => address).filter((address) => address !== active)]
  }

  const share = (origin: string): readonly Hex[] => (!isLocked && permitted.has(origin) ? listAddresses() : [])

  function tellAll(event: WalletEvent, value: (origin: string) => unknown): void {
    for (const origin of permitted) options.tell(origin, event, value(origin))
  }

  async function ask(
    origin: string,
    method: string,
    params: readonly unknown[],
    details: { address?: Hex; text?: string } = {},
  ) {
    const question = {
      method,
      params,
      origin,
      address: details.address ?? getActive().address,
      chain,
      text: details.text,
    }
    const approval = await options.approve(question)
    if (approval === true) return
    throw new WalletError(4001, typeof approval === 'string' ? approval : 'The visitor said no.')
  }

  async function requestAccounts(origin: string, method: string, params: readonly unknown[], alwaysAsk: boolean) {
    if (!alwaysAsk && share(origin).length > 0) return share(origin)
    if (asking.has(origin)) throw new WalletError(-32002, 'A request for accounts is already open.')
    asking.add(origin)
    try {
      if (isLocked) await new Promise<void>((resolve) => waiting.add(resolve))
      if (alwaysAsk || !permitted.has(origin)) {
        await ask(origin, method, params)
        permitted.add(origin)
        save()
      }
      return share(origin)
    } finally {
      asking.delete(origin)
    }
  }

  function revoke(origin: string): void {
    if (!permitted.delete(origin)) return
    save()
    options.tell(origin, 'accountsChanged', [])
  }

  /** The account that a page names for signing; only one that it may see. */
  function findSigner(origin: string, address: unknown): LocalAccount {
    const wanted = isAddress(address) ? toChecksumAddress(address) : undefined
    const account = accounts.find((known) => known.address === wanted)
    if (!account || !wanted || !share(origin).includes(wanted)) {
      throw new WalletError(4100, 'The page may not use this account.')
    }
    return account
  }

  async function callNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
    const response = await options.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer = (await response.json()) as {
      result?: unknown
      error?: { code: number; message: string; data?: unknown }
    }
    if (answer.error) throw new WalletError(answer.error.code, answer.error.message, answer.error.data)
    return answer.result
  }

  async function askNode(method: string, params: readonly unknown[]): Promise<Hex> {
    return (await callNode(chain.rpcUrl, method, params)) as Hex
  }

  async function sendTransaction(origin: string, params: readonly unknown[]): Promise<unknown> {
    const wanted = (params[0] ?? {}) as Readonly<
      Partial<Record<'from' | 'to' | 'value' | 'data' | 'input' | 'gas' | 'chainId', Hex>>
    >
    const account = findSigner(origin, wanted.from)
    if (wanted.chainId !== undefined && parseChainId(wanted.chainId) !== chain.chainId) {
      throw new WalletError(
        -32602,
        `The transaction is for chain ${wanted.chainId}, the wallet is on ${toQuantity(chain.chainId)}.`,
      )
    }
    await ask(origin, 'eth_sendTransaction', params, { address: account.address })
    const { to, value = '0x0', data = wanted.input ?? '0x' } = wanted
    const call = { from: account.address, value, data, ...(to ? { to } : {}) }
    const [nonce, gas, tip, block] = await Promise.all([
      askNode('eth_getTransactionCount', [account.address, 'pending']),
      wanted.gas ?? askNode('eth_estimateGas', [call]),
      askNode('eth_maxPriorityFeePerGas', []),
      callNode(chain.rpcUrl, 'eth_getBlockByNumber', ['latest', false]) as Promise<{ baseFeePerGas?: Hex } | null>,
    ])
    const signed = account.signTransaction({
      chainId: BigInt(chain.chainId),
      nonce: BigInt(nonce),
      maxPriorityFeePerGas: BigInt(tip),
      // Twice the base fee outlives six full blocks. Source: EIP-1559.
      maxFeePerGas: 2n * BigInt(block?.baseFeePerGas ?? '0x0') + BigInt(tip),
      gas: BigInt(gas),
      to,
      value: BigInt(value),
      data,
    })
    return askNode('eth_sendRawTransaction', [signed])
  }

  function moveTo(next: WalletChain): void {
    if (next.chainId === chain.chainId) return
    chain = next
    save()
    tellAll('chainChanged', () => toQuantity(next.chainId))
  }

  async function switchForPage(origin: string, params: readonly unknown[]): Promise<null> {
    const chainId = parseChainId((params[0] as { chainId?: unknown } | undefined)?.chainId)
    if (!chainId) throw new WalletError(-32602, 'Expected a chain id.')
    const known = chains.find((candidate) => candidate.chainId === chainId)
    if (!known) {
      throw new WalletError(4902, `Unrecognized chain ID "${toQuantity(chainId)}". Try adding the chain first.`)
    }
    if (known.chainId !== chain.chainId) await ask(origin, 'wallet_switchEthereumChain', params)
    moveTo(known)
    return null
  }

  async function addForPage(origin: string, params: readonly unknown[]): Promise<null> {
    const wanted = (params[0] ?? {}) as {
      chainId?: unknown
      chainName?: unknown
      rpcUrls?: unknown
      nativeCurrency?: { symbol?: unknown }
    }
    const chainId = parseChainId(wanted.chainId)
    const [rpcUrl] = Array.isArray(wanted.rpcUrls) ? (wanted.rpcUrls as unknown[]) : []
    const symbol = wanted.nativeCurrency?.symbol
    if (!chainId || typeof rpcUrl !== 'string' || typeof wanted.chainName !== 'string') {
      throw new WalletError(-32602, 'Expected chainId, chainName and rpcUrls, a flat list of addresses.')
    }
    if (typeof symbol !== 'string' || symbol.length < 1 || symbol.length > 6) {
      throw new WalletError(-32602, 'Expected nativeCurrency.symbol of 1 to 6 characters.')
    }
    if (parseChainId(await callNode(rpcUrl, 'eth_chainId', [])) !== chainId) {
      throw new WalletError(-32602, 'The RPC address answers for another chain.')
    }
    await ask(origin, 'wallet_addEthereumChain', params)
    const added = { chainId, name: wanted.chainName, rpcUrl }
    chains = [...chains.filter((known) => known.chainId !== chainId), added]
    moveTo(added)
    return null
  }

  async function request(origin: string, method: string, params: readonly unknown[]): Promise<unknown> {
    await loaded
    switch (method) {
      case 'eth_chainId':
        return toQuantity(chain.chainId)
      case 'net_version':
        return String(chain.chainId)
      case 'eth_accounts':
        return share(origin)
      case 'eth_requestAccounts':
        return requestAccounts(origin, method, params, false)
      case 'wallet_requestPermissions':
        await requestAccounts(origin, method, params, true)
        return describePermissions(share(origin), origin)
      case 'wallet_getPermissions':
        return permitted.has(origin) ? describePermissions(share(origin), origin) : []
      case 'wallet_revokePermissions':
        revoke(origin)
        return null
      case 'personal_sign': {
        const account = findSigner(origin, params[1])
        const data = isHex(params[0]) ? params[0] : utf8ToHex(String(params[0]))
        const bytes = hexToBytes(data.slice(2))
        await ask(origin, method, params, { address: account.address, text: new TextDecoder().decode(bytes) })
        return account.signMessage(bytes)
      }
      case 'eth_signTypedData_v4': {
        const account = findSigner(origin, params[0])
        const data = (typeof params[1] === 'string' ? JSON.parse(params[1]) : params[1]) as TypedData
        await ask(origin, method, params, { address: account.address, text: JSON.stringify(data.message, null, 2) })
        return account.signTypedData(data)
      }
      case 'eth_sendTransaction':
        return sendTransaction(origin, params)
      case 'wallet_switchEthereumChain':
        return switchForPage(origin, params)
      case 'wallet_addEthereumChain':
        return addForPage(origin, params)
    }
    if (/^(eth_(?!sign)|net_|web3_)/.test(method)) return callNode(chain.rpcUrl, method, params)
    throw new WalletError(4200, `This wallet has no method ${method}.`)
  }

  return {
    request,
    lock() {
      if (isLocked) return
      isLocked = true
      tellAll('accountsChanged', share)
    },
    unlock() {
      if (!isLocked) return
      isLocked = false
      tellAll('accountsChanged', share)
      for (const goOn of waiting) goOn()
      waiting.clear()
    },
    isLocked: () => isLocked,
    getAddress: () => getActive().address,
    getAccounts: () => accounts,
    addAccount(account) {
      accounts = [...accounts, account]
    },
    selectAccount(address) {
      selected =
        accounts.find((account) => account.address.toLowerCase() === address.toLowerCase())?.address ?? selected
      save()
      if (!isLocked) tellAll('accountsChanged', share)
    },
    getChain: () => chain,
    getChains: () => chains,
    switchChain(chainId) {
      const known = chains.find((candidate) => candidate.chainId === chainId)
      if (!known) throw new WalletError(4902, `Unrecognized chain ID ${chainId}.`)
      moveTo(known)
    },
    forget: revoke,
    getOrigins: () => [...permitted],
  }
}

/** Source: EIP-2255. */
function describePermissions(addresses: readonly Hex[], origin: string): unknown {
  const caveats = [{ type: 'restrictReturnedAccounts', value: addresses }]
  return [{ parentCapability: 'eth_accounts', invoker: origin, caveats }]
}
