/**
 * What a Bitcoin wallet is asked to do, with every failure named. Loaded at the first gesture that needs it.
 * Sources: F-08, F-39 and F-40.
 */

import { FailureError, type FailureStep } from '../../core/errors/failure.ts'
import type {
  Account,
  Adapter,
  AdapterSurroundings,
  Connection,
  ConnectionChange,
  Connector,
  SendRequest,
} from '../../core/types/adapter.ts'
import type { NetworkId } from '../../core/types/network.ts'
import { settleWithin, sleep, untilAborted } from '../../evm/timing.ts'
import { parseShared, putFirst, type Shared, settleNetwork, toNetworkName } from './addresses.ts'
import { createMemory } from './createMemory.ts'
import { askNamed, describeStep } from './describeStep.ts'
import { openWallet } from './openWallet.ts'
import { payBy } from './payBy.ts'
import { readSignature, toText } from './readSignature.ts'
import { readMember } from './wallet.ts'

/** Longest wait for a wallet to forget this site, in ms. */
const LEAVE_LIMIT_MS = 100

/** How long a wallet that approved may take to be on the new network, and the pause between two looks, in ms. Source: docs/failures.md, rule 8. */
const SWITCH_CHECK_MS = 3_000
const SWITCH_LOOK_MS = 500

/** Longest wait for an answer that opens nothing, in ms. Source: docs/failures.md, rule 8, probe. */
const PROBE_MS = 2_000

/** The part of the adapter that is loaded when it is used. */
export type WalletCalls = Pick<
  Adapter,
  'connect' | 'reconnect' | 'disconnect' | 'switchNetwork' | 'signMessage' | 'watchConnection'
> & {
  send(connection: Connection, request: SendRequest): Promise<string>
  requestAccounts(connection: Connection): Promise<readonly Account[]>
  isAlive(connector: Connector, signal: AbortSignal): Promise<boolean>
  readAddresses(connector: Connector, signal: AbortSignal): Promise<readonly string[]>
}

