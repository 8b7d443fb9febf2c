import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { ModalContext } from '../hooks.ts'
import { late } from './late.tsx'

test('F-58: a part that could not be loaded without a network keeps its place, and comes once there is one', async () => {
  const services = createFakeServices()
  services.browser.setOnline(false)
  const { instance } = createTestLatchkey({ services })
  const Part = late(
    async () => {
      if (!services.browser.isOnline()) throw new TypeError('Failed to fetch dynamically imported module')
      return () => <p>The part</p>
    },
    <p>Its place</p>,
  )
  const element = document.createElement('div')
  const root = createRoot(element)
  const loadWords = async (): Promise<void> => undefined
  root.render(
    <ModalContext.Provider value={{ instance, loadWords } as never}>
      <Part />
    </ModalContext.Provider>,
  )
  await expect.poll(() => element.textContent).toBe('Its place')
  services.browser.setOnline(true)
  await expect.poll(() => element.textContent).toBe('The part')
  expect(services.log).toEqual([])
  root.unmount()
})
