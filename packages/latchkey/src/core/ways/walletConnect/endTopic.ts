import type { SignClient } from '@latchkey/walletconnect'

/** Ends a session or a pairing on both sides, where the other one has begun it. One that is gone already is what was wanted. */
export function endTopic(client: SignClient, topic: string): void {
  // The engine logs a peer that could not be told; for this page it has ended either way.
  client.disconnect({ topic }).catch(() => undefined)
}