/** Makes the calls of one adapter. */
export function createWalletCalls({ networks, services }: AdapterSurroundings): WalletCalls {
  const { clock, logger, storage } = services
  const memory = createMemory(storage)
  const own = networks.filter(({ chainNamespace }) => chainNamespace === 'bip122')
  /** Wallets that were last found on a network that the site has not: the next try asks them to move first (F-40). */
  const astray = new WeakSet<object>()
  /** Who wants to hear of a connection again after a switch, which not every wallet tells. */
  const refreshers = new Set<{
    readonly connector: Connector
    readonly refresh: (to: NetworkId, shared?: Shared | undefined) => void
  }>()
  const somewhere = own[0]?.caipNetworkId ?? 'bip122:000000000019d6689c085ae165831e93'

  function toConnection(
    step: FailureStep,
    connector: Connector,
    shared: Shared,
    parameters: { readonly networkId: NetworkId; readonly address?: string | undefined },
  ): Connection {
    // An address for ordinals is never the active one, so a wallet that shares no other has shared none.
    if (shared.accounts[0]?.type !== 'payment') {
      const context = describeStep(step, connector)
      throw new FailureError('ACCOUNT_NOT_SHARED', `${connector.name} shared no payment address.`, context)
    }
    const networkId = settleNetwork(shared, parameters.networkId, own)
    const { provider, sendTransfer } = openWallet(connector, networkId)
    const accounts = putFirst(shared.accounts, parameters.address)
    return { connector, accounts, networkId, provider, ...(!sendTransfer && { signsOnly: true }) }
  }

  function toMismatch(
    step: FailureStep,
    connector: Connector,
    found: NetworkId | undefined,
    wanted: NetworkId,
    cause?: unknown,
  ): FailureError {
    if (isObject(connector.provider)) astray.add(connector.provider)
    const nameOf = (id: NetworkId) => own.find((each) => each.caipNetworkId === id)?.name ?? toNetworkName(id) ?? id
    const text = `${connector.name} is on ${found ? nameOf(found) : 'another network'}. Change it to ${nameOf(wanted)}.`
    const context = {
      ...describeStep(step, connector, wanted),
      walletNetworkId: found,
      walletNetworkName: found && nameOf(found),
      canSwitch: openWallet(connector, wanted).switchNetwork !== undefined,
    }
    return new FailureError('BITCOIN_NETWORK_MISMATCH', text, context, cause)
  }

  /** Whether the last try found the wallet elsewhere. Counts once. */
  const isAstray = ({ provider }: Connector): boolean => isObject(provider) && astray.delete(provider)

  /** What a wallet shares now, without a prompt; undefined when it cannot say in time. */
  const readNow = (connector: Connector, networkId: NetworkId): Promise<Shared | undefined> =>
    settleWithin(clock, PROBE_MS, openWallet(connector, networkId).read(), undefined)

  return {
    connect: (connector, { network, address, signal }) => {
      const wanted = network.caipNetworkId
      const wallet = openWallet(connector, wanted)
      const connecting = async (): Promise<Connection> => {
        const { switchNetwork } = wallet
        if (isAstray(connector) && switchNetwork) {
          // A wallet without the method is read again: its owner may have moved it (F-40, "Check again").
          await askNamed(wallet, describeStep('switch', connector, wanted), () => switchNetwork(wanted)).catch(
            (error) => {
              if (error.code !== 'SWITCH_NOT_APPLIED') throw error
            },
          )
        }
        const shared = await askNamed(wallet, describeStep('connect', connector), () => wallet.connect(wanted))
        const connection = toConnection('connect', connector, shared, { networkId: wanted, address })
        const isOffered = own.some(({ caipNetworkId }) => caipNetworkId === connection.networkId)
        if (!isOffered && connection.networkId !== wanted) {
          throw toMismatch('connect', connector, connection.networkId, wanted)
        }
        memory.keep(connection)
        return connection
      }
      return untilAborted(connecting(), signal)
    },

    async reconnect(connector, { networkId, address }) {
      const wallet = openWallet(connector, networkId)
      const context = describeStep('restore', connector, networkId)
      const shared = (await askNamed(wallet, context, () => wallet.read())) ?? memory.recall(connector)
      if (shared?.accounts[0]?.type !== 'payment') return null
      // Of two objects with one name, only the one that still has the visitor's account is theirs (SEC-89).
      const isTheirs =
        !connector.isLookalike || !address || shared.accounts.some((account) => account.address === address)
      return isTheirs ? toConnection('restore', connector, shared, { networkId, address }) : null
    },

    async disconnect({ connector, networkId }) {
      memory.forget(connector)
      const leaving = openWallet(connector, networkId).disconnect?.()
      if (!leaving) return
      // Many wallets lack the method; for the site the connection has ended in any case.
      await settleWithin(clock, LEAVE_LIMIT_MS, leaving, undefined).catch((error: unknown) =>
        logger.debug('The wallet keeps its permission for this site.', { error }),
      )
    },

    async switchNetwork({ connector, networkId }, network) {
      const wanted = network.caipNetworkId
      const wallet = openWallet(connector, networkId)
      const { switchNetwork } = wallet
      if (switchNetwork) {
        await askNamed(wallet, describeStep('switch', connector, wanted), () => switchNetwork(wanted)).catch(
          (error) => {
            throw error.code === 'SWITCH_NOT_APPLIED'
              ? toMismatch('switch', connector, networkId, wanted, error)
              : error
          },
        )
      }
      // One that can be asked to move, and then does not say where it is, is believed.
      let shared = await readNow(connector, wanted).catch(() => undefined)
      if (!shared && !switchNetwork && isAstray(connector)) {
        // "Check again" of a wallet that neither moves nor tells: its owner is asked (F-40).
        shared = await askNamed(wallet, describeStep('switch', connector, wanted), () => wallet.connect(wanted))
      }
      if (!switchNetwork && !shared?.networks.includes(wanted)) {
        throw toMismatch('switch', connector, shared?.networks[0], wanted)
      }
      for (let waited = 0; shared && !shared.networks.includes(wanted); waited += SWITCH_LOOK_MS) {
        if (waited >= SWITCH_CHECK_MS) {
          const context = describeStep('switch', connector, wanted)
          throw new FailureError('SWITCH_NOT_APPLIED', `${connector.name} is not on ${network.name}.`, context)
        }
        await sleep(clock, SWITCH_LOOK_MS)
        // As above: one that no longer says where it is, is believed.
        shared = await readNow(connector, wanted).catch(() => undefined)
      }
      for (const each of [...refreshers]) if (each.connector.id === connector.id) each.refresh(wanted, shared)
    },

    async signMessage({ connector, accounts, networkId }, message) {
      const wallet = openWallet(connector, networkId)
      const context = describeStep('sign', connector, networkId)
      const { signMessage } = wallet
      const address = accounts[0]?.address ?? ''
      const text = toText(message, context)
      if (!signMessage) throw new FailureError('METHOD_NOT_GRANTED', `${connector.name} signs no messages.`, context)
      return readSignature(await askNamed(wallet, context, () => signMessage(address, text)), address, context)
    },

    send(connection, request) {
      const { connector, networkId } = connection
      const wallet = openWallet(connector, networkId)
      const context = describeStep('send', connector, networkId)
      return askNamed(wallet, context, () => payBy(wallet, { connection, request, context }))
    },

    async requestAccounts({ connector, networkId }) {
      const wallet = openWallet(connector, networkId)
      const shared = await askNamed(wallet, describeStep('connect', connector), () => wallet.connect(networkId))
      const connection = toConnection('connect', connector, shared, { networkId })
      memory.keep(connection)
      return connection.accounts
    },

    async isAlive(connector, signal) {
      const { ping } = openWallet(connector, somewhere)
      if (!ping) return true
      return untilAborted(ping(), signal).then(
        () => true,
        // Only an answer is a sign of life; whoever asked says what is wrong.
        () => false,
      )
    },

    async readAddresses(connector, signal) {
      const shared = await untilAborted(openWallet(connector, somewhere).read(), signal)
      if (!shared) throw new Error('This wallet does not say what it shares.')
      return shared.accounts.map(({ address }) => address)
    },

    watchConnection(connection, listener) {
      const { connector } = connection
      let { accounts, networkId } = connection
      let isWatching = true
      let newest = 0
      /** The wallet's own order, as it was read last. The connection may begin with another account, which the visitor chose. */
      let order: string | undefined
      const tell = (change: ConnectionChange) => {
        if (isWatching) listener(change)
      }
      const take = (shared: Shared, at: NetworkId) => {
        if (!isWatching) return
        if (shared.accounts[0]?.type !== 'payment') {
          memory.forget(connector)
          return tell({ ended: 'user' })
        }
        const before = networkId
        const isNews =
          toSet(shared.accounts) !== toSet(accounts) || (order ?? toKey(shared.accounts)) !== toKey(shared.accounts)
        order = toKey(shared.accounts)
        networkId = settleNetwork(shared, at, own)
        if (isNews) accounts = shared.accounts
        memory.keep({ ...connection, accounts, networkId })
        if (networkId !== before) tell({ networkId })
        if (isNews) tell({ accounts })
      }
      /** Reads anew, whatever was said; of several readings the newest counts. */
      const refresh = async (at: NetworkId, said?: unknown) => {
        newest += 1
        const turn = newest
        // A wallet that does not say what it shares has told of nothing new.
        const shared = await readNow(connector, at).catch(() => undefined)
        if (turn !== newest || !isWatching) return
        if (shared) return take(shared, at)
        const told = parseShared(readMember(said, 'addresses') ?? readMember(said, 'accounts') ?? said, [])
        if (told.accounts.length > 0) take(told, at)
      }
      const stop = openWallet(connector, networkId).watch(({ ended, said }) => {
        if (!ended) return void refresh(networkId, said)
        memory.forget(connector)
        tell({ ended: 'user' })
      })
      const entry = {
        connector,
        refresh: (to: NetworkId, shared?: Shared | undefined) => {
          if (shared) take(shared, to)
          else void refresh(to)
        },
      }
      refreshers.add(entry)
      return () => {
        isWatching = false
        refreshers.delete(entry)
        stop()
      }
    },
  }
}

function toKey(accounts: readonly Account[]): string {
  return accounts.map(({ address, type }) => `${type} ${address}`).join()
}

/** The same accounts in any order. */
function toSet(accounts: readonly Account[]): string {
  return toKey([...accounts].sort((one, other) => (one.address < other.address ? -1 : 1)))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
