import { createFakeDisk, createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { makeListing } from '@latchkey/testing/fixtures.ts'
import { expect, test } from 'vitest'
import { getConnections } from '../../../actions/getConnections.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'

const PICTURE = 'data:image/png;base64,AAAA'

test('a phone wallet that was chosen keeps its picture and its place in the directory, also after a reload', async () => {
  const phone = await createTestPhone()
  const disk = createFakeDisk()
  const { clock, walletConnect } = phone
  const load = () => createTestLatchkey({ services: createFakeServices({ clock, walletConnect, disk }) })
  const { latchkey, instance } = load()
  const wallet = makeListing('Northkey', PICTURE, { imageId: 'northkey-picture', links: { mobileLink: 'northkey://' } })
  const asked = connectWalletConnect(instance, { wallet })
  const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
  await phone.approve(uri, 'eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045')
  await asked
  const shown = { imageUrl: PICTURE, imageId: 'northkey-picture', explorerId: wallet.key }
  expect(getConnections(latchkey)[0]?.connector).toMatchObject(shown)
  latchkey.destroy()

  const next = load()
  await phone.until(() => next.latchkey.getState().status === 'connected')
  expect(getConnections(next.latchkey)[0]?.connector).toMatchObject(shown)
})
