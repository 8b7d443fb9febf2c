'use client'

import { useCallback, useSyncExternalStore } from 'react'
import { signIn } from '../actions/signIn.ts'
import { signOut } from '../actions/signOut.ts'
import { type SignedIn, signInOf } from '../core/kernel/signIn/signIn.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * The sign-in of the account in use. `signIn` asks for it, and rejects with `NOT_CONNECTED`, `ATTEMPT_CANCELLED` or a
 * failure; `signOut` ends it and leaves the wallet connected. On a server nobody is signed in.
 */
export function useSiwx(): useSiwx.Siwx {
  const latchkey = useLatchkey()
  const { networks } = latchkey.instance.stores
  const signInState = signInOf(latchkey.instance)
  const watch = useCallback(
    (listener: () => void) => {
      const stops = [signInState.watch(listener), networks.watch(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [signInState, networks],
  )
  const session = useSyncExternalStore(
    watch,
    () => signInState.get().signedIn?.[networks.get().activeNamespace],
    () => undefined,
  )
  const isAsked = useSyncExternalStore(
    watch,
    () => signInState.get().question !== undefined,
    () => false,
  )
  return {
    session,
    status: session ? 'signedIn' : isAsked ? 'signingIn' : 'signedOut',
    signIn: useCallback(() => signIn(latchkey), [latchkey]),
    signOut: useCallback(() => signOut(latchkey), [latchkey]),
  }
}
export declare namespace useSiwx {
  type Siwx = {
    /** What the account in use has signed; undefined while it has not. */
    readonly session: SignedIn | undefined
    /** `signingIn` while the question is open, also when it waits for the next opening. */
    readonly status: 'signedOut' | 'signingIn' | 'signedIn'
    readonly signIn: () => Promise<SignedIn>
    readonly signOut: () => Promise<void>
  }
}
