import { FailureError } from '../../errors/failure.ts'
import { nameFailure } from '../../kernel/nameFailure.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { whileAsked } from '../../kernel/requests/asked.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { toContext } from './describeRun.ts'
import { failQuestion } from './failQuestion.ts'
import { signIn } from './signIn.ts'
import { setQuestion } from './transitions.ts'

/**
 * Brings the wallet back to the network that the text names, then has it sign: what the button does where the wallet had gone
 * elsewhere without an event (F-28). What goes wrong is shown where it was asked. Never rejects.
 */
export async function switchAndSign(instance: Instance): Promise<void> {
  const { networks } = instance.stores
  const live = instance.live.signIn
  const run = live?.run
  const network = run && findNetwork(networks.get(), run.subject.networkId)
  if (!live || !network || signInOf(instance).get().question?.phase !== 'failed') return
  setQuestion(instance, { phase: 'signing', error: undefined })
  try {
    const asked = demandConnection(instance, run.subject.namespace)
    try {
      await whileAsked(instance, asked.connection.connector, () =>
        asked.adapter.switchNetwork(asked.connection, network),
      )
    } catch (error) {
      throw nameFailure(instance, asked.connection.connector, error, toContext(instance, run))
    }
  } catch (error) {
    if (error instanceof FailureError) failQuestion(instance, live, run, error)
    return
  }
  if (live.run !== run || signInOf(instance).get().question?.phase !== 'signing') return
  setQuestion(instance, { phase: 'idle' })
  await signIn(instance)
}
