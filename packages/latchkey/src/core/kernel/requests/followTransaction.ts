import { createChainReader } from '../../../evm/chainReader.ts'
import { SAFE_ID } from '../../../evm/externalIds.ts'
import { traceTransaction } from '../../../evm/traceTransaction.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection, Connector, TransactionOutcome } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Network } from '../../types/network.ts'
import { listRpcUrls } from '../../values/listRpcUrls.ts'
import { pause } from '../attempt/pause.ts'
import { findNetwork } from '../networks/networks.ts'
import { followSignature } from './followSignature.ts'
import { dropSent, keepSent } from './keptSent.ts'
import { requestsOf, type TransactionNotice } from './requests.ts'
import { noteSent, type Sent, sentOf } from './sent.ts'
import { touchBalances } from './touchBalances.ts'

/** Whose transaction is followed, and where: of a connection what following takes. */
export type Followed = Pick<Connection, 'networkId' | 'provider'> & {
  readonly accounts: readonly { readonly address: string }[]
  readonly connector: Pick<Connector, 'namespace' | 'id' | 'name'>
}

/**
 * Follows a transaction of eip155 or Solana that has left until it has ended, each one once, and tells host and visitor how it
 * ended, when it was replaced (F-31), or that it waits for the other owners of a Safe (F-32). Nothing is asked while the page is
 * hidden. One whose end is not known when the page goes is followed by the next page that asks `resumeSent`. Rejects with
 * `DESTROYED`, with `NETWORK_NOT_FOUND` where the site does not know the network, and with `DATA_UNAVAILABLE` where nobody says
 * how it ended.
 */
export function followTransaction(
  instance: Instance,
  { connection, hash, isResumed = false }: { connection: Followed; hash: string; isResumed?: boolean | undefined },
): Promise<TransactionOutcome> {
  const { live } = instance
  const key = `${connection.networkId}/${hash.toLowerCase()}`
  live.sent ??= new Map()
  const known = live.sent.get(key)
  if (known) return known
  const following = follow(instance, { connection, hash, isResumed })
  live.sent.set(key, following)
  // Who asks later, within a page's life, hears how it ended without another look.
  following.catch(() => live.sent?.delete(key))
  return following
}

async function follow(
  instance: Instance,
  { connection, hash, isResumed }: { connection: Followed; hash: string; isResumed: boolean },
): Promise<TransactionOutcome> {
  const { services, stores } = instance
  const { connector, networkId, accounts } = connection
  const network = findNetwork(stores.networks.get(), networkId)
  const from = accounts[0]?.address ?? ''
  if (!network) {
    throw new LatchkeyError('NETWORK_NOT_FOUND', `${networkId} is not in options.networks.`, { facts: { networkId } })
  }
  const note = (sent: Pick<Sent, 'outcome'>): void =>
    sentOf(instance).set(({ list }) => ({
      list: noteSent(list, { hash, networkId, address: from, at: services.clock.now(), ...sent }),
    }))
  note({})
  const record = { networkId, hash, address: from, connectorId: connector.id, walletName: connector.name }
  if (!isResumed) keepSent(instance, record)
  const outcome =
    connector.namespace === 'solana'
      ? await followSignature(instance, connection, hash)
      : await trace(instance, { connection, hash, network })
  if (!outcome) {
    sentOf(instance).set(({ list }) => ({ list: list.filter((sent) => sent.hash !== hash) }))
    dropSent(instance, record)
    throw new LatchkeyError('DATA_UNAVAILABLE', 'Nobody says what became of this transaction.')
  }
  if (outcome.replaced === 'spedUp' || outcome.replaced === 'cancelled') {
    noticeTransaction(instance, connection, { code: 'TX_REPLACED', transactionId: outcome.hash })
  } else if (requestsOf(instance).get().transaction?.transactionId === hash) {
    requestsOf(instance).set((state) => ({ ...state, transaction: undefined }))
  }
  note({ outcome })
  touchBalances(instance, networkId)
  // Another tab may have told it already, before this one was looked at again.
  const isTold = !dropSent(instance, record)
  if (!isResumed || !isTold) instance.settle({ networkId, address: from, hash, outcome })
  return outcome
}

async function trace(
  instance: Instance,
  { connection, hash, network }: { connection: Followed; hash: string; network: Network },
): Promise<TransactionOutcome> {
  const { services, options, signal } = instance
  const { connector, accounts, provider } = connection
  const reader = createChainReader(services, network, listRpcUrls(options, network))
  const host = connector.id === SAFE_ID ? (provider as SafeProvider) : undefined
  return traceTransaction({
    hash,
    from: accounts[0]?.address ?? '',
    // A Safe around this page knows which transaction its own hash has become.
    ask: (method, params) =>
      host && method === 'eth_getTransactionReceipt'
        ? host.request({ method, params })
        : reader.ask(method, params, signal),
    pause: async (delayMs) => {
      await pause(instance, delayMs, signal)
      await untilVisible(instance)
      if (signal.aborted) throw new LatchkeyError('DESTROYED', 'The instance was destroyed.')
    },
    onQueued: () => noticeTransaction(instance, connection, { code: 'SAFE_QUEUED', transactionId: hash }),
  })
}

/** Tells the host what became of a transaction, and leaves it on the account's view until the next one. */
function noticeTransaction(
  instance: Instance,
  { connector, networkId, accounts }: Followed,
  { code, transactionId }: { code: 'TX_REPLACED' | 'SAFE_QUEUED'; transactionId: string | undefined },
): void {
  const { namespace, id: connectorId, name: walletName } = connector
  const transaction: TransactionNotice = {
    code,
    namespace,
    walletName,
    networkId,
    transactionId,
    address: accounts[0]?.address ?? '',
  }
  requestsOf(instance).set((state) => ({ ...state, transaction }))
  instance.fail({ code, step: 'send', final: false, namespace, connectorId, walletName, networkId, transactionId })
}

type SafeProvider = { request(call: { method: string; params: readonly unknown[] }): Promise<unknown> }

/** Resolves while the page is looked at, or once the instance has ended. */
function untilVisible({ services, signal }: Instance): Promise<void> {
  return new Promise((resolve) => {
    if (services.browser.isVisible() || signal.aborted) return resolve()
    const stop = services.browser.watchVisible((visible) => {
      if (visible) done()
    })
    const done = (): void => {
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
