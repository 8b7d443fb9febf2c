/** PostgreSQL's code for a value that is there already. Two that race meet it; whoever reads first meets the condition. */
const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because a value that may be there once is there already. */
export function isTaken(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === UNIQUE_VIOLATION) return true
  }
  return false
}
