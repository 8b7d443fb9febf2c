import type { OwnKeys } from '../custody/ownKeys.ts'
import type { Peer } from '../custody/peer.ts'
import type { Window } from '../custody/windows.ts'
import type { Kms } from '../kms/kms.ts'
import type { Post } from '../mail/createPost.ts'
import type { Clock } from '../ports.ts'
import type { Issuers } from './issuers.ts'
import type { VaultStore } from './vaultStore.ts'

/** A project as the vault's own configuration has it. */
export type VaultProject = {
  readonly id: string
  readonly name: string
  readonly hosts: readonly string[]
  /** How long the recovery of a wallet that is older than 30 days waits. */
  readonly delayHours: number
}

/** What the vault's calls share. */
export type VaultParts = {
  readonly store: VaultStore
  readonly kms: Kms
  readonly keys: OwnKeys
  readonly gateway: Peer
  readonly issuers: Issuers
  /** Where it is asked who signed for Farcaster. */
  readonly farcasterRpc: string | undefined
  readonly post: Post
  readonly clock: Clock
  /** Where people and frames reach the vault, without a slash at the end; and its origin. */
  readonly publicUrl: string
  readonly origin: string
  readonly gatewayOrigin: string
  /** Counts a mail that is asked for. Throws `CustodyRefusal` TOO_OFTEN. */
  readonly limitStarts: (projectId: string) => void
  readonly noteOrRefuse: (key: string, windows: readonly Window[]) => Promise<void>
  readonly takeOnce: (id: string, until: number) => Promise<boolean>
  /** A project whose list has this page. Throws `CustodyRefusal` HOST_NOT_ALLOWED. */
  readonly findProject: (id: string, host: string) => VaultProject
}
