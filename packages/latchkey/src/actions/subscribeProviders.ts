import { getConnection } from '../core/kernel/connections/connection.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../core/types/network.ts'

/** The providers of the wallets in use, by namespace. */
export type Providers = Readonly<Partial<Record<Namespace, unknown>>>

/** Calls back with the providers in use, by namespace, whenever one of them changes. Returns the way to stop. */
export function subscribeProviders(latchkey: Latchkey, listener: (providers: Providers) => void): () => void {
  const { connection } = latchkey.instance.stores
  const read = (): Providers =>
    Object.fromEntries(
      NAMESPACES.flatMap((namespace) => {
        const provider = getConnection(connection.get(), namespace)?.provider
        return provider === undefined ? [] : [[namespace, provider]]
      }),
    )
  let last = read()
  return connection.watch(() => {
    const next = read()
    if (NAMESPACES.every((namespace) => next[namespace] === last[namespace])) return
    last = next
    listener(next)
  })
}
