import { getAddress, isAddress } from 'viem'
import type { AskNode, SignatureClaim } from './signatureClaim.ts'

/** What differs between namespaces for whoever checks a sign-in. */
export type VerifierRecord = {
  /** Loads what checks a signature of the namespace. */
  readonly loadCheck: () => Promise<(claim: SignatureClaim, askNode: AskNode) => boolean | Promise<boolean>>
  /**
   * CAIP-2 ids that accounts sign in on unless the operator says otherwise; a signature there needs no node. Source: CAIP-2
   * profiles of the namespaces.
   */
  readonly networkIds: readonly string[]
  /** Whether addresses that differ in the case of letters alone are one. */
  readonly isCaseless: (address: string) => boolean
  /** Why an address is none, where its form alone does not tell. */
  readonly findFault?: (address: string) => string | undefined
  /** An address as it is shown. Default: as it is. */
  readonly show?: (address: string) => string
}

const RECORDS: Readonly<Record<string, VerifierRecord>> = {
  eip155: {
    loadCheck: async () => (await import('./checkEvmSignature.ts')).checkEvmSignature,
    networkIds: [],
    isCaseless: () => true,
    findFault: (address) => (isAddress(address) ? undefined : 'The address has a wrong checksum (EIP-55).'),
    show: getAddress,
  },
  solana: {
    loadCheck: async () => (await import('./checkSolanaSignature.ts')).checkSolanaSignature,
    // Mainnet, devnet, testnet.
    networkIds: [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    ],
    isCaseless: () => false,
  },
  bip122: {
    loadCheck: async () => (await import('./checkBitcoinSignature.ts')).checkBitcoinSignature,
    // Mainnet, testnet 3, testnet 4, signet.
    networkIds: [
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
      'bip122:00000000da84f2bafbbc53dee25a72ae',
      'bip122:00000008819873e925422c1ff0f99f7c',
    ],
    // Addresses of segregated witness are written in bech32.
    isCaseless: (address) => /^(bc|tb|bcrt)1/i.test(address),
  },
  polkadot: {
    loadCheck: async () => (await import('./checkPolkadotSignature.ts')).checkPolkadotSignature,
    // Polkadot and its asset hub, Kusama, Westend.
    networkIds: [
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      'polkadot:68d56f15f85d3136970ec16946040bc1',
      'polkadot:b0a8d493285c2df73290dfb7e61f870f',
      'polkadot:e143f23803ac50e8f6f8e62695d1ce9e',
    ],
    isCaseless: () => false,
  },
}

/** The record of the namespace of a CAIP-2 id; undefined for one that nobody here can sign in with. */
export function findRecord(networkId: string): VerifierRecord | undefined {
  const namespace = networkId.split(':')[0] ?? ''
  return Object.hasOwn(RECORDS, namespace) ? RECORDS[namespace] : undefined
}

/** Networks outside eip155 that accounts sign in on unless the operator says otherwise. */
export const KNOWN_NETWORKS: readonly string[] = Object.values(RECORDS).flatMap(({ networkIds }) => networkIds)
