import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  type FakeGateway,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { readNameText } from '@latchkey/wire/profile'
import { expect, test } from 'vitest'
import { releaseName } from '../../../actions/releaseName.ts'
import { setNameAddress } from '../../../actions/setNameAddress.ts'
import { setNameAttributes } from '../../../actions/setNameAttributes.ts'
import { transferName } from '../../../actions/transferName.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { getCachedIdentity } from './cachedIdentity.ts'
import { keepName } from './registerName.ts'

const NAME = 'mira.hollowpine.example'
const record = { name: NAME, attributes: {}, addresses: {} }
const wallet = fakeConnector('io.tide')
type Sent = {
  readonly name: string
  readonly body: {
    readonly coin_type: number
    readonly address: string
    readonly message: string
    readonly recipient_signature?: string
  }
}

async function start(gateway: FakeGateway = {}, { isConnected = true } = {}) {
  const adapter = createScriptedAdapter('eip155', [wallet])
  adapter.script.connect = async () => fakeConnection(wallet, { networkId: 'eip155:10' })
  const services = createFakeServices({
    gateway: {
      getNameNonce: () => ({ nonce: 'n', timestamp: 1, zones: [] }),
      setNameAttributes: () => ({}),
      setNameAddress: () => ({}),
      transferName: () => record,
      releaseName: () => ({ released: true as const }),
      ...gateway,
    },
  })
  const made = createTestLatchkey({ services, options: { networks: [testNetwork(10)], adapters: [adapter.create] } })
  if (isConnected) {
    await made.latchkey.connect({ connectorId: wallet.id })
    keepName(made.instance, fakeAddress(1), NAME)
  }
  /** What the gateway was sent: the call, and what the signed text says. */
  const sent = () => {
    const call = services.calls.findLast(({ name }) => name !== 'getNameNonce')
    if (!call) throw new Error('Nothing was sent.')
    const { name, body } = call.input as Sent
    return { call: call.name, name, body, text: readNameText(body.message) }
  }
  return { ...made, services, sent, known: () => getCachedIdentity(made.instance, fakeAddress(1))?.name }
}

const signed = { name: NAME, account: `eip155:10:${fakeAddress(1)}`, nonce: 'n', timestamp: 1 }

test('SEC-122: attributes and an address of another coin are set by one signed text, which says them', async () => {
  const { latchkey, sent, known } = await start()
  await setNameAttributes(latchkey, { name: NAME, attributes: { bio: 'Grows pines' } })
  expect(sent()).toMatchObject({
    call: 'setNameAttributes',
    name: NAME,
    body: { coin_type: 2 ** 31 + 10, address: fakeAddress(1) },
    text: { ...signed, action: 'attributes', attributes: { bio: 'Grows pines' } },
  })
  await setNameAddress(latchkey, { name: NAME, coinType: 501, address: '' })
  expect(sent()).toMatchObject({
    call: 'setNameAddress',
    text: { ...signed, action: 'address', coin_type: 501, address: '' },
  })
  expect(known()).toBe(NAME)
})

test('a name that goes to another account, which signs the same text, is this one’s no longer', async () => {
  const { latchkey, sent, known } = await start()
  const shown: string[] = []
  await transferName(latchkey, {
    name: NAME,
    to: fakeAddress(2),
    signAsRecipient: async (message) => {
      shown.push(message)
      return '0xfeed'
    },
  })
  expect(sent()).toMatchObject({
    call: 'transferName',
    body: { recipient_signature: '0xfeed', message: shown[0] },
    text: { ...signed, action: 'transfer', to: fakeAddress(2) },
  })
  expect(known()).toBeUndefined()
})

test('a recipient who declines, and a gateway that refuses, change nothing', async () => {
  const { latchkey, services, known } = await start({
    releaseName: () => {
      throw new LatchkeyError('SIGNATURE_REFUSED', 'It is not yours.')
    },
  })
  const declines = () => Promise.reject(new LatchkeyError('USER_REJECTED', 'No.'))
  const transfer = transferName(latchkey, { name: NAME, to: fakeAddress(2), signAsRecipient: declines })
  await expect(transfer).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(services.calls.filter(({ name }) => name === 'transferName')).toEqual([])
  await expect(releaseName(latchkey, { name: NAME })).rejects.toMatchObject({ code: 'SIGNATURE_REFUSED' })
  expect(known()).toBe(NAME)
})

test('a name that was given up calls the account nothing, and without an account no gateway is asked', async () => {
  const { latchkey, sent, known } = await start()
  await releaseName(latchkey, { name: NAME })
  expect(sent()).toMatchObject({ call: 'releaseName', text: { ...signed, action: 'release' } })
  expect(known()).toBeUndefined()
  const nobody = await start({}, { isConnected: false })
  await expect(releaseName(nobody.latchkey, { name: NAME })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  expect(nobody.services.calls).toEqual([])
})
