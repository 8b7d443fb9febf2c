import { CallError } from '../../../apps/frame/channel/CallError.ts'
import { openChannel } from '../../../apps/frame/channel/handshake.ts'
import { type CallHandler, type ServedPort, serveCalls } from '../../../apps/frame/channel/serveCalls.ts'

/** A page and the frame in it, by the frame's real half of the channel; only the windows between them are played. */
export type FrameWindows = {
  readonly page: EventTarget
  readonly frame: Pick<Window, 'postMessage'>
  readonly host: string
  readonly origin: string
  /** Runs the frame: READY, and what follows; a second time as after a reload. */
  readonly load: (parts?: {
    readonly storage?: 'kept' | 'session' | 'none' | undefined
    readonly nonce?: string | undefined
  }) => void
  /** What the frame says by itself. */
  readonly tell: ServedPort['tell']
  /** Lets any message arrive at the page. */
  readonly arrive: (event: { data: unknown; origin?: string; source?: unknown }) => void
  /** Origins that anything was posted to. */
  readonly targets: readonly string[]
  readonly close: () => void
}

/** Plays the windows; `answer` answers the calls, and says no by throwing a `CallError`. `now` is the frame's clock, in ms. */
export function createFrameWindows(answer: CallHandler, now: () => number): FrameWindows {
  const host = 'https://shop.example'
  const origin = 'https://wallet.example'
  const page = new EventTarget()
  const own = new EventTarget() as EventTarget & Window
  const targets: string[] = []
  const served: ServedPort[] = []
  let ender = new AbortController()
  const arrive: FrameWindows['arrive'] = ({ data, origin: from = origin, source = frame }) =>
    void page.dispatchEvent(Object.assign(new Event('message'), { data, origin: from, source, ports: [] }))
  const parent = {
    postMessage: (data: unknown, { targetOrigin }: { targetOrigin: string }) => {
      targets.push(targetOrigin)
      if (targetOrigin === host) arrive({ data: structuredClone(data) })
    },
  } as unknown as Window
  const frame = {
    postMessage: (data: unknown, { targetOrigin, transfer }: { targetOrigin: string; transfer: MessagePort[] }) => {
      targets.push(targetOrigin)
      if (targetOrigin !== origin) return
      const event = { data: structuredClone(data), origin: host, source: parent, ports: transfer }
      own.dispatchEvent(Object.assign(new Event('message'), event))
    },
  } as unknown as Pick<Window, 'postMessage'>
  const end = (): void => {
    ender.abort(new Error('The frame was loaded anew.'))
    for (const port of served.splice(0)) port.close()
  }
  return {
    page,
    frame,
    host,
    origin,
    targets,
    arrive,
    load: ({ storage = 'kept', nonce = 'AAECAwQFBgcICQoLDA0ODw' } = {}) => {
      end()
      ender = new AbortController()
      openChannel({ own, parent }, host, { version: '1', storage, nonce }, ender.signal).then(
        ({ port }) => served.push(serveCalls(port, answer, { now, log: () => undefined })),
        () => undefined,
      )
    },
    tell: (...notice) => {
      for (const port of served) port.tell(...notice)
    },
    close: end,
  }
}

export { CallError }
