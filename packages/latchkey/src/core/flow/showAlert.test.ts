import { createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { dismissBanner } from './dismissBanner.ts'
import { showAlert } from './showAlert.ts'

test('outside debug mode a visitor sees no alert', () => {
  const { instance, services } = createTestLatchkey()
  showAlert(instance, 'INVALID_APP_CONFIGURATION')
  expect(instance.stores.banner.get().banner).toBeUndefined()
  expect(services.log.filter((line) => line.startsWith('warn'))).toEqual([])
})

test('in debug mode each alert shows and is logged once a page load', () => {
  const { instance, services } = createTestLatchkey({ options: { debug: true } })
  showAlert(instance, 'NETWORK_NOT_FOUND', 'eip155:5')
  expect(instance.stores.banner.get().banner).toEqual({
    code: 'NETWORK_NOT_FOUND',
    variant: 'warning',
    detail: 'eip155:5',
  })
  dismissBanner(instance)
  showAlert(instance, 'NETWORK_NOT_FOUND', 'eip155:7')
  expect(instance.stores.banner.get().banner).toBeUndefined()
  showAlert(instance, 'SESSION_EXPIRED')
  expect(instance.stores.banner.get().banner?.code).toBe('SESSION_EXPIRED')
  expect(services.log.filter((line) => line.startsWith('warn'))).toHaveLength(2)
})
