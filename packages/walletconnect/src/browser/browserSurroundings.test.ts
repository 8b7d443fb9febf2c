import { expect, it } from 'vitest'
import { browserSurroundings } from './browserSurroundings.ts'

it('may be made on a server: it stands alone, finds no page, and a socket that cannot open says so', async () => {
  const surroundings = browserSurroundings({ name: 'server', logger: { debug() {}, warn() {}, error() {} } })
  expect(surroundings.agent).toMatch(/^unknown-unknown-0\/browser:unknown$/)
  expect(surroundings.reachability.isVisible()).toBe(true)
  surroundings.reachability.watch(() => {})()
  const code = await new Promise((resolve) => {
    const socket = surroundings.openSocket('not an address', { opened() {}, received() {}, closed: resolve })
    socket.send('text')
    socket.close()
  })
  expect(code).toBe(1006)
  expect(surroundings.random.bytes(32)).toHaveLength(32)
  await surroundings.storage.claim()
  expect(surroundings.storage.isPersistent()).toBe(false)
})
