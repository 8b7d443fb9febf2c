import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from '../ports.ts'
import { type KeyValueStore, loadLevel, openKeyValueStore } from '../storage/keyValueStore.ts'
import type { Storage } from '../storage/storage.ts'
import { createLevelMailbox } from './levelMailbox.ts'
import type { Mailbox } from './mailbox.ts'
import { moveMail } from './moveMail.ts'
import { keepKeyInDatabase, readKeyOfDatabase } from './relayKey.ts'
import { createSqlMailbox } from './sqlMailbox.ts'

/** Where a relay keeps what must outlive it. */
export type OpenMailbox = {
  readonly mailbox: Mailbox
  /** Gives the relay's key as it was kept, or keeps this one. */
  readonly keepKey: (fresh: string) => Promise<string>
  /** The storage stays open. */
  close(): Promise<void>
}

/** The key-value store in the data directory, and the file that says that the embedded database holds no mail. */
export const FOLDER = 'mailbox'
const MOVED = 'mailbox.moved'

/** Key under which the relay's own key is kept. */
export const KEY = 'key'

/**
 * Opens the mailbox: on a PostgreSQL server where one is configured, else in a key-value store of the data directory,
 * which the caller has locked by opening its storage. What an older version kept in the embedded database is moved over
 * at the first start; where the store's binary does not run, the mailbox is in the embedded database, and the log says so.
 */
export async function openMailbox(parameters: {
  /** Undefined with a PostgreSQL server. */
  dataDir: string | undefined
  storage: Storage
  clock: Clock
  log: Log
  load?: typeof loadLevel | undefined
}): Promise<OpenMailbox> {
  const { dataDir, storage, clock, log } = parameters
  const inDatabase: OpenMailbox = {
    mailbox: createSqlMailbox(storage),
    keepKey: (fresh) => keepKeyInDatabase(storage, fresh),
    close: async () => undefined,
  }
  if (dataDir === undefined) return inDatabase
  const folder = join(dataDir, FOLDER)
  const moved = join(dataDir, MOVED)
  const loaded = (parameters.load ?? loadLevel)()
  if ('reason' in loaded) {
    log.warn(
      { event: 'mailboxInDatabase', err: loaded.reason, isMailLeft: existsSync(folder) },
      'LevelDB does not run on this system, so the mailbox is in the embedded database, which is slower',
    )
    rmSync(moved, { force: true })
    return inDatabase
  }
  const store = await openKeyValueStore(loaded.level, folder)
  try {
    const mailbox = await createLevelMailbox({ store, folder, clock })
    if (storage.state() !== 'absent' && !existsSync(moved)) {
      const key = await readKeyOfDatabase(storage)
      if (key !== undefined) await keepKeyInStore(store, key)
      const messages = await moveMail(storage, mailbox)
      log.info({ event: 'mailMoved', messages }, 'the mailbox has moved out of the embedded database')
    }
    writeFileSync(moved, '')
    return { mailbox, keepKey: (fresh) => keepKeyInStore(store, fresh), close: () => store.close() }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function keepKeyInStore(store: KeyValueStore, fresh: string): Promise<string> {
  const [kept] = await store.getMany([KEY])
  if (kept !== undefined) return kept
  await store.batch([{ type: 'put', key: KEY, value: fresh }], { sync: true })
  return fresh
}
