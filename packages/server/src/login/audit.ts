import type { OwnKeys } from '../custody/ownKeys.ts'
import type { Clock } from '../ports.ts'
import { addAuditEntry, readAuditEntries, type StoredAuditEntry } from '../storage/login.ts'
import type { Queryable } from '../storage/storage.ts'

/** What is recorded. */
export type AuditKind =
  | 'login'
  | 'failure'
  | 'device'
  | 'deviceRemoved'
  | 'created'
  | 'share'
  | 'recovery'
  | 'rotation'
  | 'stepUp'
  | 'frozen'
  | 'thawed'
  | 'email'
  | 'emailUndone'
  | 'deletion'
  | 'deletionUndone'
  | 'strict'
  | 'passkey'
  | 'passkeyRemoved'
  | 'secondFactor'
  | 'secondFactorOff'
  | 'backup'
  | 'signature'
  | 'permission'
  | 'permissionEnded'
  | 'identity'
  | 'identityRemoved'

/** Many at once for one user find each other's place taken; so often one tries for the next. */
const PLACES = 50

/** What happened to each user, in a chain: an entry is marked over itself and the mark of the one before (SEC-78). */
export type Audit = {
  /** `facts` hold no code, token, share or address. */
  add(userId: string, kind: AuditKind, facts?: Readonly<Record<string, string>>): Promise<void>
  /** Newest first. */
  read(userId: string, limit: number): Promise<readonly StoredAuditEntry[]>
  /** Number of the first entry that was changed, or stands where another was taken out. Undefined: none. */
  findDamage(userId: string): Promise<number | undefined>
}

/** Makes it over the gateway's database; the marks need a key that is not in there. */
export function createAudit(parameters: { storage: Queryable; keys: OwnKeys; clock: Clock }): Audit {
  const { storage, keys, clock } = parameters
  const markOf = (entry: Omit<StoredAuditEntry, 'mark'>, former: string): Promise<string> =>
    keys.mark(JSON.stringify(['audit', entry.userId, entry.number, entry.at, entry.kind, entry.facts, former]))

  return {
    async add(userId, kind, facts = {}) {
      for (let place = 0; place < PLACES; place++) {
        const [former] = await readAuditEntries(storage, userId, 1)
        const number = (former?.number ?? 0) + 1
        const entry = { userId, number, at: clock.now(), kind, facts: JSON.stringify(facts) }
        if (await addAuditEntry(storage, { ...entry, mark: await markOf(entry, former?.mark ?? '') })) return
      }
      throw new Error('an entry of the audit log found no place')
    },
    read: (userId, limit) => readAuditEntries(storage, userId, limit),
    async findDamage(userId) {
      const entries = [...(await readAuditEntries(storage, userId, 1_000_000))].reverse()
      for (const [index, entry] of entries.entries()) {
        const former = entries[index - 1]
        // What stood before the oldest entry that is kept is gone, and its mark with it.
        if (former === undefined && entry.number > 1) continue
        if (former !== undefined && former.number + 1 !== entry.number) return entry.number
        if ((await markOf(entry, former?.mark ?? '')) !== entry.mark) return entry.number
      }
      return undefined
    },
  }
}
