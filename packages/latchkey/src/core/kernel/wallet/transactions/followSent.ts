import type { Connection } from '../../../adapter.ts'
import type { Instance } from '../../../latchkey.ts'

/** Follows a transaction of eip155 that has just left; its code comes then. Nobody waits for it, so nothing is thrown. */
export function followSent(instance: Instance, connection: Connection, hash: string): void {
  if (connection.connector.namespace !== 'eip155') return
  import('./followTransaction.ts')
    .then(({ followTransaction }) => followTransaction(instance, { connection, hash }))
    .catch((error: unknown) => instance.services.logger.debug('A transaction is not followed.', { error }))
}

/** Lets the step that waits for the visitor go on, now or once the wallet is where it has to be (F-28, F-38). */
export function pressAgain({ live }: Pick<Instance, 'live'>): void {
  live.again?.()
}

/** Takes away what the account's view says of the last transaction: the next one begins. */
export function forgetNotice({ stores }: Pick<Instance, 'stores'>): void {
  if (stores.connection.get().transaction === undefined) return
  stores.connection.set((state) => ({ ...state, transaction: undefined }))
}
