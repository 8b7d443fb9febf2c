import { createChainReader } from '../../../../evm/chainReader.ts'
import { SAFE_ID } from '../../../../evm/externalIds.ts'
import { traceTransaction } from '../../../../evm/traceTransaction.ts'
import type { Connection, TransactionOutcome } from '../../../adapter.ts'
import { LatchkeyError } from '../../../errors/LatchkeyError.ts'
import type { Instance } from '../../../latchkey.ts'
import { listRpcUrls } from '../../../listRpcUrls.ts'
import { findNetwork } from '../networks.ts'
import { pause } from '../watchPrompt.ts'
import { noticeTransaction } from './noticeTransaction.ts'

/**
 * Follows a transaction of eip155 that has left until it has ended, each one once, and tells host and visitor when it was
 * replaced (F-31) or waits for the other owners of a Safe (F-32). Nothing is asked while the page is hidden. Rejects with
 * `DESTROYED`, and with `NETWORK_NOT_FOUND` where the site does not know the network.
 */
export function followTransaction(
  instance: Instance,
  { connection, hash }: { connection: Connection; hash: string },
): Promise<TransactionOutcome> {
  const { live } = instance
  const key = `${connection.networkId}/${hash.toLowerCase()}`
  live.sent ??= new Map()
  const known = live.sent.get(key)
  if (known) return known
  const following = follow(instance, connection, hash)
  live.sent.set(key, following)
  // Who asks later, within a page's life, hears how it ended without another look.
  following.catch(() => live.sent?.delete(key))
  return following
}

async function follow(instance: Instance, connection: Connection, hash: string): Promise<TransactionOutcome> {
  const { services, options, stores, signal } = instance
  const { connector, networkId, accounts, provider } = connection
  const network = findNetwork(stores.networks.get(), networkId)
  const from = accounts[0]?.address ?? ''
  if (!network) {
    throw new LatchkeyError('NETWORK_NOT_FOUND', `${networkId} is not in options.networks.`, { facts: { networkId } })
  }
  const reader = createChainReader(services, network, listRpcUrls(options, network))
  const host = connector.id === SAFE_ID ? (provider as SafeProvider) : undefined
  const outcome = await traceTransaction({
    hash,
    from,
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
  if (outcome.replaced === 'spedUp' || outcome.replaced === 'cancelled') {
    noticeTransaction(instance, connection, { code: 'TX_REPLACED', transactionId: outcome.hash })
  } else if (stores.connection.get().transaction?.transactionId === hash) {
    stores.connection.set((state) => ({ ...state, transaction: undefined }))
  }
  return outcome
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
