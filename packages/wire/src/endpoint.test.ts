import { expect, test } from 'vitest'
import { parseWith } from './endpoint.ts'
import { endpointUrl } from './endpointUrl.ts'
import { getBalance } from './http/balance.ts'
import { getWallets } from './http/directory.ts'
import { getIdentity } from './http/identity.ts'
import { callJsonRpc } from './http/jsonRpc.ts'

const common = { projectId: 'shop', st: 'latchkey', sv: 'html-universal-0.1.0' }
const someone = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('path fields go into the path, the rest into the query, beside the common fields', () => {
  const url = new URL(
    endpointUrl(getBalance, {
      gatewayUrl: 'https://gate.example/',
      input: { address: someone, currency: 'usd', chainId: 'eip155:1', forceUpdate: ['eip155:1:0xa', 'eip155:1:0xb'] },
      common,
    }),
  )
  expect(url.pathname).toBe(`/v1/account/${someone}/balance`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    currency: 'usd',
    chainId: 'eip155:1',
    forceUpdate: 'eip155:1:0xa,eip155:1:0xb',
    ...common,
  })
})

test('absent fields are left out of the query, and so is the body', () => {
  const input = { chainId: 'eip155:1', body: { jsonrpc: '2.0' as const, id: 1, method: 'eth_blockNumber' } }
  const url = new URL(
    endpointUrl(callJsonRpc, {
      gatewayUrl: 'https://gate.example',
      input,
      common: { ...common, projectId: undefined },
    }),
  )
  expect([...url.searchParams.keys()]).toEqual(['chainId', 'st', 'sv'])
})

test('a path value cannot escape its segment', () => {
  const url = endpointUrl(getIdentity, { gatewayUrl: 'https://gate.example', input: { address: '../x?y#z' }, common })
  expect(new URL(url).pathname).toBe('/v1/identity/..%2Fx%3Fy%23z')
})

test('a gateway that lives under a path keeps it', () => {
  const url = endpointUrl(getWallets, { gatewayUrl: 'https://a.example/latchkey//', input: {}, common })
  expect(new URL(url).pathname).toBe('/latchkey/getWallets')
})

test('every refused field is named', () => {
  const parsed = parseWith(getBalance.input, { address: '0x12', currency: 'doge', chainId: 'nope' })
  expect(parsed.ok ? [] : parsed.reasons.map((reason) => reason.field)).toEqual(['address', 'currency', 'chainId'])
})

test('what the client writes, the gateway reads as the same values', () => {
  const input = {
    page: 2,
    entries: 4,
    include: ['a', 'b'],
    chains: ['eip155:1'],
    search: 'meta',
    platform: 'ios' as const,
  }
  const url = new URL(endpointUrl(getWallets, { gatewayUrl: 'https://gate.example', input, common }))
  expect(parseWith(getWallets.input, Object.fromEntries(url.searchParams))).toEqual({ ok: true, value: input })
})

test.each(['0', '-1', '1.5', '1e3', '9999999999', 'x', ''])('page %j is refused', (page) => {
  expect(parseWith(getWallets.input, { page }).ok).toBe(false)
})

test('one broken wallet does not empty a page', () => {
  const parsed = parseWith(getWallets.answer, {
    count: 3,
    data: [{ id: 'a', name: 'Alpha', order: 'first', rdns: null, chains: ['eip155:1', 7] }, { id: 'b' }, null],
  })
  expect(parsed.ok && parsed.value.data.map((wallet) => [wallet.id, wallet.rdns, wallet.order, wallet.chains])).toEqual(
    [['a', null, null, ['eip155:1']]],
  )
})

test('one broken balance does not hide the others, and an unknown price stays without a value', () => {
  const good = { name: 'Ether', symbol: 'ETH', price: 0, quantity: { decimals: '18', numeric: '1.50' } }
  const parsed = parseWith(getBalance.answer, {
    balances: [good, { ...good, price: 'free' }, { ...good, quantity: null }],
  })
  const filled = { ...good, iconUrl: '', pricedAt: null, trust: 'listed', imitates: null }
  expect(parsed).toEqual({ ok: true, value: { balances: [filled], unavailable: [], incomplete: [] } })
})
