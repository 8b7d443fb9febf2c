import type { UniversalProvider } from '@latchkey/walletconnect/provider'
import type { EvmAbilities } from '../../../evm/createAbilities.ts'
import { deferAbilities } from '../../../evm/deferAbilities.ts'
import type { WalletPort } from '../../../evm/walletPort.ts'
import type { FailureStep } from '../../errors/failure.ts'
import { lazy } from '../../lazy.ts'
import type { Services } from '../../services/ports.ts'
import type { Adapter, Connection } from '../../types/adapter.ts'
import type { NetworkId } from '../../types/network.ts'

/** What the provider answers by itself, or asks the chain's nodes, where the session grants it or not. */
const ROUTED =
  /^(eth_estimateGas|eth_gasPrice|eth_getBalance|eth_getCode|eth_getTransactionReceipt|wallet_getCapabilities|wallet_getCallsStatus)$/

/**
 * What a session of eip155 may do beyond signing and sending: the abilities of every EVM adapter, those alone that the
 * session grants at its start. A batch needs no grant of its own, since it may go one by one where the site allows it (F-18). Each call names its
 * network, so the wallet's own is not asked for.
 */
export function createSessionAbilities({
  services,
  provider,
  networkId,
  ask,
  route,
  sendTransaction,
}: {
  readonly services: Services
  readonly provider: Pick<UniversalProvider, 'isGranted' | 'session'>
  readonly networkId: NetworkId
  /** Asks the wallet for what the session grants. */
  readonly ask: (step: FailureStep, networkId: NetworkId, call: { method: string; params: unknown }) => Promise<unknown>
  /** Asks without looking at the grants. */
  readonly route: (
    step: FailureStep,
    networkId: NetworkId,
    call: { method: string; params: unknown },
  ) => Promise<unknown>
  /** Hands a transaction to the wallet, or says that the session lacks the method. */
  readonly sendTransaction: NonNullable<Adapter['sendTransaction']>
}): Partial<Adapter> {
  const port: WalletPort = {
    ask: (step, { networkId: on }, method, params = []) =>
      (ROUTED.test(method) ? route : ask)(step, on, { method, params }),
    send: async (connection: Connection, request) => {
      const { toTransaction } = await lazy({ services }, import('../../../evm/walletPort.ts'), 'send')
      const { to } = toTransaction(connection, request)
      return sendTransaction(connection, { ...request, to })
    },
    // Its own word to the session: the phone is not woken for that.
    knowsCapabilities: () => {
      const { sessionProperties, scopedProperties } = provider.session ?? {}
      return sessionProperties?.capabilities !== undefined || scopedProperties !== undefined
    },
    confirmNetwork: async () => undefined,
  }
  const all: EvmAbilities = deferAbilities(async () => {
    const { createAbilities } = await lazy({ services }, import('../../../evm/createAbilities.ts'), 'send')
    return createAbilities(port, services.clock)
  })
  const isGranted = (method: string): boolean => provider.isGranted(networkId, method)
  const { estimateGas, send, sendCalls, fetchCallsStatus, fetchCapabilities, fetchAssets } = all
  const { grantPermissions, revokePermissions, fetchPermissions } = all
  const canSend = isGranted('eth_sendTransaction')
  const namesCapabilities =
    isGranted('wallet_getCapabilities') || provider.session?.sessionProperties?.capabilities !== undefined
  return {
    estimateGas,
    sendTransaction: canSend ? all.sendTransaction : sendTransaction,
    ...(canSend && {
      send,
      writeContract: async (connection, request) => {
        const { encodeCall } = await lazy({ services }, import('../../../evm/encodeCall.ts'), 'send')
        const { address: to, value } = request
        return all.sendTransaction(connection, { to, value, data: encodeCall(request) })
      },
    }),
    ...(isGranted('eth_signTypedData_v4') && { signTypedData: all.signTypedData }),
    ...((canSend || isGranted('wallet_sendCalls')) && { sendCalls, fetchCallsStatus }),
    ...(isGranted('wallet_showCallsStatus') && { showCallsStatus: all.showCallsStatus }),
    ...(namesCapabilities && { fetchCapabilities }),
    ...(namesCapabilities && isGranted('wallet_getAssets') && { fetchAssets }),
    ...((isGranted('wallet_grantPermissions') || isGranted('wallet_requestExecutionPermissions')) && {
      grantPermissions,
    }),
    ...(isGranted('wallet_revokeExecutionPermission') && { revokePermissions }),
    ...(isGranted('wallet_getGrantedExecutionPermissions') && { fetchPermissions }),
  }
}
