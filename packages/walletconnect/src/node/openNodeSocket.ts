import { WebSocket } from 'ws'
import type { OpenSocket } from '../ports.ts'

/** Opens a WebSocket of `ws`. */
export const openNodeSocket: OpenSocket = (url, listener) => {
  let socket: WebSocket
  let failure = ''
  try {
    socket = new WebSocket(url, { perMessageDeflate: false })
  } catch {
    // An address that is none: told later, as a refused connection is.
    queueMicrotask(() => listener.closed(1006, ''))
    return { send: () => {}, close: () => {} }
  }
  socket.on('open', () => listener.opened())
  socket.on('message', (bytes: Buffer, isBinary: boolean) => {
    if (!isBinary) listener.received(bytes.toString('utf8'))
  })
  // `close` follows and is told once, with what was wrong where the other end gave no reason (`… response: 401`).
  socket.on('error', ({ message }) => {
    failure = message
  })
  socket.on('close', (code, reason) => listener.closed(code, reason.toString('utf8') || failure))
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: (code, reason) => socket.close(code, reason),
  }
}
