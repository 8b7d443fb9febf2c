import { formatSignInMessage } from '@latchkey/wire/signInMessage'
import type { FailureContext } from '../../errors/failure.ts'
import { FailureError } from '../../errors/failure.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { toContext } from './describeRun.ts'
import { failQuestion } from './failQuestion.ts'
import { findSignInLink } from './findSignInLink.ts'
import type { LiveSignIn, PreparedText, SignInRun } from './liveSignIn.ts'
import { findFault, SIGN_IN_CALL_MS, TEXT_LIFE_MS } from './rules.ts'
import { toSignInFailure } from './toSignInFailure.ts'
import { setQuestion } from './transitions.ts'

/** Makes the text that the visitor is asked to sign, so that it can be read before and is there when they do. Never rejects. */
export async function prepareSignIn(instance: Instance): Promise<void> {
  const live = instance.live.signIn
  const run = live?.run
  const question = signInOf(instance).get().question
  if (!live || !run || question?.phase !== 'idle') return
  try {
    await prepare(instance, live, run)
  } catch (error) {
    failQuestion(instance, live, run, toSignInFailure(error, toContext(instance, run)))
  }
}

/** The text of a run, made if there is none that still holds. Rejects with a failure; what may not be signed is never shown. */
export function prepare(instance: Instance, live: LiveSignIn, run: SignInRun): Promise<PreparedText> {
  const known = findPrepared(instance, run)
  if (known) return Promise.resolve(known)
  run.preparing ??= make(instance, live, run).finally(() => {
    run.preparing = undefined
  })
  return run.preparing
}

/** The text that was made already, if its nonce and its times still leave the visitor time. */
export function findPrepared({ services }: Instance, { prepared }: SignInRun): PreparedText | undefined {
  return prepared && prepared.preparedAt + TEXT_LIFE_MS > services.clock.now() ? prepared : undefined
}

async function make(instance: Instance, live: LiveSignIn, run: SignInRun): Promise<PreparedText> {
  const { clock, browser, logger } = instance.services
  const { subject, over } = run
  const { networkId, address } = subject
  const context: FailureContext = toContext(instance, run)
  const preparedAt = clock.now()
  run.prepared = undefined
  const fields = await withDeadline({ clock, delayMs: SIGN_IN_CALL_MS, signal: over.signal }, async (signal) =>
    live.siwx.createFields({ networkId, address, signal }),
  )
  const fault = findFault(fields, { origin: browser.origin(), subject })
  if (fault) {
    logger.error(`Nobody was asked to sign in. ${fault.text}`)
    throw new FailureError(fault.code, fault.text, context)
  }
  const prepared = { fields, message: formatSignInMessage(fields), preparedAt }
  run.prepared = prepared
  const link = await findSignInLink(instance, subject.namespace)
  if (!over.signal.aborted) setQuestion(instance, { message: prepared.message, link })
  return prepared
}
