import { createFakeServices, createTestLatchkey, type FakeGateway, fakeAccounts, testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { watchDetails } from './watchDetails.ts'

test('a name that could not be read is asked for again when the modal opens, the page is looked at or is online again', async () => {
  const answers: (() => unknown)[] = []
  const gateway: FakeGateway = {
    getSupportedChains: () => ({ http: ['eip155:1'], ws: [] }),
    getIdentity: () => answers.shift()?.() ?? Promise.reject(new TypeError('down')),
  }
  const services = createFakeServices({ gateway })
  const { instance } = createTestLatchkey({ services, isStarted: false, options: { networks: [testNetwork(1)] } })
  const all = fakeAccounts(1)
  const [active] = all
  if (active) instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all } } }))
  const names: (string | undefined)[] = []
  const asked = () => services.calls.filter(({ name }) => name === 'getIdentity').length
  const stop = watchDetails(instance, { namespace: undefined, showBalance: false, showAccount: true }, ({ name }) =>
    names.push(name),
  )
  await expect.poll(asked).toBe(1)

  instance.stores.modal.set((modal) => ({ ...modal, open: true }))
  await expect.poll(asked).toBe(2)
  services.browser.setOnline(false)
  services.browser.setOnline(true)
  await expect.poll(asked).toBe(3)
  answers.push(() => ({ name: 'mira.eth', avatar: null, resolvedAt: null }))
  services.browser.setVisible(false)
  services.browser.setVisible(true)
  await expect.poll(() => names.at(-1)).toBe('mira.eth')
  expect(asked()).toBe(4)

  // What is known is not asked for again.
  instance.stores.modal.set((modal) => ({ ...modal, open: false }))
  instance.stores.modal.set((modal) => ({ ...modal, open: true }))
  await services.clock.advance(0)
  expect(asked()).toBe(4)
  stop()
})
