import type { ErrorCode } from '../../errors/LatchkeyError.ts'
import { defineStore } from '../../kernel/defineStore.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'

/**
 * What an account lets another address take, as the chain says it. Texts are the token's own: cleaned and cut (SEC-83), plain text, and
 * never to be believed alone.
 */
export type Approval = {
  /** Names it among all permissions. */
  readonly id: string
  /**
   * `allowance`: an amount of an ERC-20 token. `permit2`: the same, through Permit2. `operator`: every NFT of a collection. `nft`: one
   * NFT.
   */
  readonly kind: 'allowance' | 'permit2' | 'operator' | 'nft'
  readonly networkId: NetworkId
  /** Whose it is. */
  readonly owner: string
  /** The token or collection, in lower case. */
  readonly contract: string
  /** Who may take it, in lower case. */
  readonly spender: string
  /** Decimal; of `nft` alone. */
  readonly tokenId: string | undefined
  /** Base units, of `allowance` and `permit2`. */
  readonly amount: bigint | undefined
  /** So much that it never runs out. */
  readonly isUnlimited: boolean
  /** ms since 1970; undefined where it has no end. */
  readonly expiresAt: number | undefined
  /** What the account holds of it, in base units or NFTs. */
  readonly held: bigint | undefined
  /** What could be taken now, in US dollars; undefined where it is unknown, and of tokens that nobody lists (SEC-96). */
  readonly value: number | undefined
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  readonly iconUrl: string | undefined
  readonly trust: 'listed' | 'unlisted' | 'lookAlike' | 'spam'
}

/** A wallet that is connected to this site: it tells its accounts, and may be asked. */
export type ConnectedPermission = {
  readonly id: string
  readonly kind: 'connection'
  readonly namespace: Namespace
  readonly connectorId: string
  readonly walletName: string
  readonly imageUrl: string | undefined
  readonly addresses: readonly string[]
  /** What the wallet may be asked for, where a session says it (WalletConnect). */
  readonly methods: readonly string[] | undefined
  /** ms since 1970; undefined where it has no end. */
  readonly expiresAt: number | undefined
}

/** A sign-in: this site's server knows whose the account is. */
export type SignInPermission = {
  readonly id: string
  readonly kind: 'signIn'
  readonly namespace: Namespace
  readonly networkId: NetworkId
  readonly address: string
  /** ms since 1970; undefined where it has no end, or nobody says. */
  readonly expiresAt: number | undefined
}

/** What this site may do for the account without asking again (EIP-7715). */
export type ExecutionPermission = {
  readonly id: string
  readonly kind: 'execution'
  readonly namespace: 'eip155'
  readonly networkId: NetworkId
  readonly connectorId: string
  readonly context: string
  /** The standard's name of what is permitted. */
  readonly type: string
  readonly expiresAt: number | undefined
  /** Who may act. */
  readonly to: string | undefined
}

/** Something that this site, or another address, may do. */
export type Permission = Approval | ConnectedPermission | SignInPermission | ExecutionPermission

/** All that is known of them. */
export type PermissionList = {
  /** What this site may do first; then approvals, worth most first. */
  readonly permissions: readonly Permission[]
  /** How the approvals were read. `unserved`: the site has no gateway, or no account of eip155 is connected. */
  readonly approvals: 'read' | 'failed' | 'unserved'
  /** Networks that could not be read just now: what is approved there is unknown, not none. */
  readonly unavailable: readonly NetworkId[]
  /** Networks whose past was read in part only: older approvals may be missing. */
  readonly incomplete: readonly NetworkId[]
}

/**
 * How the ending of one permission went. `stands`: the transaction has gone through, and yet the contract says that it still holds.
 * `unclear`: it may have left, or nobody says what became of it.
 */
export type Ending = {
  readonly id: string
  readonly outcome: 'ended' | 'stands' | 'unclear' | 'failed'
  /** Why, where it failed or is unclear. */
  readonly code?: ErrorCode | undefined
}

export type PermissionsState = Partial<PermissionList> & {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** The account that they belong to. */
  readonly owner?: string | undefined
  /** Counts readings; the newest decides. */
  readonly reading: number
  /** Those that are being ended, by id. */
  readonly ending: readonly string[]
  /** How the ending of others went, by id, until they are read anew or ended again. */
  readonly ended: Readonly<Record<string, Ending>>
}

export const permissionsOf = /* @__PURE__ */ defineStore<PermissionsState>('permissions', {
  status: 'idle',
  reading: 0,
  ending: [],
  ended: {},
})
