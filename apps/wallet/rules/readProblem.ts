/** An error in words; those of nodes come shortened. */
export function readProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'Something went wrong.'
  return 'shortMessage' in error && typeof error.shortMessage === 'string' ? error.shortMessage : error.message
}
