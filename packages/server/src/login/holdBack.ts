import { randomUUID } from 'node:crypto'
import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { openOwnKeys } from '../custody/ownKeys.ts'
import { openKms } from '../kms/openKms.ts'
import { addHold, releaseHold } from '../storage/endings.ts'
import { findUser } from '../storage/identities.ts'
import { keepCustodyKey } from '../storage/login.ts'
import type { Queryable } from '../storage/storage.ts'
import { createAudit } from './audit.ts'
import { MAIL_ISSUER } from './challenges.ts'
import type { LoginConfig } from './loginConfig.ts'

/**
 * Has the gateway hand out nothing of a project, or of one person in it, until the operator ends it; what a person freezes or thaws is
 * beside it. Each is a row that stays, and for one person an entry of their record as well. Source: SEC-80.
 */
export async function holdBack(parameters: {
  config: LoginConfig
  storage: Queryable
  /** `NODE_ENV`. */
  mode: string | undefined
  now: number
  projectId: string
  /** Absent: everybody of the project. */
  email: string | undefined
  isHeld: boolean
}): Promise<'done' | 'same' | 'unknown'> {
  const { config, storage, mode, now, projectId, email, isHeld } = parameters
  const subject = email === undefined ? undefined : (parseMailAddress(email)?.subject ?? '')
  const user = subject === undefined ? undefined : await findUser(storage, { projectId, issuer: MAIL_ISSUER, subject })
  if (subject !== undefined && user === undefined) return 'unknown'
  const userId = user?.id ?? null
  const isChanged = isHeld
    ? await addHold(storage, { id: randomUUID(), projectId, userId, heldAt: now })
    : await releaseHold(storage, { projectId, userId, releasedAt: now })
  if (!isChanged) return 'same'
  if (userId !== null) {
    const kms = await openKms(config.keys, 'gateway', mode)
    const keep: Parameters<typeof openOwnKeys>[0]['keep'] = (name, fresh) => keepCustodyKey(storage, name, fresh)
    const keys = await openOwnKeys({ party: 'gateway', kms, keep })
    const audit = createAudit({ storage, keys, clock: { now: () => now } })
    await audit.add(userId, isHeld ? 'frozen' : 'thawed', { by: 'operator' })
  }
  return 'done'
}
