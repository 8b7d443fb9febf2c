/** The fields of an object; none of what is no object. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** What stands for the schema of an answer that is read by hand. `read` gives undefined for what is no such answer. */
/* @__NO_SIDE_EFFECTS__ */
export function readByHand(expected: string, read: (answer: Readonly<Record<string, unknown>>) => unknown) {
  return {
    '~standard': {
      version: 1,
      vendor: 'latchkey',
      validate: (value: unknown) => {
        const answer = read(toRecord(value))
        return answer === undefined ? { issues: [{ message: `expected ${expected}` }] } : { value: answer }
      },
    },
  }
}
