import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import '../../kernel/connections/followConnection.ts'
import { GOODBYE_LIMIT_MS } from '../../kernel/connections/disconnect.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'

test('F-16: leaving succeeds where neither the wallet nor the relay can be reached', async () => {
  const phone = await createTestPhone()
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect })
  const { instance, latchkey, failures } = createTestLatchkey({ services })
  const connecting = connectWalletConnect(instance)
  const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
  await phone.approve(uri, 'eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045')
  await connecting
  phone.relay.stall()
  phone.relay.cut()
  const before = phone.clock.now()
  const outcome: { isDone?: boolean; error?: unknown } = {}
  latchkey.disconnect().then(
    () => {
      outcome.isDone = true
    },
    (error: unknown) => {
      outcome.error = error
    },
  )
  await phone.until(() => outcome.isDone || outcome.error)
  expect(outcome).toEqual({ isDone: true })
  expect(phone.clock.now() - before).toBeLessThan(GOODBYE_LIMIT_MS)
  expect(latchkey.getState().status).toBe('disconnected')
  expect(failures).toEqual([])
})
