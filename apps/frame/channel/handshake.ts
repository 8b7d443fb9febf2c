/**
 * The frame's half of the handshake: it says READY to the one origin that embeds it, and takes one HELLO with one port from exactly
 * that window and origin (SEC-31). Nothing that arrives at the window afterwards is read.
 */
import { FRAME_PROTOCOL, hello, type Ready } from '@latchkey/wire/frame/handshake'
import { isPlain } from '@latchkey/wire/frame/plain'
import * as v from 'valibot'

/** The parts of a window that the handshake uses. */
export type Surroundings = {
  /** This frame's window. */
  readonly own: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** The window around it. */
  readonly parent: Pick<Window, 'postMessage'>
  /** The origins of all windows around it, the nearest first; undefined where the browser does not tell. */
  readonly ancestors: readonly string[] | undefined
  /** Whether the window around it is the outermost one. */
  readonly isParentTop: boolean
  /** The origin that this document's request named as where it came from (`document.referrer`); empty where it named none. */
  readonly referrer: string
}

/** Why the frame does not start. */
export type Refusal =
  /** It is not inside another page: it shows what it is, and starts nothing (SEC-28). */
  | 'top-level'
  /** It is more than one level deep, so that who embeds it is not who the visitor sees (SEC-29). */
  | 'nested'
  /** The browser names no origin around it. */
  | 'origin-unknown'

/** The origin that embeds this frame, as the browser and nobody else names it (SEC-34). */
export const findHost = (around: Omit<Surroundings, 'own'> & { readonly isTop: boolean }): string | Refusal => {
  if (around.isTop) return 'top-level'
  if (!around.isParentTop || (around.ancestors !== undefined && around.ancestors.length !== 1)) return 'nested'
  // Where the browser has no list, what the request came from is checked by the browser itself: READY goes to that origin alone, and
  // only that window's HELLO counts.
  const named = around.ancestors?.[0] ?? around.referrer
  try {
    const { origin, protocol } = new URL(named)
    return protocol === 'https:' || protocol === 'http:' ? origin : 'origin-unknown'
  } catch {
    return 'origin-unknown'
  }
}

/** Says READY and waits for the HELLO that answers it. `nonce`: 16 random bytes in base64url, for this handshake alone. */
export const openChannel = (
  { own, parent }: Pick<Surroundings, 'own' | 'parent'>,
  host: string,
  said: { readonly version: string; readonly storage: Ready['payload']['storage']; readonly nonce: string },
  signal: AbortSignal,
): Promise<{ readonly port: MessagePort; readonly projectId: string }> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      own.removeEventListener('message', onMessage)
      signal.removeEventListener('abort', onAbort)
    }
    const onAbort = () => {
      stop()
      reject(signal.reason)
    }
    const onMessage = (event: MessageEvent) => {
      const [port, ...others] = event.ports
      if (event.source !== parent || event.origin !== host || !port || others.length > 0) return
      if (!isPlain(event.data)) return
      const parsed = v.safeParse(hello, event.data)
      if (!parsed.success || parsed.output.payload.nonce !== said.nonce) return
      stop()
      resolve({ port, projectId: parsed.output.payload.projectId })
    }
    signal.throwIfAborted()
    own.addEventListener('message', onMessage)
    signal.addEventListener('abort', onAbort)
    const ready: Ready = { type: '@latchkey-frame/READY', payload: { ...said, protocol: FRAME_PROTOCOL } }
    parent.postMessage(ready, { targetOrigin: host })
  })
