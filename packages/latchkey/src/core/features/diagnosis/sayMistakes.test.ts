import { createFakeServices, createScriptedAdapter, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { gatewaySiwx } from '../../../siwx/gatewaySiwx.ts'
import { createLatchkey } from '../../roof/createLatchkey.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { sayMistakes } from './sayMistakes.ts'

const solanaNetwork = testNetwork('main', { chainNamespace: 'solana', caipNetworkId: 'solana:main' })
const adapters = () => [createScriptedAdapter('eip155').create]

/** What a developer reads at the start of an instance with these options, twice where it begins twice. */
async function hear(options: Partial<CreateLatchkeyOptions>, gateway?: Parameters<typeof createFakeServices>[0]) {
  const services = createFakeServices(gateway)
  const { instance } = createTestLatchkey({ options, services, isStarted: false })
  await sayMistakes(instance)
  await sayMistakes(instance)
  return services.log.filter((line) => line.startsWith('error'))
}

test('a site without a mistake reads nothing', async () => {
  expect(await hear({ adapters: adapters() })).toEqual([])
})

test('a developer hears of a mistake in walletConnect early, and once', async () => {
  const walletConnect = { namespaces: { eip155: { chains: ['eip155:5'] as const } } }
  expect(await hear({ adapters: adapters(), walletConnect })).toEqual([
    'error walletConnect.namespaces.eip155, networks: eip155:5 is not in networks.',
  ])
})

test('a site without adapters reads what can connect, with and without a relay', async () => {
  expect(await hear({})).toEqual([
    'error There is no adapter, so no wallet can connect. Pass one for each family of networks, such as adapters: [universal()].',
  ])
  expect((await hear({ relayUrl: 'wss://relay.test' })).join()).toContain('only wallets on other devices can connect')
})

test('a network of a family without its adapter is named with the adapter that it needs', async () => {
  expect(await hear({ networks: [testNetwork(1), solanaNetwork], adapters: adapters() })).toEqual([
    "error networks has solana, but no adapter is for it: no wallet can connect there. Add solana() of 'latchkey/solana' to adapters.",
  ])
})

test.each([
  ['gatewayUrl', { gatewayUrl: 'gateway.example/v1' }],
  ['termsConditionsUrl', { termsConditionsUrl: 'www.shop.example/terms' }],
  ['metadata.icons', { metadata: { icons: ['cdn.shop.example/icon.png'] } }],
])('an address without scheme in %s is read as a path, and a developer is told', async (name, options) => {
  expect((await hear({ adapters: adapters(), ...options })).join()).toMatch(
    new RegExp(`The option ${name} is .*, which has no scheme .*Write https://`),
  )
})

test('paths and files of the site are no mistake', async () => {
  const metadata = { icons: ['icon.png', '/img/icon.v2.svg', 'assets/icon.png'] }
  expect(
    await hear({ adapters: adapters(), metadata, termsConditionsUrl: 'terms.html', gatewayUrl: '/gateway' }),
  ).toEqual([])
})

test('gatewaySiwx() without a gateway is told at start, before anybody signs in', async () => {
  expect(await hear({ adapters: adapters(), siwx: gatewaySiwx() })).toEqual([
    'error gatewaySiwx() needs the option gatewayUrl: without it nobody can sign in.',
  ])
})

test('a gateway without chains, or without the site’s, is told', async () => {
  const serve = (...http: string[]) => ({ gateway: { getSupportedChains: () => ({ http, ws: [] }) } })
  const options = { adapters: adapters(), gatewayUrl: 'https://gateway.test' }
  expect(await hear(options, serve())).toEqual([
    'error The gateway serves no chain: give it nodes, or balances and names will be missing.',
  ])
  expect(await hear(options, serve('eip155:5'))).toEqual([
    'error The gateway serves none of eip155:1, eip155:10: balances and names of these networks will be missing.',
  ])
  expect(await hear(options, serve('eip155:1'))).toEqual([])
})

test('a policy that blocks the gateway is told by its name, with what to add', async () => {
  const services = createFakeServices({
    gateway: {
      getSupportedChains: () => {
        const blockedURI = 'https://gateway.test/v1/supported-chains'
        services.walletWindow?.dispatchEvent(
          Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective: 'connect-src' }),
        )
        throw new TypeError('Failed to fetch')
      },
    },
  })
  const options = { adapters: adapters(), gatewayUrl: 'https://gateway.test' }
  await sayMistakes(createTestLatchkey({ options, services, isStarted: false }).instance)
  expect(services.log).toContain(
    "error The page's Content Security Policy forbids the gateway. Add https://gateway.test to connect-src.",
  )
})

