import {
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAddress,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listDifferences } from '../../checks/listDifferences.ts'
import { resolveOptions } from '../../roof/resolveOptions.ts'
import { connectWallet } from '../attempt/connectWallet.ts'
import { disconnect } from '../connections/disconnect.ts'
import { readInitialState } from './readInitialState.ts'

const fox = fakeConnector('io.fox')
const FOX = { namespace: 'eip155', connectorId: 'io.fox' } as const
const SAVED = { connectorId: 'io.fox', networkId: 'eip155:10', address: fakeAddress(1) } as const

function toHeader(record: unknown, id = 'default'): string {
  return `theme=dark; latchkey-${id}=${encodeURIComponent(JSON.stringify(record))}; other=1`
}

/** A page whose cookies a test reads as its server would. */
function openPage(href: string, id = 'default', disk = createFakeDisk()) {
  const jar = { texts: [] as string[] }
  const document = {
    get cookie() {
      return ''
    },
    set cookie(text: string) {
      jar.texts.push(text)
    },
  }
  const walletWindow = Object.assign(new EventTarget(), { location: { href }, document })
  const wallet = createScriptedAdapter('eip155', [fox])
  const made = createTestLatchkey({
    options: { id, adapters: [wallet.create], storage: 'cookie' },
    services: createFakeServices({ id, disk, walletWindow }),
  })
  const settle = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...made, wallet, jar, settle }
}

test('reads the connections of an instance out of a Cookie header', () => {
  const header = toHeader({ v: 1, active: 'eip155', connections: { eip155: SAVED } })
  expect(readInitialState(header)).toEqual({
    activeNamespace: 'eip155',
    connections: { eip155: SAVED },
    networkIds: { eip155: 'eip155:10' },
  })
  expect(readInitialState(header, 'other')).toBeUndefined()
  expect(readInitialState(toHeader({ v: 1, connections: { eip155: SAVED } }, 'shop'), 'shop')?.connections).toEqual({
    eip155: SAVED,
  })
})

test.each([
  ['no header', undefined],
  ['null', null],
  ['no cookie of ours', 'theme=dark'],
  ['an empty cookie', 'latchkey-default='],
  ['half an escape', 'latchkey-default=%7B%E0%A4%A'],
  ['no JSON', 'latchkey-default=hello'],
  ['another version', toHeader({ v: 2, connections: { eip155: SAVED } })],
  ['connections of another shape', toHeader({ v: 1, connections: 'all' })],
  ['a text without end', `latchkey-default=${'a'.repeat(5_000)}`],
])('SEC-103: %s says nothing', (_name, header) => {
  expect(readInitialState(header)).toBeUndefined()
})

test('SEC-103: what does not fit is left out, and the rest is read', () => {
  const connections = {
    eip155: SAVED,
    solana: { connectorId: 'Lamp', networkId: 'eip155:1' },
    cosmos: SAVED,
    bip122: { connectorId: 'x'.repeat(300), networkId: 'bip122:main' },
  }
  expect(readInitialState(toHeader({ v: 1, active: 'cosmos', connections }))).toEqual({
    connections: { eip155: SAVED },
    networkIds: { eip155: 'eip155:10' },
  })
})

test('no header makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      readInitialState(text)
      readInitialState(`latchkey-default=${text}`)
    }),
  )
})

test('what the browser writes is what the server reads', async () => {
  const { instance, jar, settle } = openPage('https://shop.test/')
  await connectWallet(instance, FOX)
  await settle(() => jar.texts.some((text) => text.includes('io.fox')))
  const written = jar.texts.at(-1) ?? ''
  expect(written).toMatch(/^latchkey-default=[^;]+; Path=\/; Max-Age=34560000; SameSite=Lax; Secure$/)
  expect(readInitialState(written.split(';')[0])).toEqual({
    activeNamespace: 'eip155',
    connections: { eip155: { ...SAVED, networkId: 'eip155:1' } },
    networkIds: { eip155: 'eip155:1' },
  })
})

test('a disconnect ends the cookie, and on plain http it is not Secure', async () => {
  const { instance, jar, settle } = openPage('http://localhost:3000/')
  await connectWallet(instance, FOX)
  await settle(() => jar.texts.some((text) => text.includes('io.fox')))
  expect(jar.texts.at(-1)).not.toContain('Secure')
  await disconnect(instance)
  await settle(() => jar.texts.at(-1) === 'latchkey-default=; Path=/; Max-Age=0; SameSite=Lax')
})

test('nothing is written without a change, and nothing after destroy', async () => {
  const { instance, latchkey, jar, settle } = openPage('https://shop.test/')
  await connectWallet(instance, FOX)
  await settle(() => jar.texts.some((text) => text.includes('io.fox')))
  const before = jar.texts.length
  instance.stores.connection.set((state) => ({ ...state }))
  await new Promise((resolve) => setImmediate(resolve))
  expect(jar.texts).toHaveLength(before)
  latchkey.destroy()
  instance.stores.connection.set((state) => ({ ...state, byNamespace: {} }))
  await new Promise((resolve) => setImmediate(resolve))
  expect(jar.texts).toHaveLength(before)
})

test('a site that did not ask for cookies gets none', async () => {
  const { instance } = createTestLatchkey({
    options: { adapters: [createScriptedAdapter('eip155', [fox]).create] },
    services: createFakeServices({
      walletWindow: Object.assign(new EventTarget(), {
        document: {
          set cookie(_text: string) {
            throw new Error('A cookie was written.')
          },
        },
      }),
    }),
  })
  await connectWallet(instance, FOX)
  expect([...instance.live.said]).not.toContain('COOKIE')
})

test('an instance begins with what its server read, before storage says anything', () => {
  const initialState = readInitialState(toHeader({ v: 1, active: 'eip155', connections: { eip155: SAVED } }))
  const { latchkey } = createTestLatchkey({
    options: { adapters: [createScriptedAdapter('eip155', [fox]).create], initialState },
    isStarted: false,
  })
  expect(latchkey.getState()).toMatchObject({
    status: 'connecting',
    loading: true,
    restoringAddress: fakeAddress(1),
    address: undefined,
    networkId: 'eip155:10',
    ready: false,
  })
})

test('a cookie that storage knows nothing of is forgotten at once', async () => {
  const initialState = readInitialState(toHeader({ v: 1, active: 'eip155', connections: { eip155: SAVED } }))
  const { latchkey, services } = createTestLatchkey({
    options: { adapters: [createScriptedAdapter('eip155', [fox]).create], initialState },
  })
  expect(latchkey.getState()).toMatchObject({ status: 'disconnected', restoringAddress: undefined })
  for (let turns = 0; turns < 100 && !latchkey.getState().ready; turns += 1) await services.clock.advance(0)
  expect(latchkey.getState().ready).toBe(true)
})

test('F-50: another request of the same visitor, with another cookie, is no other set-up', () => {
  const page = { title: () => 'Shop', origin: () => 'https://shop.test' }
  const networks = [testNetwork(1)] as const
  const initialState = readInitialState(toHeader({ v: 1, connections: { eip155: SAVED } }))
  const one = resolveOptions({ networks, initialState }, page)
  expect(listDifferences(one, resolveOptions({ networks }, page))).toEqual([])
  expect(listDifferences(one, resolveOptions({ networks, storage: 'cookie' }, page))).toEqual(['storage'])
})
