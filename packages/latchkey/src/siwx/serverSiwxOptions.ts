import type { SignInFields } from '../core/types/adapter.ts'
import type { NetworkId } from '../core/types/network.ts'
import type { SiwxRequest, SiwxSession } from '../core/types/siwx.ts'
import type { SiwxSettings } from './deferSiwx.ts'

/** Who is signed in, as the site's server says it: with the network as CAIP-2 (`networkId`) or, on eip155, as a number. */
export type ServerSession = {
  readonly address: string
  readonly networkId?: NetworkId | undefined
  readonly chainId?: number | undefined
}

/** The calls of a site's own server. Each may reject; then sign-in is not available now, and the wallet stays connected (F-36). */
export type ServerSiwxOptions = SiwxSettings & {
  /** A nonce of the server, at least 8 letters and digits, good for one sign-in. */
  readonly getNonce: (request: SiwxRequest) => Promise<string>
  /** Has the server check the signed text and keep a session. False when it does not hold. */
  readonly verifyMessage: (signed: SiwxSession, signal: AbortSignal | undefined) => Promise<boolean>
  /** Who is signed in now; null for nobody, a list where several accounts can be. */
  readonly getSession: (request: SiwxRequest) => Promise<ServerSession | readonly ServerSession[] | null>
  /** Ends the session of this account; of everybody where none is named. False when it could not be ended. */
  readonly signOut: (request: SiwxRequest | undefined) => Promise<boolean | undefined>
  /** More to say in the message than the settings do: asked anew for each. */
  readonly getMessageParams?:
    | (() => Promise<
        Partial<Pick<SignInFields, 'statement' | 'resources' | 'requestId' | 'notBefore' | 'expirationTime'>>
      >)
    | undefined
  /** After a signature that the server accepted. */
  readonly onSignIn?: ((session: ServerSession) => void) | undefined
  readonly onSignOut?: (() => void) | undefined
}
