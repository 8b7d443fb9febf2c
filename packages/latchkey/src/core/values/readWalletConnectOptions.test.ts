import { testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { resolveOptions } from '../roof/resolveOptions.ts'
import { createServerBrowser } from '../services/browser.ts'
import type { WalletConnectOptions } from '../types/options.ts'
import { readWalletConnectOptions } from './readWalletConnectOptions.ts'

const networks = [testNetwork(1), testNetwork(10), testNetwork('main', { chainNamespace: 'solana' })] as const
const read = (walletConnect: unknown) =>
  readWalletConnectOptions(
    resolveOptions({ networks, walletConnect: walletConnect as WalletConnectOptions }, createServerBrowser()),
  )

test('what fits is taken as it is, and nothing is something that fits', () => {
  const walletConnect: WalletConnectOptions = {
    namespaces: {
      eip155: { chains: ['eip155:10'], methods: ['personal_sign'], events: [], defaultChain: 'eip155:10' },
    },
    redirect: { native: 'shop://', universal: 'https://shop.example/app' },
  }
  expect(read(walletConnect)).toEqual(walletConnect)
  expect(read(undefined)).toEqual({})
})

test.each<[string, string, unknown]>([
  ['a namespace that does not exist', 'OPTION_UNKNOWN', { namespaces: { eip1555: {} } }],
  ['a part that does not exist', 'OPTION_UNKNOWN', { namespaces: { eip155: { method: [] } } }],
  ['an option that does not exist', 'OPTION_UNKNOWN', { metadata: {} }],
  ['a chain that is no id', 'OPTION_INVALID', { namespaces: { eip155: { chains: [1] } } }],
  ['methods that are no list', 'OPTION_INVALID', { namespaces: { eip155: { methods: 'personal_sign' } } }],
  ['something else than an object', 'OPTION_INVALID', 'all'],
  ['a chain that is not in networks', 'OPTION_CONFLICT', { namespaces: { eip155: { chains: ['eip155:5'] } } }],
  ['a chain of another namespace', 'OPTION_CONFLICT', { namespaces: { eip155: { chains: ['solana:main'] } } }],
  ['a namespace without a network', 'OPTION_CONFLICT', { namespaces: { bip122: {} } }],
  ['a default that is not in networks', 'OPTION_CONFLICT', { namespaces: { eip155: { defaultChain: 'eip155:5' } } }],
  [
    'a default that is not asked for',
    'OPTION_CONFLICT',
    { namespaces: { eip155: { chains: ['eip155:1'], defaultChain: 'eip155:10' } } },
  ],
  ['nothing to ask for', 'OPTION_CONFLICT', { namespaces: { eip155: { chains: [] }, solana: { chains: [] } } }],
  ['SEC-86: a link that runs code', 'OPTION_CONFLICT', { redirect: { native: 'javascript://x' } }],
  ['SEC-86: a link without https', 'OPTION_INVALID', { redirect: { universal: 'http://shop.example' } }],
  ['a link that is no address', 'OPTION_CONFLICT', { redirect: { universal: '/app' } }],
])('%s is %s', (_, code, walletConnect) => {
  expect(() => read(walletConnect)).toThrow(expect.objectContaining({ code }))
})
