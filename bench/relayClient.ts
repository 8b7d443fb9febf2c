/** Bare sockets to a relay, for the benches: real keys and tokens, raw frames. */
import WebSocket from 'ws'
import { createIdentity } from '../packages/walletconnect/src/crypto/identity.ts'

/** Longest wait for the relay, in ms: a bench that hangs says where. */
export const PATIENCE_MS = 30_000

export type RelayClient = {
  call(method: string, params: Record<string, unknown>): Promise<unknown>
  onMessage: (text: string) => void
  close(): void
}

/** Opens a socket as one client of a new key. `address` is where it claims to come from, to a relay that believes the bench. */
export async function openSocket(url: string, address?: string): Promise<WebSocket> {
  const identity = await createIdentity(randomHex(32))
  const token = await identity.signToken({ audience: url, subject: randomHex(32), nowMs: Date.now() })
  const socket = new WebSocket(`${url}?auth=${token}&projectId=interop`, {
    handshakeTimeout: PATIENCE_MS,
    headers: address === undefined ? {} : { 'x-forwarded-for': address },
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}

/** Connects a client that acknowledges what it gets. A refusal, or the end of its socket, ends the bench. */
export async function openRelayClient(url: string, address?: string): Promise<RelayClient> {
  const socket = await openSocket(url, address)
  const waiting = new Map<string, (result: unknown) => void>()
  socket.on('close', (code) => {
    if (waiting.size > 0) throw new Error(`The relay closed a socket with ${code}.`)
  })
  let next = 1
  const client: RelayClient = {
    call(method, params) {
      const id = `${next++}`
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${method} was not answered.`)), PATIENCE_MS)
        waiting.set(id, (result) => {
          clearTimeout(late)
          resolve(result)
        })
      })
    },
    onMessage: () => {},
    close: () => socket.close(),
  }
  socket.on('message', (text) => {
    const frame = JSON.parse(String(text)) as Frame
    if (frame.method === 'irn_subscription') {
      socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      client.onMessage(frame.params?.data.message ?? '')
      return
    }
    if (frame.error) throw new Error(JSON.stringify(frame.error))
    waiting.get(frame.id)?.(frame.result)
    waiting.delete(frame.id)
  })
  return client
}

export function randomHex(length: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('hex')
}

type Frame = {
  id: string
  method?: string
  params?: { data: { message: string } }
  result?: unknown
  error?: unknown
}
