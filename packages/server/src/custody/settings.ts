/** What the configurations of gateway and vault have in common about the embedded wallet. */
import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(256, 'must be at most 256 characters'))

/** Where the master keys are: see `kms/readMasterKeys.ts`. */
export const keySource = v.variant('kind', [
  v.strictObject({ kind: v.literal('file'), path: text }),
  /** Write it as `env:LATCHKEY_…`. */
  v.strictObject({ kind: v.literal('environment'), keys: v.pipe(v.string(), v.minLength(1)) }),
  v.strictObject({
    kind: v.literal('pkcs11'),
    module: text,
    token: v.pipe(text, v.maxLength(32, 'must be at most 32 characters')),
    /** Write it as `env:LATCHKEY_…`. */
    pin: v.pipe(v.string(), v.minLength(4, 'must be at least 4 characters'), v.maxLength(256)),
    keys: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w.-]{1,32}$/, 'must be the id of a key'))), v.minLength(1)),
  }),
  v.strictObject({ kind: v.literal('development') }),
])

/** The mail server, and who mails are from. */
export const mailServer = v.strictObject({
  host: text,
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  /** TLS from the first byte, as on port 465. Otherwise the connection turns to TLS by STARTTLS. */
  implicitTls: v.optional(v.boolean(), false),
  /** Mail in clear: for a server on this machine alone. */
  allowClear: v.optional(v.boolean(), false),
  user: v.optional(text),
  password: v.optional(v.string()),
  from: v.strictObject({
    name: v.pipe(text, v.regex(/^[^\p{Cc}\p{Cf}"<>]+$/u, 'must be a plain name')),
    address: v.pipe(
      v.string(),
      v.check((address) => parseMailAddress(address)?.address === address, 'must be one e-mail address'),
    ),
  }),
})

/** What the operator's own job says of its copies of the data and of the master keys: it touches a file after each. */
export const backups = v.strictObject({
  stamp: text,
  /** How old the last copy may be. */
  days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(90)), 7),
})

export type Backups = v.InferOutput<typeof backups>

const isSafeAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))

/** A node of OP Mainnet, where Farcaster's registries stand. Each server asks one of its own. */
export const farcasterNode = v.pipe(
  v.string(),
  v.check((written) => URL.canParse(written) && isSafeAddress(new URL(written)), 'must be an https address'),
)

/** Where another service logs people in. Clear text only on this machine: codes, secrets and an issuer's keys travel there. */
export const providerAddress = v.pipe(
  v.string(),
  v.check((written) => {
    if (!URL.canParse(written)) return false
    const url = new URL(written)
    return isSafeAddress(url) && url.search === '' && url.hash === ''
  }, 'must be an https address'),
)

export type MailServer = v.InferOutput<typeof mailServer>
