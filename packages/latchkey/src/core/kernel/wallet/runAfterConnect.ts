import { toFailure } from '../../errors/toFailure.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import type { AfterConnectStep } from './afterConnect.ts'
import { getConnection } from './connection.ts'
import { disconnect } from './disconnect.ts'
import { findFamily } from './failureFamilies.ts'
import { getAccount } from './getAccount.ts'
import { getAdapter } from './getAdapter.ts'
import { findNetwork } from './networks.ts'

/**
 * Runs the site's steps for the active account of a namespace, one after the other. A required step that fails disconnects
 * the wallet and rejects; any other failure is told and the next step runs. Stops when the account changes or is gone.
 */
export async function runAfterConnect(instance: Instance, namespace: Namespace): Promise<void> {
  const { options, stores } = instance
  const address = getAccount(instance, namespace)?.address
  if (!address || options.afterConnect.length === 0) return
  const gone = new AbortController()
  const check = (): void => {
    if (getAccount(instance, namespace)?.address !== address) gone.abort()
  }
  const stop = stores.accounts.watch(check)
  instance.signal.addEventListener('abort', () => gone.abort(), { once: true, signal: gone.signal })
  try {
    for (const step of options.afterConnect) {
      if (gone.signal.aborted) return
      await runStep(instance, namespace, step, gone.signal)
    }
  } finally {
    stop()
  }
}

async function runStep(
  instance: Instance,
  namespace: Namespace,
  step: AfterConnectStep,
  signal: AbortSignal,
): Promise<void> {
  const { stores, options } = instance
  const connection = getConnection(stores.connection.get(), namespace)
  const account = getAccount(instance, namespace)
  const adapter = connection && getAdapter(instance, connection.connector)
  if (!connection || !account || !adapter) return
  const network = findNetwork(stores.networks.get(), connection.networkId) ?? options.defaultNetwork
  try {
    await step.run({
      account,
      network,
      signMessage: (message) => adapter.signMessage(connection, message),
      signal,
    })
  } catch (error) {
    if (signal.aborted) return
    const failure = toFailure(
      error,
      { step: 'signIn', namespace, connectorId: connection.connector.id },
      { family: findFamily(connection.connector) },
    )
    instance.fail({ code: failure.code, step: 'signIn', namespace, final: step.required === true, cause: failure })
    if (!step.required) return
    await disconnect(instance, { namespace, keepOpen: true }).catch(() => undefined)
    throw failure
  }
}
