import type { AuthenticateParams, Cacao } from '@latchkey/walletconnect'
import type { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import type { HeldSession } from '../../types/siwx.ts'
import { defineStore } from '../defineStore.ts'

/**
 * The question whether the visitor proves that an account is theirs, as views see it. A required one stays in the state while
 * the modal is closed, and is there again at the next opening.
 */
export type SignInQuestion = {
  readonly namespace: Namespace
  readonly networkId: NetworkId
  readonly address: string
  readonly walletName: string
  /** The modal does not close before it is answered, and to cancel is to be disconnected. */
  readonly required: boolean
  readonly phase: 'idle' | 'signing' | 'cancelling' | 'failed'
  /** The text to sign; undefined while it is being made. */
  readonly message?: string | undefined
  /** Leads to the session's own wallet on this phone; the tap that signs follows it (F-23). */
  readonly link?: string | undefined
  /** The wallet has been asked for a while and says nothing. */
  readonly isSlow?: boolean | undefined
  /** Once failed. */
  readonly error?: LatchkeyError | undefined
  /** What was refused cannot be tried with this account any more (F-35). */
  readonly isFinal?: boolean | undefined
}

/** A sign-in that holds for an account. */
export type SignedIn = HeldSession

export type SignInState = {
  /** Asked, and not answered yet. It outlives a closed modal. */
  readonly question?: SignInQuestion | undefined
  /** The sign-in of the account in use, by namespace. */
  readonly signedIn?: Readonly<Partial<Record<Namespace, SignedIn>>> | undefined
}

export const signInOf = /* @__PURE__ */ defineStore<SignInState>('signIn', {})

/** What a wallet signed while it connected. Source: CAIP-74. */
export type SignInProof = Cacao

/** What to ask of a wallet that signs in while it connects, beside networks and methods. */
export type SignInParameters = Omit<AuthenticateParams, 'chains' | 'methods'>

/** Sign-in as the kernel sees it. The roof hands in how to load it, so that the kernel knows no feature. */
export type SignInStep = {
  /**
   * Resolves once the account in use of a namespace has signed in, does not have to, has put it off, or is gone. Never rejects.
   */
  readonly settleSignIn: (instance: Instance, namespace: Namespace) => Promise<void>
  /** Looks at the account in use, and asks for its sign-in where one is missing. Never throws. */
  readonly beginSignIn: (instance: Instance) => void
  /** Ends the sign-ins of connections that are being left, where the site wants that. Never rejects. */
  readonly leaveSignIn: (instance: Instance, connections: readonly Connection[]) => Promise<void>
  /** Ends the session of the account in use of a namespace. Rejects with a coded failure. */
  readonly signOut: (instance: Instance, namespace: Namespace) => Promise<void>
  /** What to ask of a wallet that signs in while it connects; undefined where that cannot be prepared. Never rejects. */
  readonly prepareOneClick: (
    instance: Instance,
    networkIds: readonly NetworkId[],
  ) => Promise<SignInParameters | undefined>
  /** Keeps what a wallet signed while it connected; `settleSignIn` waits for that. `format` writes the text that was signed. */
  readonly keepOneClick: (
    instance: Instance,
    auths: readonly SignInProof[],
    format: (auth: SignInProof) => string,
  ) => void
}
