/** Solana wallets of the page, by the Wallet Standard, without any library of the site. */

import { LatchkeyError } from '../../core/errors/LatchkeyError.ts'
import type { Adapter, Connection, Connector, CreateAdapter } from '../../core/types/adapter.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import type { Network, NetworkId } from '../../core/types/network.ts'
import type { StandardWallet } from '../../core/types/standardWallet.ts'
import { createWalletRegistry, type RegisteredWallet } from '../standard/createWalletRegistry.ts'
import { findSameNetwork } from './chains.ts'
import type { ChainRpc } from './createChainRpc.ts'
import { COINBASE_NAME, createCoinbaseWallet } from './createCoinbaseWallet.ts'
import type { HostCalls } from './hostCalls.ts'
import type { SolanaTransaction, Web3Instruction } from './hostTransactions.ts'
import type { SendSurroundings } from './sendCalls.ts'
import { getSolanaFeature, getStandardWallet, hasSolanaChain, isSolanaWallet, listWalletAccounts } from './wallet.ts'
import { watchWallet } from './watchWallet.ts'
import type { SolanaInstruction } from './wire.ts'

export type { KitTransaction, SolanaTransaction, Web3Instruction, Web3Transaction } from './hostTransactions.ts'
export type { SolanaInstruction } from './wire.ts'

/** The adapter with what the functions of this entry need of it. */
type SolanaAdapter = Adapter & {
  readonly loadHostCalls: (
    connection: Connection,
    review: ((transaction: Uint8Array) => Promise<void> | undefined) | undefined,
  ) => Promise<HostCalls>
}

/**
 * Connects the Solana wallets of the page. Pass it in `adapters`. Finding wallets comes with it; what a visitor asks for
 * is loaded when asked.
 */
