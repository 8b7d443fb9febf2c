import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net'

/** A port that stays open while what it leads to goes away and comes back, perhaps elsewhere. */
export type Front = {
  readonly port: number
  /** Where connections lead from now on. */
  lead(port: number): void
  /** Leads nowhere from now on; resolves once all who were let through have heard something, or have left. */
  leadNowhere(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a front on 127.0.0.1. Who knocks while it leads nowhere is turned away, or waits until it leads somewhere; in a front
 * that lets wait, who was let through earlier hears nothing meanwhile, and is cut off once it leads somewhere again. As nobody
 * else can take the port meanwhile, no client ever meets another program there.
 */
export async function createFront(whileAway: 'turn away' | 'wait'): Promise<Front> {
  let target: number | undefined
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()
  const unanswered = new Set<Promise<void>>()
  const joined = new Map<Socket, Socket>()
  const held = new Set<Socket>()

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      waiting.delete(socket)
      held.delete(socket)
    })
  }

  function join(near: Socket, port: number): void {
    const far = open(port, '127.0.0.1')
    keep(far)
    const heard = new Promise<void>((resolve) => far.once('data', () => resolve()).once('close', () => resolve()))
    unanswered.add(heard)
    void heard.then(() => unanswered.delete(heard))
    joined.set(near, far)
    // What one side said last still reaches the other.
    near.on('close', () => {
      joined.delete(near)
      far.destroySoon()
    })
    far.on('close', () => {
      if (joined.has(near)) near.destroySoon()
    })
    near.pipe(far)
    far.pipe(near, { end: false })
  }

  const server = createServer({ pauseOnConnect: true }, (near) => {
    keep(near)
    if (target !== undefined) join(near, target)
    else if (whileAway === 'wait') waiting.add(near)
    else near.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    port,
    lead(next) {
      target = next
      for (const near of held) near.destroy()
      held.clear()
      for (const near of waiting) join(near, next)
      waiting.clear()
    },
    async leadNowhere() {
      target = undefined
      await Promise.all(unanswered)
      if (whileAway === 'turn away') return
      for (const [near, far] of joined) {
        held.add(near)
        far.unpipe(near)
        far.destroy()
        // What it says meanwhile is lost, and that it leaves is noticed.
        near.resume()
      }
      joined.clear()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
