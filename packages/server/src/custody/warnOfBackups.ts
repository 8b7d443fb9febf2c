import { stat } from 'node:fs/promises'
import type { Clock, Log } from '../ports.ts'
import type { Backups } from './settings.ts'

const DAY_MS = 24 * 60 * 60_000

/** Warns an operator whose server holds wallets and who says of no copies, or of none that were made lately. Source: SEC-136. */
export async function warnOfBackups(parameters: {
  backups: Backups | undefined
  /** How many wallets the server has a half of. */
  wallets: number
  clock: Clock
  log: Log
}): Promise<void> {
  const { backups, wallets, clock, log } = parameters
  if (wallets === 0) return
  if (backups === undefined) {
    log.warn(
      { event: 'backupsUnknown', wallets },
      'no backups are configured: without copies of the data and of the master keys, losing this server loses wallets',
    )
    return
  }
  const madeAt = await stat(backups.stamp).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )
  if (madeAt !== undefined && clock.now() - madeAt <= backups.days * DAY_MS) return
  const { stamp, days } = backups
  log.warn(
    { event: 'backupsLate', wallets, stamp, days, ...(madeAt !== undefined && { madeAt: Math.round(madeAt) }) },
    'the last backup is older than it may be, or its stamp cannot be read',
  )
}
