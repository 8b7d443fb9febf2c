import type { AfterConnectStep } from '../../types/afterConnect.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { getAccount } from '../connections/accounts.ts'
import { getConnection } from '../connections/connection.ts'
import { disconnect } from '../connections/disconnect.ts'
import { nameFailure } from '../nameFailure.ts'
import { findNetwork } from '../networks/networks.ts'
import { whileAsked } from '../requests/asked.ts'
import { getAdapter } from '../way.ts'

/**
 * Runs the site's steps for an account, one after the other and once at a time. A namespace that is not the active one has its
 * turn when it becomes that, so that one approval for several never asks for several signatures. A required step that fails
 * disconnects the wallet and rejects; any other failure is told and the next step runs. Stops when the account changes or is gone.
 */
export async function runAfterConnect(instance: Instance, namespace: Namespace): Promise<void> {
  const { options, stores, live } = instance
  if (options.afterConnect.length === 0) return
  const address = getAccount(instance, namespace)?.address
  if (!address) return
  live.steps ??= { running: new Map(), putOff: new Set() }
  const { running, putOff } = live.steps
  if (stores.networks.get().activeNamespace !== namespace) {
    if (!putOff.has(namespace)) runOnceActive(instance, namespace, putOff)
    return
  }
  const key = `${namespace}/${address}`
  const known = running.get(key)
  if (known) return known
  const forget = (): void => {
    if (running.get(key) === run) running.delete(key)
  }
  const run = runSteps(instance, { namespace, address, forget })
  running.set(key, run)
  return run
}

function runOnceActive(instance: Instance, namespace: Namespace, putOff: Set<Namespace>): void {
  const { networks, accounts } = instance.stores
  const over = new AbortController()
  putOff.add(namespace)
  const stops = [
    networks.watch(({ activeNamespace }) => {
      if (activeNamespace !== namespace) return
      end()
      // A step that fails has told the host.
      void runAfterConnect(instance, namespace).catch(() => undefined)
    }),
    accounts.watch(() => {
      if (!getAccount(instance, namespace)) end()
    }),
  ]
  const end = (): void => {
    putOff.delete(namespace)
    over.abort()
    for (const stop of stops) stop()
  }
  instance.signal.addEventListener('abort', end, { once: true, signal: over.signal })
}

async function runSteps(
  instance: Instance,
  { namespace, address, forget }: { namespace: Namespace; address: string; forget: () => void },
): Promise<void> {
  const { options, stores } = instance
  const gone = new AbortController()
  const over = new AbortController()
  gone.signal.addEventListener('abort', forget)
  const check = (): void => {
    if (getAccount(instance, namespace)?.address !== address) gone.abort()
  }
  const stop = stores.accounts.watch(check)
  instance.signal.addEventListener('abort', () => gone.abort(), { once: true, signal: over.signal })
  try {
    for (const step of options.afterConnect) {
      if (gone.signal.aborted) return
      await runStep(instance, namespace, step, gone.signal)
    }
  } finally {
    stop()
    over.abort()
    forget()
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
      signMessage: (message) =>
        whileAsked(instance, connection.connector, () => adapter.signMessage(connection, message)),
      signal,
    })
  } catch (error) {
    if (signal.aborted) return
    const { connector } = connection
    const failure = nameFailure(instance, connector, error, { step: 'signIn', namespace, connectorId: connector.id })
    instance.fail({ code: failure.code, step: 'signIn', namespace, final: step.required === true, cause: failure })
    if (!step.required) return
    // Here it always ends; the failure of the step is what is told.
    await disconnect(instance, { namespace, keepOpen: true }).catch(() => undefined)
    throw failure
  }
}
