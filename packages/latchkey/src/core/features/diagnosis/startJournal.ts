import type { Adapter } from '../../types/adapter.ts'
import type { HostEvents } from '../../types/events.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { addEntry } from './addEntry.ts'
import { maskFacts } from './maskFacts.ts'
import { watchWallets } from './watchWallets.ts'

/**
 * Writes down, from now on, what wallets are asked and answer, every event and every failure. For developers: only where the
 * site set `debug`. Nothing of it leaves the page.
 */
export function startJournal(
  instance: Instance,
  on: <Name extends keyof HostEvents>(name: Name, listener: (value: HostEvents[Name]) => void) => void,
): void {
  const write = (entry: Parameters<typeof addEntry>[1]): void => addEntry(instance, entry)
  const adapters: Partial<Record<Namespace, Adapter>> = instance.adapters
  Object.assign(adapters, watchWallets(adapters, write))
  for (const way of Object.values(instance.ways)) way.adapters = watchWallets(way.adapters, write)
  on('event', ({ name, properties }) => write({ kind: 'event', name, facts: maskFacts(properties) }))
  on('failure', ({ code, cause, ...context }) =>
    write({ kind: 'failure', name: code, facts: maskFacts({ ...context, cause }) }),
  )
}
