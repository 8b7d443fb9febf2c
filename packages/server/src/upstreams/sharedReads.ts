/**
 * Reads of one key: callers who ask at the same time share one, which ends when the last of them has gone or the time is up.
 * `toError` makes what they are told then.
 */
export function createSharedReads<Value>(parameters: {
  read: (key: string, signal: AbortSignal) => Promise<Value>
  timeoutMs: number
  toError: (cause: unknown) => Error
}): (key: string, signal?: AbortSignal | undefined) => Promise<Value> {
  const { read, timeoutMs, toError } = parameters
  const running = new Map<string, Reading<Value>>()

  function start(key: string): Reading<Value> {
    const stopping = new AbortController()
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)])
    const started: Reading<Value> = {
      value: untilAborted(read(key, signal), signal, toError).finally(() => {
        if (running.get(key) === started) running.delete(key)
      }),
      waiting: 0,
      stop: () => {
        running.delete(key)
        stopping.abort()
      },
    }
    running.set(key, started)
    return started
  }

  return async (key, signal) => {
    signal?.throwIfAborted()
    const reading = running.get(key) ?? start(key)
    reading.waiting += 1
    const leave = () => {
      reading.waiting -= 1
      if (reading.waiting === 0) reading.stop()
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await reading.value
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
}

/** A read under way, and how many callers wait for it. */
type Reading<Value> = { readonly value: Promise<Value>; waiting: number; readonly stop: () => void }

function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  toError: (cause: unknown) => Error,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(toError(signal.reason)), { once: true })
    work.then(resolve, reject)
  })
}
