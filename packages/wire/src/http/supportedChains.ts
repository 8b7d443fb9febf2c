import * as v from 'valibot'
import { defineEndpoint, defineOperation } from '../endpoint.ts'
import { networkId, sturdyList } from '../schema.ts'

/** Chains that the gateway serves, as CAIP-2 ids by transport. */
export const getSupportedChains = defineEndpoint({
  name: 'getSupportedChains',
  path: '/v1/supported-chains',
  input: v.object({}),
  answer: v.object({
    http: sturdyList(networkId),
    ws: sturdyList(networkId),
    /** Those with a bundler, on which accounts may be smart ones. */
    bundler: v.optional(sturdyList(networkId), []),
    /** Those on which somebody may pay for them. */
    sponsored: v.optional(sturdyList(networkId), []),
    /** Those on which an account may keep its address and get code (EIP-7702). */
    delegation: v.optional(sturdyList(networkId), []),
    /** Those of them on which pages of this project may ask for permissions (ERC-7715). */
    permissions: v.optional(sturdyList(networkId), []),
  }),
})

/** How `getSupportedChains` is served. */
export const getSupportedChainsOperation = /* @__PURE__ */ defineOperation(getSupportedChains, {
  tag: 'network',
  summary: 'Chains that the gateway has a node of',
  holds: 'CAIP-2 ids by transport',
  access: 'open',
  admitsFrame: true,
  cache: 'public, max-age=86400, s-maxage=86400',
})
