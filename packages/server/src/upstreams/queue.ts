/** Thrown where as many wait already as may. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** Lets so many works run at once and so many wait, in the order in which they came. Throws `QueueFullError` for more. */
export function createQueue(parameters: {
  running: number
  waiting: number
}): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= parameters.running) {
      if (waiting.length >= parameters.waiting) throw new QueueFullError('too many wait already')
      // Whoever ends hands its place on, so that nobody overtakes.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
