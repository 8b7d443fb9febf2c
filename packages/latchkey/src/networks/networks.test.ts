import * as viemChains from 'viem/chains'
import { expect, test } from 'vitest'
import { getNamespace, type Network } from '../core/types/network.ts'
import * as networks from './index.ts'

const { defineNetwork, ...builtIn } = networks
const all: readonly Network[] = Object.values(builtIn)
const evm = all.filter((network) => network.chainNamespace === 'eip155')

/** Networks that can be swapped on. */
const SWAP_CHAIN_IDS = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]

/** Chains whose name at viem differs from the one people know. */
const OWN_NAMES: Readonly<Record<number, string>> = { 59144: 'Linea' }

test('the entry exports these names and no others', () => {
  expect(Object.keys(networks).sort()).toEqual([
    'arbitrum',
    'arbitrumSepolia',
    'aurora',
    'avalanche',
    'base',
    'baseSepolia',
    'berachain',
    'bitcoin',
    'bitcoinSignet',
    'bitcoinTestnet',
    'bitcoinTestnet4',
    'blast',
    'bsc',
    'celo',
    'defineNetwork',
    'fantom',
    'gnosis',
    'kaia',
    'kusama',
    'linea',
    'mainnet',
    'mantle',
    'optimism',
    'optimismSepolia',
    'polkadot',
    'polkadotAssetHub',
    'polygon',
    'polygonAmoy',
    'scroll',
    'sepolia',
    'solana',
    'solanaDevnet',
    'solanaTestnet',
    'unichain',
    'westend',
    'zksync',
    'zora',
  ])
})

test.each(all.map((network) => [network.name, network] as const))('%s has ids that agree', (_name, network) => {
  expect(network.caipNetworkId).toBe(`${network.chainNamespace}:${network.id}`)
  expect(getNamespace(network.caipNetworkId)).toBe(network.chainNamespace)
})

test.each(all.map((network) => [network.name, network] as const))('%s is reached by https only', (_name, network) => {
  const urls = [
    ...network.rpcUrls.default.http,
    ...(network.blockExplorers ? [network.blockExplorers.default.url] : []),
  ]
  expect(network.rpcUrls.default.http.length).toBeGreaterThan(0)
  for (const url of urls) expect(new URL(url).protocol).toBe('https:')
})

test('no two networks share an id or a name', () => {
  expect(new Set(all.map((network) => network.caipNetworkId)).size).toBe(all.length)
  expect(new Set(all.map((network) => network.name)).size).toBe(all.length)
})

test.each(evm.map((network) => [network.name, network] as const))('%s agrees with viem', (_name, network) => {
  const known = Object.values(viemChains).filter((chain) => chain.id === network.id)
  expect(known.map((chain) => chain.name)).toEqual(
    OWN_NAMES[Number(network.id)] === network.name ? expect.anything() : expect.arrayContaining([network.name]),
  )
  const symbols: readonly string[] = known.map((chain) => chain.nativeCurrency.symbol)
  expect(symbols).toContain(network.nativeCurrency.symbol)
  expect(network.nativeCurrency.decimals).toBe(18)
  expect(network.testnet ?? false).toBe(known.some((chain) => chain.testnet === true))
})

test('the swap networks are all there', () => {
  expect(evm.map((network) => network.id)).toEqual(expect.arrayContaining(SWAP_CHAIN_IDS))
})

test('ids of Solana and Bitcoin are the first 32 characters of their genesis hashes', () => {
  expect(networks.solana.id).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'.slice(0, 32))
  expect(networks.bitcoin.id).toBe('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'.slice(0, 32))
  expect(networks.bitcoinTestnet.id).toBe(
    '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'.slice(0, 32),
  )
})

test('a chain of viem becomes a network of eip155', () => {
  expect(defineNetwork(viemChains.foundry)).toMatchObject({
    id: 31337,
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:31337',
    nativeCurrency: { symbol: 'ETH' },
  })
})

test('a network of another namespace gets its id from it', () => {
  const local = defineNetwork({
    id: '11111111111111111111111111111111',
    name: 'Local Solana',
    chainNamespace: 'solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:8899'] } },
  })
  expect(local.caipNetworkId).toBe('solana:11111111111111111111111111111111')
})
