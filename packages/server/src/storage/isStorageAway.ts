import { StorageError } from './errors.ts'

/**
 * Codes of a database that cannot be reached or can take nothing now. Letters and digits: PostgreSQL's classes for a lost
 * connection (08), no resources such as disk (53), a server that stops or starts (57P), its own files (58), a database that
 * is not there (3D). Then those of the driver, and of sockets.
 */
const AWAY =
  /^((08|53|58|3D)[0-9A-Z]{3}|57P\d\d|CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)$/

/** Whether an error, or what it stems from, says that the database is away or full: its trouble, and not a fault of ours. */
export function isStorageAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StorageError) return true
    if ('code' in at && typeof at.code === 'string' && AWAY.test(at.code)) return true
  }
  return false
}
