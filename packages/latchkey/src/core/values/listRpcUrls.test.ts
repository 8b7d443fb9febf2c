import { expect, it } from 'vitest'
import type { Network } from '../types/network.ts'
import { listRpcUrls } from './listRpcUrls.ts'

const network: Network = {
  id: 1,
  name: 'One',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://public.test'] } },
}

it('reads a network from the site’s own addresses first, then through the gateway, then from the network’s', () => {
  const options = {
    customRpcUrls: { 'eip155:1': ['https://mine.test/key'], 'eip155:10': ['https://other.test'] },
    gatewayUrl: 'https://gateway.test/latchkey/',
    projectId: 'shop',
  }
  expect(listRpcUrls(options, network)).toEqual([
    'https://mine.test/key',
    'https://gateway.test/latchkey/v1?chainId=eip155%3A1&projectId=shop',
    'https://public.test',
  ])
})

it('asks nobody but the network’s own addresses where the site named none', () => {
  expect(listRpcUrls({ customRpcUrls: {}, gatewayUrl: undefined, projectId: undefined }, network)).toEqual([
    'https://public.test',
  ])
})
