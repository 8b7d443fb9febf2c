import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { address } from '../schema.ts'

/** Name and avatar of an address; `null` where there is none. */
export const getIdentity = defineEndpoint({
  name: 'getIdentity',
  path: '/v1/identity/{address}',
  aliases: ['/v1/account/{address}/identity'],
  input: v.object({
    address,
    /** The connected account, plain; for the operator's figures alone. */
    sender: v.optional(v.pipe(v.string(), v.maxLength(128, 'expected at most 128 characters'))),
  }),
  answer: v.object({
    name: v.nullable(v.string()),
    /** An https address or a `data:` picture. */
    avatar: v.nullable(v.string()),
    /** ISO-8601; when the name was read from the chain. */
    resolvedAt: v.optional(v.nullable(v.string()), null),
  }),
})

/** How `getIdentity` is served. */
export const getIdentityOperation = /* @__PURE__ */ defineOperation(getIdentity, {
  tag: 'account',
  summary: 'Name and avatar of an address',
  holds: 'The identity; null where there is none',
  codes: ['ADDRESS_INVALID', 'UPSTREAM_UNAVAILABLE'],
  cache: 'private',
})

/** An answer of `getIdentity`. */
export type Identity = EndpointAnswer<typeof getIdentity>
