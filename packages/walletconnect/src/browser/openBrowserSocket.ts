import type { OpenSocket } from '../ports.ts'

/** Opens the browser's own WebSocket. */
export const openBrowserSocket: OpenSocket = (url, listener) => {
  let socket: WebSocket
  try {
    socket = new WebSocket(url)
  } catch {
    // No WebSocket here, or an address that is none: told later, as a refused connection is.
    queueMicrotask(() => listener.closed(1006, ''))
    return { send: () => {}, close: () => {} }
  }
  socket.onopen = () => listener.opened()
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener.received(data)
  }
  socket.onclose = ({ code, reason }) => listener.closed(code, reason)
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: (code, reason) => socket.close(code, reason),
  }
}
