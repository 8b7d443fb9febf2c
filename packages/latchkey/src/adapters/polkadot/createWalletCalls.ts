/**
 * What a Polkadot wallet is asked to do, with every failure named. Loaded at the first gesture that needs it.
 * Source: F-08 and F-41.
 */

import { type FailureContext, FailureError, type FailureStep } from '../../core/errors/failure.ts'
import { toFailure } from '../../core/errors/toFailure.ts'
import type {
  Account,
  Adapter,
  AdapterSurroundings,
  Connection,
  ConnectionChange,
  Connector,
} from '../../core/types/adapter.ts'
import type { NetworkId } from '../../core/types/network.ts'
import { normaliseText } from '../../core/values/normaliseText.ts'
import { bytesToHex, isHex } from '../../evm/hex.ts'
import { untilAborted } from '../../evm/timing.ts'
import { describeStep } from './describeStep.ts'
import type { Injected, InjectedEntry } from './injected.ts'
import type { PolkadotOptions } from './polkadotOptions.ts'
import { GENERIC_PREFIX, SS58_PREFIXES } from './prefixes.ts'
import { formatSs58, parseSs58 } from './ss58.ts'

/** What is read of the account list of a wallet, in entries. */
const LIST_LIMIT = 1_000

/** The part of the adapter that is loaded when it is used. */
export type WalletCalls = Pick<
  Adapter,
  'connect' | 'reconnect' | 'switchNetwork' | 'signMessage' | 'watchConnection'
> & {
  readAddresses(connector: Connector, signal: AbortSignal): Promise<readonly string[]>
}

/** Makes the calls of one adapter. */
export function createWalletCalls(
  { services }: Pick<AdapterSurroundings, 'services'>,
  { ss58Prefixes = {} }: PolkadotOptions,
): WalletCalls {
  const { browser } = services
  /** Wallets that this page has opened. */
  const opened = new WeakMap<object, Injected>()
  /** Who wants to hear of a connection again after a switch, which is this page's own. */
  const refreshers = new Set<{ readonly connector: Connector; readonly refresh: (to: NetworkId) => Promise<void> }>()

  /** Opens the wallet, which asks its owner the first time. */
  async function enable({ provider }: Connector): Promise<Injected> {
    const entry = provider as InjectedEntry
    const name = browser.title() || browser.origin()
    const injected = typeof entry.connect === 'function' ? await entry.connect(name) : await entry.enable?.(name)
    if (!isInjected(injected)) throw new Error('The wallet gave no account list.')
    opened.set(entry, injected)
    return injected
  }

  function toAccounts(list: unknown, networkId: NetworkId): readonly Account[] {
    const prefix = ss58Prefixes[networkId] ?? SS58_PREFIXES[networkId] ?? GENERIC_PREFIX
    const found = (Array.isArray(list) ? list.slice(0, LIST_LIMIT) : []).flatMap(
      (item: unknown): readonly Account[] => {
        const { address, type, genesisHash, name } = readMembers(item)
        const accountId = parseSs58(address)
        if (!accountId || type === 'ethereum' || !isForNetwork(genesisHash, networkId)) return []
        // An ECDSA account's id is the hash of its key.
        const publicKey = type === 'ecdsa' ? undefined : bytesToHex(accountId)
        const label = typeof name === 'string' ? normaliseText(name) : ''
        const address58 = formatSs58(accountId, prefix)
        return [{ address: address58, type: 'eoa', ...(publicKey && { publicKey }), ...(label && { label }) }]
      },
    )
    return found.filter(({ address }, at) => found.findIndex((other) => other.address === address) === at)
  }

  async function readConnection(
    step: FailureStep,
    connector: Connector,
    injected: Injected,
    parameters: { readonly networkId: NetworkId; readonly address?: string | undefined },
  ): Promise<Connection> {
    const { networkId } = parameters
    const list = await injected.accounts.get()
    const accounts = toAccounts(list, networkId)
    if (accounts.length === 0) {
      // None at all: its owner allowed none (F-41). None that fits: there may be another (F-08).
      const isBare = !Array.isArray(list) || list.length === 0
      const text = `${connector.name} shares no account for this network with this site.`
      const context = describeStep(step, connector, networkId)
      throw new FailureError(isBare ? 'POLKADOT_NOT_ALLOWED' : 'ACCOUNT_NOT_SHARED', text, context)
    }
    return { connector, accounts: putFirst(accounts, parameters.address), networkId, provider: injected }
  }

  return {
    connect: (connector, { network, address, signal }) => {
      const networkId = network.caipNetworkId
      const connecting = async () =>
        readConnection('connect', connector, await enable(connector), { networkId, address })
      return untilAborted(named(describeStep('connect', connector, networkId), connecting), signal)
    },

    reconnect: (connector, { networkId, address }) =>
      named(describeStep('restore', connector, networkId), async () => {
        // A wallet asks nothing of a site that was allowed before, and only such a one is restored.
        const injected = await enable(connector)
        const accounts = toAccounts(await injected.accounts.get(), networkId)
        if (accounts.length === 0) return null
        return { connector, accounts: putFirst(accounts, address), networkId, provider: injected }
      }),

    // The network is the page's own: only the accounts and their spelling change with it.
    async switchNetwork({ connector, provider, accounts }, { caipNetworkId: networkId }) {
      const address = accounts[0]?.address
      await named(describeStep('switch', connector, networkId), () =>
        readConnection('switch', connector, provider as Injected, { networkId, address }),
      )
      for (const each of [...refreshers]) if (each.connector.id === connector.id) await each.refresh(networkId)
    },

    signMessage({ connector, provider, accounts, networkId }, message) {
      const context = describeStep('sign', connector, networkId)
      return named(context, async () => {
        const { accounts: list, signer } = provider as Injected
        if (typeof signer?.signRaw !== 'function') {
          throw new FailureError('METHOD_NOT_GRANTED', `${connector.name} signs no messages.`, context)
        }
        const address = findOwnSpelling(await list.get(), accounts[0]?.address, context)
        const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
        const answer = await signer.signRaw({ address, data: bytesToHex(bytes), type: 'bytes' })
        const { signature } = readMembers(answer)
        if (isHex(signature) && signature.length > 2) return signature
        throw new Error('The answer has no signature.')
      })
    },

    async readAddresses({ provider }, signal) {
      const injected = opened.get(provider as object)
      if (!injected) throw new Error('This wallet has not been opened yet.')
      const list = await untilAborted(injected.accounts.get(), signal)
      return Array.isArray(list) ? list.map((item: unknown) => String(readMembers(item).address)) : []
    },

    watchConnection(connection, listener) {
      const { connector } = connection
      const { accounts: list } = connection.provider as Injected
      let { accounts, networkId } = connection
      let isWatching = true
      const tell = (change: ConnectionChange) => {
        if (isWatching) listener(change)
      }
      const hear = (said: unknown) => {
        // A list that is none, or of which nothing can be read, is no end of the connection.
        if (!isWatching || !Array.isArray(said)) return
        if (said.length > 0 && !said.some((item: unknown) => parseSs58(readMembers(item).address))) return
        const found = putFirst(toAccounts(said, networkId), accounts[0]?.address)
        if (found.length === 0) return tell({ ended: 'user' })
        if (toKey(found) === toKey(accounts)) return
        accounts = found
        tell({ accounts })
      }
      let stop: unknown
      try {
        if (typeof list.subscribe === 'function') stop = list.subscribe(hear)
        // Some wallets give the way to stop later, or never.
        Promise.resolve(stop).catch(() => undefined)
      } catch {
        // A wallet that cannot be listened to is read when it is used.
      }
      const entry = {
        connector,
        refresh: async (to: NetworkId) => {
          networkId = to
          tell({ networkId })
          // A wallet that cannot say its accounts has told of none new.
          hear(await list.get().catch(() => undefined))
        },
      }
      refreshers.add(entry)
      return () => {
        isWatching = false
        refreshers.delete(entry)
        void Promise.resolve(stop).then(
          (end) => {
            if (typeof end === 'function') end()
          },
          // Then there is nothing to stop, and what is still heard is dropped by `isWatching`.
          () => {},
        )
      }
    },
  }
}

