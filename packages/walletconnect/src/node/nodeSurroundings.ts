import type { Surroundings } from '../ports.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { systemClock } from '../systemClock.ts'
import { systemRandom } from '../systemRandom.ts'
import { createSoloTabs } from '../tabs/createSoloTabs.ts'
import { createFileStorage } from './createFileStorage.ts'
import { createNodeLogger } from './createNodeLogger.ts'
import { openNodeSocket } from './openNodeSocket.ts'
import { tellUnreachable } from './tellUnreachable.ts'

/**
 * What a client finds in Node: a file for its records, or memory where none is named; `ws` for its socket; and no other tabs.
 * Each call makes surroundings for one client.
 */
export function nodeSurroundings(options: {
  /** Path of the client's records. Default: they are held in memory and end with the process. */
  readonly file?: string | undefined
  /** Default: errors and warnings on the console. */
  readonly logger?: Surroundings['logger'] | undefined
}): Surroundings {
  const { file, logger = createNodeLogger(globalThis.console) } = options
  return {
    clock: systemClock,
    random: systemRandom,
    openSocket: tellUnreachable(openNodeSocket, logger),
    reachability: { isOnline: () => true, isVisible: () => true, watch: () => () => {} },
    storage: file === undefined ? createMemoryStorage() : createFileStorage({ file, logger }),
    tabs: createSoloTabs(),
    logger,
    fetch: (...request) => fetch(...request),
    agent: `${process.platform}-${process.versions.node}/node`,
  }
}
