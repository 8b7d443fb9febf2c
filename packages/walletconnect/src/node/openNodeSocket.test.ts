import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import type { SocketListener } from '../ports.ts'
import { openNodeSocket } from './openNodeSocket.ts'

let server: Server
let sockets: WebSocketServer
let url = ''
beforeEach(async () => {
  server = createServer()
  sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (request.url === '/denied') return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (bytes, isBinary) => client.send(bytes, { binary: isBinary }))
      if (request.url === '/refused') client.close(3000, 'Unauthorized: invalid key')
      if (request.url === '/binary') client.send(Buffer.from([1, 2]))
      client.send('välkommen')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const client of sockets.clients) client.terminate()
  server.close()
})

function record(): { listener: SocketListener; told: unknown[]; next: () => Promise<void> } {
  const told: unknown[] = []
  let wake: () => void = () => {}
  const add = (item: unknown): void => {
    told.push(item)
    wake()
  }
  return {
    told,
    listener: {
      opened: () => add('opened'),
      received: (text) => add(text),
      closed: (code, reason) => add([code, reason]),
    },
    next: () =>
      new Promise((resolve) => {
        wake = resolve
      }),
  }
}

async function until(log: ReturnType<typeof record>, count: number): Promise<unknown[]> {
  while (log.told.length < count) await log.next()
  return log.told
}

it('carries texts both ways and tells that it was closed, once', async () => {
  const log = record()
  const socket = openNodeSocket(url, log.listener)
  socket.send('too early, and passed over')
  await until(log, 2)
  socket.send('𝄞')
  await until(log, 3)
  socket.close(1000, 'done')
  expect(await until(log, 4)).toEqual(['opened', 'välkommen', '𝄞', [1000, 'done']])
  socket.send('too late')
  socket.close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(log.told).toHaveLength(4)
})

it('passes over what is not text', async () => {
  const log = record()
  const socket = openNodeSocket(`${url}/binary`, log.listener)
  expect(await until(log, 2)).toEqual(['opened', 'välkommen'])
  socket.close()
  await until(log, 3)
})

it("tells the other end's code and reason", async () => {
  const log = record()
  openNodeSocket(`${url}/refused`, log.listener)
  expect(await until(log, 2)).toEqual(['opened', [3000, 'Unauthorized: invalid key']])
})

it('tells 1006 and what was wrong when it was never opened', async () => {
  const denied = record()
  openNodeSocket(`${url}/denied`, denied.listener)
  expect(await until(denied, 1)).toEqual([[1006, 'Unexpected server response: 401']])
  const nowhere = record()
  openNodeSocket('ws://127.0.0.1:1/?auth=secret', nowhere.listener)
  expect(await until(nowhere, 1)).toEqual([[1006, expect.not.stringContaining('secret')]])
  const wrong = record()
  const socket = openNodeSocket('nonsense', wrong.listener)
  socket.close()
  expect(await until(wrong, 1)).toEqual([[1006, '']])
})

it('gives up a connection that is closed before it opened', async () => {
  const log = record()
  openNodeSocket(url, log.listener).close()
  const [told] = await until(log, 1)
  expect(told).toEqual([1006, expect.any(String)])
})
