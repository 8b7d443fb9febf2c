import { join, resolve } from 'node:path'
import { takeDirectoryLock } from '../storage/directoryLock.ts'
import { StorageUnusableError } from '../storage/errors.ts'
import { loadLevel, openKeyValueStore } from '../storage/keyValueStore.ts'
import { holdBack } from './holdBack.ts'
import { FOLDER } from './startVault.ts'
import type { VaultConfig } from './vaultConfig.ts'
import { createVaultStore } from './vaultStore.ts'

/** Opens the store of a vault that does not run, and changes there what the operator holds back. Throws the storage's errors. */
export async function holdBackOffline(
  config: VaultConfig,
  parameters: { now: number; projectId: string; email: string | undefined; isHeld: boolean },
): Promise<'done' | 'same' | 'unknown'> {
  const dataDir = resolve(config.dataDir)
  const lock = takeDirectoryLock(dataDir)
  try {
    const loaded = loadLevel()
    if ('reason' in loaded) {
      throw new StorageUnusableError(
        dataDir,
        'LevelDB does not run on this system',
        'Run the vault on another one.',
        loaded.reason,
      )
    }
    const store = createVaultStore(await openKeyValueStore(loaded.level, join(dataDir, FOLDER)))
    try {
      return await holdBack(store, parameters)
    } finally {
      await store.close()
    }
  } finally {
    lock.release()
  }
}
