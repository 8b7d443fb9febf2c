import type { Config } from './config.ts'
import { createExpiringCache } from './expiringCache.ts'
import type { GatewayProject } from './gateway/environment.ts'
import type { Clock } from './ports.ts'
import { findProject } from './storage/projects.ts'
import type { Storage } from './storage/storage.ts'

/** How long a project of the database is remembered, in ms: how late a change of its origins takes hold. */
export const PROJECT_LIFETIME_MS = 10_000

/** Finds projects by id: those of the configuration first, then those of the database. */
export function createProjectLookup(parameters: {
  config: Pick<Config, 'projects'>
  storage: Storage
  clock: Clock
}): (id: string) => Promise<GatewayProject | undefined> {
  const { config, storage, clock } = parameters
  const written = new Map(config.projects.map((project) => [project.id, project]))
  const stored = createExpiringCache<GatewayProject | undefined>({
    clock,
    lifetimeMs: PROJECT_LIFETIME_MS,
    maxEntries: 10_000,
  })
  return async (id) => written.get(id) ?? stored.get(id, async () => (await findProject(storage, id)) ?? undefined)
}
