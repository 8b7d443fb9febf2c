import type { Config } from './config.ts'
import { createExpiringCache } from './expiringCache.ts'
import type { GatewayProject } from './gateway/environment.ts'
import { createRateLimiter } from './gateway/rateLimiter.ts'
import type { Clock } from './ports.ts'
import { RequestError } from './RequestError.ts'
import { findProject } from './storage/projects.ts'
import type { Storage } from './storage/storage.ts'

/** How long a project of the database is remembered, in ms: how late a change of its origins takes hold. */
export const PROJECT_LIFETIME_MS = 10_000

/**
 * Ids that are not known here which one client may have looked up in the database: so many at once, then one a second. Pages
 * of real projects need none of them, because a project that was found is known from then on.
 */
export const UNKNOWN_PROJECTS = { capacity: 30, refillPerSecond: 1 } as const

/** What an id of a project looks like; see `config.ts`. Nothing else is looked up. */
const PROJECT_ID = /^[A-Za-z0-9_-]{1,128}$/

/**
 * Finds a project for a client, which is told by the key that rate limits count it by. Throws `RequestError` RATE_LIMITED
 * when the client asks for too many unknown ids.
 */
export type FindProject = (id: string, clientKey: string) => Promise<GatewayProject | undefined>

/**
 * Finds projects by id: those of the configuration first, then those of the database. What does not exist is remembered
 * apart from what does, so that invented ids push no project out.
 */
export function createProjectLookup(parameters: {
  config: Pick<Config, 'projects'>
  storage: Storage
  clock: Clock
}): FindProject {
  const { config, storage, clock } = parameters
  const written = new Map(config.projects.map((project) => [project.id, project]))
  const cache = () =>
    createExpiringCache<GatewayProject | undefined>({ clock, lifetimeMs: PROJECT_LIFETIME_MS, maxEntries: 10_000 })
  const found = cache()
  const missing = cache()
  const existing = new Set<string>()
  const limiter = createRateLimiter({ clock, ...UNKNOWN_PROJECTS })

  async function read(id: string): Promise<GatewayProject | undefined> {
    // An invented id makes no database.
    const project = storage.state() === 'absent' ? undefined : ((await findProject(storage, id)) ?? undefined)
    if (project === undefined) existing.delete(id)
    else {
      existing.add(id)
      found.refresh(id, () => Promise.resolve(project))
    }
    return project
  }

  return async (id, clientKey) => {
    const known = written.get(id)
    if (known !== undefined || !PROJECT_ID.test(id)) return known
    if (existing.has(id)) return found.get(id, () => read(id))
    return missing.get(id, () => {
      const retryAfterSeconds = limiter.take(clientKey, 1)
      if (retryAfterSeconds === undefined) return read(id)
      const text = `Too many unknown projects. Try again in ${retryAfterSeconds} s.`
      return Promise.reject(new RequestError('RATE_LIMITED', text, { field: 'rate_limited', retryAfterSeconds }))
    })
  }
}
