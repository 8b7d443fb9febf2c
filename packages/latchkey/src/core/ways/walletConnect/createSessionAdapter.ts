import { isHex, parseQuantity, toQuantity } from '../../../evm/hex.ts'
import type { Eip1193Provider } from '../../../evm/provider.ts'
import { type FailureContext, FailureError, type FailureStep } from '../../errors/failure.ts'
import { toFailure } from '../../errors/toFailure.ts'
import { findConnection } from '../../kernel/connections/connectionByConnector.ts'
import type { Account, Adapter, Connection, Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { findTwin } from '../../values/twinNetworkId.ts'
import { closeSession } from './closeSession.ts'
import { createSessionAbilities } from './createSessionAbilities.ts'
import type { CurrentSession, LiveWalletConnect } from './liveWalletConnect.ts'
import { listChains } from './readApproved.ts'
import { toSignCall } from './toSignCall.ts'

/**
 * Serves one namespace of a session: what a site and the modal ask of a wallet goes through the universal provider, by the
 * methods that wallets know. Rejections are failures with a code.
 */
export function createSessionAdapter(
  instance: Instance,
  wc: LiveWalletConnect,
  parameters: {
    current: CurrentSession
    connector: Connector
  },
): Adapter {
  const { current, connector } = parameters
  const { namespace } = connector
  const read = (): Connection | undefined => current.read(namespace)
  const { provider } = current
  const describe = (step: FailureStep, networkId: NetworkId): FailureContext => ({
    step,
    namespace,
    connectorId: connector.id,
    walletName: connector.name,
    networkId,
  })
  /** As the session names a network, which may be its other id. */
  const toSessionId = (networkId: NetworkId): NetworkId => findTwin(listChains(current, namespace), networkId)
  type Ask = (step: FailureStep, networkId: NetworkId, call: { method: string; params: unknown }) => Promise<unknown>
  const route: Ask = async (step, networkId, call) => {
    try {
      return await provider.request(call, toSessionId(networkId))
    } catch (error) {
      throw toFailure(error, describe(step, networkId), { family: 'walletConnect' })
    }
  }
  const ask: Ask = async (step, networkId, call) => {
    if (provider.isGranted(toSessionId(networkId), call.method)) return route(step, networkId, call)
    const text = `${connector.name} did not grant ${call.method}.`
    throw new FailureError('METHOD_NOT_GRANTED', text, describe(step, networkId))
  }
  const demand = (): Connection => {
    const connection = read()
    if (connection) return connection
    const context = describe('connect', instance.options.defaultNetwork.caipNetworkId)
    throw new FailureError('SESSION_ENDED', `The session with ${connector.name} has ended.`, context)
  }
  const sendTransaction: NonNullable<Adapter['sendTransaction']> = async ({ accounts, networkId }, request) => {
    const { to, value, data, gas } = request
    const transaction = {
      from: accounts[0]?.address,
      to,
      ...(value === undefined ? {} : { value: toQuantity(value) }),
      ...(data === undefined ? {} : { data }),
      ...(gas === undefined ? {} : { gas: toQuantity(gas) }),
    }
    const hash = await ask('send', networkId, { method: 'eth_sendTransaction', params: [transaction] })
    if (isHex(hash) && hash.length === 66) return hash
    throw toFailure(new Error('The answer is no hash.'), describe('send', networkId), { family: 'walletConnect' })
  }
  const evm = (): Partial<Adapter> => ({
    // Read from the chain's nodes, which the provider knows; the wallet is not asked.
    fetchBalance: async ({ address }, { caipNetworkId, nativeCurrency: { decimals, symbol } }, signal) => {
      const call = { method: 'eth_getBalance', params: [address, 'latest'] }
      const value = parseQuantity(await provider.request(call, caipNetworkId, undefined, { signal }))
      if (value === undefined) {
        throw new FailureError('DATA_UNAVAILABLE', 'The node answered no balance.', describe('read', caipNetworkId))
      }
      return { value, decimals, symbol }
    },
    ...createSessionAbilities({
      services: instance.services,
      provider,
      networkId: read()?.networkId ?? instance.options.defaultNetwork.caipNetworkId,
      ask,
      route,
      sendTransaction,
    }),
  })

  return {
    namespace,
    type: 'universal',
    watchConnectors: (listener) => {
      listener([connector])
      return () => undefined
    },
    connect: async () => demand(),
    watchConnection: (_, listener) => {
      const face = provider.forNamespace(namespace)
      const onAccounts = (): void => listener({ accounts: read()?.accounts ?? [] })
      const onChain = (): void => {
        const networkId = read()?.networkId
        if (networkId) listener({ networkId })
      }
      const onUpdate = (): void => {
        const before = findConnection(instance.stores.connection.get(), connector)
        const { accounts = [], approvedNetworkIds } = read() ?? {}
        if (!before || listAddresses(before.accounts) !== listAddresses(accounts)) listener({ accounts })
        if (before?.approvedNetworkIds?.join() !== approvedNetworkIds?.join()) listener({ approvedNetworkIds })
      }
      face.on('accountsChanged', onAccounts)
      face.on('chainChanged', onChain)
      provider.on('session_update', onUpdate)
      return () => {
        face.removeListener('accountsChanged', onAccounts)
        face.removeListener('chainChanged', onChain)
        provider.off('session_update', onUpdate)
      }
    },
    reconnect: async () => read() ?? null,
    disconnect: async () => {
      // The namespaces of a session end together, and the wallet is told once.
      if (current.isLeft) return
      current.isLeft = true
      await provider.disconnect().catch((error: unknown) => {
        // A session that is gone already is what was wanted.
        if (!isGone(error)) throw error
      })
      if (wc.session === current) closeSession(instance, wc)
      // The next wallet is chosen anew.
      wc.choice = { wallet: undefined, way: 'qrcode' }
    },
    switchNetwork: async ({ networkId: from }, network) => {
      const networkId = network.caipNetworkId
      const context = describe('switch', networkId)
      const isShared = (): boolean => listChains(current, namespace).includes(toSessionId(networkId))
      if (!isShared()) {
        if (namespace !== 'eip155' || !provider.isGranted(from, 'wallet_switchEthereumChain')) {
          throw new FailureError('CHAIN_NOT_IN_WALLET', `${connector.name} did not share ${network.name}.`, context)
        }
        const { switchChain } = await import('../../../evm/switchChain.ts')
        await switchChain(instance.services, toNamedProvider(context, from), network, context)
        // A wallet may approve without sharing an account there: then nothing can be asked of it on that network.
        if (!isShared()) {
          throw new FailureError('SWITCH_NOT_APPLIED', `${connector.name} shares no account there.`, context)
        }
      }
      provider.setDefaultChain(toSessionId(networkId))
    },
    signMessage: async ({ accounts: [account], networkId }, message) => {
      const { method, params, read: readAnswer } = toSignCall(namespace, account, message)
      const signature = readAnswer(await ask('sign', networkId, { method, params }))
      if (signature !== undefined) return signature
      throw toFailure(new Error('The answer is no signature.'), describe('sign', networkId), {
        family: 'walletConnect',
      })
    },
    probe: () => ({
      isAlive: async () => true,
      isUnlocked: async () => undefined,
      getAccounts: async () => read()?.accounts.map(({ address }) => address) ?? [],
    }),
    ...(namespace === 'eip155' ? evm() : {}),
    ...(namespace === 'solana' ? pickSolana() : {}),
  }

  /** What the site's own Solana adapter builds and sends, and the wallet behind the session only signs. */
  function pickSolana(): Partial<Adapter> {
    const { send, fetchBalance, estimateGas, sendProgramCalls, prepareProgramCalls } = instance.adapters.solana ?? {}
    const networkId = read()?.networkId
    const canSign = networkId && provider.isGranted(toSessionId(networkId), 'solana_signTransaction')
    return {
      ...(fetchBalance && { fetchBalance, estimateGas }),
      ...(canSign && { send, sendProgramCalls, prepareProgramCalls }),
    }
  }

  /** The EIP-1193 face for the steps of a switch, whose errors already have their names. */
  function toNamedProvider(context: FailureContext, from: NetworkId): Eip1193Provider {
    const face = provider.forNamespace(namespace)
    return {
      request: async (call) => {
        try {
          // A network is added by the wallet, on a network that it has shared already.
          return await (call.method === 'wallet_addEthereumChain' ? provider.request(call, from) : face.request(call))
        } catch (error) {
          throw toFailure(error, context, { family: 'walletConnect' })
        }
      },
      on: (name, listener) => face.on(name, listener),
      removeListener: (name, listener) => face.removeListener(name, listener),
    }
  }
}

function isGone(error: unknown): boolean {
  const { key, message } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  return key === 'NO_MATCHING_KEY' || (typeof message === 'string' && message.includes('recently deleted'))
}

/** The same for the same accounts in any order, which is the visitor's own matter. */
function listAddresses(accounts: readonly Account[]): string {
  return accounts
    .map(({ address }) => address)
    .sort()
    .join()
}
