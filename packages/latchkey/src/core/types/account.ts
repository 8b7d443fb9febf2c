import type { Account, AccountType } from './adapter.ts'
import type { CaipAddress, Namespace, Network, NetworkId } from './network.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** What is known of the account in use of one namespace. */
export type AccountState = {
  readonly namespace: Namespace
  readonly status: ConnectionStatus
  readonly networkId: NetworkId
  /** Undefined when the wallet is on a network the site did not ask for. */
  readonly network: Network | undefined
  readonly address: string | undefined
  readonly caipAddress: CaipAddress | undefined
  readonly accounts: readonly Account[]
  /** Last known address of a connection while it is being restored; nothing is connected yet. */
  readonly restoringAddress: string | undefined
  readonly walletName: string | undefined
  readonly connectorId: string | undefined
  /** The site's picture for the connector, else the wallet's own, often a `data:` address. It comes from the wallet: show it as a picture only. */
  readonly walletImageUrl: string | undefined
  /** Reverse-DNS name of EIP-6963. A claim, never a proof. */
  readonly walletRdns: string | undefined
  /** Of the network's own coin, or of the site's token there (option `tokens`), as a decimal text in whole units. Undefined until something has read it: an account button, the modal. */
  readonly balance: string | undefined
  readonly balanceSymbol: string | undefined
  /** Name and picture of the address, once a button or the modal has looked them up. The picture's address is the owner's choice. */
  readonly profileName: string | undefined
  readonly profileImageUrl: string | undefined
  /** The address on the network's block explorer. */
  readonly addressExplorerUrl: string | undefined
  /** Who is logged in, where the wallet in use opens by an e-mail or another service; the address where its project hands it on, the name where that service has one. */
  readonly user: { readonly email?: string | undefined; readonly userName?: string | undefined } | undefined
  /** Id of the service by which they log in; undefined for a login by e-mail, and for every other wallet. */
  readonly socialProvider: string | undefined
  /** What the visitor's Farcaster app is to open, while a login waits for it. */
  readonly farcasterUrl: string | undefined
  /** Which kind of account that wallet uses, by namespace. */
  readonly preferredAccountTypes: Readonly<Partial<Record<Namespace, AccountType>>> | undefined
  /** Whether its smart account is on the chain already; undefined where it has none. */
  readonly smartAccountDeployed: boolean | undefined
  /** Networks on which that wallet may have a smart account; undefined for every other wallet. */
  readonly smartAccountNetworks: readonly NetworkId[] | undefined
  /** What the wallet calls this account. */
  readonly addressLabel: string | undefined
}
