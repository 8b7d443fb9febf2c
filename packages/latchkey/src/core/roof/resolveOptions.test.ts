import { testNetwork } from '@latchkey/testing'
import fc from 'fast-check'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { isDevelopment } from '#checks'
import { listDifferences } from '../checks/listDifferences.ts'
import type { CreateLatchkeyOptions } from '../types/options.ts'
import { resolveOptions } from './resolveOptions.ts'

const page = { title: () => 'Hollowpine', origin: () => 'https://hollowpine.test' }
const least: CreateLatchkeyOptions = { networks: [testNetwork(1), testNetwork(10)] }
const resolve = (more: object = {}) => resolveOptions({ ...least, ...more } as CreateLatchkeyOptions, page)
const codeOf = (more: object): unknown => {
  try {
    resolve(more)
  } catch (error) {
    return error
  }
  return undefined
}

test('every default of the specification is filled in', () => {
  expect(resolve()).toMatchObject({
    id: 'default',
    defaultNetwork: { caipNetworkId: 'eip155:1' },
    adapters: [],
    metadata: { name: 'Hollowpine', url: 'https://hollowpine.test', icons: [] },
    features: {
      legalCheckbox: false,
      connectMethodsOrder: ['email', 'social', 'wallet'],
      walletGroupOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
    },
    themeMode: 'dark',
    enableReconnect: true,
    enableNetworkSwitch: true,
    allowUnsupportedChain: false,
    debug: false,
  })
})

test('an option without a default stays undefined', () => {
  expect([resolve().gatewayUrl, resolve({ siwx: undefined }).siwx]).toEqual([undefined, undefined])
})

test('a chain of viem counts as eip155 and keeps only what Latchkey knows', () => {
  const [network] = resolve({ networks: [mainnet] }).networks
  expect(network).toEqual({
    id: 1,
    name: 'Ethereum',
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:1',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [...mainnet.rpcUrls.default.http] } },
    blockExplorers: { default: mainnet.blockExplorers.default },
  })
})

test('undefined is the same as left out', () => {
  expect(listDifferences(resolve({ debug: undefined, accent: undefined, features: undefined }), resolve())).toEqual([])
})

test.each([
  ['theme', { theme: 'dark' }],
  ['legalCheckBox', { features: { legalCheckBox: true } }],
])('the unknown option %s is refused in every build', (option, more) => {
  expect(codeOf(more)).toMatchObject({ code: 'OPTION_UNKNOWN', facts: { option } })
})

test('the form of options is checked in development builds alone, and a form that cannot be read has a code in both', () => {
  const mistaken = { enableReconnect: 'yes' }
  const expected = isDevelopment ? { code: 'OPTION_INVALID', facts: { option: 'enableReconnect' } } : undefined
  if (expected) expect(codeOf(mistaken)).toMatchObject(expected)
  else expect(codeOf(mistaken)).toBeUndefined()
  expect(codeOf({ networks: 'eip155:1' })).toMatchObject({ code: 'OPTION_INVALID' })
})

test('an option that resembles nothing is refused without a guess', () => {
  expect(codeOf({ zzzzzzzzzzzz: 1 })).toMatchObject({
    code: 'OPTION_UNKNOWN',
    shortMessage: 'There is no option zzzzzzzzzzzz.',
  })
})

test.each<[string, object]>([
  ['networks', { networks: [] }],
  ['networks', { networks: [{ ...testNetwork(1), nativeCurrency: { name: 'Ether', symbol: 'ETH' } }] }],
  ['networks', { networks: [{ ...testNetwork(1), assets: { imageUrl: 'javascript:alert(1)' } }] }],
  ['metadata', { metadata: { url: 'javascript:alert(1)' } }],
  ['metadata', { metadata: { icons: ['https://shop.test/a.png', 'javascript:alert(1)'] } }],
  ['customWallets', { customWallets: [{ id: 'a', name: 'A', webappLink: 'javascript:alert(1)' }] }],
  ['customWallets', { customWallets: [{ id: 'a', name: 'A', imageUrl: 'data:text/html,x' }] }],
  ['relayUrl', { relayUrl: ['wss://relay.test', 'ws://relay.test'] }],
  ['analyticsUrl', { analyticsUrl: 'javascript:alert(1)' }],
])('the option %s is refused in every build with a value like %j, which visitors would meet', (option, more) => {
  expect(codeOf(more)).toMatchObject({ code: 'OPTION_INVALID', facts: { option } })
})