test('an adapter that was not called is named, and a network that is no network says how one is made', () => {
  const universal = () => createScriptedAdapter('eip155').create
  const create = (options: object) => () => createLatchkey({ networks: [testNetwork(1)], ...options })
  expect(create({ adapters: [universal] })).toThrow('Write universal() instead of universal.')
  expect(create({ networks: [1] })).toThrow(/networks\[0\] must be an object\. .*defineNetwork\(/)
})

test.each([
  ['gatewaySiwx', { siwx: gatewaySiwx as never, gatewayUrl: undefined }, 'Write gatewaySiwx() instead of gatewaySiwx.'],
  ['true', { siwx: true as never }, 'must be what gatewaySiwx(), serverSiwx() or localSiwx()'],
  ['a language by its name', { locale: 'english' }, 'Write a tag such as en or pt-BR.'],
])('an option that would do nothing is told: %s', async (_, options, sentence) => {
  expect((await hear({ adapters: adapters(), ...options })).join()).toContain(sentence)
})

test('tags of languages are no mistake, with a region or of a language that has no words here', async () => {
  for (const locale of ['en', 'pt-BR', 'zh-Hant-TW', 'sw', 'de-CH-1996']) {
    expect(await hear({ adapters: adapters(), locale })).toEqual([])
  }
})

test.each([
  ['same-origin', true],
  [' same-origin; report-to="x"', true],
  ['same-origin-allow-popups', false],
  ['unsafe-none', false],
  [undefined, false],
])(
  'SEC-137: a page with e-mail wallets that answers with the opener policy %s reads what to send: %s',
  async (policy, isTold) => {
    const asked: unknown[] = []
    const services = {
      walletWindow: Object.assign(new EventTarget(), { location: { href: 'https://shop.example/basket?id=7' } }),
      fetch: (async (url, init) => {
        asked.push([url, init?.method])
        return new Response(null, { headers: policy === undefined ? {} : { 'cross-origin-opener-policy': policy } })
      }) as typeof fetch,
    }
    const told = async (options: Partial<CreateLatchkeyOptions>) => {
      const made = createFakeServices(services)
      const { instance } = createTestLatchkey({
        options: { adapters: adapters(), projectId: 'shop', ...options },
        services: made,
        isStarted: false,
      })
      await sayMistakes(instance)
      await sayMistakes(instance)
      return made.log.filter((line) => line.includes('Cross-Origin-Opener-Policy'))
    }
    const frameUrl = 'https://wallet.example'
    expect((await told({ frameUrl })).length).toBe(isTold ? 1 : 0)
    expect(asked).toContainEqual(['https://shop.example/basket?id=7', 'HEAD'])
    asked.length = 0
    expect([await told({}), await told({ frameUrl, features: { email: false } }), asked]).toEqual([[], [], []])
  },
)

test('SEC-137: a page that cannot be asked for its headers is told nothing', async () => {
  const walletWindow = Object.assign(new EventTarget(), { location: { href: 'https://shop.example/' } })
  const services = createFakeServices({ walletWindow })
  const options = { adapters: adapters(), projectId: 'shop', frameUrl: 'https://wallet.example' }
  await sayMistakes(createTestLatchkey({ options, services, isStarted: false }).instance)
  expect(services.log).toEqual([])
})
