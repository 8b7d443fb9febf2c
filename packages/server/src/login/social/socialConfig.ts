import { SOCIAL_PROVIDERS } from '@latchkey/wire/custody/social'
import * as v from 'valibot'
import { providerAddress } from '../../custody/settings.ts'

const text = v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(256, 'must be at most 256 characters'))

/** The app at the provider. Write the secret as `env:LATCHKEY_…`. */
const client = { clientId: text, clientSecret: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) }

/** Where a service without discovery is; the public one where absent. `api` is its API's root. */
const addresses = v.optional(
  v.strictObject({ authorize: providerAddress, token: providerAddress, api: providerAddress }),
)

const plain = { ...client, addresses }

/** By which algorithm the issuer signs. */
const algorithm = v.optional(v.picklist(['RS256', 'ES256']), 'RS256')

const builtIn: readonly string[] = SOCIAL_PROVIDERS

/** Other services by which people log in, in the order in which they are offered. */
export const socialConfig = v.optional(
  v.pipe(
    v.array(
      v.variant('kind', [
        v.strictObject({ kind: v.literal('google'), ...client, issuer: v.optional(providerAddress) }),
        v.strictObject({
          kind: v.literal('apple'),
          /** The Services ID. */
          clientId: text,
          teamId: text,
          keyId: text,
          /** The key file's text (PKCS #8). Write it as `env:LATCHKEY_…`. */
          privateKey: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
          issuer: v.optional(providerAddress),
        }),
        v.strictObject({ kind: v.literal('github'), ...plain }),
        v.strictObject({ kind: v.literal('discord'), ...plain }),
        v.strictObject({ kind: v.literal('x'), ...plain }),
        v.strictObject({ kind: v.literal('facebook'), ...plain }),
        /** Any issuer of OpenID Connect. */
        v.strictObject({
          kind: v.literal('oidc'),
          id: v.pipe(
            v.string(),
            v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens'),
            v.check((id) => ![...builtIn, 'email', 'farcaster'].includes(id), 'is the id of another way to log in'),
          ),
          label: v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.regex(/^[^\p{Cc}\p{Cf}<>]+$/u)),
          /** A picture as a `data:` address. */
          icon: v.optional(v.pipe(v.string(), v.maxLength(32_768), v.regex(/^data:image\/(png|webp|svg\+xml)[;,]/))),
          clientId: text,
          /** Absent: a public client. */
          clientSecret: v.optional(client.clientSecret),
          issuer: providerAddress,
          scope: v.optional(v.pipe(text, v.regex(/^openid( |$)/, 'must begin with openid')), 'openid email profile'),
          algorithm,
        }),
      ]),
    ),
    v.check((all) => new Set(all.map(idOf)).size === all.length, 'must name each provider once'),
  ),
  [],
)

export type SocialConfig = v.InferOutput<typeof socialConfig>[number]

/** The id by which a provider is asked for. */
export function idOf(provider: { readonly kind: string; readonly id?: string | undefined }): string {
  return provider.id ?? provider.kind
}
