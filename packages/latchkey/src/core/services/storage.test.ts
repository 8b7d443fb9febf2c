import { createFakeDisk } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createStorage, type StorageGround } from './storage.ts'

test('values live under the prefix of the instance and foreign keys are left alone', () => {
  const disk = createFakeDisk()
  disk.plant('theirs', 'x')
  disk.plant('@latchkey/other/active', 'y')
  const storage = createStorage('default', disk.openTab())
  storage.set('active', '1')
  expect(disk.read()['@latchkey/default/active']).toBe('1')
  expect(storage.names()).toEqual(['active'])
  storage.remove('active')
  expect(Object.keys(disk.read())).toEqual(['theirs', '@latchkey/other/active'])
  expect(storage.isPersistent()).toBe(true)
})

test('F-56: a storage that throws when it is touched is replaced by memory', () => {
  const disk = createFakeDisk()
  disk.deny()
  const storage = createStorage('default', disk.openTab())
  storage.set('active', '1')
  expect(storage.get('active')).toBe('1')
  expect(storage.names()).toEqual(['active'])
  expect(storage.isPersistent()).toBe(false)
})

test('F-56: a storage that is blocked later goes on in memory', () => {
  const disk = createFakeDisk()
  const storage = createStorage('default', disk.openTab())
  storage.set('active', '1')
  disk.deny()
  storage.set('recent', '2')
  expect(storage.get('recent')).toBe('2')
  expect(storage.isPersistent()).toBe(false)
})

test('F-56: when space runs out our caches go first, and what must be kept is kept on the disk', () => {
  const disk = createFakeDisk()
  const storage = createStorage('default', disk.openTab())
  storage.set('cache/balances', 'x'.repeat(500))
  storage.set('active', '1')
  disk.setLimit(200)
  storage.set('recent', 'y'.repeat(50))
  expect([...storage.names()].sort()).toEqual(['active', 'recent'])
  expect(storage.isPersistent()).toBe(true)
})

test('F-56: when even that is not enough, everything known goes on in memory', () => {
  const disk = createFakeDisk()
  const storage = createStorage('default', disk.openTab())
  storage.set('active', '1')
  disk.setLimit(0)
  storage.set('recent', '2')
  expect([storage.get('active'), storage.get('recent')]).toEqual(['1', '2'])
  expect(storage.isPersistent()).toBe(false)
})

test('F-56: tabs without storage still agree, by messages', () => {
  const disk = createFakeDisk()
  disk.deny()
  const one = createStorage('default', disk.openTab())
  const two = createStorage('default', disk.openTab())
  const heard: string[] = []
  two.watch((name) => heard.push(name))
  one.set('active', '1')
  expect(two.get('active')).toBe('1')
  one.remove('active')
  expect(two.get('active')).toBeUndefined()
  expect(heard).toEqual(['active', 'active'])
})

test('what another tab writes is heard, what this tab writes is not', () => {
  const disk = createFakeDisk()
  const one = createStorage('default', disk.openTab())
  const two = createStorage('default', disk.openTab())
  const heard: string[] = []
  one.watch((name) => heard.push(`one ${name}`))
  const stop = two.watch((name) => heard.push(`two ${name}`))
  one.set('active', '1')
  expect(new Set(heard)).toEqual(new Set(['two active']))
  heard.length = 0
  stop()
  one.set('active', '2')
  expect(heard).toEqual([])
})

test('caches are not announced to other tabs by message', () => {
  const posted: unknown[] = []
  const ground: StorageGround = {
    ...createFakeDisk().openTab(),
    openChannel: () => ({
      addEventListener: () => undefined,
      postMessage: (message: unknown) => posted.push(message),
      close: () => undefined,
    }),
  }
  const storage = createStorage('default', ground)
  storage.set('cache/balances', '1')
  storage.set('active', '2')
  expect(posted).toEqual([{ name: 'active', value: '2' }])
})

test.each([null, 'text', 7, {}, { name: 1, value: 'x' }, { name: 'active', value: 3 }])(
  'SEC-103: a message of another shape (%j) changes nothing',
  (message) => {
    let receive: (event: MessageEvent) => void = () => undefined
    const disk = createFakeDisk()
    disk.deny()
    const storage = createStorage('default', {
      ...disk.openTab(),
      openChannel: () => ({
        addEventListener: (_type: string, listener: EventListenerOrEventListenerObject) => {
          receive = listener as typeof receive
        },
        postMessage: () => undefined,
        close: () => undefined,
      }),
    })
    const heard: string[] = []
    storage.watch((name) => heard.push(name))
    receive(new MessageEvent('message', { data: message }))
    expect(heard).toEqual([])
    expect(storage.names()).toEqual([])
  },
)

test('after close nothing is heard and values are still read', () => {
  const disk = createFakeDisk()
  const one = createStorage('default', disk.openTab())
  const two = createStorage('default', disk.openTab())
  const heard: string[] = []
  two.watch((name) => heard.push(name))
  two.close()
  one.set('active', '1')
  expect(heard).toEqual([])
  expect(two.get('active')).toBe('1')
})