/** What a wallet gives; what it throws is named. */
async function named<Answer>(context: FailureContext, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw toFailure(error, context, { family: 'polkadot' })
  }
}

/** The wanted account before the others, whichever chain its address is written for. */
function putFirst(accounts: readonly Account[], wanted: string | undefined): readonly Account[] {
  const id = toId(wanted)
  const first = id && accounts.find(({ address }) => toId(address) === id)
  return first ? [first, ...accounts.filter((account) => account !== first)] : accounts
}

/** The address as the wallet itself writes it. Rejects with `ACCOUNT_NOT_SHARED` when it has it no more (F-08). */
function findOwnSpelling(list: unknown, address: string | undefined, context: FailureContext): string {
  const id = toId(address)
  const own = (Array.isArray(list) ? list : [])
    .map((item: unknown) => readMembers(item).address)
    .find((spelling) => id !== undefined && toId(spelling) === id)
  if (typeof own === 'string') return own
  throw new FailureError('ACCOUNT_NOT_SHARED', `${context.walletName} no longer shares ${address}.`, context)
}

function toId(address: unknown): string | undefined {
  const accountId = parseSs58(address)
  return accountId && bytesToHex(accountId)
}

/** An account may belong to one chain alone, which is told by the hash of its first block. */
function isForNetwork(genesisHash: unknown, networkId: NetworkId): boolean {
  return typeof genesisHash !== 'string' || `polkadot:${genesisHash.slice(2, 34)}` === networkId
}

function isInjected(value: unknown): value is Injected {
  const list = readMembers(value).accounts
  return typeof list === 'object' && list !== null && typeof (list as { get?: unknown }).get === 'function'
}

/** Members of an object that is not ours, whose getters may throw. */
function readMembers(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return {}
  const read = (name: string): unknown => {
    try {
      return (value as Record<string, unknown>)[name]
    } catch {
      return undefined
    }
  }
  return Object.fromEntries(
    ['address', 'type', 'genesisHash', 'name', 'signature', 'accounts'].map((name) => [name, read(name)]),
  )
}

function toKey(accounts: readonly Account[]): string {
  return accounts.map(({ address }) => address).join()
}
