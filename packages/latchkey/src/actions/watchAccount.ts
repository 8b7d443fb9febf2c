import { namesOf } from '../core/features/names/state.ts'
import { tokensOf } from '../core/features/tokens/state.ts'
import { readAccount } from '../core/roof/readAccount.ts'
import type { AccountState } from '../core/types/account.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'

/** Calls back at each change of the account in use of a namespace, or of the active one. Returns the way to stop. */
export function watchAccount(
  latchkey: Latchkey,
  listener: (account: AccountState) => void,
  namespace?: Namespace,
): () => void {
  let last = readAccount(latchkey.instance, namespace)
  const tell = (): void => {
    const next = readAccount(latchkey.instance, namespace)
    if ((Object.keys(next) as (keyof AccountState)[]).every((name) => Object.is(next[name], last[name]))) return
    last = next
    listener(next)
  }
  const { instance } = latchkey
  const { connection, accounts, networks } = instance.stores
  const stops = [connection, accounts, networks, namesOf(instance), tokensOf(instance)].map((store) =>
    store.watch(tell),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
