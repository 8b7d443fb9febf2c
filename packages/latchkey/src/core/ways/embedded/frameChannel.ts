/**
 * The page's half of the channel to the frame of the embedded wallet: it answers the frame's READY with one end of a channel of its
 * own, and from then on speaks through that alone (SEC-31). Each call has an id of its own, an end of its own and never more company
 * than the frame takes (SEC-33).
 */

import {
  FRAME_CALLS,
  type FrameAnswer,
  type FrameCallName,
  type FrameMessage,
  type FramePayload,
  readAppMessage,
  readFrameMessage,
  writeCall,
} from '@latchkey/wire/frame'
import type { FrameFailure } from '@latchkey/wire/frame/call'
import { type Hello, type Ready, readReady } from '@latchkey/wire/frame/handshake'
import type { Clock } from '../../services/ports.ts'

/** How long a frame may take to say that it runs, in ms. Source: F-42. */
export const READY_LIMIT_MS = 20_000

/** Why a frame is unreachable that has said nothing in its time. */
export const SILENT = 'FRAME_SILENT'

/** Calls that the frame takes at once, and in a second. Source: SEC-33. */
const OPEN_LIMIT = 32
const RATE_LIMIT = 20
/** A second as the frame counts it, and a moment for the difference between two clocks. */
const SECOND_MS = 1_050

/** What the frame said by itself. */
export type FrameNotice = Extract<FrameMessage, { readonly kind: 'notice' }>

/** Whether the frame's storage lasts. */
export type FrameStorage = Ready['payload']['storage']

/** Why a call came to nothing: the frame refused it, with what it said, or it is the channel's own doing. */
export class FrameCallError extends Error {
  override readonly name = 'FrameCallError'
  /** `lost`: nobody knows whether the frame has carried it out. */
  readonly kind: 'refused' | 'unreachable' | 'lost' | 'late' | 'aborted'
  readonly code: number | undefined
  readonly reason: string | undefined
  /** When to try again (s). */
  readonly retryAfter: number | undefined

  constructor(kind: FrameCallError['kind'], told: FrameFailure) {
    super(told.message)
    this.kind = kind
    this.code = told.code
    this.reason = told.reason
    this.retryAfter = told.retryAfter
  }
}

/** What a channel stands on. */
export type ChannelSurroundings = {
  /** Where messages of windows arrive. */
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** The frame's window; null while there is none. */
  readonly getWindow: () => Pick<Window, 'postMessage'> | null
  readonly origin: string
  readonly projectId: string
  readonly clock: Clock
  readonly newId: () => string
}

