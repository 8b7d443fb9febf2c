export { bitcoin, bitcoinSignet, bitcoinTestnet, bitcoinTestnet4 } from './bip122.ts'
export { defineNetwork } from './defineNetwork.ts'
export {
  arbitrum,
  arbitrumSepolia,
  aurora,
  avalanche,
  base,
  baseSepolia,
  berachain,
  blast,
  bsc,
  celo,
  fantom,
  gnosis,
  kaia,
  linea,
  mainnet,
  mantle,
  optimism,
  optimismSepolia,
  polygon,
  polygonAmoy,
  scroll,
  sepolia,
  unichain,
  zksync,
  zora,
} from './eip155.ts'
export { kusama, polkadot, polkadotAssetHub, westend } from './polkadot.ts'
export { solana, solanaDevnet, solanaTestnet } from './solana.ts'
