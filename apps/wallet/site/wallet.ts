import type { AuthRequest, PendingRequest, Proposal, Session } from '@latchkey/walletconnect'
import type { Question } from '../rules/describeRequest.ts'
import type { Choice } from '../rules/grants.ts'
import type { Keys } from '../rules/keys.ts'
import type { SignInRequest } from '../rules/signIn.ts'
import type { KnownChain, WalletSettings } from '../settings.ts'

/** Something that the owner has to approve or reject. */
export type Pending =
  | { readonly kind: 'proposal'; readonly id: number; readonly proposal: Proposal }
  | { readonly kind: 'signIn'; readonly id: number; readonly request: AuthRequest }
  | {
      readonly kind: 'request'
      readonly id: number
      readonly request: PendingRequest
      readonly session: Session
      readonly chain: KnownChain
      readonly question: Question
    }

export type WalletState = {
  readonly sessions: readonly Session[]
  /** Oldest first. */
  readonly pending: readonly Pending[]
  /** Ids that are being answered. */
  readonly working: readonly number[]
  /** What became of the last deed, said once. */
  readonly word: { readonly text: string; readonly isProblem: boolean; readonly number: number }
  /** The code that was brought last: being taken, or taken while its site has not answered. */
  readonly pairing: { readonly step: 'resting' | 'taking' | 'waiting'; readonly problem: string | undefined }
  readonly relay: 'idle' | 'connected' | 'trying' | 'refused'
  /** The network of a session's namespace, by `topic namespace`. */
  readonly chains: Readonly<Record<string, string>>
}

/** The wallet: what it knows, and what its owner can do with it. */
export type Wallet = {
  readonly settings: WalletSettings
  readonly keys: Keys
  getState(): WalletState
  subscribe(listener: () => void): () => void
  /** Takes a code that was pasted, scanned or followed. Never rejects: what is wrong is in the state. */
  pair(text: string): Promise<void>
  /** Says that a picture held no code, or the like. */
  reportPairingProblem(problem: string | undefined): void
  approveProposal(id: number, choices: Readonly<Record<string, Choice>>): Promise<void>
  rejectProposal(id: number): Promise<void>
  /** The text of a sign-in, for one account, or why it cannot be signed. */
  readSignIn(request: SignInRequest, accountIndex: number): { readonly text: string } | { readonly problem: string }
  approveSignIn(id: number, accountIndex: number): Promise<void>
  rejectSignIn(id: number): Promise<void>
  approveRequest(id: number): Promise<void>
  rejectRequest(id: number): Promise<void>
  /** The network of a session's namespace. */
  getChain(session: Session, namespace: string): string
  switchChain(topic: string, chain: string): Promise<void>
  switchAccount(topic: string, namespace: string, index: number): Promise<void>
  addNamespace(topic: string, namespace: string): Promise<void>
  removeNamespace(topic: string, namespace: string): Promise<void>
  extend(topic: string): Promise<void>
  disconnect(topic: string): Promise<void>
}
