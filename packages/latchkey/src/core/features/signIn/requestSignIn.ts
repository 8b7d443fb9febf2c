import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { openModal } from '../../flow/openModal.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import type { SignedIn } from '../../kernel/signIn/signIn.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { endRun } from './endRun.ts'
import { readSubject } from './readSubject.ts'
import { signIn } from './signIn.ts'
import { followAccount, startSignIn } from './startSignIn.ts'

/** Asks the account in use to sign in because the site or the visitor wants it now. See the action `signIn`. */
export async function requestSignIn(instance: Instance): Promise<SignedIn> {
  const { stores } = instance
  const live = startSignIn(instance)
  const { connection } = demandConnection(instance, undefined)
  const subject = readSubject(instance)
  if (!subject) {
    throw new LatchkeyError('NETWORK_NOT_FOUND', `${connection.networkId} is not in options.networks.`)
  }
  const read = (): SignedIn | undefined => signInOf(instance).get().signedIn?.[subject.namespace]
  const known = read()
  if (known) return known
  const asked = signInOf(instance).get().question
  if (!asked) live.checked = undefined
  followAccount(instance, live)
  const { run } = live
  if (!run) throw new LatchkeyError('ATTEMPT_CANCELLED', 'Another step waits for the visitor.')
  run.isWanted = true
  run.isReleased = false
  if (asked && instance.loadSignIn && !stores.modal.get().open) void openModal(instance, { view: 'SIWXSignMessage' })
  const isOver = new Promise<void>((resolve) => run.waiters.add(resolve))
  if (!instance.loadSignIn) await signWithoutModal(instance, { isOver })
  else await isOver
  const signedIn = read()
  if (signedIn) return signedIn
  throw new LatchkeyError('ATTEMPT_CANCELLED', 'The visitor did not sign in.')
}

/** Without a modal the wallet is asked as soon as it is known that there is no session. */
async function signWithoutModal(instance: Instance, { isOver }: { isOver: Promise<void> }): Promise<void> {
  const live = startSignIn(instance)
  const { run } = live
  const isAsked = new Promise<void>((resolve) => {
    const look = (): void => {
      if (signInOf(instance).get().question) resolve()
    }
    const stop = signInOf(instance).watch(look)
    run?.over.signal.addEventListener('abort', stop, { once: true })
    look()
  })
  await Promise.race([isAsked, isOver])
  await signIn(instance)
  const { error } = signInOf(instance).get().question ?? {}
  if (run) endRun(instance, live, run)
  if (error) throw error
}
