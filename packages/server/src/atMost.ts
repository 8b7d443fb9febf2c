/**
 * The answer, or undefined where it takes longer than `limitMs`. Rejects where it fails within that time; a failure after it
 * goes to `onLateFailure`.
 */
export async function atMost<Answer>(
  limitMs: number,
  answer: Promise<Answer>,
  onLateFailure: (cause: unknown) => void,
): Promise<Answer | undefined> {
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      isLate = true
      resolve(undefined)
    }, limitMs)
  })
  answer.catch((cause: unknown) => {
    if (isLate) onLateFailure(cause)
  })
  try {
    return await Promise.race([answer, limit])
  } finally {
    clearTimeout(timer)
  }
}
