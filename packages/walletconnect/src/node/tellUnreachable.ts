import type { Logger, OpenSocket } from '../ports.ts'

/** After so many sockets in a row that did not open the log says so, once until one opens. */
const FAILURES = 3

/** Opens sockets, and has the log say what keeps them from opening. Of their addresses no query is repeated: it holds a token. */
export function tellUnreachable(openSocket: OpenSocket, logger: Pick<Logger, 'warn'>): OpenSocket {
  let failures = 0
  return (url, listener) => {
    /** It opened, or nobody waits for it any more. */
    let isSettled = false
    const socket = openSocket(url, {
      ...listener,
      opened() {
        isSettled = true
        failures = 0
        listener.opened()
      },
      closed(code, reason) {
        if (!isSettled) failures += 1
        if (!isSettled && failures === FAILURES) {
          logger.warn('The relay could not be reached; trying goes on.', { url: url.split('?')[0], reason })
        }
        listener.closed(code, reason)
      },
    })
    return {
      send: socket.send,
      close(code, reason) {
        isSettled = true
        socket.close(code, reason)
      },
    }
  }
}