test.each<[string, object]>([
  ['an rpc url over http', { networks: [testNetwork(1, { rpcUrls: { default: { http: ['http://rpc.test'] } } })] }],
  ['a custom rpc url over http', { customRpcUrls: { 'eip155:1': ['http://rpc.test'] } }],
  ['a gateway over http', { gatewayUrl: 'http://gateway.test' }],
  ['a script as terms', { termsConditionsUrl: 'javascript:alert(1)' }],
  ['a data: page as privacy policy', { privacyPolicyUrl: 'data:text/html,x' }],
  ['a loopback look-alike', { gatewayUrl: 'http://127.0.0.1.evil.test' }],
  ['a localhost look-alike', { gatewayUrl: 'http://localhost.evil.test' }],
])('SEC-92: %s is refused', (_name, more) => {
  expect(codeOf(more)).toMatchObject({ code: 'OPTION_INVALID' })
})

test.each(['http://127.0.0.1:8545', 'http://localhost:8545', 'http://[::1]:8545', 'https://rpc.test/key'])(
  'SEC-92: %s is a good address of a chain',
  (url) => {
    expect(resolve({ customRpcUrls: { 'eip155:1': [url] } }).customRpcUrls['eip155:1']).toEqual([url])
  },
)

test.each<[string, object]>([
  ['a default network that is not in networks', { defaultNetwork: 'eip155:5' }],
  ['one network twice', { networks: [testNetwork(1), testNetwork(1)] }],
  [
    'namespace and id that disagree',
    { networks: [testNetwork(1, { chainNamespace: 'solana', caipNetworkId: 'eip155:1' })] },
  ],
  ['a legal checkbox without anything to accept', { features: { legalCheckbox: true } }],
  ['a wallet both included and excluded', { includeWalletIds: ['a'], excludeWalletIds: ['b', 'a'] }],
  ['a wallet both featured and excluded', { featuredWalletIds: ['a'], excludeWalletIds: ['a'] }],
  ['an rpc url for a network that is not there', { customRpcUrls: { 'eip155:5': ['https://rpc.test'] } }],
  ['a group of wallets twice', { features: { walletGroupOrder: ['recent', 'recent'] } }],
  [
    'two own wallets with one id',
    {
      customWallets: [
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ],
    },
  ],
])('%s is OPTION_CONFLICT', (_name, more) => {
  expect(codeOf(more)).toMatchObject({ code: 'OPTION_CONFLICT' })
})

test('SEC-102: a __proto__ that came with JSON pollutes nothing and is refused as an option', () => {
  const hostile = JSON.parse('{"__proto__":{"debug":true,"polluted":1}}') as object
  expect(codeOf({ ...hostile, features: JSON.parse('{"__proto__":{"legalCheckbox":true}}') })).toMatchObject({
    code: 'OPTION_UNKNOWN',
  })
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('SEC-102: maps of a site have no prototype, so inherited names read as nothing', () => {
  const { customRpcUrls, themeVariables } = resolve({ themeVariables: { '--latchkey-radius': '4px' } })
  expect(Reflect.get(customRpcUrls, 'constructor')).toBeUndefined()
  expect(Reflect.get(resolve({}).connectorImages, 'constructor')).toBeUndefined()
  expect(Reflect.get(themeVariables, 'toString')).toBeUndefined()
  expect(themeVariables['--latchkey-radius']).toBe('4px')
})

test('SEC-102: whatever JSON a site passes as options, Object.prototype stays clean and errors carry a code', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  fc.assert(
    fc.property(
      fc.json(),
      fc.constantFrom('features', 'metadata', 'themeVariables', 'customRpcUrls', 'x'),
      (json, name) => {
        const error = codeOf({ [name]: JSON.parse(json) })
        if (error !== undefined) expect(error).toMatchObject({ code: expect.stringMatching(/^OPTION_/) })
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
      },
    ),
  )
})

test('resolving is pure: the same input gives equal output and is not changed', () => {
  const given = Object.freeze({ ...least, metadata: Object.freeze({ name: 'Shop' }) })
  expect(listDifferences(resolveOptions(given, page), resolveOptions(given, page))).toEqual([])
})

test('differences are named, functions count as equal', () => {
  const one = resolve({ accent: 'red', adapters: [() => undefined], metadata: { name: 'A' } })
  const other = resolve({ accent: 'blue', adapters: [() => undefined], metadata: { name: 'A' } })
  expect(listDifferences(one, other)).toEqual(['accent'])
})
