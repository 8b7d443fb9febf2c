import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { collect, sendPinned } from './sendPinned.ts'

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

test('SEC-110: an answer is read up to its limit and not a piece further', async () => {
  let given = 0
  async function* endless() {
    for (;;) {
      given += 1
      yield new Uint8Array(1024)
    }
  }
  await expect(collect(endless(), 5 * 1024)).rejects.toMatchObject({ reason: 'tooLarge' })
  expect(given).toBe(6)
  async function* short() {
    yield Uint8Array.of(1, 2)
    yield Uint8Array.of(3)
  }
  expect([...(await collect(short(), 3))]).toEqual([1, 2, 3])
})
