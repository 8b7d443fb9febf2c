import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Queryable } from './storage.ts'
import { projects } from './tables.ts'

/** A site that may use the gateway. `origins` are exact, as a browser sends them; an empty list lets no site in. Times are ms since 1970. */
export type Project = {
  readonly id: string
  readonly name: string
  readonly origins: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
}

/** Adds a project and gives it back. Without an id it gets 32 random hex digits. Null when the id is taken. */
export async function addProject(storage: Queryable, parameters: addProject.Parameters): Promise<Project | null> {
  const [added] = await storage.database
    .insert(projects)
    .values({
      id: parameters.id ?? randomBytes(16).toString('hex'),
      name: parameters.name,
      origins: [...parameters.origins],
      createdAt: parameters.now,
      updatedAt: parameters.now,
    })
    .onConflictDoNothing()
    .returning()
  return added ?? null
}

export declare namespace addProject {
  type Parameters = { id?: string | undefined; name: string; origins: readonly string[]; now: number }
}

/** Every project, oldest first. */
export async function listProjects(storage: Queryable): Promise<readonly Project[]> {
  return storage.database.select().from(projects).orderBy(asc(projects.createdAt), asc(projects.id))
}

/** The project with that id, or null. */
export async function findProject(storage: Queryable, id: string): Promise<Project | null> {
  const [found] = await storage.database.select().from(projects).where(eq(projects.id, id))
  return found ?? null
}

/** Changes name or origins and gives the project as it is now, or null when there is none. */
export async function updateProject(storage: Queryable, parameters: updateProject.Parameters): Promise<Project | null> {
  const [updated] = await storage.database
    .update(projects)
    .set({
      ...(parameters.name === undefined ? {} : { name: parameters.name }),
      ...(parameters.origins === undefined ? {} : { origins: [...parameters.origins] }),
      updatedAt: parameters.now,
    })
    .where(eq(projects.id, parameters.id))
    .returning()
  return updated ?? null
}

export declare namespace updateProject {
  type Parameters = { id: string; name?: string | undefined; origins?: readonly string[] | undefined; now: number }
}

/** Removes a project. False when there was none. */
export async function removeProject(storage: Queryable, id: string): Promise<boolean> {
  const removed = await storage.database.delete(projects).where(eq(projects.id, id)).returning({ id: projects.id })
  return removed.length > 0
}
