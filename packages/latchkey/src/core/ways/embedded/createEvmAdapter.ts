import { deferAbilities } from '../../../evm/deferAbilities.ts'
import { describeStep } from '../../../evm/describeStep.ts'
import { bytesToHex, isHex, parseQuantity, utf8ToHex } from '../../../evm/hex.ts'
import type { Eip1193Provider } from '../../../evm/provider.ts'
import type { WalletPort } from '../../../evm/walletPort.ts'
import { FailureError } from '../../errors/failure.ts'
import { getNamespaceNetwork } from '../../kernel/networks/getActiveNetwork.ts'
import { lazy } from '../../lazy.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { FrameCallError } from './frameChannel.ts'
import type { Serving } from './serving.ts'
import { toFrameFailure } from './toFrameFailure.ts'

/** Methods that are carried out once, whether or not their answer comes. */
const ACTING =
  /^(eth_send(Transaction|RawTransaction|UserOperation)|wallet_(sendCalls|grantPermissions|requestExecutionPermissions|revokeExecutionPermission))$/

/** The embedded wallet as EIP-1193 has it, for the site's own libraries. What it is connected to is known without asking. */
export function createEvmProvider(serving: Serving): Eip1193Provider {
  const watches = new Map<(value: unknown) => void, () => void>()
  const readChain = (): string => toHexId(serving.read('eip155')?.networkId)
  const read = (): readonly string[] => serving.read('eip155')?.accounts.map(({ address }) => address) ?? []
  const stop = (_: string, listener: (value: unknown) => void): void => {
    watches.get(listener)?.()
    watches.delete(listener)
  }
  return {
    request: async ({ method, params }) => {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return read()
      if (method === 'eth_chainId') return readChain()
      if (method === 'wallet_switchEthereumChain') {
        const [wanted] = Array.isArray(params) ? params : []
        const chainId = parseQuantity((wanted as { chainId?: unknown } | undefined)?.chainId)
        if (chainId === undefined) throw new FrameCallError('refused', { message: 'No chainId', code: -32602 })
        await serving.switchNetwork('eip155', `eip155:${chainId}`)
        return null
      }
      return serving.request('eip155', method, params)
    },
    on: (event, listener) => {
      const stopWatch = serving.watch('eip155', (change) => {
        if (event === 'accountsChanged' && 'accounts' in change) listener(change.accounts.map(({ address }) => address))
        if (event === 'chainChanged' && 'networkId' in change) listener(toHexId(change.networkId))
        if (event === 'disconnect' && 'ended' in change) listener({ code: 4900, message: 'The login has ended' })
      })
      watches.set(listener, stopWatch)
    },
    removeListener: stop,
    off: stop,
  }
}

/** Serves the embedded wallet on eip155: what it is asked goes to the frame, which shows it and signs. */
export function createEvmAdapter(instance: Instance, serving: Serving): Adapter {
  const { clock } = instance.services
  const connector = serving.connectors.eip155
  const port: WalletPort = {
    ask: async (step, { networkId }, method, params) => {
      try {
        return await serving.request('eip155', method, params)
      } catch (error) {
        throw toFrameFailure(error, describeStep(step, connector, networkId), ACTING.test(method))
      }
    },
    send: async (connection, request) => {
      const { toTransaction, toHexChainId, demandHash } = await lazy(instance, loadPort(), 'send')
      const transaction = { ...toTransaction(connection, request), chainId: toHexChainId(connection.networkId) }
      return demandHash(connection, await port.ask('send', connection, 'eth_sendTransaction', [transaction]))
    },
    // Each request names its network.
    confirmNetwork: async () => undefined,
  }
  const abilities = deferAbilities(async () => {
    const { createAbilities } = await lazy(instance, import('../../../evm/createAbilities.ts'), 'send')
    return createAbilities(port, clock)
  })
  const { sendTransaction, send, signTypedData, estimateGas, sendCalls, fetchCallsStatus, fetchCapabilities } =
    abilities
  const { grantPermissions, revokePermissions, fetchPermissions, fetchAssets } = abilities
  const sessions = { grantPermissions, revokePermissions, fetchPermissions }
  return {
    namespace: 'eip155',
    type: 'universal',
    watchConnectors: (listener) => {
      listener([connector])
      return () => undefined
    },
    connect: async () => {
      const connection = serving.read('eip155')
      if (connection) return connection
      throw new FailureError('SESSION_ENDED', 'Nobody is logged in by e-mail.', describeStep('connect', connector))
    },
    watchConnection: (_, listener) => serving.watch('eip155', listener),
    reconnect: (_, { networkId }) => serving.restore('eip155', networkId),
    disconnect: () => serving.signOut(),
    switchNetwork: async (_, network) => {
      try {
        await serving.switchNetwork('eip155', network.caipNetworkId)
      } catch (error) {
        throw toFrameFailure(error, describeStep('switch', connector, network.caipNetworkId))
      }
    },
    signMessage: async (connection, message) => {
      const { demandSignature } = await lazy(instance, loadPort(), 'sign')
      const data = typeof message === 'string' ? utf8ToHex(message) : bytesToHex(message)
      const params = [data, connection.accounts[0]?.address]
      return demandSignature(connection, await port.ask('sign', connection, 'personal_sign', params))
    },
    probe: () => ({
      isAlive: async () => true,
      isUnlocked: async () => undefined,
      getAccounts: async () => serving.read('eip155')?.accounts.map(({ address }) => address) ?? [],
    }),
    fetchBalance: async ({ address }, network) => {
      const { nativeCurrency } = network
      const connection = serving.read('eip155')
      const answer = connection && (await port.ask('read', connection, 'eth_getBalance', [address, 'latest']))
      const value = isHex(answer) ? parseQuantity(answer) : undefined
      if (value === undefined) {
        const context = describeStep(
          'read',
          connector,
          getNamespaceNetwork(instance.stores.networks.get(), 'eip155')?.caipNetworkId,
        )
        throw new FailureError('DATA_UNAVAILABLE', 'The node answered no balance.', context)
      }
      return { value, decimals: nativeCurrency.decimals, symbol: nativeCurrency.symbol }
    },
    sendTransaction,
    send,
    signTypedData,
    estimateGas,
    sendCalls,
    fetchCallsStatus,
    fetchCapabilities,
    fetchAssets,
    ...(instance.options.features.smartSessions && sessions),
    // The frame keeps the nonce of one that waits.
    replaceTransaction: async (connection, { nonce, maxFeePerGas, maxPriorityFeePerGas, ...request }) => {
      const { toTransaction, toHexChainId, toAmount, demandHash } = await lazy(instance, loadPort(), 'send')
      const transaction = {
        ...toTransaction(connection, request),
        chainId: toHexChainId(connection.networkId),
        nonce: toAmount('nonce', nonce),
        maxFeePerGas: toAmount('maxFeePerGas', maxFeePerGas),
        maxPriorityFeePerGas: toAmount('maxPriorityFeePerGas', maxPriorityFeePerGas),
      }
      return demandHash(connection, await port.ask('send', connection, 'eth_sendTransaction', [transaction]))
    },
    writeContract: async (connection, request) => {
      const { encodeCall } = await lazy(instance, import('../../../evm/encodeCall.ts'), 'send')
      const { address: to, value } = request
      return sendTransaction(connection, { to, value, data: encodeCall(request) })
    },
  }
}

const loadPort = () => import('../../../evm/walletPort.ts')

function toHexId(networkId = 'eip155:0'): string {
  return `0x${Number(networkId.slice(networkId.indexOf(':') + 1)).toString(16)}`
}
