import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  type FakeGateway,
  fakeConnector,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { isDataImage } from '../../values/isDataImage.ts'
import { loadDirectory } from './loadDirectory.ts'
import { SNAPSHOT } from './snapshot.ts'
import { directoryOf } from './state.ts'

const record = (id: string, parts: Record<string, unknown> = {}) => ({
  id,
  name: id.toUpperCase(),
  chains: [],
  ...parts,
})
type Query = { include?: string[]; exclude?: string[]; rdns?: string[]; entries?: number; chains?: string[] }

/** A directory of a few wallets that filters as the gateway does. */
const wallets = [
  record('a', { rdns: 'io.a', image_id: 'pic-a', homepage: 'https://a.example/' }),
  record('b', { rdns: 'io.b' }),
  record('c'),
  record('d'),
  record('e'),
  record('f'),
  record('g'),
]
const served: FakeGateway = {
  getWallets: (input) => {
    const { include, exclude, rdns, entries = 40 } = input as Query
    const data = wallets.filter(
      (wallet) =>
        (!include || include.includes(wallet.id)) &&
        !exclude?.includes(wallet.id) &&
        (!rdns || rdns.includes(String((wallet as { rdns?: string }).rdns))),
    )
    return { count: data.length, data: data.slice(0, entries) }
  },
}

function start(gateway: FakeGateway | undefined, options: Partial<CreateLatchkeyOptions> = {}) {
  const services = createFakeServices({ gateway })
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.a')])
  const made = createTestLatchkey({ services, options: { adapters: [adapter.create], ...options } })
  return { ...made, services, adapter, directory: () => directoryOf(made.instance).get() }
}
const ids = (list: readonly { key: string }[]) => list.map((listing) => listing.key)

test('featured wallets keep the site’s order, recommended ones are one page of four, and each is asked once', async () => {
  const { instance, services, directory } = start(served, {
    featuredWalletIds: ['f', 'c'],
    excludeWalletIds: ['b'],
  })
  await Promise.all([loadDirectory(instance), loadDirectory(instance)])
  await loadDirectory(instance)
  expect(directory().status).toBe('ready')
  expect(ids(directory().featured)).toEqual(['f', 'c'])
  expect(ids(directory().recommended)).toEqual(['a', 'd', 'e', 'g'])
  expect(directory().excluded).toEqual({ rdns: ['io.b'], names: ['B'] })
  expect(services.calls).toHaveLength(4)
  expect(services.calls).toContainEqual({
    name: 'getWallets',
    input: { page: 1, entries: 4, chains: ['eip155:1', 'eip155:10'], exclude: ['b', 'f', 'c'] },
  })
})

test('wallets connected lately are looked up by their ids, but for those that the page has or the site brought', async () => {
  const { instance, services, directory } = start(served, { customWallets: [{ id: 'own', name: 'Own' }] })
  await services.clock.advance(0)
  instance.stores.connectors.set((state) => ({ ...state, recent: ['g', 'io.a', 'own'] }))
  await loadDirectory(instance)
  expect(ids(directory().recent ?? [])).toEqual(['g'])
  expect(services.calls).toContainEqual({ name: 'getWallets', input: { include: ['g'], entries: 1 } })
})

test('F-59: without the directory, wallets connected lately are those of the bundled list', async () => {
  const { instance, directory } = start({ getWallets: () => Promise.reject(new Error('down')) })
  const last = SNAPSHOT.at(-1)?.id ?? ''
  instance.stores.connectors.set((state) => ({ ...state, recent: [last] }))
  await loadDirectory(instance)
  expect(ids(directory().recent ?? [])).toEqual([last])
})

test('only included wallets are recommended', async () => {
  const { instance, directory } = start(served, { includeWalletIds: ['g', 'e'] })
  await loadDirectory(instance)
  expect(ids(directory().recommended)).toEqual(['e', 'g'])
})

test('on a chain that no directory knows, wallets of other chains are recommended', async () => {
  const { instance, directory } = start({
    getWallets: (input) =>
      (input as Query).chains ? { count: 0, data: [] } : { count: 2, data: [record('a'), record('b')] },
  })
  await loadDirectory(instance)
  expect(ids(directory().recommended)).toEqual(['a', 'b'])
})

