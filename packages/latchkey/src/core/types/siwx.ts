import type { Services } from '../services/ports.ts'
import type { SignedMessage, SignInFields } from './adapter.ts'
import type { NetworkId } from './network.ts'

/** One finished sign-in. `fields` are what the message says; `session` proves it to a server. */
export type SiwxSession = SignedMessage & {
  readonly fields: SignInFields
  /** A CACAO (CAIP-74) where one-click sign-in through WalletConnect made it. */
  readonly cacao?: unknown
}

/** A session that holds. Of its message the network is known; a server that keeps no more than that tells no more. */
export type HeldSession = {
  readonly address: string
  readonly fields: Pick<SignInFields, 'networkId'> & Partial<SignInFields>
}

/** What a sign-in needs of a site or its server before the visitor is asked. Source: SEC-114. */
export type SiwxRequest = {
  /** CAIP-2. */
  readonly networkId: NetworkId
  readonly address: string
  readonly signal: AbortSignal
}

/**
 * Sign-in with a wallet as the modal drives it. `latchkey/siwx` makes one on the gateway or on a site's own server; a site may
 * also hand in its own. Addresses are compared without regard to case on eip155.
 */
export type Siwx = {
  /** Whether a connected wallet that does not sign in is disconnected. Default true. */
  readonly required?: boolean | undefined
  /** Whether one session counts for the address on every network of its namespace, or for one network. Default `address`. */
  readonly scope?: 'address' | 'chain' | undefined
  /** Whether leaving a wallet, or its own end, ends the sessions of every account that signed in through it. Default true. */
  readonly signOutOnDisconnect?: boolean | undefined
  /** Fields of the message to sign: domain and uri of this page, a nonce of the server, times. Never asks the visitor. */
  readonly createFields: (request: SiwxRequest) => Promise<SignInFields>
  /** Verifies and keeps a sign-in. Rejects with a coded error when it does not hold. */
  readonly addSession: (session: SiwxSession, signal: AbortSignal) => Promise<void>
  /** Replaces all sessions; what is not named is gone. */
  readonly setSessions: (sessions: readonly SiwxSession[]) => Promise<void>
  /** Sessions that hold now for an address. An empty list means that the visitor has to sign in. */
  readonly getSessions: (request: SiwxRequest) => Promise<readonly HeldSession[]>
  readonly revokeSession: (request: SiwxRequest) => Promise<void>
}

/** What a sign-in is made with: the instance's own ways into the world, and the page that the message names. */
export type SiwxSurroundings = Pick<Services, 'fetch' | 'random' | 'clock' | 'storage' | 'logger'> & {
  readonly gatewayUrl: string | undefined
  readonly projectId: string | undefined
  /** The page's own: `host` with its port as in `location.host`, `origin`, and the whole address. */
  readonly location: { readonly host: string; readonly origin: string; readonly href: string }
}

/** Makes the sign-in of one instance; what `latchkey/siwx` gives. Called once, when sign-in is first needed. */
export type CreateSiwx = ((surroundings: SiwxSurroundings) => Siwx) & {
  /** It refuses to be made without the option `gatewayUrl`; developers are told of that at start. */
  readonly needsGateway?: true | undefined
}