export function solana(): CreateAdapter {
  return ({ services, networks, getRpcUrls }): SolanaAdapter => {
    const { logger } = services
    const registry = createWalletRegistry(services.walletWindow, hasSolanaChain)
    const loadCalls = () => import('./walletCalls.ts')
    const loadSend = () => import('./sendCalls.ts')
    const rpcs = new Map<NetworkId, ChainRpc>()

    async function getRpc(network: Network): Promise<ChainRpc> {
      const { createChainRpc } = await import('./createChainRpc.ts')
      const rpc = rpcs.get(network.caipNetworkId) ?? createChainRpc(services, network, getRpcUrls?.(network))
      rpcs.set(network.caipNetworkId, rpc)
      return rpc
    }

    async function surround({ networkId }: Pick<Connection, 'networkId'>): Promise<SendSurroundings> {
      const network = findSameNetwork(networks, networkId)
      if (network) return { rpc: await getRpc(network), logger, clock: services.clock }
      throw new LatchkeyError('NETWORK_NOT_FOUND', `${networkId} is not in options.networks.`, { facts: { networkId } })
    }

    const loadFor = (connection: Pick<Connection, 'networkId'>) => Promise.all([loadSend(), surround(connection)])

    let coinbaseConnector: Connector | undefined
    let coinbaseObject: unknown

    /** The wallet that no standard tells of, once for its object. */
    function findCoinbase(): Connector | undefined {
      const { coinbaseSolana } = (services.walletWindow ?? {}) as { coinbaseSolana?: unknown }
      if (coinbaseSolana !== coinbaseObject) {
        coinbaseObject = coinbaseSolana
        const provider = createCoinbaseWallet(coinbaseSolana)
        coinbaseConnector =
          provider &&
          Object.freeze({ id: COINBASE_NAME, name: COINBASE_NAME, namespace: 'solana', type: 'INJECTED', provider })
      }
      return coinbaseConnector
    }

    return {
      namespace: 'solana',
      type: 'solana',

      watchConnectors(listener) {
        // Equal wallets keep their connector, so that a list shows no change where there is none.
        const made = new Map<RegisteredWallet, Connector>()
        return registry.watch((wallets) => {
          const connectors: readonly Connector[] = wallets
            .filter(({ wallet }) => isSolanaWallet(wallet))
            .map((entry) => {
              const connector = made.get(entry) ?? toConnector(entry)
              made.set(entry, connector)
              return connector
            })
          for (const entry of made.keys()) if (!wallets.includes(entry)) made.delete(entry)
          const coinbase = connectors.some(({ name }) => name === COINBASE_NAME) ? undefined : findCoinbase()
          listener(coinbase ? [...connectors, coinbase] : connectors)
        })
      },

      // It is asked for again when a wallet is chosen, and told then.
      prepare: () => void loadCalls().catch(() => {}),

      connect: async (connector, options) => (await loadCalls()).requestConnection(connector, options),

      watchConnection: (connection, listener) => watchWallet({ registry, clock: services.clock }, connection, listener),

      reconnect: async (connector, saved) => (await loadCalls()).restoreConnection(connector, saved, networks),

      disconnect: async (connection) => (await loadCalls()).leaveWallet(connection, services),

      // Solana wallets know no network of their own: each request names one.
      switchNetwork: async () => {},

      signMessage: async (connection, message) => (await loadCalls()).signWalletMessage(connection, message, logger),

      signIn: (connection, fields) => {
        const wallet = getStandardWallet(connection.connector)
        return wallet && getSolanaFeature(wallet, 'solana:signIn')
          ? loadCalls().then((calls) => calls.signInByWallet(connection, fields))
          : undefined
      },

      probe: ({ provider }) => {
        const wallet = getStandardWallet({ provider })
        return {
          // The standard has no question that does not prompt; whether the wallet is in the page is all that can be seen.
          isAlive: async () => {
            let isHere = coinbaseConnector?.provider === provider
            registry.watch((wallets) => {
              isHere ||= wallets.some((entry) => entry.wallet === provider)
            })()
            return isHere
          },
          isUnlocked: async () => undefined,
          getAccounts: async () => (wallet ? listWalletAccounts(wallet).map(({ address }) => address) : []),
        }
      },

      async fetchBalance(account, network, signal) {
        const [{ fetchLamports }, rpc] = await Promise.all([loadSend(), getRpc(network)])
        const value = await fetchLamports(rpc, account.address, signal)
        return { value, decimals: network.nativeCurrency.decimals, symbol: network.nativeCurrency.symbol }
      },

      async send(connection, request) {
        const [{ sendTransfer }, surroundings] = await loadFor(connection)
        return sendTransfer(surroundings, connection, request)
      },

      async fetchSentStatus(connection, id, signal) {
        const [{ fetchStatus }, { rpc }] = await loadFor(connection)
        return fetchStatus(rpc, id, signal)
      },

      askNode: async (network, method, params, signal) => (await getRpc(network)).request(method, params, signal),

      async prepareSend(connection, request) {
        const [{ prepareTransfer }, { rpc }] = await loadFor(connection)
        return prepareTransfer(rpc, connection.accounts[0]?.address ?? '', request)
      },

      async sendProgramCalls(connection, { calls, tables }) {
        const [{ sendInstructions }, surroundings] = await loadFor(connection)
        return sendInstructions(surroundings, connection, calls, tables)
      },

      prepareProgramCalls: async (connection, request) =>
        (await loadSend()).prepareCalls(connection.accounts[0]?.address ?? '', request),

      async estimateGas(connection, { to, value }) {
        const [{ fetchTransferFee }, { rpc }] = await loadFor(connection)
        return fetchTransferFee(rpc, connection.accounts[0]?.address ?? '', { to, amount: value ?? 1n })
      },

      async loadHostCalls(connection, review) {
        const [{ createHostCalls }, surroundings] = await Promise.all([import('./hostCalls.ts'), surround(connection)])
        return createHostCalls(surroundings, connection, review)
      },
    }
  }
}

