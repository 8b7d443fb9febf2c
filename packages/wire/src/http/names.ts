import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { networkId, wholeNumber } from '../schema.ts'

/** What is known of one name. */
export const nameRecord = v.object({
  /** In its one normal form (ENSIP-15), which may differ from what was asked for. */
  name: v.string(),
  /** ISO-8601; `null` where the chain's registry keeps it, which does not say. */
  registered_at: v.optional(v.nullable(v.string()), null),
  updated_at: v.optional(v.nullable(v.string()), null),
  attributes: v.nullable(v.record(v.string(), v.string())),
  /** By coin type (ENSIP-9, ENSIP-11) in decimal digits; empty where the name has no address on the network. */
  addresses: v.record(
    v.string(),
    v.object({
      /** As its network writes addresses. */
      address: v.string(),
      created_at: v.optional(v.nullable(v.string()), null),
    }),
  ),
})

/** The addresses of a name, read now: nothing of it is remembered. */
export const getName = defineEndpoint({
  name: 'getName',
  path: '/v1/profile/account/{name}',
  input: v.object({
    /** Any spelling that ENSIP-15 knows a normal form of. */
    name: v.pipe(v.string(), v.minLength(3, 'expected a name'), v.maxLength(255, 'expected at most 255 characters')),
    /** Network that the address is for; where absent the addresses are Ethereum's. */
    chainId: v.optional(networkId),
    /** With 2 an unknown name is an empty list; with 1, and where absent, it is NOT_FOUND. */
    apiVersion: v.optional(wholeNumber(1, 2)),
  }),
  answer: v.union([nameRecord, v.pipe(v.array(v.unknown()), v.maxLength(0, 'expected no entries'))]),
})

/** How `getName` is served. */
export const getNameOperation = /* @__PURE__ */ defineOperation(getName, {
  tag: 'account',
  summary: 'Addresses of a name',
  holds: 'The name in its normal form with its addresses, or an empty list when it is unknown and apiVersion is 2',
  codes: ['CHAIN_UNSUPPORTED', 'NOT_FOUND', 'UPSTREAM_UNAVAILABLE'],
})

/** What is known of one name, parsed. */
export type NameRecord = v.InferOutput<typeof nameRecord>

/** An answer of `getName`. */
export type NameAnswer = EndpointAnswer<typeof getName>
