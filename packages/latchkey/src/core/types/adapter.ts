import type { Services } from '../services/ports.ts'
import type { Namespace, Network, NetworkId } from './network.ts'

/** Which adapter it is. The only one of a namespace is called as that. */
export type AdapterType =
  | 'universal'
  | 'wagmi'
  | 'ethers'
  | 'ethers5'
  | 'bitcoin'
  | Exclude<Namespace, 'eip155' | 'bip122'>

/** How a connector reaches its wallet. `MULTI_CHAIN`: one wallet of several namespaces, whose own connectors it lists (`getMergedConnectors`). */
export type ConnectorType = 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'AUTH' | 'MULTI_CHAIN'

/** One way to reach one wallet in one namespace. */
export type Connector = {
  /** Unique in its namespace. The rdns for announced wallets; `rdns#2`… for a second object that claims the same rdns. */
  readonly id: string
  readonly name: string
  readonly namespace: Namespace
  readonly type: ConnectorType
  /** A data: image for announced wallets. Untrusted: shown only through the picture part. */
  readonly imageUrl?: string | undefined
  /** Id of the wallet's picture in the directory, for `getWalletImage`, where the wallet was chosen from there. */
  readonly imageId?: string | undefined
  /** Reverse-DNS name from EIP-6963. A claim, never a proof. */
  readonly rdns?: string | undefined
  /** Id in the wallet directory, once matched. */
  readonly explorerId?: string | undefined
  /** True when two different provider objects claim this rdns (SEC-89); both are shown with a notice. */
  readonly isLookalike?: boolean | undefined
  /** EIP-1193 provider, Standard Wallet… as the namespace has it. */
  readonly provider: unknown
  /** Those of one wallet, one a namespace, where the type is `MULTI_CHAIN`. */
  readonly connectors?: readonly Connector[] | undefined
}

export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

/** One account of one namespace. `address` is checksummed for eip155 (EIP-55). */
export type Account = {
  readonly address: string
  readonly type: AccountType
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
  /** What the wallet calls it. */
  readonly label?: string | undefined
}

/** A connector that has given accounts. The first account is the active one. */
export type Connection = {
  readonly connector: Connector
  readonly accounts: readonly Account[]
  /** Where the wallet is; may be a network that the site did not ask for. */
  readonly networkId: NetworkId
  readonly provider: unknown
  /** Networks that the wallet approved for this site. Absent where it takes any. */
  readonly approvedNetworkIds?: readonly NetworkId[] | undefined
  /** The wallet sends nothing for sites, though its adapter can. */
  readonly signsOnly?: boolean | undefined
}

/** What the wallet tells about a connection by itself. */
export type ConnectionChange =
  | { readonly accounts: readonly Account[] }
  | { readonly networkId: NetworkId }
  /** Undefined when the wallet takes any network now. */
  | { readonly approvedNetworkIds: readonly NetworkId[] | undefined }
  | { readonly ended: 'user' | 'wallet' | 'expired' }

/** What is kept of a connection across page loads. */
export type SavedConnection = {
  readonly connectorId: string
  readonly networkId: NetworkId
  readonly address?: string | undefined
  /** True when the visitor chose this account among several, so that it stays the active one as long as the wallet shares it. */
  readonly isChosen?: boolean | undefined
}

/** Amounts in base units. */
export type Balance = { readonly value: bigint; readonly decimals: number; readonly symbol: string }

/** An EVM transaction request; amounts in wei. */
export type TransactionRequest = {
  readonly to: string
  readonly value?: bigint | undefined
  readonly data?: `0x${string}` | undefined
  readonly gas?: bigint | undefined
}