test('installed wallets get picture and links by their rdns, also when announced later', async () => {
  const { instance, adapter, services, directory } = start(served)
  await services.clock.advance(0)
  await loadDirectory(instance)
  expect(directory().byRdns['io.a']).toMatchObject({
    imageUrl: 'https://gateway.test/wallet/pic-a',
    links: { homepage: 'https://a.example/' },
  })
  adapter.announce(fakeConnector('io.b'), fakeConnector('io.unknown'))
  await services.clock.advance(0)
  expect(Object.keys(directory().byRdns).sort()).toEqual(['io.a', 'io.b'])
  const calls = services.calls.length
  adapter.announce(fakeConnector('io.b#2', { rdns: 'io.b' }))
  await services.clock.advance(0)
  expect(services.calls).toHaveLength(calls)
})

test('without a gateway the bundled snapshot serves, and nobody is told of a failure', async () => {
  const first = SNAPSHOT[0]
  const { instance, directory, failures } = start(undefined, { featuredWalletIds: [SNAPSHOT[2]?.id ?? ''] })
  await loadDirectory(instance)
  expect(directory().status).toBe('ready')
  expect(directory().featured[0]?.key).toBe(SNAPSHOT[2]?.id)
  expect(directory().recommended[0]?.key).toBe(first?.id)
  expect(directory().recommended).toHaveLength(4)
  const shown = [...directory().featured, ...directory().recommended]
  expect(shown.filter(({ imageUrl }) => !isDataImage(imageUrl))).toEqual([])
  expect(failures).toEqual([])
})

test('without the explorer nobody is asked, and excluded wallets are still told by rdns', async () => {
  const excluded = SNAPSHOT.find((entry) => entry.rdns !== undefined)
  const { instance, services, directory } = start(served, {
    enableExplorer: false,
    featuredWalletIds: ['f'],
    excludeWalletIds: [excluded?.id ?? ''],
  })
  await loadDirectory(instance)
  expect(services.calls).toEqual([])
  expect(directory()).toMatchObject({ status: 'ready', featured: [], recommended: [], byRdns: {}, count: 0 })
  expect(directory().excluded).toEqual({ rdns: [excluded?.rdns], names: [excluded?.name] })
})

test('wallets of the snapshot that serve no namespace of the site are not recommended', async () => {
  const { instance, directory } = start(undefined)
  await loadDirectory(instance)
  const shown = SNAPSHOT.filter((entry) => ids(directory().recommended).includes(entry.id))
  expect(shown.every((entry) => entry.chains.some((chain) => chain.startsWith('eip155:')))).toBe(true)
})

test('excluded wallets of the snapshot are gone, with their rdns', async () => {
  const excluded = SNAPSHOT.find((entry) => entry.rdns !== undefined)
  const { instance, directory } = start(undefined, { excludeWalletIds: [excluded?.id ?? ''] })
  await loadDirectory(instance)
  expect(ids(directory().recommended)).not.toContain(excluded?.id)
  expect(directory().excluded.rdns).toEqual([excluded?.rdns])
})

test.each([
  ['fails', {}],
  ['never answers', { getWallets: () => new Promise(() => undefined) }],
] satisfies [string, FakeGateway][])(
  'F-59: when the gateway %s the snapshot serves, it is told, and the next call asks again',
  async (_what, gateway) => {
    let answers: FakeGateway = gateway
    const { instance, services, directory, failures } = start({
      getWallets: (input) => {
        const answer = answers.getWallets
        if (!answer) throw new Error('down')
        return answer(input)
      },
    })
    const loading = loadDirectory(instance)
    await services.clock.advance(10_000)
    await loading
    expect(directory().status).toBe('failed')
    expect(directory().recommended[0]?.key).toBe(SNAPSHOT[0]?.id)
    expect(failures).toMatchObject([{ code: 'DIRECTORY_DOWN', final: false }])
    answers = served
    await loadDirectory(instance)
    expect(directory().status).toBe('ready')
    expect(ids(directory().recommended)).toEqual(['a', 'b', 'c', 'd'])
  },
)

test('an instance that ends while the directory loads tells nothing', async () => {
  const { latchkey, instance, failures } = start({ getWallets: () => new Promise(() => undefined) })
  const loading = loadDirectory(instance)
  latchkey.destroy()
  await loading
  expect(failures).toEqual([])
})
