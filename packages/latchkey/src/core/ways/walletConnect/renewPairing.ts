import { updateAttempt } from '../../kernel/attempt/attempt.ts'
import type { Instance } from '../../types/latchkey.ts'

/** Makes a new pairing for the attempt on screen, and lets it be renewed by itself again. What "New code" does (F-13). */
export function renewPairing(instance: Instance): void {
  const { stores } = instance
  const { attempt } = stores.connection.get()
  if (!attempt?.pairing) return
  const { walletKey } = attempt.pairing
  stores.connection.set((state) =>
    updateAttempt(state, attempt.id, {
      hint: undefined,
      pairing: { walletKey, uri: undefined, expiresAt: 0, renewals: 0, isExpired: false },
    }),
  )
}
