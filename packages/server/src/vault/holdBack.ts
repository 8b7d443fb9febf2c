import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { hashContact } from '@latchkey/wire/custody/tokens'
import { MAIL_ISSUER } from './devices.ts'
import { type Hold, keyOf, type Person } from './records.ts'
import { put, type Read, remove, type VaultStore } from './vaultStore.ts'

/** Has the vault hand out nothing of a project, or of one person in it. Every change leaves a record that stays. Source: SEC-80. */
export async function holdBack(
  store: VaultStore,
  parameters: { now: number; projectId: string; email: string | undefined; isHeld: boolean },
): Promise<'done' | 'same' | 'unknown'> {
  const { now, projectId, email, isHeld } = parameters
  const subject = email === undefined ? undefined : (parseMailAddress(email)?.subject ?? '')
  const contactHash = subject === undefined ? undefined : await hashContact({ projectId, issuer: MAIL_ISSUER, subject })
  return store.change<'done' | 'same' | 'unknown'>(async (read) => {
    const isKnown = contactHash === undefined || (await read<Person>(keyOf.person(contactHash))) !== undefined
    if (!isKnown) return { changes: [], result: 'unknown' }
    const key = keyOf.hold(projectId, contactHash)
    if (((await read<Hold>(key)) !== undefined) === isHeld) return { changes: [], result: 'same' }
    const change = isHeld ? put(key, { at: now } satisfies Hold) : remove(key)
    return {
      changes: [change, put(keyOf.heldRecord(now, projectId), { contactHash: contactHash ?? null, isHeld, at: now })],
      result: 'done',
    }
  })
}

/** Whether the operator holds back what belongs to a person, or to the whole project. */
export async function isHeldBack(read: Read, projectId: string, contactHash: string): Promise<boolean> {
  const holds = [keyOf.hold(projectId, undefined), keyOf.hold(projectId, contactHash)]
  for (const key of holds) if ((await read<Hold>(key)) !== undefined) return true
  return false
}
