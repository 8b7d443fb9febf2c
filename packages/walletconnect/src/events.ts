import type { AuthRequest, Proposal, RequestParams, Session, SessionNamespaces, VerifyContext } from './records.ts'
import type { RelayerEvent } from './relay/relayer.ts'

/** Events of a client and what they carry. Source: WalletConnect specification, Sign client API. */
export type SignClientEvents = {
  session_proposal: { readonly id: number; readonly params: Proposal; readonly verifyContext: VerifyContext }
  session_request: {
    readonly id: number
    readonly topic: string
    readonly params: RequestParams
    readonly verifyContext: VerifyContext
  }
  session_authenticate: {
    readonly id: number
    readonly topic: string
    readonly params: Pick<AuthRequest, 'requester' | 'authPayload' | 'expiryTimestamp'>
    readonly verifyContext: VerifyContext
  }
  session_request_expire: { readonly id: number }
  proposal_expire: { readonly id: number }
  session_connect: { readonly session: Session }
  session_request_sent: {
    readonly id: number
    readonly topic: string
    readonly request: RequestParams['request']
    readonly chainId: string
  }
  session_event: {
    readonly id: number
    readonly topic: string
    readonly params: { readonly event: { readonly name: string; readonly data: unknown }; readonly chainId: string }
  }
  session_update: {
    readonly id: number
    readonly topic: string
    readonly params: { readonly namespaces: SessionNamespaces }
  }
  session_extend: { readonly id: number; readonly topic: string }
  session_ping: { readonly id: number; readonly topic: string }
  session_delete: { readonly id: number; readonly topic: string }
  session_expire: { readonly topic: string }
  pairing_create: { readonly topic: string }
  pairing_expire: { readonly topic: string }
  pairing_delete: { readonly id: number; readonly topic: string }
  pairing_ping: { readonly id: number; readonly topic: string }
  /** What the way to the relay does. */
  relayer: RelayerEvent
}
