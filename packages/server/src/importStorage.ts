import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from './ports.ts'
import { importMail } from './relay/importMail.ts'
import { FOLDER as MAILBOX } from './relay/openMailbox.ts'
import { copyTables } from './storage/copyTables.ts'
import { StorageUnusableError } from './storage/errors.ts'
import { openStorage } from './storage/openStorage.ts'

/** The embedded database in a data directory, and the file that says that its rows were copied to a server. */
const DATABASE = 'pglite'
const IMPORTED = 'imported'

/** What was copied. */
export type Imported = { readonly rows: number; readonly messages: number }

/**
 * Copies all that a data directory holds to a PostgreSQL server: the rows of its embedded database, the relay's key and its mail. All of
 * it or nothing, and the directory stays as it is. Throws `StorageNotEmptyError` where the server's database has rows, and the
 * storage's other errors.
 */
export async function importStorage(parameters: { dataDir: string; url: string; clock: Clock }): Promise<Imported> {
  const { dataDir, url, clock } = parameters
  if (![DATABASE, MAILBOX].some((name) => existsSync(join(dataDir, name))))
    throw new StorageUnusableError(dataDir, 'there is no database in it', 'Name the folder with --data.', undefined)
  const from = await openStorage({ dataDir, startsLate: true })
  try {
    const to = await openStorage({ url, hasOneConnection: true })
    try {
      const done = await to.database.transaction(async (transaction) => {
        const inside = { ...to, database: transaction }
        const rows = from.state() === 'absent' ? 0 : await copyTables(from, inside)
        return { rows, messages: await importMail({ dataDir, to: inside, clock }) }
      })
      writeFileSync(join(dataDir, IMPORTED), '')
      return done
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/** Whether a directory holds a database of which nothing was copied to a server. */
export function isLeftBehind(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE)) && !existsSync(join(dataDir, IMPORTED))
}
