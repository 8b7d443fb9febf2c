import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { sturdyList } from '../schema.ts'

/** Other services by which visitors log in, in the operator's order. Empty where there is none. */
export const getSocials = defineEndpoint({
  name: 'getSocials',
  path: '/v1/socials',
  input: v.object({}),
  answer: v.object({
    providers: sturdyList(
      v.object({
        /** `google`, `farcaster`, or one of the operator's own. */
        id: v.pipe(v.string(), v.regex(/^[a-z\d][a-z\d-]{0,31}$/u, 'expected the id of a provider')),
        /** What people call it. */
        label: v.pipe(v.string(), v.maxLength(40, 'expected at most 40 characters')),
        /** Its picture as a `data:` address; null where it has none, or the usual one. */
        icon: v.optional(v.nullable(v.pipe(v.string(), v.startsWith('data:image/'), v.maxLength(32_768))), null),
      }),
    ),
  }),
})

/** Services to log in by, parsed. */
export type Socials = EndpointAnswer<typeof getSocials>

/** How `getSocials` is served. */
export const getSocialsOperation = /* @__PURE__ */ defineOperation(getSocials, {
  tag: 'sign-in',
  summary: 'Other services by which visitors log in',
  holds: 'Their ids, names and pictures, in the operator’s order',
  cache: 'public, max-age=300, s-maxage=300',
})
