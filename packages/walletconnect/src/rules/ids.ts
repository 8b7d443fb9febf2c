/** Ids of messages. Source: WalletConnect specification, Sign RPC methods. */
import type { Clock, Random } from '../ports.ts'

/** Where a client takes its ids from. */
export type Ids = {
  /** Id of a peer message: ms and three digits, a number that no double rounds; greater than any before it. */
  message(): number
  /** Id of a relay call: 19 digits as text. */
  relay(): string
}

/**
 * Ids for one client: no two are equal, also when the clock is set back. Where two sources write on one topic, as a tab and the
 * engine do, one makes even ids and the other odd ones (`parity` 0 or 1): an answer is matched by its id alone.
 */
export function createIds({ clock, random }: { readonly clock: Clock; readonly random: Random }, parity = 0): Ids {
  let lastMessage = parity
  let lastRelay = 0n
  const digits = (count: number): number => random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) % 10 ** count
  return {
    message() {
      lastMessage = Math.max(lastMessage + 2, clock.now() * 1000 + (digits(3) & -2) + parity)
      return lastMessage
    },
    relay() {
      const next = BigInt(clock.now()) * 1_000_000n + BigInt(digits(6))
      lastRelay = next > lastRelay ? next : lastRelay + 1n
      return lastRelay.toString()
    },
  }
}
