import { createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { type OpenRequest, requestsOf } from '../kernel/requests/requests.ts'
import { closeModal } from './closeModal.ts'
import { openModal } from './openModal.ts'
import { pushView } from './pushView.ts'
import { getRoute } from './router.ts'
import { showRequest } from './showRequest.ts'

const REQUEST: OpenRequest = {
  id: 1,
  namespace: 'eip155',
  walletName: 'Pocket Fox',
  kind: 'sign',
  hint: undefined,
  link: 'fox://wc?requestId=1&sessionTopic=ab',
}

function make() {
  const { instance } = createTestLatchkey()
  showRequest(instance)
  const { modal } = instance.stores
  return {
    instance,
    set: (request: OpenRequest | undefined) => requestsOf(instance).set((state) => ({ ...state, open: request })),
    isOpen: () => modal.get().open,
  }
}

test('F-23: what a waiting request has to say opens the modal, and its answer closes it again', () => {
  const { instance, set, isOpen } = make()
  set(REQUEST)
  expect(isOpen()).toBe(false)
  set({ ...REQUEST, hint: 'OPEN_WALLET_NEEDED' })
  expect(isOpen()).toBe(true)
  expect(getRoute(instance.stores.router.get()).view).toBe('Account')
  set(undefined)
  expect(isOpen()).toBe(false)
})

test('a modal that the visitor opened stays where and as long as the visitor wants', () => {
  const { instance, set, isOpen } = make()
  void openModal(instance, { view: 'Networks' })
  set(REQUEST)
  set({ ...REQUEST, hint: 'REQUEST_UNANSWERED' })
  expect(getRoute(instance.stores.router.get()).view).toBe('Networks')
  set(undefined)
  expect(isOpen()).toBe(true)
})

test('a hint that was closed does not come back, and one that was left for another view does not close that', () => {
  const { instance, set, isOpen } = make()
  set(REQUEST)
  set({ ...REQUEST, hint: 'OPEN_WALLET_NEEDED' })
  closeModal(instance, 'escape')
  set({ ...REQUEST, hint: 'OPEN_WALLET_NEEDED' })
  expect(isOpen()).toBe(false)

  set({ ...REQUEST, id: 2 })
  set({ ...REQUEST, id: 2, hint: 'OPEN_WALLET_NEEDED' })
  pushView(instance, { view: 'Networks' })
  set(undefined)
  expect(isOpen()).toBe(true)
})
