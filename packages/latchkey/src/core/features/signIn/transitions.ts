import type { SignedIn, SignInQuestion } from '../../kernel/wallet/signIn.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import type { LiveSignIn, SignInRun } from './liveSignIn.ts'
import { toPerson } from './rules.ts'

/** Changes the question that is being asked; nothing where none is. */
export function setQuestion({ stores }: Instance, change: Partial<SignInQuestion>): void {
  stores.connection.set((state) => (state.signIn ? { ...state, signIn: { ...state.signIn, ...change } } : state))
}

/** Takes the question away. */
export function dropQuestion({ stores }: Instance): void {
  stores.connection.set((state) => (state.signIn ? { ...state, signIn: undefined } : state))
}

/** Writes down that the account in use of a namespace has signed in. */
export function setSignedIn({ stores }: Instance, namespace: Namespace, { fields, address }: SignedIn): void {
  stores.connection.set((state) => ({
    ...state,
    signedIn: { ...state.signedIn, [namespace]: { fields, address } },
  }))
}

/** Forgets that the account in use of a namespace has signed in. */
export function dropSignedIn({ stores }: Instance, namespace: Namespace): void {
  stores.connection.set((state) =>
    state.signedIn?.[namespace] ? { ...state, signedIn: { ...state.signedIn, [namespace]: undefined } } : state,
  )
}

/** Writes a sign-in down, for views and for where to go back to. */
export function keepSignedIn(
  instance: Instance,
  live: LiveSignIn,
  { subject, key }: SignInRun,
  session: SignedIn,
): void {
  live.putOff.delete(key)
  live.lastNetwork.set(toPerson(subject), subject.networkId)
  setSignedIn(instance, subject.namespace, session)
}
