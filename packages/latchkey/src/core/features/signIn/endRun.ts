import { closeModal } from '../../flow/closeModal.ts'
import { getRoute } from '../../flow/router.ts'
import { showHome } from '../../flow/showHome.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { LiveSignIn, SignInRun } from './liveSignIn.ts'
import { dropQuestion } from './transitions.ts'

/** Ends a run and takes its question away; whoever waits goes on. */
export function endRun(instance: Instance, live: LiveSignIn, run: SignInRun): void {
  if (live.run !== run) return
  live.run = undefined
  run.over.abort()
  run.signing?.abort()
  dropQuestion(instance)
  freeRun(run)
}

/** Lets everybody go who waits for a run. */
export function freeRun(run: SignInRun): void {
  run.isReleased = true
  for (const go of [...run.waiters]) go()
  run.waiters.clear()
}

/** Ends a run that was answered. Where nobody waits who leads on from here, the view is left: the modal closes. */
export function leaveRun(instance: Instance, live: LiveSignIn, run: SignInRun): void {
  const isLed = run.isLed && !run.isReleased
  endRun(instance, live, run)
  if (!isLed) leaveView(instance)
}

/** Leaves the view of the question, where it is on screen. */
export function leaveView(instance: Instance): void {
  const { modal, router } = instance.stores
  const { open, embedded } = modal.get()
  if (!open || !isSignInView(getRoute(router.get()).view)) return
  if (embedded) showHome(instance)
  else closeModal(instance, 'connected')
}

/** Whether a view asks for a sign-in. */
export function isSignInView(view: string): boolean {
  return view === 'SIWXSignMessage' || view === 'ConnectingSiwe'
}
