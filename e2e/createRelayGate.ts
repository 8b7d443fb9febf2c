import { createServer, connect as open, type Socket } from 'node:net'

/**
 * `refuse` ends connections at once, `stall` takes them and never answers, `drop` lets a WebSocket open and drops every frame after
 * that. Those that are open stay as they are.
 */
export type GateMode = 'pass' | 'refuse' | 'stall' | 'drop'

/** What stands between a page and the relay. */
export type RelayGate = {
  readonly port: number
  set(mode: GateMode): void
  /** Ends what is open. */
  cut(): void
  stop(): Promise<void>
}

/** Opens a gate on 127.0.0.1 that leads to wherever `target` says at the time. */
export async function createRelayGate(target: () => string): Promise<RelayGate> {
  let mode: GateMode = 'pass'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    keep(near)
    if (mode === 'refuse') near.destroy()
    if (mode === 'refuse' || mode === 'stall') return
    const { hostname, port } = new URL(target())
    const far = open(Number(port), hostname)
    keep(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far)
    if (mode === 'pass') far.pipe(near)
    else {
      far.once('data', (answer) => {
        near.unpipe(far)
        near.write(answer)
        near.resume()
        far.resume()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The gate listens on no port.')
  return {
    port: address.port,
    set: (next) => {
      mode = next
    },
    cut,
    stop: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
