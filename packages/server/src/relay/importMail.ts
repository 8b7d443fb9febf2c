import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../ports.ts'
import { StorageUnusableError } from '../storage/errors.ts'
import { loadLevel, openKeyValueStore } from '../storage/keyValueStore.ts'
import type { Storage } from '../storage/storage.ts'
import { readUnread } from './levelMailbox.ts'
import { FOLDER, KEY } from './openMailbox.ts'
import { keepKeyInDatabase } from './relayKey.ts'
import { createSqlMailbox } from './sqlMailbox.ts'

/**
 * Copies the relay's key and the mail that nobody has received from the key-value store of a data directory to a database, and gives
 * the number of messages. Mail that somebody has received stays behind: the store knows its receivers by hashes alone, and
 * without them it would be delivered once more. The caller has locked the directory.
 */
export async function importMail(parameters: { dataDir: string; to: Storage; clock: Clock }): Promise<number> {
  const { dataDir, to, clock } = parameters
  const folder = join(dataDir, FOLDER)
  if (!existsSync(folder)) return 0
  const loaded = loadLevel()
  if ('reason' in loaded) {
    const remedy = 'Its mail is in LevelDB: copy it on a system on which that runs.'
    throw new StorageUnusableError(folder, String(loaded.reason), remedy, loaded.reason)
  }
  const store = await openKeyValueStore(loaded.level, folder)
  try {
    const [key] = await store.getMany([KEY])
    if (key !== undefined) await keepKeyInDatabase(to, key)
    const mailbox = createSqlMailbox(to)
    let messages = 0
    for await (const page of readUnread(store, clock.now())) {
      if (page.length > 0) await mailbox.write(page, [])
      messages += page.length
    }
    return messages
  } finally {
    await store.close()
  }
}
