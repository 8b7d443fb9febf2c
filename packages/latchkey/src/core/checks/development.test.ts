import { testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { findOptionMistake } from './development.ts'

const find = (more: object): unknown => findOptionMistake?.({ networks: [testNetwork(1), testNetwork(10)], ...more })

test('options that fit are no mistake', () => {
  expect(
    find({ defaultNetwork: 'eip155:10', themeMode: 'light', customRpcUrls: { 'eip155:1': ['https://a.test'] } }),
  ).toBeUndefined()
  const address = `0x${'aB'.repeat(20)}`
  expect(
    find({
      connectorImages: { 'io.fern': '/fern.svg' },
      tokens: { 'eip155:10': { address, image: 'https://a.test/t.png' } },
    }),
  ).toBeUndefined()
})

test.each([
  ['theme', 'themeMode', { theme: 'dark' }],
  ['projectID', 'projectId', { projectID: 'x' }],
  ['networkss', 'networks', { networkss: [] }],
  ['legalCheckBox', 'legalCheckbox', { features: { legalCheckBox: true } }],
])('the unknown option %s is refused and names %s', (option, nearest, more) => {
  expect(find(more)).toMatchObject({ code: 'OPTION_UNKNOWN', facts: { option, nearest } })
})

test('an option that resembles nothing is named without a guess', () => {
  expect(find({ zzzzzzzzzzzz: 1 })).toMatchObject({ code: 'OPTION_UNKNOWN', text: 'There is no option zzzzzzzzzzzz.' })
})

test('no options at all are a mistake as well', () => {
  expect(findOptionMistake?.(undefined as never)).toMatchObject({ text: 'The option networks must be given.' })
})

test.each<[string, object]>([
  ['networks', { networks: 'eip155:1' }],
  ['networks', { networks: [{ ...testNetwork(1), name: '' }] }],
  ['networks', { networks: [{ ...testNetwork(1), nativeCurrency: { symbol: 'ETH' } }] }],
  ['networks', { networks: [{ ...testNetwork(1), chainNamespace: 'cosmos' }] }],
  ['metadata', { metadata: { url: 7 } }],
  ['id', { id: 'a/b' }],
  ['adapters', { adapters: [{}] }],
  ['themeMode', { themeMode: 'black' }],
  ['debug', { debug: 'yes' }],
  ['locale', { locale: 'not a tag' }],
  ['accent', { accent: '' }],
  ['themeVariables', { themeVariables: { '--other': 'red' } }],
  ['features', { features: { walletGroupOrder: ['featured', 'best'] } }],
  ['customWallets', { customWallets: [{ name: 'No id' }] }],
  ['afterConnect', { afterConnect: [{ name: 'no run' }] }],
  ['defaultNetwork', { defaultNetwork: 'cosmos:1' }],
  ['connectorImages', { connectorImages: { 'io.fern': 7 } }],
  ['connectorImages', { connectorImages: { 'io.fern': 'http://pictures.test/fern.png' } }],
  ['tokens', { tokens: { 'eip155:1': '0x' } }],
  ['tokens', { tokens: { 'eip155:5': { address: `0x${'ab'.repeat(20)}` } } }],
  ['tokens', { tokens: { 'eip155:1': { address: '0x12' } } }],
  ['tokens', { tokens: { 'solana:x': { address: `0x${'ab'.repeat(20)}` } } }],
  ['tokens', { tokens: { 'eip155:1': { address: `0x${'ab'.repeat(20)}`, image: 'javascript:alert(1)' } } }],
])('the option %s is refused with a value like %j', (option, more) => {
  expect(find(more)).toMatchObject({ code: 'OPTION_INVALID', facts: { option } })
})
