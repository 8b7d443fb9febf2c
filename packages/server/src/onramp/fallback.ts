import type { PaymentCurrency, PurchaseCurrency } from '@latchkey/wire/onrampOptions'

/**
 * What a provider that does not answer is taken to be paid in, with limits. As specified.
 */
export const FALLBACK_PAYMENT: readonly PaymentCurrency[] = ['USD', 'EUR'].map((id) => ({
  id,
  payment_method_limits: [
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
  ],
}))

type Network = PurchaseCurrency['networks'][number]

function network(name: string, display: string, chainId: string, contract: string): Network {
  return {
    name: `${name}-mainnet`,
    display_name: display,
    chain_id: chainId,
    contract_address: contract,
    network_id: `eip155:${chainId}`,
  }
}

/**
 * What a provider that does not answer is taken to sell. As specified, but for Ether, which had the id and the contracts of USD Coin
 * there; Polygon's coin is not Ether.
 */
export const FALLBACK_PURCHASE: readonly PurchaseCurrency[] = [
  {
    id: '2b92315d-eab7-5bef-84fa-089a131333f5',
    name: 'USD Coin',
    symbol: 'USDC',
    networks: [
      network('ethereum', 'Ethereum', '1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
      network('polygon', 'Polygon', '137', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'),
    ],
  },
  { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [network('ethereum', 'Ethereum', '1', '')] },
]

/** Time zones, in capitals, in which buying is not offered unless the operator says otherwise. As specified. */
export const RESTRICTED_TIME_ZONES: readonly string[] = [
  'ASIA/SHANGHAI',
  'ASIA/URUMQI',
  'ASIA/CHONGQING',
  'ASIA/HARBIN',
  'ASIA/KASHGAR',
  'ASIA/MACAU',
  'ASIA/HONG_KONG',
  'ASIA/MACAO',
  'ASIA/BEIJING',
]

/** A provider's short name of a network, by its CAIP-2 id. As specified. */
export const CARD_NETWORKS: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:80094': 'berachain',
}
