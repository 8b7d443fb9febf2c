import { getConnection } from '../../kernel/connections/connection.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { LiveSignIn, SignInRun } from './liveSignIn.ts'
import type { Subject } from './rules.ts'

/** A run that has not begun. */
export function createRun(subject: Subject, key: string): SignInRun {
  return {
    subject,
    key,
    over: new AbortController(),
    waiters: new Set(),
    isLed: false,
    isReleased: false,
    isWanted: false,
    isCancelled: false,
    preparing: undefined,
    prepared: undefined,
    signing: undefined,
  }
}

/** Puts the question into the state, for the view that asks it. */
export function putQuestion(instance: Instance, { siwx }: LiveSignIn, { subject }: SignInRun): void {
  const { namespace, networkId, address } = subject
  const walletName = getConnection(instance.stores.connection.get(), namespace)?.connector.name ?? ''
  const required = siwx.required ?? true
  signInOf(instance).set((state) => ({
    ...state,
    question: { namespace, networkId, address, walletName, required, phase: 'idle' },
  }))
}
