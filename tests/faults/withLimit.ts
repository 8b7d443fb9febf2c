/** Longest time that a flow may take under a fault, ms: seconds on an idle machine. Calls to the relay end after 60 s by themselves. */
const LIMIT_MS = 50_000

/** Fails with what it was about when something does not end in time or fails itself. */
export async function withLimit(end: Promise<void>, about: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It did not end.')), LIMIT_MS)
  })
  try {
    await Promise.race([end, late])
  } catch (error) {
    throw new Error(`${about}: ${error instanceof Error ? error.message : error}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
