import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { networkId, sturdyList } from '../schema.ts'

/** Chains that the gateway serves, as CAIP-2 ids by transport. Source: service reference, section 2.1. */
export const getSupportedChains = defineEndpoint({
  name: 'getSupportedChains',
  path: '/v1/supported-chains',
  input: v.object({}),
  answer: v.object({ http: sturdyList(networkId), ws: sturdyList(networkId) }),
})
