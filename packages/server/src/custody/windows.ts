/** At most `most` times in `ms`. */
export type Window = { readonly most: number; readonly ms: number }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How often what may happen. Each is counted over a sliding time, so that no boundary lets twice as much through. Source: SEC-12, SEC-58. */
export const WINDOWS = {
  /** Mails to one address. */
  mail: [
    { most: 1, ms: 30 * SECOND },
    { most: 5, ms: HOUR },
    { most: 10, ms: DAY },
  ],
  /** Of the mails to one address, those that strangers may ask for from one network address. */
  mailOfNetwork: [{ most: 5, ms: DAY }],
  /** Logins begun from one network address. */
  startsOfAddress: [{ most: 20, ms: HOUR }],
  /** Logins begun by one device. */
  startsOfDevice: [{ most: 10, ms: HOUR }],
  /** Codes tried for one e-mail address, over all challenges. */
  tries: [{ most: 30, ms: HOUR }],
  /** Changes of the address that one user begins. */
  changes: [{ most: 5, ms: DAY }],
  /** Halves of a recovery pair that are handed out. */
  releases: [{ most: 3, ms: DAY }],
} as const satisfies Readonly<Record<string, readonly Window[]>>

/** How long the old address may take a change of the address back, in ms. Source: SEC-65. */
export const UNDO_EMAIL_MS = 72 * HOUR

/** How long nothing is recovered after such a change, in ms. Source: SEC-65. */
export const EMAIL_REST_MS = 24 * HOUR

/** How long a change is remembered for the vault, which may follow later, in ms. */
export const EMAIL_CHANGE_MS = 30 * DAY

/** Until when times of these windows must be remembered, in ms. */
export function longestOf(windows: readonly Window[]): number {
  return Math.max(...windows.map(({ ms }) => ms))
}

/** After how many ms once more is allowed, given when it happened; 0: now. */
export function waitOf(times: readonly number[], windows: readonly Window[], now: number): number {
  const waits = windows.map(({ most, ms }) => {
    const recent = times.filter((at) => at > now - ms).sort((one, other) => other - one)
    const decisive = recent[most - 1]
    return decisive === undefined ? 0 : decisive + ms - now
  })
  return Math.max(0, ...waits)
}
