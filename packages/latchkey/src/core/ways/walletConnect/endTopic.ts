import type { SignClient } from '@latchkey/walletconnect'

/** Ends a session or a pairing on both sides, where the other one has begun it. One that is gone already is what was wanted. */
export function endTopic(client: SignClient, topic: string): void {
  client.disconnect({ topic }).catch(() => undefined)
}
