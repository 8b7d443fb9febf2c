import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { sendPinned } from './sendPinned.ts'

test('SEC-110: the connection goes to the given address, with the name only inside TLS', async () => {
  const firstBytes = new Promise<Buffer>((resolve) => {
    server.on('connection', (socket) =>
      socket.on('error', () => undefined).once('data', (bytes) => resolve(bytes) ?? socket.destroy()),
    )
  })
  const { port } = server.address() as AddressInfo
  const url = new URL(`https://never-looked-up.invalid:${port}/`)
  const sending = sendPinned({ url, address: '127.0.0.1', maxBytes: 10, signal: AbortSignal.timeout(5_000) })
  const outcome = sending.then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  )
  const hello = await firstBytes
  expect(hello[0]).toBe(0x16)
  expect(hello.toString('latin1')).toContain('never-looked-up.invalid')
  expect(await outcome).not.toBe('ENOTFOUND')
  server.close()
})

const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