/** What takes the place of a transaction that waits: under its nonce, at prices in wei for each unit of gas. Source: EIP-1559. */
export type ReplacementRequest = TransactionRequest & {
  readonly nonce: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** A transfer as the Send view has it: a native coin, or the token whose contract or mint is named. Amount in base units. */
export type SendRequest = {
  readonly to: string
  readonly amount: bigint
  readonly token?: { readonly address: string; readonly decimals: number } | undefined
}

/** Calls of programs of Solana, carried out as one transaction of the account. */
export type ProgramCalls = {
  readonly calls: readonly {
    /** Base58. */
    readonly programAddress: string
    /** Bit 0 of `role` is writable, bit 1 signer, as `AccountRole` of @solana/kit numbers it. */
    readonly accounts: readonly { readonly address: string; readonly role: number }[]
    readonly data: Uint8Array
  }[]
  /** Addresses by the table on the chain that holds them, in its order. */
  readonly tables?: Readonly<Record<string, readonly string[]>> | undefined
}

/** A call of a contract's function that changes the chain. `abi` as in the JSON ABI, `args` in its order, `value` in wei. */
export type WriteContractRequest = {
  readonly address: string
  readonly abi: readonly unknown[]
  readonly functionName: string
  readonly args?: readonly unknown[] | undefined
  readonly value?: bigint | undefined
}

/** Calls to carry out as one where the wallet can. Sources: EIP-5792; each call needs `to`. */
export type CallsRequest = {
  readonly calls: readonly {
    readonly to: string
    readonly data?: `0x${string}` | undefined
    readonly value?: bigint | undefined
  }[]
  /** All or nothing. Default false. */
  readonly atomicRequired?: boolean | undefined
  /**
   * A wallet that has no batches may be asked for one call after the other: the modal says so, and the visitor decides (F-18). Never
   * where `atomicRequired` is, or a capability that is not optional. Default false.
   */
  readonly allowOneByOne?: boolean | undefined
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
}

/** How far a batch is: 100 pending, 200 done, 400 failed off chain, 500 reverted, 600 partly reverted. Source: EIP-5792. */
export type CallsStatus = {
  readonly id: string
  readonly status: number
  readonly atomic: boolean
  readonly receipts: readonly { readonly transactionHash: string; readonly status: 'success' | 'reverted' }[]
}

/** What a wallet can do, by decimal chain id and capability name; what stands under 0 holds on every chain. Source: EIP-5792. */
export type Capabilities = Readonly<Record<number, Readonly<Record<string, unknown>>>>

/** One holding as a wallet names it, in base units. Source: EIP-7811. */
export type WalletAsset = {
  readonly networkId: NetworkId
  readonly type: 'native' | 'erc20' | 'erc721'
  readonly address?: string | undefined
  readonly balance: bigint
  readonly name?: string | undefined
  readonly symbol?: string | undefined
  readonly decimals?: number | undefined
  /** Of one whole unit, in US dollars. Not of the standard; wallets that know it say it. */
  readonly price?: number | undefined
  /** Of the whole balance, in US dollars. */
  readonly value?: number | undefined
  /** Address of its picture, from the wallet: to be trusted like any other. */
  readonly iconUrl?: string | undefined
}

/** Which holdings are asked for: those on one network alone, or of some kinds alone. Default: all. Source: EIP-7811. */
export type AssetsRequest = {
  readonly networkId?: NetworkId | undefined
  readonly types?: readonly WalletAsset['type'][] | undefined
}

/** A permission that a wallet granted the site, as the wallet tells it. Source: EIP-7715. */
export type GrantedPermission = {
  readonly networkId: NetworkId
  /** What gives it back: `permissionContext`. */
  readonly context: string
  /** The standard's name of what is permitted: `native-token-stream`. */
  readonly type: string
  /** ms since 1970; undefined where it has no end. */
  readonly expiresAt: number | undefined
  /** Who may act. */
  readonly to: string | undefined
}

/** How a transaction ended. `hash` is the one that is on the chain; undefined when it could not be found. */
export type TransactionOutcome = {
  readonly hash: string | undefined
  /** Undefined when `hash` is. */
  readonly status: 'success' | 'reverted' | undefined
  /** What happened to the one that was sent: the visitor sped it up or cancelled it, or a Safe carried it out later. */
  readonly replaced?: 'spedUp' | 'cancelled' | 'safe' | undefined
}

/** Fields of a sign-in message. Source: CAIP-122; times are RFC 3339. */
export type SignInFields = {
  readonly domain: string
  readonly address: string
  readonly statement?: string | undefined
  readonly uri: string
  readonly version: '1'
  /** CAIP-2. */
  readonly networkId: NetworkId
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** A text and its proof. `message` is what was signed, which a wallet that writes it by itself may word differently. */
export type SignedMessage = { readonly message: string; readonly signature: string; readonly address: string }

/** What a prompt-watching action may ask a wallet without opening anything. Absent where the wallet cannot say. */
export type WalletProbe = {
  /** Resolves when the wallet answers anything at all; never prompts. */
  readonly isAlive: (signal: AbortSignal) => Promise<boolean>
  /** False when locked; undefined when the wallet cannot tell. */
  readonly isUnlocked: (signal: AbortSignal) => Promise<boolean | undefined>
  /** Accounts already shared with this site; never prompts. */
  readonly getAccounts: (signal: AbortSignal) => Promise<readonly string[]>
}

export type AdapterSurroundings = {
  readonly networks: readonly Network[]
  readonly services: Services
  /**
   * Addresses to read a network from, best first: the site's own, the gateway's, the network's. Default: the network's.
   * Only for reading; a wallet that adds a network is told the public ones.
   */
  readonly getRpcUrls?: ((network: Network) => readonly string[]) | undefined
}

/** Makes an adapter of its surroundings. Pure and safe on a server: discovery starts with the first listener. */
export type CreateAdapter = (surroundings: AdapterSurroundings) => Adapter

/**
 * All connectors of one namespace behind one library. An ability that a namespace lacks is an absent member;
 * nothing throws "unsupported" and nothing answers empty. Rejections are failures with a code.
 */
export type Adapter = {
  readonly namespace: Namespace
  readonly type: AdapterType
  /** Calls back with the connectors known now, then at each change. Returns the way to stop; the last stop removes every listener. */
  watchConnectors(listener: (connectors: readonly Connector[]) => void): () => void
  /**
   * Loads what asking a wallet takes, so that it is there when a wallet is chosen or, sooner, when one is about to be restored. A
   * failure is told then.
   */
  prepare?(step?: 'restore'): void
  connect(
    connector: Connector,
    options: {
      network: Network
      address?: string | undefined
      signal?: AbortSignal | undefined
      /** Opens the wallet's account picker first, where it has one: it has shared none before (F-08). */
      picksAccount?: boolean | undefined
    },
  ): Promise<Connection>
  watchConnection(connection: Connection, listener: (change: ConnectionChange) => void): () => void
  /** Never prompts. Null when the wallet is there and shares nothing any more. */
  reconnect(connector: Connector, saved: SavedConnection): Promise<Connection | null>
  disconnect(connection: Connection): Promise<void>
  switchNetwork(connection: Connection, network: Network): Promise<void>
  signMessage(connection: Connection, message: string | Uint8Array): Promise<string>
  probe(connector: Connector): WalletProbe
  /** Opens the wallet's account picker without a new connection. */
  readonly requestAccounts?: ((connection: Connection) => Promise<readonly Account[]>) | undefined
  readonly fetchBalance?: ((account: Account, network: Network, signal?: AbortSignal) => Promise<Balance>) | undefined
  readonly sendTransaction?: ((connection: Connection, request: TransactionRequest) => Promise<string>) | undefined
  /**
   * Sends another transaction in the place of one that waits. Only of wallets that keep the nonce they are asked for: one that
   * numbers its transactions itself would pay a second time. eip155.
   */
  readonly replaceTransaction?: ((connection: Connection, request: ReplacementRequest) => Promise<string>) | undefined
  /** Sends a coin or a token; the id of the transaction as soon as it has left. eip155 and solana only. */
  readonly send?: ((connection: Connection, request: SendRequest) => Promise<string>) | undefined
  /** Asks a node of the network, for reading alone. solana. */
  readonly askNode?:
    | ((network: Network, method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>)
    | undefined
  /** The transaction of a transfer as `send` would have it signed, without its budget. solana. */
  readonly prepareSend?: ((connection: Connection, request: SendRequest) => Promise<Uint8Array>) | undefined
  /** Has calls of programs signed and sent; the id of the transaction as soon as it has left. solana. */
  readonly sendProgramCalls?: ((connection: Connection, request: ProgramCalls) => Promise<string>) | undefined
  /** The same as a transaction, for whoever looks at it before. solana. */
  readonly prepareProgramCalls?: ((connection: Connection, request: ProgramCalls) => Promise<Uint8Array>) | undefined
  /** EIP-712, as `eth_signTypedData_v4` takes it: an object, or its JSON. */
  readonly signTypedData?: ((connection: Connection, typedData: string | object) => Promise<string>) | undefined
  /** How far a transaction is that has left, where the chain is read otherwise than eip155 is. */
  readonly fetchSentStatus?:
    | ((
        place: Pick<Connection, 'networkId'>,
        id: string,
        signal: AbortSignal,
      ) => Promise<'pending' | 'success' | 'reverted'>)
    | undefined
  /** Resolves with the hash as soon as the transaction has left. */
  readonly writeContract?: ((connection: Connection, request: WriteContractRequest) => Promise<string>) | undefined
  /** Gas units that a transaction would take. */
  readonly estimateGas?: ((connection: Connection, request: TransactionRequest) => Promise<bigint>) | undefined
  /** EIP-5792. */
  readonly fetchCapabilities?: ((connection: Connection) => Promise<Capabilities>) | undefined
  readonly sendCalls?: ((connection: Connection, request: CallsRequest) => Promise<{ readonly id: string }>) | undefined
  readonly fetchCallsStatus?: ((connection: Connection, id: string) => Promise<CallsStatus>) | undefined
  /** Has the wallet itself show how far a batch is. */
  readonly showCallsStatus?: ((connection: Connection, id: string) => Promise<void>) | undefined
  /** EIP-7715; request and answer as the standard has them. */
  readonly grantPermissions?: ((connection: Connection, request: unknown) => Promise<unknown>) | undefined
  readonly revokePermissions?: ((connection: Connection, request: unknown) => Promise<void>) | undefined
  /** Permissions of EIP-7715 that the wallet has granted this site and that hold. Rejects with `METHOD_NOT_GRANTED` from wallets that cannot say. */
  readonly fetchPermissions?: ((connection: Connection) => Promise<readonly GrantedPermission[]>) | undefined
  /** EIP-7811. Items that cannot be read are left out one by one. */
  readonly fetchAssets?:
    | ((connection: Connection, request?: AssetsRequest) => Promise<readonly WalletAsset[]>)
    | undefined
  /** One step of the wallet's own for sign-in (`solana:signIn`). Undefined when this connection's wallet has none. */
  readonly signIn?: ((connection: Connection, fields: SignInFields) => Promise<SignedMessage> | undefined) | undefined
  /** Takes over a session that was made without this adapter, so that a host's own library knows it too. Default: the session serves itself. */
  readonly adopt?: ((session: AdoptedSession) => Promise<Connection>) | undefined
  /** Makes one of several connections, and its first account, the one in use of a host's own library as well. The wallet is not asked. */
  readonly activate?: ((connection: Connection) => Promise<void>) | undefined
  /**
   * Calls back with all connections of a host's own library, the one in use first, whenever the host itself has made, restored
   * or chosen one. What came about through this adapter is not told; that one has ended, `watchConnection` tells.
   */
  readonly watchHostConnections?: ((listener: (connections: readonly Connection[]) => void) => () => void) | undefined
}

/** A session opened by WalletConnect, as an adapter takes it over. `provider` is EIP-1193 for eip155. */
export type AdoptedSession = {
  /** As it was taken over. */
  readonly connection: Connection
  /** True when an earlier page load opened it: then it takes no other connection's place. */
  readonly isRestored: boolean
  /** As it is now; undefined when the wallet shares no account of this namespace any more. */
  readonly read: () => Connection | undefined
  /** Leaves the session, in every namespace that it has. */
  readonly end: () => Promise<void>
  /** Aborts when the session is over, from whichever side. */
  readonly ended: AbortSignal
}
