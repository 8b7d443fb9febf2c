import type { FailureCode } from '../errors/failureCodes.ts'
import type { FailureFamily } from '../errors/toFailure.ts'
import type { AccountType } from '../types/adapter.ts'
import type { Namespace } from '../types/network.ts'

/** What differs from one namespace to another. What every page loads of it before a click stands in `types/network.ts`. */
export type NamespaceRecord = {
  /** The adapter that a site passes for it, as code and entry. */
  readonly adapter: string
  /** Whose numbers its wallets speak. Source: docs/failures.md, rule 6. */
  readonly family: FailureFamily
  /** Whether two addresses that differ in the case of letters name one account (F-35). */
  readonly isCaseless: boolean
  /** What an account is of which a session tells the address alone. */
  readonly accountType: AccountType
  /** What it means when another account than the one in use has signed. */
  readonly otherSigner: FailureCode
  /** What a wallet may have done that leaves a request without an answer for good (F-41). */
  readonly silence?: FailureCode | undefined
  /** What stands for a network's own coin where an address is asked for. */
  readonly coin: string
  /** Whether the gateway reads its balances. */
  readonly hasGatewayBalances: boolean
  /** What is asked of a wallet behind a WalletConnect session. */
  readonly session: {
    readonly methods: readonly string[]
    readonly events: readonly string[]
    /** The call that signs a message. */
    readonly sign: {
      readonly method: string
      readonly toParams: (message: SessionMessage, address: string | undefined) => unknown
    }
  }
}

/** A message to sign, in the encodings that wallets take. */
export type SessionMessage = {
  readonly text: string
  readonly toHex: () => string
  readonly toBase58: () => string
}

const EVENTS = ['accountsChanged', 'chainChanged'] as const

/** Every namespace with what is its own. */
export const NAMESPACE_RECORDS: Readonly<Record<Namespace, NamespaceRecord>> = {
  eip155: {
    adapter: "universal() of 'latchkey/universal'",
    family: 'eip155',
    isCaseless: true,
    accountType: 'eoa',
    otherSigner: 'ACCOUNT_NOT_SHARED',
    coin: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    hasGatewayBalances: true,
    session: {
      // `eth_sign` is left out: wallets warn of it and nothing needs it.
      methods: [
        'eth_accounts',
        'eth_requestAccounts',
        'eth_sendRawTransaction',
        'eth_signTransaction',
        'eth_signTypedData',
        'eth_signTypedData_v3',
        'eth_signTypedData_v4',
        'eth_sendTransaction',
        'personal_sign',
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
        'wallet_getPermissions',
        'wallet_requestPermissions',
        'wallet_registerOnboarding',
        'wallet_watchAsset',
        'wallet_scanQRCode',
        'wallet_getCallsStatus',
        'wallet_showCallsStatus',
        'wallet_sendCalls',
        'wallet_getCapabilities',
        'wallet_grantPermissions',
        'wallet_revokePermissions',
        'wallet_getAssets',
      ],
      events: EVENTS,
      sign: { method: 'personal_sign', toParams: ({ toHex }, address) => [toHex(), address] },
    },
  },
  solana: {
    adapter: "solana() of 'latchkey/solana'",
    family: 'walletStandard',
    isCaseless: false,
    accountType: 'eoa',
    otherSigner: 'ACCOUNT_NOT_SHARED',
    coin: 'So11111111111111111111111111111111111111111',
    hasGatewayBalances: true,
    session: {
      methods: [
        'solana_signMessage',
        'solana_signTransaction',
        'solana_signAllTransactions',
        'solana_signAndSendTransaction',
        'solana_requestAccounts',
        'solana_getAccounts',
      ],
      events: EVENTS,
      sign: {
        method: 'solana_signMessage',
        toParams: ({ toBase58 }, address) => ({ message: toBase58(), pubkey: address }),
      },
    },
  },
  bip122: {
    adapter: "bitcoin() of 'latchkey/bitcoin'",
    family: 'satsConnect',
    isCaseless: false,
    accountType: 'payment',
    otherSigner: 'BITCOIN_ADDRESS_KIND',
    coin: '0x',
    hasGatewayBalances: false,
    session: {
      methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
      events: [...EVENTS, 'bip122_addressesChanged'],
      sign: {
        method: 'signMessage',
        toParams: ({ text }, address) => ({ account: address, address, message: text }),
      },
    },
  },
  polkadot: {
    adapter: "polkadot() of 'latchkey/polkadot'",
    family: 'polkadot',
    isCaseless: false,
    accountType: 'eoa',
    otherSigner: 'ACCOUNT_NOT_SHARED',
    silence: 'POLKADOT_NOT_ALLOWED',
    coin: '0x',
    hasGatewayBalances: false,
    session: {
      methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
      events: EVENTS,
      sign: { method: 'polkadot_signMessage', toParams: ({ text }, address) => ({ address, message: text }) },
    },
  },
}

/** An address as it is compared: without regard to case where case only carries a checksum (F-35). */
export function toComparable(namespace: Namespace, address: string): string {
  return NAMESPACE_RECORDS[namespace].isCaseless ? address.toLowerCase() : address
}

/** Whether two addresses of a namespace are one. */
export function isSameAddress(namespace: Namespace, one: string, other: string): boolean {
  return toComparable(namespace, one) === toComparable(namespace, other)
}
