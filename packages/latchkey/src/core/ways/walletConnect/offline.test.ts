import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
import { connectWalletConnect } from './connectWalletConnect.ts'

const MISSING = new TypeError('Failed to fetch dynamically imported module: https://shop.example/walletConnect.js')

test('F-58: without a network before the pairing code is loaded it is OFFLINE, and goes on by itself once there is one', async () => {
  const phone = await createTestPhone()
  let isOnline = false
  let hear: ((online: boolean) => void) | undefined
  const services = createFakeServices({
    clock: phone.clock,
    walletConnect: async () => (isOnline ? phone.walletConnect() : Promise.reject(MISSING)),
    browser: {
      isOnline: () => isOnline,
      watchOnline: (listener) => {
        hear = listener
        return () => undefined
      },
    },
  })
  const { instance, failures } = createTestLatchkey({ services })
  const { connection } = instance.stores
  connectWalletConnect(instance).catch(() => undefined)
  await phone.until(() => connection.get().attempt?.hint === 'OFFLINE')
  await services.clock.advance(1_000)
  expect(connection.get().attempt).toMatchObject({ phase: 'waiting', hint: 'OFFLINE' })
  expect(failures.map(({ code }) => code)).toEqual(['OFFLINE'])

  isOnline = true
  hear?.(true)
  const uri = await phone.until(() => connection.get().attempt?.pairing?.uri)
  expect(uri).toMatch(/^wc:/)
  expect(connection.get().attempt?.hint).toBeUndefined()
})

test('with a network, code that is missing is a coded failure', async () => {
  const services = createFakeServices({ walletConnect: () => Promise.reject(MISSING) })
  const { instance } = createTestLatchkey({ services })
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  await services.clock.advance(1_000)
  await expect(asked).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE', step: 'pair' })
})
