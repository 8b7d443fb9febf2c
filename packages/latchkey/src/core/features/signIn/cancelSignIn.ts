import { hideToast } from '../../flow/hideToast.ts'
import { disconnect } from '../../kernel/connections/disconnect.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { switchNetwork } from '../../kernel/networks/switchNetwork.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { toProperties } from './describeRun.ts'
import { leaveRun, leaveView } from './endRun.ts'
import type { SignInRun } from './liveSignIn.ts'
import { toPerson } from './rules.ts'
import { setQuestion } from './transitions.ts'

/**
 * The visitor does not sign in. Where that is required they go back to the last network that they have a session for, else the
 * wallet is disconnected; otherwise the question is put off for this page load. Never rejects.
 */
export async function cancelSignIn(instance: Instance): Promise<void> {
  const live = instance.live.signIn
  const run = live?.run
  const question = signInOf(instance).get().question
  hideToast(instance)
  if (!live || !run || !question) {
    leaveView(instance)
    return
  }
  if (question.phase === 'cancelling') return
  instance.track('CLICK_CANCEL_SIWX', toProperties(run))
  run.signing?.abort()
  if (!question.required) {
    run.isCancelled = true
    live.putOff.add(run.key)
    leaveRun(instance, live, run)
    return
  }
  setQuestion(instance, { phase: 'cancelling', isSlow: undefined })
  const isLed = run.isLed && !run.isReleased
  if (await goBack(instance, run)) {
    if (!isLed) leaveView(instance)
    return
  }
  if (run.over.signal.aborted) return
  run.isCancelled = true
  // It closes the modal by itself, or says that the wallet could not be told.
  await disconnect(instance, { namespace: run.subject.namespace }).catch(() => undefined)
}

/** Switches to the network that this account last had a session for. Answers whether it is there now. */
async function goBack(instance: Instance, { subject }: SignInRun): Promise<boolean> {
  const networkId = instance.live.signIn?.lastNetwork.get(toPerson(subject))
  if (!networkId || networkId === subject.networkId) return false
  if (!findNetwork(instance.stores.networks.get(), networkId)) return false
  return switchNetwork(instance, { networkId }).then(
    () => true,
    // The attempt has told why; the caller then ends the connection.
    () => false,
  )
}
