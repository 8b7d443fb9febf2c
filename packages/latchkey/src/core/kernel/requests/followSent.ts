import { runLater } from '../../lazy.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { requestsOf } from './requests.ts'
import { touchBalances } from './touchBalances.ts'

/**
 * Follows a transaction of eip155 or Solana that has just left; its code comes then, or once there is a network. Nobody waits for
 * it, so nothing is thrown. What was read of the balances on its network, in any namespace, counts no more.
 */
export function followSent(instance: Instance, connection: Connection, hash: string): void {
  touchBalances(instance, connection.networkId, { isOnItsWay: true })
  const { namespace } = connection.connector
  if (namespace !== 'eip155' && namespace !== 'solana') return
  runLater(
    instance,
    () => import('./followTransaction.ts'),
    ({ followTransaction }) => {
      followTransaction(instance, { connection, hash }).catch((error: unknown) =>
        instance.services.logger.debug('A transaction is not followed.', { error }),
      )
    },
  )
}

/** Lets the step that waits for the visitor go on, now or once the wallet is where it has to be (F-28, F-38). */
export function pressAgain({ live }: Pick<Instance, 'live'>): void {
  live.again?.()
}

/** Takes away what the account's view says of the last transaction: the next one begins. */
export function forgetTransaction(instance: Pick<Instance, 'live'>): void {
  requestsOf(instance).set((state) => (state.transaction ? { ...state, transaction: undefined } : state))
}
