import type { FailureStep } from '../core/errors/failure.ts'
import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { GuardedRequest } from '../core/features/send/guard/declare.ts'
import { lazy } from '../core/lazy.ts'
import type { Adapter, Connection } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'

/** Members of an adapter that not every one has. */
export type AbilityName = {
  [Name in keyof Adapter]-?: undefined extends Adapter[Name] ? Name : never
}[keyof Adapter]

type Reviewed = GuardedRequest['request'] | undefined

/** Abilities that answer with the hash of a transaction that has left. */
const SENDING: ReadonlySet<AbilityName> = new Set(['sendTransaction', 'send', 'writeContract'])

/**
 * Uses an ability of the adapter behind the connection in use. Rejects with `NOT_CONNECTED`, with `ABILITY_MISSING` where
 * that adapter lacks it, with `REQUEST_INVALID` as it comes, and with a failure of the wallet, which the host's listeners
 * hear too. With `features.guard` the visitor sees the request first, and may reject it there.
 */
export async function askAdapter<Name extends AbilityName, Answer>(
  { instance }: Latchkey,
  {
    name,
    step,
    namespace,
    review,
    prepare,
  }: {
    name: Name
    step: FailureStep
    namespace: Namespace | undefined
    /** What is shown before the wallet is asked, where the site has the guard on; undefined where there is nothing to check. */
    review?: ((connection: Connection, adapter: Adapter) => Reviewed | Promise<Reviewed>) | undefined
    /** What is settled with the visitor after that, before the wallet is asked. */
    prepare?: ((connection: Connection, adapter: Adapter) => Promise<void>) | undefined
  },
  run: (ability: NonNullable<Adapter[Name]>, connection: Connection) => Promise<Answer>,
): Promise<Answer> {
  const { stores } = instance
  const wanted = namespace ?? stores.networks.get().activeNamespace
  const meant = stores.connection.get().byNamespace[wanted]?.connection
  // All of it before anything is asked: what has left the page must not look as if it had not.
  const [{ demandConnection }, { carryOut }, sending, touching] = await lazy(
    instance,
    Promise.all([
      import('../core/kernel/requests/demandConnection.ts'),
      import('../core/flow/carryOut.ts'),
      SENDING.has(name) ? import('../core/kernel/requests/followSent.ts') : undefined,
      name === 'sendCalls' ? import('../core/kernel/requests/touchBalances.ts') : undefined,
    ]),
    step,
  )
  const { connection: asked, adapter } = demandConnection(instance, wanted, meant)
  const ability = adapter[name]
  if (!ability) {
    const { name: walletName, namespace: of } = asked.connector
    throw new LatchkeyError('ABILITY_MISSING', `${walletName} has no ${name} on ${of}.`, {
      facts: { ability: name, namespace: of, adapter: adapter.type },
    })
  }
  if (review && instance.options.features.guard && (step === 'send' || step === 'sign')) {
    const request = await review(asked, adapter)
    if (request) await instance.guard?.({ connection: asked, step, request })
  }
  await prepare?.(asked, adapter)
  // Whoever thought it over may have changed the account meanwhile.
  const { connection } = demandConnection(instance, wanted, asked)
  sending?.forgetTransaction(instance)
  const answer = await carryOut(instance, { connection, step, isBatch: name === 'sendCalls' }, () =>
    run(ability as NonNullable<Adapter[Name]>, connection),
  )
  sending?.followSent(instance, connection, String(answer))
  touching?.touchBalances(instance, connection.networkId, { isOnItsWay: true })
  return answer
}
