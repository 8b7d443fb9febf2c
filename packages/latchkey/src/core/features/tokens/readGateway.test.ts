import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { solana } from '../../../networks/solana.ts'
import { isNativePlaceholder, readGateway } from './readGateway.ts'

test.each([
  'eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  'So11111111111111111111111111111111111111111',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111111',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182:0x',
  'bip122:000000000019d6689c085ae165831e93:0x',
])('%s stands for the coin of its network', (address) => expect(isNativePlaceholder(address)).toBe(true))

test.each([
  'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  'So11111111111111111111111111111111111111112',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182:0x1',
])('%s is a token', (address) => expect(isNativePlaceholder(address)).toBe(false))

test('what was sent on Solana is read afresh too, by the word for its coin', async () => {
  const { caipNetworkId: networkId } = solana
  const gateway = {
    getSupportedChains: () => ({ http: [networkId], ws: [] }),
    getBalance: () => ({ balances: [] }),
  }
  const services = createFakeServices({ gateway })
  const { instance } = createTestLatchkey({ services, isStarted: false, options: { networks: [solana] } })
  const client = await services.gateway?.()
  if (!client) throw new Error('No gateway')
  const address = 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt'
  await readGateway(instance, client, { networkId, address, force: true, signal: new AbortController().signal })
  expect(services.calls.at(-1)).toMatchObject({
    name: 'getBalance',
    input: { forceUpdate: [`${networkId}:So11111111111111111111111111111111111111111`] },
  })
})
