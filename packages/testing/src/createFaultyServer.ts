import { type AddressInfo, createServer, type Server } from 'node:net'

/**
 * What is wrong with a server: it takes connections and never answers; nobody listens; it resets what it is sent; or it is none of
 * ours and answers everything with a web page, as the network of a hotel does before one has signed in. By TLS every one of them
 * speaks no TLS.
 */
export type Fault = 'hangs' | 'refuses' | 'resets' | 'is a captive portal'

export type FaultyServer = {
  /** `127.0.0.1:<port>`. */
  readonly host: string
  /** Connections that it took, those that have ended included. */
  count(): number
  close(): Promise<void>
}

/** The page of a captive portal. */
const PAGE = '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>'

/** Opens a server on this machine that has a fault. */
export async function createFaultyServer(fault: Fault): Promise<FaultyServer> {
  let taken = 0
  const open = new Set<{ destroy(): void }>()
  const server: Server = createServer((socket) => {
    taken += 1
    open.add(socket)
    // Whoever gives up on a faulty server resets the connection, which is no news.
    socket.on('error', () => undefined)
    socket.on('data', () => {
      if (fault === 'resets') socket.resetAndDestroy()
      if (fault === 'is a captive portal') {
        socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${PAGE.length}\r\n\r\n${PAGE}`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  if (fault === 'refuses') await close()
  return { host: `127.0.0.1:${port}`, count: () => taken, close: fault === 'refuses' ? async () => undefined : close }
}
