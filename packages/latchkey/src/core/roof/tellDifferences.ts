import { listDifferences, sayDifferences } from '../checks/listDifferences.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Options } from '../types/options.ts'

/** Notes once that an instance was set up again with other options, which do not count (F-50). */
export function tellDifferences({ live, services }: Instance, before: Options, now: Options): void {
  const keys = listDifferences(before, now)
  if (keys.length === 0 || live.said.has('CONFIG_CONFLICT')) return
  live.said.add('CONFIG_CONFLICT')
  services.logger.error(sayDifferences(keys))
}
