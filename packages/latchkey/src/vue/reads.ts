import { type ComputedRef, computed, type MaybeRefOrGetter, toValue } from 'vue'
import { fetchBalance } from '../actions/fetchBalance.ts'
import { fetchNameSuggestions, type SuggestedName } from '../actions/fetchNameSuggestions.ts'
import type { NamespaceOption } from '../actions/namespaceOption.ts'
import { signIn } from '../actions/signIn.ts'
import { signOut } from '../actions/signOut.ts'
import { waitForTransaction } from '../actions/waitForTransaction.ts'
import { type SignedIn, signInOf } from '../core/kernel/signIn/signIn.ts'
import type { Balance, TransactionOutcome } from '../core/types/adapter.ts'
import { follow } from './follow.ts'
import { useLatchkey } from './latchkeyPlugin.ts'
import { useAccount } from './state.ts'
import { type Read, useRead } from './useRead.ts'

/** The native coin of the account in use, read anew when wallet, account or network change; see the action `fetchBalance`. */
export function useBalance({ namespace }: NamespaceOption = {}): Read<Balance> {
  const latchkey = useLatchkey()
  const account = useAccount({ namespace })
  const key = computed(() => account.value.caipAddress && `${account.value.connectorId} ${account.value.caipAddress}`)
  return useRead(key, () => fetchBalance(latchkey, {}, { namespace }))
}

/** What becomes of a transaction, by the hash that sending gave; nothing is asked while that is undefined. */
export function useWaitForTransaction(hash: MaybeRefOrGetter<string | undefined>): Read<TransactionOutcome> {
  const latchkey = useLatchkey()
  const account = useAccount({ namespace: 'eip155' })
  const key = computed(() => (account.value.isConnected ? toValue(hash) : undefined))
  return useRead(key, () => waitForTransaction(latchkey, toValue(hash) ?? ''))
}

/**
 * Names that begin as `label`, the very one first, with whether somebody has it; see the action `fetchNameSuggestions`. Nothing is
 * asked for a label of fewer than 3 characters.
 */
export function useNameSuggestions(
  label: MaybeRefOrGetter<string>,
  zone?: MaybeRefOrGetter<string | undefined>,
): Read<readonly SuggestedName[]> {
  const latchkey = useLatchkey()
  const key = computed(() => (toValue(label).length < 3 ? undefined : `${toValue(label)} ${toValue(zone) ?? ''}`))
  return useRead(key, () => fetchNameSuggestions(latchkey, { label: toValue(label), zone: toValue(zone) }))
}

/** The sign-in of the account in use. On a server nobody is signed in. */
export function useSiwx(): useSiwx.Siwx {
  const latchkey = useLatchkey()
  const { networks } = latchkey.instance.stores
  const signInState = signInOf(latchkey.instance)
  const watch = (listener: () => void): (() => void) => {
    const stops = [signInState.watch(listener), networks.watch(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }
  const session = follow<SignedIn | undefined>(
    watch,
    () => signInState.get().signedIn?.[networks.get().activeNamespace],
    () => undefined,
  )
  const isAsked = follow(
    watch,
    () => signInState.get().question !== undefined,
    () => false,
  )
  return {
    session: computed(() => session.value),
    status: computed(() => (session.value ? 'signedIn' : isAsked.value ? 'signingIn' : 'signedOut')),
    signIn: () => signIn(latchkey),
    signOut: () => signOut(latchkey),
  }
}
export declare namespace useSiwx {
  type Siwx = {
    /** What the account in use has signed; undefined while it has not. */
    readonly session: ComputedRef<SignedIn | undefined>
    /** `signingIn` while the question is open, also when it waits for the next opening. */
    readonly status: ComputedRef<'signedOut' | 'signingIn' | 'signedIn'>
    readonly signIn: () => Promise<SignedIn>
    readonly signOut: () => Promise<void>
  }
}
