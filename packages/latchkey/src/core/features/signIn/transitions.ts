import { type SignedIn, type SignInQuestion, signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import type { LiveSignIn, SignInRun } from './liveSignIn.ts'
import { toPerson } from './rules.ts'

/** Changes the question that is being asked; nothing where none is. */
export function setQuestion(instance: Instance, change: Partial<SignInQuestion>): void {
  signInOf(instance).set((state) => (state.question ? { ...state, question: { ...state.question, ...change } } : state))
}

/** Takes the question away. */
export function dropQuestion(instance: Instance): void {
  signInOf(instance).set((state) => (state.question ? { ...state, question: undefined } : state))
}

/** Writes down that the account in use of a namespace has signed in. */
export function setSignedIn(instance: Instance, namespace: Namespace, { fields, address }: SignedIn): void {
  signInOf(instance).set((state) => ({
    ...state,
    signedIn: { ...state.signedIn, [namespace]: { fields, address } },
  }))
}

/** Forgets that the account in use of a namespace has signed in. */
export function dropSignedIn(instance: Instance, namespace: Namespace): void {
  signInOf(instance).set((state) =>
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
