import { shareAdditionalData } from '@latchkey/wire/custody/binding'
import { ownKeyBinding } from '../custody/ownKeys.ts'
import type { Kms } from '../kms/kms.ts'
import { rewrapRecord } from '../kms/sealRecord.ts'
import type { Queryable } from '../storage/storage.ts'
import { findKeysUnderOthers, findSharesUnderOthers, saveRewrapped, saveRewrappedKey } from '../storage/wallets.ts'
import { bindHolder } from './halves.ts'

/** Shares that are read at once. */
const BATCH = 200

/** Puts everything that is under an older master key under the newest one, while the gateway serves (SEC-18). Gives the number. */
export async function rewrapShares(storage: Queryable, kms: Kms): Promise<number> {
  let moved = 0
  for (const { name, ...record } of await findKeysUnderOthers(storage, kms.keyId)) {
    await saveRewrappedKey(storage, name, await rewrapRecord(kms, record, ownKeyBinding('gateway', name)))
    moved++
  }
  for (;;) {
    const found = await findSharesUnderOthers(storage, kms.keyId, BATCH)
    for (const share of found) {
      const binding = bindHolder(share, share.projectId)
      await saveRewrapped(storage, share, await rewrapRecord(kms, share, shareAdditionalData('rest', binding)))
      moved++
    }
    if (found.length < BATCH) return moved
  }
}
