/** A way between clients and a relay on which a test counts frames, stops one, or lets them come to harm. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import WebSocket, { WebSocketServer } from 'ws'

/** What becomes of a frame. A lost one takes its connection along, as on a wire. */
export type Fate = 'pass' | 'twice' | 'swap' | 'cut' | { readonly delayMs: number } | 'hold'

export type Gate = {
  /** Where clients connect. */
  readonly url: string
  /** Leads to a relay, or nowhere: then nobody is let in. */
  lead(upstream: string | undefined): void
  /** Frames that have come so far, both ways. */
  countFrames(): number
  /** Connections that have got through so far. */
  countConnections(): number
  /** Decides about each frame from now on, by its number, counted from 1 anew. */
  decide(fate: (frame: number) => Fate): void
  close(): Promise<void>
}

/** How long a frame waits for the one that is to overtake it. */
const SWAP_MS = 100

type Way = { last: Promise<void>; swapped: (() => void) | undefined; isHeld: boolean }

/** Opens a gate on a free port. */
export async function createGate(): Promise<Gate> {
  let upstream: string | undefined
  let frames = 0
  let connections = 0
  let fateOf: (frame: number) => Fate = () => 'pass'
  const sockets = new Set<WebSocket>()
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const server = createServer((_, response) => response.writeHead(404).end())

  function travel(way: Way, forward: () => void, cut: () => void): void {
    frames += 1
    const fate = fateOf(frames)
    if (way.isHeld) return
    if (fate === 'hold') {
      way.isHeld = true
      return
    }
    if (fate === 'cut') {
      cut()
      return
    }
    way.last = way.last.then(async () => {
      if (typeof fate === 'object') await new Promise((resolve) => setTimeout(resolve, fate.delayMs))
      if (fate === 'swap' && !way.swapped) {
        way.swapped = forward
        // Nothing may follow it.
        setTimeout(() => release(way), SWAP_MS)
        return
      }
      forward()
      if (fate === 'twice') forward()
      release(way)
    })
  }

  function release(way: Way): void {
    way.swapped?.()
    way.swapped = undefined
  }

  function join(client: WebSocket, relay: WebSocket): void {
    const cut = () => {
      client.terminate()
      relay.terminate()
    }
    const ways = [
      { from: client, to: relay },
      { from: relay, to: client },
    ]
    for (const { from, to } of ways) {
      const way: Way = { last: Promise.resolve(), swapped: undefined, isHeld: false }
      from.on('message', (bytes: Buffer) => {
        const text = bytes.toString('utf8')
        travel(way, () => to.readyState === WebSocket.OPEN && to.send(text), cut)
      })
      from.on('close', () => {
        sockets.delete(from)
        to.terminate()
      })
      from.on('error', cut)
      sockets.add(from)
    }
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!upstream) return socket.destroy()
    const { search } = new URL(request.url ?? '', 'http://gate.example')
    const relay = new WebSocket(`${upstream}${search}`, { perMessageDeflate: false })
    relay.on('error', () => socket.destroy())
    relay.once('open', () => {
      connections += 1
      upgrades.handleUpgrade(request, socket, head, (client) => join(client, relay))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `ws://127.0.0.1:${port}/relay`,
    lead(next) {
      upstream = next
      if (next === undefined) for (const socket of sockets) socket.terminate()
    },
    countFrames: () => frames,
    countConnections: () => connections,
    decide(fate) {
      frames = 0
      fateOf = fate
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.terminate()
        server.close(() => resolve())
      }),
  }
}
