import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { hideToast } from './hideToast.ts'
import { pauseToast } from './pauseToast.ts'
import { showToast } from './showToast.ts'

function setUp() {
  const services = createFakeServices()
  const { instance } = createTestLatchkey({ services })
  return { instance, services, advance: services.clock.advance, getKey: () => instance.stores.toast.get().toast?.key }
}

test('a success leaves after 4 s', async () => {
  const { instance, advance, getKey } = setUp()
  showToast(instance, { variant: 'success', key: 'addressCopied' })
  await advance(3_999)
  expect(getKey()).toBe('addressCopied')
  await advance(1)
  expect(getKey()).toBeUndefined()
})

test.each(['loading', 'error'] as const)(
  'a toast of the variant %s stays until it is closed or replaced',
  async (variant) => {
    const { instance, advance, getKey } = setUp()
    showToast(instance, { variant, key: 'disconnectFailed' })
    await advance(600_000)
    expect(getKey()).toBe('disconnectFailed')
    hideToast(instance)
    expect(getKey()).toBeUndefined()
  },
)

test('an open toast leaves first and the new one comes 150 ms later', async () => {
  const { instance, advance, getKey } = setUp()
  showToast(instance, { variant: 'error', key: 'disconnectFailed' })
  showToast(instance, { variant: 'success', key: 'addressCopied' })
  expect(getKey()).toBeUndefined()
  await advance(149)
  expect(getKey()).toBeUndefined()
  await advance(1)
  expect(getKey()).toBe('addressCopied')
})

test('of several toasts in one moment the newest is shown, and only that', async () => {
  const { instance, advance, getKey } = setUp()
  showToast(instance, { variant: 'error', key: 'disconnectFailed' })
  showToast(instance, { variant: 'success', key: 'addressCopied' })
  await advance(100)
  showToast(instance, { variant: 'success', key: 'networkSwitched' })
  await advance(100)
  expect(getKey()).toBeUndefined()
  await advance(50)
  expect(getKey()).toBe('networkSwitched')
})

test('the clock of a toast stands still while it is hovered or focused, and goes on with what is left', async () => {
  const { instance, advance, getKey } = setUp()
  showToast(instance, { variant: 'success', key: 'addressCopied' })
  await advance(3_000)
  pauseToast(instance, true)
  await advance(60_000)
  expect(getKey()).toBe('addressCopied')
  pauseToast(instance, false)
  await advance(999)
  expect(getKey()).toBe('addressCopied')
  await advance(1)
  expect(getKey()).toBeUndefined()
})

test('the clock of a toast stands still while the page is hidden', async () => {
  const { instance, services, advance, getKey } = setUp()
  showToast(instance, { variant: 'success', key: 'addressCopied' })
  services.browser.setVisible(false)
  await advance(60_000)
  expect(getKey()).toBe('addressCopied')
  services.browser.setVisible(true)
  await advance(4_000)
  expect(getKey()).toBeUndefined()
})
