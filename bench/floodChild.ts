/** The child of `flood.ts`: publishes from one address as fast as it is let, with new sockets and keys for those it loses. */
import { constants, setPriority } from 'node:os'
import type WebSocket from 'ws'
import type { Flood } from './flood.ts'
import { openSocket, randomHex } from './relayClient.ts'

const [url = '', address = ''] = process.argv.slice(2)

/** Sockets at once, each with a key of its own. */
const SOCKETS = 100

/** Messages that each socket has under way. */
const UNDER_WAY = 64

const did: Flood = { sent: 0, taken: 0, refused: 0, sockets: 0 }
const message = 'f'.repeat(1_000)
setPriority(constants.priority.PRIORITY_LOW)

const flooding = Array.from({ length: SOCKETS }, async () => {
  for (;;) {
    const socket = await openSocket(url, address).catch(() => undefined)
    // Refused: too many new sockets.
    if (socket === undefined) await new Promise((resolve) => setTimeout(resolve, 100))
    else await flood(socket)
  }
})
process.on('message', () => {
  process.send?.(did)
  process.disconnect()
})
process.on('disconnect', () => process.exit(0))
process.send?.('flooding')
await Promise.all(flooding)

/** Until the relay closes the socket. */
async function flood(socket: WebSocket): Promise<void> {
  did.sockets += 1
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => socket.terminate())
  const publish = (): void => {
    did.sent += 1
    const params = { topic: randomHex(32), message, ttl: 300, tag: 1108, prompt: false }
    socket.send(JSON.stringify({ id: `${did.sent}`, jsonrpc: '2.0', method: 'irn_publish', params }))
  }
  socket.on('message', (text) => {
    if (String(text).includes('"result"')) did.taken += 1
    else did.refused += 1
    if (socket.readyState === socket.OPEN) publish()
  })
  for (let index = 0; index < UNDER_WAY; index += 1) publish()
  await ended
}
