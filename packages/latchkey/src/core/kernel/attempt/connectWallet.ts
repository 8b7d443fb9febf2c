import { type FailureContext, FailureError } from '../../errors/failure.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection, Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { findConnection } from '../connections/connectionByConnector.ts'
import { toKey } from '../connections/connectionList.ts'
import { findConnector } from '../connections/findConnector.ts'
import type { RunningAttempt } from '../live.ts'
import { nameFailure } from '../nameFailure.ts'
import { getNamespaceNetwork } from '../networks/getActiveNetwork.ts'
import { whileAsked } from '../requests/asked.ts'
import { isCurrent, startAttempt } from './attempt.ts'
import { cancelAttempt } from './cancelAttempt.ts'
import { completeConnect } from './completeConnect.ts'
import { reportFailure } from './reportFailure.ts'
import { setHint } from './setHint.ts'
import { waitForConnector } from './waitForConnector.ts'
import { watchPrompt } from './watchPrompt.ts'

export declare namespace connectWallet {
  type Parameters = {
    namespace: Namespace
    connectorId: string
    /** Where the wallet should be afterwards. Default: wherever it is. */
    networkId?: NetworkId | undefined
    /** Where to go on success instead of closing. */
    redirectView?: string | undefined
    signal?: AbortSignal | undefined
    /** Whether the wallet is to open its account picker, having shared none (F-08). */
    picksAccount?: boolean | undefined
    /** The answer of a wallet that was asked before. */
    given?: Connection | undefined
    /** Asks for what belongs to the same approval, once the wallet has given it. */
    connectMore?: ((running: RunningAttempt, connection: Connection) => Promise<readonly Connection[]>) | undefined
  }
  type ErrorType = LatchkeyError
}

/**
 * Connects a wallet and drives the attempt that views show. Asking for the wallet that is being asked joins the open
 * attempt; asking for another one takes its place. A late approval counts until the modal closes or another wallet is chosen.
 * Rejects with a failure, with `ADAPTER_NOT_FOUND`, or with `ATTEMPT_CANCELLED` when it was given up.
 */
export function connectWallet(instance: Instance, parameters: connectWallet.Parameters): Promise<Connection> {
  const { namespace, connectorId, networkId, signal } = parameters
  const { stores, live, adapters } = instance
  const key = toKey({ namespace, id: connectorId })
  if (live.attempt?.key === key && stores.connection.get().attempt?.phase === 'waiting') return live.attempt.outcome
  if (!adapters[namespace]) {
    const text = `No adapter serves ${namespace}. Pass one in options.adapters.`
    return Promise.reject(new LatchkeyError('ADAPTER_NOT_FOUND', text, { facts: { namespace } }))
  }
  const attempt = startAttempt(instance, {
    kind: 'connect',
    namespace,
    connectorId,
    networkId,
    key,
    ask: (running) => {
      if (parameters.given) running.win(parameters.given)
      else void askWallet(instance, running, { step: 'connect', namespace, connectorId }, parameters.picksAccount)
    },
    complete: async (running, connection) => {
      const more = await parameters.connectMore?.(running, connection)
      // What wallets have told since their approval counts: another account, another network, an end.
      const [first, ...others] = more
        ? [connection, ...more].flatMap(({ connector }) => findConnection(stores.connection.get(), connector) ?? [])
        : [connection]
      if (first) return completeConnect(instance, running, { ...parameters, connections: [first, ...others] })
      if (isCurrent(instance, running)) cancelAttempt(instance)
      throw new LatchkeyError('ATTEMPT_CANCELLED', 'The wallet ended what it had connected.')
    },
  })
  const giveUp = (): void => {
    if (isCurrent(instance, attempt)) cancelAttempt(instance)
  }
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true, signal: attempt.ended.signal })
  return attempt.outcome
}

/** Finds the wallet, asks it, and turns every end into one of the attempt. */
export async function askWallet(
  instance: Instance,
  attempt: RunningAttempt,
  context: FailureContext,
  picksAccount?: boolean | undefined,
): Promise<void> {
  const { namespace = 'eip155', connectorId = '' } = context
  try {
    if (!instance.services.browser.isSecureContext()) {
      throw new FailureError('INSECURE_CONTEXT', 'Wallets need a secure address (https).', context)
    }
    const known = findConnector(instance, namespace, connectorId)
    const connector = known ?? (await waitForConnector(instance, attempt, context))
    if (attempt.ended.signal.aborted) return
    context.walletName = connector.name
    watchPrompt(instance, attempt, connector, context)
    attempt.win(await request(instance, connector, picksAccount))
  } catch (error) {
    if (!isCurrent(instance, attempt) || attempt.ended.signal.aborted) return
    const failure = nameFailure(instance, { namespace, id: connectorId }, error, context)
    // The prompt is open in the wallet: the promise stays open with it (F-02).
    if (failure.code === 'PROMPT_PENDING') setHint(instance, attempt, 'PROMPT_PENDING', context)
    else reportFailure(instance, attempt, failure, context)
  }
}

/** The one request to a wallet. One that is still open in it is joined, never doubled. */
function request(instance: Instance, connector: Connector, picksAccount?: boolean | undefined): Promise<Connection> {
  const { live, stores, adapters, options } = instance
  const key = toKey(connector)
  const open = live.requests.get(key)
  const adapter = adapters[connector.namespace]
  if (open) return open
  if (!adapter)
    return Promise.reject(new LatchkeyError('ADAPTER_NOT_FOUND', `No adapter serves ${connector.namespace}.`))
  const network = getNamespaceNetwork(stores.networks.get(), connector.namespace) ?? options.defaultNetwork
  const asked = whileAsked(instance, connector, () =>
    adapter.connect(connector, { network, signal: instance.signal, picksAccount }),
  )
  live.requests.set(key, asked)
  const forget = (): void => {
    if (live.requests.get(key) === asked) live.requests.delete(key)
  }
  asked.then(forget, forget)
  return asked
}
