import type { LookupAddress } from 'node:dns'

/** Time. Tests move it. */
export type Clock = {
  /** ms since 1970. */
  now(): number
}

/** Structured log; facts never hold addresses of visitors, query strings or secrets. */
export type Log = {
  info(facts: Readonly<Record<string, unknown>>, text: string): void
  warn(facts: Readonly<Record<string, unknown>>, text: string): void
  error(facts: Readonly<Record<string, unknown>>, text: string): void
}

/** All addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>
