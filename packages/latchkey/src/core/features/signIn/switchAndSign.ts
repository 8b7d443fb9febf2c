import { FailureError } from '../../errors/failure.ts'
import { toFailure } from '../../errors/toFailure.ts'
import { demandConnection } from '../../kernel/wallet/demandConnection.ts'
import { findFamily } from '../../kernel/wallet/failureFamilies.ts'
import { findNetwork } from '../../kernel/wallet/networks.ts'
import type { Instance } from '../../latchkey.ts'
import { toContext } from './describeRun.ts'
import { failQuestion } from './failQuestion.ts'
import { signIn } from './signIn.ts'
import { setQuestion } from './transitions.ts'

/**
 * Brings the wallet back to the network that the text names, then has it sign: what the button does where the wallet had gone
 * elsewhere without a word (F-28). What goes wrong is shown where it was asked. Never rejects.
 */
export async function switchAndSign(instance: Instance): Promise<void> {
  const { connection, networks } = instance.stores
  const live = instance.live.signIn
  const run = live?.run
  const network = run && findNetwork(networks.get(), run.subject.networkId)
  if (!live || !network || connection.get().signIn?.phase !== 'failed') return
  setQuestion(instance, { phase: 'signing', error: undefined })
  try {
    const inUse = demandConnection(instance, run.subject.namespace)
    try {
      await inUse.adapter.switchNetwork(inUse.connection, network)
    } catch (error) {
      throw toFailure(error, toContext(instance, run), { family: findFamily(inUse.connection.connector) })
    }
  } catch (error) {
    if (error instanceof FailureError) failQuestion(instance, live, run, error)
    return
  }
  if (live.run !== run || connection.get().signIn?.phase !== 'signing') return
  setQuestion(instance, { phase: 'idle' })
  await signIn(instance)
}
