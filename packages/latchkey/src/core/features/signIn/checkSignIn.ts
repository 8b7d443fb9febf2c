import { openModal } from '../../flow/openModal.ts'
import { resetView } from '../../flow/resetView.ts'
import type { SignedIn } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { putQuestion } from './createRun.ts'
import { toContext } from './describeRun.ts'
import { endRun } from './endRun.ts'
import { failQuestion } from './failQuestion.ts'
import { failStart } from './failStart.ts'
import { fetchSession } from './fetchSession.ts'
import type { LiveSignIn, SignInRun } from './liveSignIn.ts'
import { readCode, toSignInFailure } from './toSignInFailure.ts'
import { keepSignedIn } from './transitions.ts'

/**
 * Looks whether an account has a session, and asks the visitor where it has none: once a page load unless it is required. A
 * service that cannot say is told to who is there to hear it, and keeps the wallet connected (F-36). Never rejects.
 */
export async function checkSignIn(instance: Instance, live: LiveSignIn, run: SignInRun): Promise<void> {
  const { stores } = instance
  const { subject, key, over } = run
  const isRequired = live.siwx.required ?? true
  // A sign-in that came with the connection is awaited first.
  const lost = await live.adding.get(key)?.then(
    () => undefined,
    (cause: unknown) => ({ cause }),
  )
  live.adding.delete(key)
  let session: SignedIn | undefined
  let error: unknown
  try {
    session = await fetchSession(instance, live, subject, over.signal)
  } catch (cause) {
    error = cause
  }
  if (over.signal.aborted) return
  if (session) {
    keepSignedIn(instance, live, run, session)
    endRun(instance, live, run)
    return
  }
  if (error !== undefined && !isOfService(error)) {
    await failStart(instance, live, run, error)
    return
  }
  await waitForSteps(instance, run)
  if (over.signal.aborted) return
  if (stores.connection.get().attempt) {
    // Something else has begun meanwhile; its end is heard, and this account looked at again.
    live.checked = undefined
    endRun(instance, live, run)
    return
  }
  const isAsked = run.isWanted || (instance.loadSignIn && (isRequired || !live.putOff.has(key)))
  const isQuiet = error !== undefined && !isRequired && !run.isLed && !run.isWanted
  if (!isAsked || isQuiet) {
    if (error !== undefined) tell(instance, run, error)
    endRun(instance, live, run)
    return
  }
  ask(instance, live, run)
  const failed = error ?? lost?.cause
  if (failed !== undefined) failQuestion(instance, live, run, toSignInFailure(failed, toContext(instance, run)))
}

/** Puts the question, and the view on screen that asks it. */
function ask(instance: Instance, live: LiveSignIn, run: SignInRun): void {
  const { stores } = instance
  putQuestion(instance, live, run)
  if (!instance.loadSignIn) return
  if (stores.modal.get().open) resetView(instance, { view: 'SIWXSignMessage' })
  else void openModal(instance, { view: 'SIWXSignMessage' })
}

/** Whether an error is one of a service that is away, not one of the site's own code. `fetch` rejects with a `TypeError`. */
function isOfService(error: unknown): boolean {
  return readCode(error) !== undefined || error instanceof TypeError || error instanceof DOMException
}

/** The site's own steps for this account come first. */
async function waitForSteps({ live }: Instance, { subject: { namespace, address } }: SignInRun): Promise<void> {
  // A step that fails has told the host.
  await live.steps?.running.get(`${namespace}/${address}`)?.catch(() => undefined)
}

function tell(instance: Instance, run: SignInRun, error: unknown): void {
  const context = toContext(instance, run)
  const { code } = toSignInFailure(error, context)
  instance.fail({ ...context, code, final: true, cause: error })
}
