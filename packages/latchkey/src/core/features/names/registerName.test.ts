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
import { expect, test } from 'vitest'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { getCachedIdentity } from './cachedIdentity.ts'
import { mayRegister } from './mayRegister.ts'
import { fetchSuggestions, registerName } from './registerName.ts'
import { findLabelProblem, toLabel } from './registrationRules.ts'

const NAME = 'mira.hollowpine.example'
const record = { name: NAME, attributes: {}, addresses: {} }
const wallet = fakeConnector('io.tide')
const fails = (code: string) => () => {
  throw new LatchkeyError(code, 'It was refused.')
}

async function start(gateway: FakeGateway, { chainId = 1, isConnected = true } = {}) {
  const adapter = createScriptedAdapter('eip155', [wallet])
  adapter.script.connect = async () => fakeConnection(wallet, { networkId: `eip155:${chainId}` })
  const services = createFakeServices({
    gateway: { getNameNonce: () => ({ nonce: 'n', timestamp: 1, zones: [] }), registerName: () => record, ...gateway },
  })
  const made = createTestLatchkey({
    services,
    options: { networks: [testNetwork(chainId)], adapters: [adapter.create] },
  })
  if (isConnected) await made.latchkey.connect({ connectorId: wallet.id })
  const count = (name: string) => services.calls.filter((call) => call.name === name).length
  return { ...made, adapter, services, count }
}

test('a name that is registered is what the account is called, on this page and for the next', async () => {
  const { instance, latchkey, count } = await start({})
  await registerName(instance, NAME)
  expect(count('registerName')).toBe(1)
  expect(getCachedIdentity(instance, fakeAddress(1))?.name).toBe(NAME)
  expect(latchkey.getState().address).toBe(fakeAddress(1))
})

test('a registration whose answer was lost counts where the gateway has it, also when it is asked for once more', async () => {
  const lost = await start({ registerName: fails('DATA_UNAVAILABLE'), getNamesOf: () => [record] })
  await registerName(lost.instance, NAME)
  const again = await start({ registerName: fails('NAME_TAKEN'), getNamesOf: () => [record] })
  await registerName(again.instance, NAME)
  const other = await start({ registerName: fails('NAME_TAKEN'), getNamesOf: () => [{ ...record, name: 'else.x.y' }] })
  await expect(registerName(other.instance, NAME)).rejects.toMatchObject({ code: 'NAME_TAKEN' })
})

test.each(['NAME_TAKEN', 'NAME_REFUSED', 'NAME_TEXT_REFUSED', 'SIGNATURE_REFUSED', 'RATE_LIMITED'])(
  'a gateway that says %s is told as such, with the name, and nothing is called by it',
  async (code) => {
    const { instance, events } = await start({ registerName: fails(code), getNamesOf: () => [] })
    await expect(registerName(instance, NAME)).rejects.toMatchObject({
      code,
      shortMessage: `Error registering name ${NAME}`,
      facts: { name: NAME },
    })
    expect(getCachedIdentity(instance, fakeAddress(1))).toBeUndefined()
    expect(events.at(-1)).toMatchObject({ name: 'REGISTER_NAME_ERROR', properties: { message: code } })
  },
)

test('what can be had is asked of the gateway, and a failure is told in words with its code', async () => {
  const suggestions = [{ name: NAME, registered: true }]
  const { instance } = await start({ suggestNames: () => ({ suggestions }) })
  expect(await fetchSuggestions(instance, { label: 'mira' })).toEqual(suggestions)
  const none = await start({ suggestNames: fails('NOT_FOUND') })
  await expect(fetchSuggestions(none.instance, { label: 'mira' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    shortMessage: 'Error fetching name suggestions',
  })
})

test('a wallet that declines registers nothing, and a gateway that answers for another name is not believed', async () => {
  const declined = await start({})
  declined.adapter.script.signMessage = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  await expect(registerName(declined.instance, NAME)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(declined.count('registerName')).toBe(0)
  const lying = await start({ registerName: () => ({ ...record, name: 'other.x.y' }), getNamesOf: () => [] })
  await expect(registerName(lying.instance, NAME)).rejects.toMatchObject({ code: 'DATA_UNAVAILABLE' })
})

test('without a connected account, and on a chain without a coin type, no wallet and no gateway is asked', async () => {
  const nobody = await start({}, { isConnected: false })
  await expect(registerName(nobody.instance, NAME)).rejects.toMatchObject({
    code: 'NOT_CONNECTED',
    shortMessage: 'Address or auth connector not found',
  })
  const far = await start({}, { chainId: 2 ** 31 })
  await expect(registerName(far.instance, NAME)).rejects.toMatchObject({
    code: 'NAME_REFUSED',
    shortMessage: 'Invalid chainId',
  })
  expect([nobody, far].map(({ count }) => count('getNameNonce'))).toEqual([0, 0])
  expect(far.adapter.asked.filter((call) => call.startsWith('sign'))).toEqual([])
})

test('names are offered on EVM mainnets where a gateway may serve them, and not where it said that it does not', async () => {
  const { instance } = await start({})
  const networks = instance.stores.networks.get()
  const known = { supportedChains: undefined, unserved: [] }
  expect(mayRegister(instance, networks, known)).toBe(true)
  expect(mayRegister(instance, networks, { ...known, unserved: ['names eip155:1'] })).toBe(false)
  expect(mayRegister(instance, networks, { ...known, supportedChains: ['eip155:10'] })).toBe(false)
  const bare = { ...instance, services: { ...instance.services, gateway: null } }
  expect(mayRegister(bare, networks, known)).toBe(false)
  const [first] = networks.all
  const testnet = { ...networks, all: [{ ...first, testnet: true }] as const }
  expect(mayRegister(instance, testnet, known)).toBe(false)
})

test('a label is read as it is typed or pasted, and told apart from what is none', () => {
  const zones = ['hollowpine.example']
  expect([' Mira', 'MIRA.hollowpine.example', 'mira.eth'].map((typed) => toLabel(typed, zones))).toEqual([
    'mira',
    'mira',
    'mira.eth',
  ])
  expect(['', 'mir', 'mira', 'mi-ra1', 'a'.repeat(64)].map(findLabelProblem)).toEqual([
    'short',
    'short',
    undefined,
    undefined,
    undefined,
  ])
  for (const label of ['mira.eth', 'mirä', 'mi ra', '-mira', 'mira-', 'ab--cd', 'a'.repeat(65)]) {
    expect([label, findLabelProblem(label)]).toEqual([label, 'invalid'])
  }
})
