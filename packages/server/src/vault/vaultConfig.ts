import * as v from 'valibot'
import { backups, farcasterNode, keySource, mailServer, providerAddress } from '../custody/settings.ts'

const text = v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(256, 'must be at most 256 characters'))

const origin = v.pipe(
  v.string(),
  v.check((written) => URL.canParse(written) && new URL(written).origin === written, 'must be an exact origin'),
)

const rate = (capacity: number, refillPerSecond: number) =>
  v.optional(
    v.strictObject({
      capacity: v.pipe(v.number(), v.integer(), v.minValue(1)),
      refillPerSecond: v.pipe(v.number(), v.minValue(0.01)),
    }),
    { capacity, refillPerSecond },
  )

/** The vault's own configuration: it reads nothing of the gateway's. */
export const vaultConfig = v.strictObject({
  host: v.optional(text, '127.0.0.1'),
  port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)), 8788),
  /** Origin by which frames and people reach the vault. */
  publicUrl: origin,
  dataDir: v.optional(text, './latchkey-vault-data'),
  frameOrigin: origin,
  gateway: v.strictObject({
    /** Origin by which frames reach the gateway: its `publicUrl`. */
    origin,
    /** Where the vault reaches it; the same where absent. */
    address: v.optional(origin),
  }),
  projects: v.pipe(
    v.array(
      v.strictObject({
        id: v.pipe(
          v.string(),
          v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, hyphens or underscores'),
        ),
        /** As it stands in mails. */
        name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
        /** Origins of its pages. */
        hosts: v.pipe(v.array(origin), v.maxLength(200)),
        /** Hours that the recovery of a wallet waits that is older than 30 days. */
        delayHours: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(72)), 0),
      }),
    ),
    v.minLength(1, 'must name at least one project'),
  ),
  /**
   * Issuers of OpenID Connect whose tokens let a device in: with the ids of the apps of this wallet there. Keep them in step with the
   * gateway's `login.social`; for one that is missing here no new device comes in.
   */
  issuers: v.optional(
    v.array(
      v.strictObject({
        issuer: providerAddress,
        clientIds: v.pipe(v.array(text), v.minLength(1, 'must name at least one app')),
        algorithm: v.optional(v.picklist(['RS256', 'ES256']), 'RS256'),
      }),
    ),
    [],
  ),
  /** Where the vault asks who signed for Farcaster; without it no device comes in by that. */
  farcaster: v.optional(v.strictObject({ rpc: farcasterNode })),
  keys: keySource,
  mail: mailServer,
  backups: v.optional(backups),
  /** Proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: v.optional(
    v.array(v.pipe(v.string(), v.regex(/^[0-9a-fA-F:.]+(\/\d{1,3})?$/, 'must be an IP address or a CIDR range'))),
    [],
  ),
  metrics: v.optional(v.strictObject({ token: v.optional(v.pipe(v.string(), v.minLength(24))) }), {}),
  limits: v.optional(
    v.strictObject({
      startsOfProject: rate(1_000, 5),
      starts: rate(5_000, 20),
      calls: rate(240, 4),
    }),
    {},
  ),
  logLevel: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

export type VaultConfig = v.InferOutput<typeof vaultConfig>
export type VaultConfigInput = v.InferInput<typeof vaultConfig>
