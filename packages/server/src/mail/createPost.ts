import type { Log } from '../ports.ts'
import type { Mail, SendMail } from './mail.ts'

/** Waits before a mail is tried again, in ms. */
const RETRIES_MS = [2_000, 10_000]

/** Most mails that wait at once. A mail server that is away must not fill the memory. */
const MOST_WAITING = 1_000

/** Mails that nobody waits for. */
export type Post = {
  /** Takes a mail. Who asked is answered before it is sent, so that the time of an answer tells nothing (SEC-60). */
  readonly post: (mail: Mail, kind: string) => void
  /** Resolves once every mail that was taken is sent or given up. */
  readonly settled: () => Promise<void>
  /** Gives up what waits for another try, finishes what is being sent. */
  readonly close: () => Promise<void>
}

/** Sends mails in the background, each up to three times. The log says what kind failed, never to whom. */
export function createPost(parameters: { sender: SendMail; log: Log; retriesMs?: readonly number[] }): Post {
  const { sender, log } = parameters
  const retriesMs = parameters.retriesMs ?? RETRIES_MS
  const running = new Set<Promise<void>>()
  const end = new AbortController()

  async function deliver(mail: Mail, kind: string): Promise<void> {
    for (const waitMs of [...retriesMs, undefined]) {
      try {
        await sender.send(mail)
        return
      } catch (error) {
        const facts = { event: 'mailNotSent', kind, isLast: waitMs === undefined || end.signal.aborted, ...say(error) }
        log.warn(facts, 'a mail was not taken by the mail server')
        if (facts.isLast) return
        await wait(waitMs ?? 0, end.signal)
        if (end.signal.aborted) return
      }
    }
  }

  return {
    post(mail, kind) {
      if (running.size >= MOST_WAITING) {
        log.error({ event: 'mailDropped', kind }, 'a mail was dropped, because too many wait for the mail server')
        return
      }
      const work = deliver(mail, kind).finally(() => running.delete(work))
      running.add(work)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
    async close() {
      end.abort()
      await Promise.all(running)
      sender.close()
    },
  }
}

/** What a mail server said, by its numbers: its words may quote the address. */
function say(error: unknown): { readonly smtp: string } {
  if (!(error instanceof Error)) return { smtp: 'unknown' }
  const code = 'code' in error ? String(error.code) : error.name
  return { smtp: 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = (): void => {
      clearTimeout(timer)
      resolve()
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
