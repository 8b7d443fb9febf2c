/** PostgreSQL's code for a value that is there already. Two that race meet it; whoever reads first meets the condition. */
const UNIQUE_VIOLATION = '23505'

/** PostgreSQL's code for a row that what is written refers to, and that is not there. */
const FOREIGN_KEY_VIOLATION = '23503'

/** Whether a statement failed because a value that may be there once is there already. */
export function isTaken(error: unknown): boolean {
  return hasCode(error, UNIQUE_VIOLATION)
}

/** Whether a statement failed because what it belongs to is gone. */
export function isOrphaned(error: unknown): boolean {
  return hasCode(error, FOREIGN_KEY_VIOLATION)
}

function hasCode(error: unknown, code: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === code) return true
  }
  return false
}
