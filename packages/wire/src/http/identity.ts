import * as v from 'valibot'
import { defineEndpoint, type EndpointAnswer } from '../endpoint.ts'
import { address } from '../schema.ts'

/** Name and avatar of an address; `null` where there is none. Source: service reference, section 2.2. */
export const getIdentity = defineEndpoint({
  name: 'getIdentity',
  path: '/v1/identity/{address}',
  aliases: ['/v1/account/{address}/identity'],
  input: v.object({ address }),
  answer: v.object({
    name: v.nullable(v.string()),
    /** An https address or a `data:` picture. */
    avatar: v.nullable(v.string()),
    /** ISO-8601; when the name was read from the chain. */
    resolvedAt: v.optional(v.nullable(v.string()), null),
  }),
})

/** An answer of `getIdentity`. */
export type Identity = EndpointAnswer<typeof getIdentity>