/** The Standard Wallet of the active Solana connection, or the face of one that we gave another; undefined without one, and for a wallet behind WalletConnect. */
export function getSolanaWallet(latchkey: Latchkey): StandardWallet | undefined {
  const connector = getConnection(latchkey)?.connector
  return connector && getStandardWallet(connector)
}

/**
 * Lets the connected wallet sign a transaction: bytes, or an object of `@solana/kit` or `@solana/web3.js`. Gives the signed
 * one in the same kind. It may differ from what was given, since wallets may change fees. Rejects with `NOT_CONNECTED`,
 * `ADAPTER_NOT_FOUND`, `OPTION_INVALID` or a failure.
 */
export async function signSolanaTransaction<Given extends SolanaTransaction>(
  latchkey: Latchkey,
  transaction: Given,
): Promise<Given> {
  const [signed] = await signSolanaTransactions(latchkey, [transaction])
  return signed as Given
}

/** Several transactions signed in one prompt, where the wallet can. Otherwise as `signSolanaTransaction`. */
export function signSolanaTransactions<Given extends SolanaTransaction>(
  latchkey: Latchkey,
  transactions: readonly Given[],
): Promise<readonly Given[]> {
  return callHost(latchkey, 'sign', (calls) => calls.signTransactions(transactions))
}

/**
 * Lets the connected wallet sign a transaction, and sends it. Resolves with the signature in base58 as soon as it has left.
 * Rejects like `signSolanaTransaction`, and with `SOLANA_TX_EXPIRED` or `GAS_TOO_LOW` where the node says so.
 */
export function signAndSendSolanaTransaction(latchkey: Latchkey, transaction: SolanaTransaction): Promise<string> {
  return callHost(latchkey, 'send', (calls) => calls.sendTransaction(transaction))
}

/**
 * Sends some calls of programs as one transaction of the connected account, with a fresh blockhash and a compute budget found
 * by simulation. Takes instructions of `@solana/kit` and of `@solana/web3.js`. Resolves and rejects as
 * `signAndSendSolanaTransaction` does.
 */
export function sendSolanaInstructions(
  latchkey: Latchkey,
  instructions: readonly (SolanaInstruction | Web3Instruction)[],
): Promise<string> {
  return callHost(latchkey, 'send', (calls) => calls.sendInstructions(instructions))
}

async function callHost<Answer>(
  latchkey: Latchkey,
  step: 'sign' | 'send',
  run: (calls: HostCalls) => Promise<Answer>,
): Promise<Answer> {
  const adapter = latchkey.instance.adapters.solana as Partial<SolanaAdapter> | undefined
  const connection = getConnection(latchkey)
  if (!adapter?.loadHostCalls) throw new LatchkeyError('ADAPTER_NOT_FOUND', 'solana() is not in options.adapters.')
  if (!connection) {
    throw new LatchkeyError('NOT_CONNECTED', 'No wallet is connected for solana.', { facts: { namespace: 'solana' } })
  }
  // What became of the transaction before is over.
  if (step === 'send') latchkey.instance.tell({ kind: 'transaction' })
  try {
    const { guard, options } = latchkey.instance
    const review = options.features.guard
      ? (transaction: Uint8Array) => guard?.({ connection, step, request: { transaction } })
      : undefined
    return await run(await adapter.loadHostCalls(connection, review))
  } catch (error) {
    const { tellHostFailure } = await import('./hostCalls.ts')
    throw tellHostFailure(latchkey, connection, step, error)
  }
}

function getConnection(latchkey: Latchkey): Connection | undefined {
  const known = latchkey.instance.stores.connection.get().byNamespace.solana
  return known?.status === 'connected' ? known.connection : undefined
}

function toConnector({ id, name, icon, isLookalike, wallet }: RegisteredWallet): Connector {
  return Object.freeze({
    id,
    name,
    namespace: 'solana',
    type: 'ANNOUNCED',
    imageUrl: icon,
    isLookalike,
    provider: wallet,
  })
}
