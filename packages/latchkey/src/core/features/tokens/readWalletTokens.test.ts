import { createFakeServices, createTestLatchkey, type FakeGateway, testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet, drill, type ScriptedWalletOptions } from '../../../testing/index.ts'
import { tokensOf } from './state.ts'
// Loaded beforehand, so that what is loaded on demand is there within the clock's next step.
import '../../../evm/createAbilities.ts'
import './readWalletTokens.ts'
import { fetchBalances } from './fetchBalances.ts'

const USD = `0x${'cd'.repeat(20)}`

const served: FakeGateway = {
  getSupportedChains: () => ({ http: ['eip155:1'], ws: [] }),
  getBalance: () => ({
    balances: [
      {
        name: 'Gateway',
        symbol: 'GATE',
        chainId: 'eip155:1',
        price: 1,
        value: 1,
        quantity: { decimals: '18', numeric: '1' },
        iconUrl: '',
      },
    ],
  }),
}

/** A page with a scripted wallet in it that is connected on eip155:1. */
async function start(options: Partial<ScriptedWalletOptions>, gateway: FakeGateway | undefined = served) {
  const walletWindow = new EventTarget()
  const node: typeof fetch = async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })
  const services = createFakeServices({ walletWindow, fetch: node, gateway })
  const networks = [testNetwork(1), testNetwork(10)] as const
  const made = createTestLatchkey({ services, options: { networks, adapters: [universal()] } })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    chainId: 1,
    rpcUrl: 'https://rpc-1.test',
    fetch: node,
    ...options,
  })
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  const tokens = () => tokensOf(made.instance).get()
  const asked = (name: string) => services.calls.filter((call) => call.name === name).length
  return { ...made, services, wallet, tokens, asked }
}

const claims = drill.ok({ '0x1': { assetDiscovery: { supported: true } } })

test('a wallet that claims to list what an account holds is asked first, and price, picture and worth are kept', async () => {
  const { instance, wallet, tokens, asked } = await start({
    script: {
      wallet_getCapabilities: [claims],
      wallet_getAssets: [
        drill.ok({
          '0x1': [
            { address: 'native', balance: '0x1a055690d9db80000', type: 'NATIVE', metadata: { decimals: 18, price: 2 } },
            {
              address: USD,
              balance: '0x4c4b40',
              type: 'ERC20',
              metadata: {
                name: 'US\u200bDollar',
                symbol: 'USD',
                decimals: 6,
                price: 1,
                value: 4.99,
                iconUrl: 'https://pictures.test/usd.png',
              },
            },
            { address: USD, balance: '0x1', type: 'ERC721', metadata: { symbol: 'ART', decimals: 0 } },
            { address: USD, balance: 'lots', type: 'ERC20', metadata: { symbol: 'BAD', decimals: 6 } },
            { address: USD, balance: '0x1', type: 'ERC20', metadata: { symbol: 'FREE', decimals: 6, price: 0 } },
          ],
          '0xa': [{ address: 'native', balance: '0x1', type: 'NATIVE' }],
        }),
      ],
    },
  })
  await fetchBalances(instance)
  expect(tokens().tokens).toEqual([
    {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      address: undefined,
      price: 2,
      value: 60,
      quantity: { decimals: 18, numeric: '30' },
      iconUrl: undefined,
    },
    {
      name: 'USDollar',
      symbol: 'USD',
      chainId: 'eip155:1',
      address: `eip155:1:${USD}`,
      price: 1,
      value: 4.99,
      quantity: { decimals: 6, numeric: '5' },
      iconUrl: 'https://pictures.test/usd.png',
    },
    expect.objectContaining({ symbol: 'FREE', price: undefined, value: undefined }),
  ])
  expect(asked('getBalance')).toBe(0)
  const [question] = wallet.calls.filter(({ method }) => method === 'wallet_getAssets')
  expect(question?.params).toEqual([
    { account: instance.stores.accounts.get().byNamespace.eip155?.active.address, chainFilter: ['0x1'] },
  ])
})

test.each([
  ['claims nothing', { wallet_getCapabilities: [drill.ok({ '0x1': {} })] }, 0],
  [
    'claims it on another network',
    { wallet_getCapabilities: [drill.ok({ '0xa': { assetDiscovery: { supported: true } } })] },
    0,
  ],
  ['does not know the question', { wallet_getCapabilities: [drill.no(-32601)] }, 0],
  ['claims it and fails', { wallet_getCapabilities: [claims], wallet_getAssets: [drill.no(-32603)] }, 1],
  ['claims it and answers nonsense', { wallet_getCapabilities: [claims], wallet_getAssets: [drill.ok('lots')] }, 1],
  ['claims it and lists nothing here', { wallet_getCapabilities: [claims], wallet_getAssets: [drill.ok({})] }, 1],
] as const)('where the wallet %s the gateway answers, and no failure is told', async (_, script, times) => {
  const { instance, wallet, tokens, failures } = await start({ script })
  await fetchBalances(instance)
  expect(tokens().tokens?.map(({ symbol }) => symbol)).toEqual(['GATE'])
  expect(wallet.calls.filter(({ method }) => method === 'wallet_getAssets')).toHaveLength(times)
  expect(failures).toEqual([])
})

test('a wallet that does not answer is waited for 2 s', async () => {
  const { instance, services, tokens, asked } = await start({ script: { wallet_getCapabilities: [drill.hang] } })
  const reading = fetchBalances(instance)
  await services.clock.advance(1_900)
  expect(asked('getBalance')).toBe(0)
  await services.clock.advance(200)
  await reading
  expect(tokens().tokens?.map(({ symbol }) => symbol)).toEqual(['GATE'])
})
