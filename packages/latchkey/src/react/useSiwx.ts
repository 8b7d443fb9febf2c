'use client'

import { useCallback, useSyncExternalStore } from 'react'
import { signIn } from '../actions/signIn.ts'
import { signOut } from '../actions/signOut.ts'
import type { SignedIn } from '../core/kernel/wallet/signIn.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * The sign-in of the account in use. `signIn` asks for it, and rejects with `NOT_CONNECTED`, `ATTEMPT_CANCELLED` or a
 * failure; `signOut` ends it and leaves the wallet connected. On a server nobody is signed in.
 */
export function useSiwx(): useSiwx.Siwx {
  const latchkey = useLatchkey()
  const { connection, networks } = latchkey.instance.stores
  const watch = useCallback(
    (listener: () => void) => {
      const stops = [connection.watch(listener), networks.watch(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [connection, networks],
  )
  const session = useSyncExternalStore(
    watch,
    () => connection.get().signedIn?.[networks.get().activeNamespace],
    () => undefined,
  )
  const isAsked = useSyncExternalStore(
    watch,
    () => connection.get().signIn !== undefined,
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
