import type { SignInFields } from '../../types/adapter.ts'
import type { Siwx } from '../../types/siwx.ts'
import type { Subject } from './rules.ts'

/** A text that a wallet may be asked to sign. */
export type PreparedText = { readonly fields: SignInFields; readonly message: string; readonly preparedAt: number }

/** One account's sign-in, from the first look at its sessions to the end of the question. */
export type SignInRun = {
  readonly subject: Subject
  readonly key: string
  /** Aborts when the account or its network is no longer the one in use, or the question is answered. */
  readonly over: AbortController
  /** Who waits for it: connecting, or the site. */
  readonly waiters: Set<() => void>
  /** True while connecting waits for it, which leads on from here. */
  isLed: boolean
  /** True once nobody has to wait for it any more: the question was put off. */
  isReleased: boolean
  /** True when the site asked for it: then it is asked even where the visitor put it off. */
  isWanted: boolean
  /** True once the visitor said that they do not sign in; what the service keeps after that is ended. */
  isCancelled: boolean
  /** Being made; shared by everybody who needs it. */
  preparing: Promise<PreparedText> | undefined
  prepared: PreparedText | undefined
  /** Aborts when the visitor leaves the question while the wallet is being asked. */
  signing: AbortController | undefined
}

/** What sign-in keeps of one instance beside the stores. */
export type LiveSignIn = {
  readonly siwx: Siwx
  /** The account in use, while there is something to find out or to ask about it. */
  run: SignInRun | undefined
  /** Account and wallet that were looked at last, so that they are looked at once. */
  checked: string | undefined
  /** Keys that the visitor put off; none of them is asked by itself again in this page load. */
  readonly putOff: Set<string>
  /** Signatures by key of which the site kept no session. */
  readonly unkept: Map<string, number>
  /** Sign-ins that came with a connection, while they are being kept, by key. */
  readonly adding: Map<string, Promise<void>>
  /** The network on which an account last had a session, by namespace and address. */
  readonly lastNetwork: Map<string, Subject['networkId']>
}

declare module '../../kernel/live.ts' {
  interface Live {
    /** Sign-in, once something has asked for it. */
    signIn?: LiveSignIn | undefined
  }
}
