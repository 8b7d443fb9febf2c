import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { createFaultyServer, type Fault } from '@latchkey/testing/createFaultyServer.ts'
import { expect, test } from 'vitest'
import { createGateway } from '../../services/gateway.ts'
import { createWalletFinder } from './createWalletFinder.ts'
import { loadDirectory } from './loadDirectory.ts'
import { SNAPSHOT } from './snapshot.ts'
import { directoryOf } from './state.ts'

// Loaded beforehand, so that what is loaded on demand is there within the clock's next step.
import './readDirectory.ts'
import './readSnapshot.ts'
import './firstPictures.ts'
import './snapshotPictures.ts'
import './listBundled.ts'

/** A site whose gateway is at an address, asked by the real client over the real network, with a clock moved by hand. */
function startSite(gatewayUrl: string, ask: typeof fetch = fetch) {
  const services = createFakeServices()
  const gateway = createGateway({ gatewayUrl, clock: services.clock, fetch: ask })
  const made = createTestLatchkey({ services: { ...services, gateway: async () => gateway } })
  const directory = () => directoryOf(made.instance).get()
  /** Moves the clock until something is so, and says how far in ms. The network has real time meanwhile. */
  const until = async (isSo: () => boolean): Promise<number> => {
    const startedAt = services.clock.now()
    while (!isSo() && services.clock.now() - startedAt < 20_000) {
      await new Promise((resolve) => setTimeout(resolve, 4))
      await services.clock.advance(100)
    }
    return services.clock.now() - startedAt
  }
  return { ...made, services, directory, until }
}

const DRILLS = (['hangs', 'refuses', 'resets', 'is a captive portal'] satisfies Fault[]).flatMap((fault) => [
  [`${fault}`, 'http', fault] as const,
  [`${fault}, with wrong TLS`, 'https', fault] as const,
])

test.each(DRILLS)(
  'F-59: a gateway that %s leaves the bundled list within 2 s, and the host is told once',
  async (_, scheme, fault) => {
    const server = await createFaultyServer(fault)
    const { instance, latchkey, failures, directory, until, services } = startSite(`${scheme}://${server.host}`)
    void loadDirectory(instance)
    expect(await until(() => directory().status === 'failed')).toBeLessThanOrEqual(2_000)
    expect(directory().recommended[0]?.key).toBe(SNAPSHOT[0]?.id)
    await services.clock.advance(20_000)
    expect(failures.map(({ code }) => code)).toEqual(['DIRECTORY_DOWN'])
    latchkey.destroy()
    await server.close()
  },
)

test('F-59: the list of all wallets gives up waiting at 2 s as well', async () => {
  const server = await createFaultyServer('hangs')
  const { instance, latchkey, directory, until } = startSite(`http://${server.host}`)
  createWalletFinder(instance, { prepare: async () => undefined })
  expect(await until(() => directory().finding?.status === 'failed')).toBeLessThanOrEqual(2_000)
  expect(directory().finding?.browsed?.wallets.length).toBeGreaterThan(20)
  latchkey.destroy()
  await server.close()
})

test.each([
  ['within the wait is waited for', 1_500, []],
  ['after the wait is taken over all the same', 5_000, ['DIRECTORY_DOWN']],
] as const)('F-59: a gateway whose name is found %s', async (_, delayMs, told) => {
  const { instance, failures, directory, until, services } = startSite('http://gateway.test', async () => {
    await new Promise<void>((resolve) => services.clock.after(delayMs, resolve))
    return Response.json({ count: 1, data: [{ id: 'late', name: 'Late', chains: ['eip155:1'] }] })
  })
  void loadDirectory(instance)
  if (told.length > 0) {
    expect(await until(() => directory().status === 'failed')).toBeLessThanOrEqual(2_000)
    expect(directory().recommended).toHaveLength(4)
  }
  await until(() => directory().status === 'ready')
  expect(directory().recommended.map(({ key }) => key)).toEqual(['late'])
  expect(failures.map(({ code }) => code)).toEqual(told)
})
