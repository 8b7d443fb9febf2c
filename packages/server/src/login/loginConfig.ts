import * as v from 'valibot'
import { backups, farcasterNode, keySource, mailServer } from '../custody/settings.ts'
import { socialConfig } from './social/socialConfig.ts'

const rate = (capacity: number, refillPerSecond: number) =>
  v.optional(
    v.strictObject({
      capacity: v.pipe(v.number(), v.integer(), v.minValue(1)),
      refillPerSecond: v.pipe(v.number(), v.minValue(0.01)),
    }),
    { capacity, refillPerSecond },
  )

const origin = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && new URL(text).origin === text, 'must be an exact origin'),
)

/** Logins by e-mail and the gateway's shares of wallets. Absent: this gateway has neither. */
export const loginConfig = v.strictObject({
  /** Origin of the frame: its pages alone may call. */
  frameOrigin: origin,
  vault: v.strictObject({
    /** Origin by which frames reach it. */
    origin,
    /** Where this gateway reaches it; the same where absent. */
    address: v.optional(
      v.pipe(
        v.string(),
        v.check((text) => URL.canParse(text) && /^https?:\/\/[^/]+$/.test(text), 'must be an address without a path'),
      ),
    ),
  }),
  keys: keySource,
  mail: mailServer,
  backups: v.optional(backups),
  /** Projects whose wallets no server can bring back, from their start. */
  strictProjects: v.optional(
    v.array(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be the id of a project'))),
    [],
  ),
  /** Other services by which people log in. */
  social: socialConfig,
  /** Logins by the Farcaster app. `relay`: where its phones answer; the gateway itself where absent. */
  farcaster: v.optional(
    v.strictObject({
      rpc: farcasterNode,
      relay: v.optional(v.pipe(farcasterNode, v.regex(/[^/]$/, 'must not end in a slash'))),
    }),
  ),
  /** How long a code is good. */
  codeMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(10)), 10),
  /** How long the record of what happened is kept. */
  auditDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(30), v.maxValue(3_650)), 730),
  /** Logins begun in one project, in all, and calls from one network address. */
  limits: v.optional(
    v.strictObject({
      startsOfProject: rate(1_000, 5),
      starts: rate(5_000, 20),
      calls: rate(240, 4),
    }),
    {},
  ),
})

export type LoginConfig = v.InferOutput<typeof loginConfig>
