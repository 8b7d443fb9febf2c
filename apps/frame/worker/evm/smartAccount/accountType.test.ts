import { expect, it } from 'vitest'
import { listCapabilities, typeOfRequest } from './accountType.ts'

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

it('capabilities are those of the smart account, on the networks that are asked about', () => {
  const one = { atomic: { status: 'supported' }, paymasterService: { supported: true } }
  const ten = { atomic: { status: 'supported' }, paymasterService: { supported: false } }
  expect(listCapabilities([SMART], around('eoa'))).toEqual({ '0x1': one, '0xa': ten })
  expect(listCapabilities([SMART, ['0x1', '0x99']], around('eoa'))).toEqual({ '0x1': one })
  expect(listCapabilities([OWN], around('smartAccount'))).toEqual({})
  expect(listCapabilities([], around('smartAccount'))).toEqual({ '0x1': one, '0xa': ten })
  expect(listCapabilities(undefined, around('eoa'))).toEqual({})
  expect(() => listCapabilities(['0xbad'], around('smartAccount'))).toThrow('not the account')
})
