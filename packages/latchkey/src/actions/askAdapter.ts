import type { Adapter, Connection } from '../core/adapter.ts'
import type { FailureStep } from '../core/errors/failure.ts'
import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { Latchkey } from '../core/latchkey.ts'
import type { Namespace } from '../core/network.ts'

/** Members of an adapter that not every one has. */
export type AbilityName = {
  [Name in keyof Adapter]-?: undefined extends Adapter[Name] ? Name : never
}[keyof Adapter]

/** Abilities that answer with the hash of a transaction that has left. */
const SENDING: ReadonlySet<AbilityName> = new Set(['sendTransaction', 'send', 'writeContract'])

/**
 * Uses an ability of the adapter behind the connection in use. Rejects with `NOT_CONNECTED`, with `ABILITY_MISSING` where
 * that adapter lacks it, with `REQUEST_INVALID` as it comes, and with a failure of the wallet, which the host's listeners
 * hear too.
 */
export async function askAdapter<Name extends AbilityName, Answer>(
  { instance }: Latchkey,
  { name, step, namespace }: { name: Name; step: FailureStep; namespace: Namespace | undefined },
  run: (ability: NonNullable<Adapter[Name]>, connection: Connection) => Promise<Answer>,
): Promise<Answer> {
  const { stores } = instance
  const wanted = namespace ?? stores.networks.get().activeNamespace
  const meant = stores.connection.get().byNamespace[wanted]?.connection
  const { demandConnection } = await import('../core/kernel/wallet/demandConnection.ts')
  const { connection, adapter } = demandConnection(instance, wanted, meant)
  const ability = adapter[name]
  if (!ability) {
    const { name: walletName, namespace: of } = connection.connector
    throw new LatchkeyError('ABILITY_MISSING', `${walletName} has no ${name} on ${of}.`, {
      facts: { ability: name, namespace: of, adapter: adapter.type },
    })
  }
  const sending = SENDING.has(name) ? await import('../core/kernel/wallet/transactions/followSent.ts') : undefined
  sending?.forgetNotice(instance)
  const { carryOut } = await import('../core/kernel/wallet/carryOut.ts')
  const answer = await carryOut(instance, { connection, step, isBatch: name === 'sendCalls' }, () =>
    run(ability as NonNullable<Adapter[Name]>, connection),
  )
  sending?.followSent(instance, connection, String(answer))
  return answer
}