/** The way to the frame. */
export type FrameChannel = {
  /** Calls the frame, as soon as it runs. Rejects with `FrameCallError`. */
  readonly call: <Name extends FrameCallName>(
    name: Name,
    payload?: FramePayload<Name>,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<FrameAnswer<Name>>
  /** What the frame found out about its storage; undefined until it runs. */
  readonly getStorage: () => FrameStorage | undefined
  /** Nobody looks at the frame any more: the times of calls go on. */
  readonly goOn: () => void
  /** False from when the wait for the frame ended until it comes all the same. */
  readonly isReachable: () => boolean
  /** Ends the wait for a frame that cannot come. */
  readonly giveUp: (told: FrameFailure) => void
  readonly close: () => void
}

type OpenCall = {
  readonly name: FrameCallName
  readonly send: () => void
  readonly settle: (message: FrameMessage) => void
  readonly fail: (error: FrameCallError) => void
  /** Stops its time while a person looks at the frame, and begins it anew after. */
  readonly setHeld: (isHeld: boolean) => void
}

/**
 * Opens the channel. `onNotice` hears what the frame says by itself, `onReady` each time that it runs anew: what it was told before is
 * unknown to it then; `unreachable` that it did not come, `refused` each call that it refuses.
 */
export function openFrameChannel(
  around: ChannelSurroundings,
  on: {
    readonly notice: (notice: FrameNotice) => void
    readonly ready: () => void
    readonly unreachable?: ((told: FrameFailure) => void) | undefined
    readonly refused?: ((told: FrameFailure) => void) | undefined
  },
): FrameChannel {
  const { page, clock, origin } = around
  let port: MessagePort | undefined
  let storage: FrameStorage | undefined
  let unreachable: FrameFailure | undefined
  let stopRest: (() => void) | undefined
  /** Calls that wait for the frame or for their turn, and those that it has, by their ids. */
  let waiting: readonly OpenCall[] = []
  const open = new Map<string, OpenCall>()
  /** The calls of this second by their ids: when each went out, or was answered, since the frame has counted it by then at the latest. */
  const taken = new Map<string, number>()

  const failAll = (kind: 'unreachable' | 'lost', told: FrameFailure): void => {
    const failing = [...(kind === 'unreachable' ? waiting : []), ...open.values()]
    if (kind === 'unreachable') waiting = []
    open.clear()
    for (const call of failing) call.fail(new FrameCallError(kind, told))
  }

  const giveUp = (told: FrameFailure): void => {
    if (port) return
    unreachable = told
    stopWait()
    on.unreachable?.(told)
    failAll('unreachable', told)
  }
  const stopWait = clock.after(READY_LIMIT_MS, () => giveUp({ message: 'The frame did not load.', reason: SILENT }))

  /** Sends what the frame takes now, and the rest when this second is over. */
  const flush = (): void => {
    const now = clock.now()
    for (const [id, at] of taken) if (at <= now - SECOND_MS) taken.delete(id)
    while (port && waiting.length > 0 && taken.size < RATE_LIMIT && open.size < OPEN_LIMIT) {
      const [next, ...rest] = waiting
      waiting = rest
      next?.send()
    }
    stopRest?.()
    // Where too many are open, the next answer sends on.
    if (waiting.length > 0 && port && open.size < OPEN_LIMIT)
      stopRest = clock.after(Math.min(...taken.values()) + SECOND_MS - now, flush)
  }

  const onPort = ({ data }: MessageEvent): void => {
    const message = readFrameMessage(data)
    if (message?.kind === 'notice') {
      // What the frame asks a person about takes as long as the person does.
      if (message.name === 'UI_REQUEST' || message.name === 'UI_DONE')
        for (const call of open.values()) call.setHeld(message.name === 'UI_REQUEST')
      on.notice(message)
    }
    const call = message && message.kind !== 'notice' ? open.get(message.id) : undefined
    if (!message || !call || call.name !== message.name) return
    call.settle(message)
    flush()
  }

  const closePort = (): void => {
    if (!port) return
    port.onmessage = null
    port.close()
    port = undefined
    failAll('lost', { message: 'The frame was loaded anew.' })
  }

  const onMessage = (event: Event): void => {
    const { source, origin: from, data } = event as MessageEvent
    const frame = around.getWindow()
    if (frame === null || source !== frame || from !== origin) return
    const said = readReady(data)
    if (!said) return
    stopWait()
    closePort()
    const { port1, port2 } = new MessageChannel()
    port = port1
    port1.onmessage = onPort
    storage = said.payload.storage
    unreachable = undefined
    const { nonce } = said.payload
    const hello: Hello = { type: '@latchkey-app/HELLO', payload: { nonce, projectId: around.projectId } }
    frame.postMessage(hello, { targetOrigin: origin, transfer: [port2] })
    on.ready()
    flush()
  }
  page.addEventListener('message', onMessage)

  const call: FrameChannel['call'] = (name, payload, { signal } = {}) =>
    new Promise((resolve, reject) => {
      if (unreachable) return reject(new FrameCallError('unreachable', unreachable))
      if (signal?.aborted) return reject(aborted())
      const id = around.newId()
      const message = writeCall(id, name, payload as FramePayload<typeof name>)
      // The frame drops what it cannot read, and would never answer it.
      if (!readAppMessage(message)) return reject(new FrameCallError('refused', UNREADABLE))
      let stopTimer = (): void => undefined
      const beginTimer = (): void => {
        stopTimer()
        const { timeoutMs } = FRAME_CALLS[name]
        if (Number.isFinite(timeoutMs))
          stopTimer = clock.after(timeoutMs, () => {
            forget()
            reject(new FrameCallError('late', { message: `The frame did not answer ${name} in time.` }))
            flush()
          })
      }
      const forget = (): void => {
        if (taken.has(id)) taken.set(id, clock.now())
        stopTimer()
        signal?.removeEventListener('abort', onAbort)
        waiting = waiting.filter((other) => other !== entry)
        open.delete(id)
      }
      const onAbort = (): void => {
        const isOut = open.has(id)
        forget()
        // These have somebody in front of them who must not be asked any longer, or who goes on in another window.
        if (isOut && ABORTED.includes(name)) port?.postMessage(writeCall(around.newId(), 'RPC_ABORT', { id }))
        reject(aborted())
        flush()
      }
      const entry: OpenCall = {
        name,
        send: () => {
          open.set(id, entry)
          taken.set(id, clock.now())
          beginTimer()
          port?.postMessage(message)
        },
        setHeld: (isHeld) => (isHeld ? stopTimer() : beginTimer()),
        settle: (answer) => {
          forget()
          if (answer.kind === 'error') {
            on.refused?.(answer.failure)
            reject(new FrameCallError('refused', answer.failure))
          } else if (answer.kind === 'success') resolve(answer.answer as FrameAnswer<typeof name>)
        },
        fail: (error) => {
          forget()
          reject(error)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiting = [...waiting, entry]
      flush()
    })

  return {
    call,
    getStorage: () => storage,
    goOn: () => {
      for (const each of open.values()) each.setHeld(false)
    },
    isReachable: () => unreachable === undefined,
    giveUp,
    close: () => {
      page.removeEventListener('message', onMessage)
      stopWait()
      stopRest?.()
      closePort()
      unreachable = { message: 'The frame was closed.' }
      failAll('unreachable', unreachable)
    },
  }
}

/** Calls of which the frame hears that nobody waits for them any more. */
const ABORTED: readonly FrameCallName[] = ['RPC_REQUEST', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER']

/** What a frame would not take for a call. Source: EIP-1474. */
const UNREADABLE: FrameFailure = { message: 'The parameters cannot be read', code: -32602, reason: 'REQUEST_INVALID' }

/** Source: SEC-40, EIP-1193. */
function aborted(): FrameCallError {
  return new FrameCallError('aborted', { message: 'Request was aborted', code: 4001, reason: 'REQUEST_ABORTED' })
}
