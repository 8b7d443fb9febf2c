import { expect, it } from 'vitest'
import { KNOWS_ASSETS, listSmartCapabilities, readCapabilitiesRequest, typeOfRequest } from './accountType.ts'

const OWN = '0x00000000000000000000000000000000000A11cE'
const SMART = '0x00000000000000000000000000000000005a4E00'
const around = (preferred: 'eoa' | 'smartAccount', network = 'eip155:10') => ({
  account: { addresses: { eip155: OWN, solana: '' }, smartAccount: SMART },
  network,
  preferred,
  networks: [
    { id: 'eip155:1', isSponsored: true },
    { id: 'eip155:10', isSponsored: false },
  ],
})

it.each([
  ['personal_sign', (named: unknown) => ['0x11', named]],
  ['eth_signTypedData_v4', (named: unknown) => [named, '{}']],
  ['eth_sendTransaction', (named: unknown) => [{ from: named, to: OWN }]],
  ['wallet_sendCalls', (named: unknown) => [{ from: named, calls: [] }]],
] as const)('%s is for the account that it names, and for the one in use where it names neither', (method, write) => {
  const typeOf = (named: unknown, ...rest: Parameters<typeof around>) =>
    typeOfRequest({ method, params: [...write(named)] }, around(...rest))
  expect(typeOf(OWN.toLowerCase(), 'smartAccount')).toBe('eoa')
  expect(typeOf(SMART.toLowerCase(), 'eoa')).toBe('smartAccount')
  expect(typeOf(undefined, 'smartAccount')).toBe('smartAccount')
  expect(typeOf(undefined, 'eoa')).toBe('eoa')
  // Without a bundler there is no smart account, whoever names it.
  expect(typeOf(SMART, 'smartAccount', 'eip155:137')).toBe('eoa')
})

it('a permission is asked of the account that the request names, by either name of that field', () => {
  const typeOf = (wanted: object) =>
    typeOfRequest({ method: 'wallet_grantPermissions', params: [wanted] }, around('smartAccount'))
  expect([typeOf({ address: OWN }), typeOf({ from: OWN }), typeOf({})]).toEqual(['eoa', 'eoa', 'smartAccount'])
})

it('capabilities are asked of one of the two accounts, and for the chains that are named', () => {
  const read = (params: unknown, preferred: 'eoa' | 'smartAccount') =>
    readCapabilitiesRequest(params, around(preferred))
  expect(read([SMART], 'eoa')).toEqual({ type: 'smartAccount', chains: undefined })
  expect(read([SMART, ['0xA', '0x99']], 'eoa')).toEqual({ type: 'smartAccount', chains: ['0xa', '0x99'] })
  expect(read([OWN], 'smartAccount')).toEqual({ type: 'eoa', chains: undefined })
  expect(read([], 'smartAccount')).toEqual({ type: 'smartAccount', chains: undefined })
  expect(read(undefined, 'eoa')).toEqual({ type: 'eoa', chains: undefined })
  expect(() => read(['0xbad'], 'smartAccount')).toThrow('not the account')
})

it('a smart account carries out batches as one, and is paid for where somebody pays', () => {
  const { networks } = around('eoa')
  const one = { atomic: { status: 'supported' }, paymasterService: { supported: true }, ...KNOWS_ASSETS }
  const ten = { atomic: { status: 'supported' }, paymasterService: { supported: false }, ...KNOWS_ASSETS }
  expect(listSmartCapabilities(networks, undefined)).toEqual({ '0x1': one, '0xa': ten })
  expect(listSmartCapabilities(networks, ['0x1', '0x99'])).toEqual({ '0x1': one })
})
