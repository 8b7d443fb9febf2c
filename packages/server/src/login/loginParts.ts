import type { OwnKeys } from '../custody/ownKeys.ts'
import type { Peer } from '../custody/peer.ts'
import type { CallRequest } from '../custody/serveCall.ts'
import type { Window } from '../custody/windows.ts'
import type { Kms } from '../kms/kms.ts'
import type { Post } from '../mail/createPost.ts'
import type { Clock } from '../ports.ts'
import type { StoredLoginSession, StoredUser } from '../storage/login.ts'
import type { Queryable } from '../storage/storage.ts'
import type { Audit } from './audit.ts'
import type { CallPage } from './callPage.ts'
import type { Challenges } from './challenges.ts'
import type { Farewells } from './farewells.ts'
import type { Notices } from './notices.ts'
import type { Sessions } from './sessions.ts'

/** What the calls of logins and wallets share. */
export type LoginParts = {
  readonly storage: Queryable
  readonly kms: Kms
  readonly keys: OwnKeys
  readonly vault: Peer
  readonly sessions: Sessions
  readonly challenges: Challenges
  readonly audit: Audit
  readonly notices: Notices
  readonly farewells: Farewells
  readonly post: Post
  readonly clock: Clock
  readonly codeMinutes: number
  /** Whether the wallets of a project are strict from their start (SEC-10). */
  readonly isStrict: (projectId: string) => boolean
  /** Names of the projects of the configuration, by id. */
  readonly projectNames: ReadonlyMap<string, string>
  /** Where people reach the gateway. */
  readonly publicUrl: string
  /** Origins of the gateway and of the vault, as tokens name them. */
  readonly origin: string
  readonly vaultOrigin: string
  /** Origin of the frame, whose pages alone call. */
  readonly frameOrigin: string
  /** Counts a login that begins. Throws `CustodyRefusal` TOO_OFTEN. */
  readonly limitStarts: (projectId: string) => void
  /** Notes that something happens, or throws `CustodyRefusal` TOO_OFTEN. */
  readonly noteOrRefuse: (key: string, windows: readonly Window[]) => Promise<void>
  /** Takes an approval of the vault, by its id. False: it was used. */
  readonly useApproval: (id: string) => Promise<boolean>
  /** The project and page of a call. Throws `RequestError` PROJECT_UNKNOWN and `CustodyRefusal` HOST_NOT_ALLOWED. */
  readonly readPage: (request: CallRequest<unknown>) => CallPage
  /** The user of a session. */
  readonly readOwner: (session: StoredLoginSession) => Promise<StoredUser>
}
