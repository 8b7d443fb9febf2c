import * as v from 'valibot'
import { defineOperation, definePost } from '../endpoint.ts'
import { PRIVATE_FIELDS } from '../usage.ts'

/** Longest list and text in an event, and most fields of its properties. Ours; a real event stays far below. */
const TEXT_LIMIT = 256
const LIST_LIMIT = 100
const FIELD_LIMIT = 32

const plain = v.union([v.pipe(v.string(), v.maxLength(TEXT_LIMIT)), v.number(), v.boolean(), v.null()])
const fields = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(64)), v.unknown()),
  v.check((value) => Object.keys(value).length <= FIELD_LIMIT, `expected at most ${FIELD_LIMIT} fields`),
  v.transform((value): Readonly<Record<string, unknown>> => keepPlain(value, 2)),
)

/** Values that are short and plain, lists of those, and objects of those so many levels down; everything else is left out. */
function keepPlain(value: Readonly<Record<string, unknown>>, levels: number): Readonly<Record<string, unknown>> {
  const kept: Record<string, unknown> = Object.create(null)
  for (const [name, item] of Object.entries(value)) {
    if (PRIVATE_FIELDS.includes(name)) continue
    if (v.is(plain, item)) kept[name] = item
    else if (Array.isArray(item)) {
      kept[name] = item.slice(0, LIST_LIMIT).flatMap((one: unknown): unknown[] => {
        if (v.is(plain, one)) return [one]
        return isObject(one) && levels > 0 ? [keepPlain(one, levels - 1)] : []
      })
    } else if (isObject(item) && levels > 0) kept[name] = keepPlain(item, levels - 1)
  }
  return kept
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One usage event. `url` is an origin; whatever a client adds that points at a person is dropped while reading. */
export const usageEvent = v.object({
  eventId: v.pipe(v.string(), v.uuid()),
  url: v.pipe(
    v.string(),
    v.maxLength(2_048),
    v.url(),
    v.transform((url) => new URL(url).origin),
  ),
  domain: v.pipe(v.string(), v.maxLength(255)),
  /** ms since 1970. */
  timestamp: v.pipe(v.number(), v.integer(), v.minValue(0)),
  props: v.object({
    type: v.picklist(['track', 'error']),
    event: v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,64}$/)),
    properties: v.optional(fields, {}),
  }),
})
export type UsageEvent = v.InferOutput<typeof usageEvent>

/** Takes one usage event. Answered once it is counted. */
export const sendEvent = definePost({
  name: 'sendEvent',
  path: '/e',
  input: v.object({}),
  body: usageEvent,
  answer: v.object({ status: v.literal('SUCCESS') }),
})

/** How `sendEvent` is served. */
export const sendEventOperation = /* @__PURE__ */ defineOperation(sendEvent, {
  tag: 'analytics',
  summary: 'One usage event; what points at a person is dropped while it is read',
  holds: 'It is counted',
  codes: ['NOT_FOUND'],
})
