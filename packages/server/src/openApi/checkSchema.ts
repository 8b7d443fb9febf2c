/** A JSON Schema check for this package's tests: the keywords that our OpenAPI documents use, and a fault for any other. */
import type { JsonSchema } from './describeSchema.ts'

/** What is at a `$ref` of a document. Throws where it leads nowhere. */
export function follow(document: JsonSchema, ref: string): JsonSchema {
  const found = ref
    .replace(/^#\//, '')
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (at as JsonSchema | undefined)?.[step], document)
  if (typeof found !== 'object' || found === null) throw new Error(`${ref} leads nowhere`)
  return found as JsonSchema
}

/** Where and how a value does not fit, one line each; none if it fits. */
export function checkSchema(document: JsonSchema, schema: JsonSchema, value: unknown, at = '$'): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, rule]): readonly string[] => {
    const check = KEYWORDS[keyword]
    if (check === undefined) throw new Error(`no check for the keyword ${keyword}`)
    const outcome = check(rule, value, { document, schema, at })
    if (typeof outcome !== 'boolean') return outcome
    return outcome ? [] : [`${at}: ${keyword} ${JSON.stringify(rule)} does not hold for ${JSON.stringify(value)}`]
  })
}

type Place = { readonly document: JsonSchema; readonly schema: JsonSchema; readonly at: string }
type Check = (rule: unknown, value: unknown, place: Place) => boolean | readonly string[]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const ofText = (holds: (rule: never, text: string) => boolean): Check => {
  return (rule, value) => typeof value !== 'string' || holds(rule as never, value)
}
const ofNumber = (holds: (rule: number, number: number) => boolean): Check => {
  return (rule, value) => typeof value !== 'number' || holds(rule as number, value)
}
const note: Check = () => true

const KEYWORDS: Readonly<Record<string, Check>> = {
  $ref: (rule, value, { document, at }) => checkSchema(document, follow(document, String(rule)), value, at),
  type: (rule, value) =>
    [rule].flat().some((type) => (type === 'integer' ? Number.isInteger(value) : type === typeOf(value))),
  const: (rule, value) => rule === value,
  enum: (rule, value) => (rule as readonly unknown[]).includes(value),
  anyOf: (rule, value, { document, at }) =>
    (rule as readonly JsonSchema[]).some((schema) => checkSchema(document, schema, value, at).length === 0),
  required: (rule, value) =>
    !isRecord(value) || (rule as readonly string[]).every((name) => Object.hasOwn(value, name)),
  properties: (rule, value, { document, at }) =>
    !isRecord(value) ||
    Object.entries(rule as Readonly<Record<string, JsonSchema>>).flatMap(([name, schema]) =>
      Object.hasOwn(value, name) ? checkSchema(document, schema, value[name], `${at}.${name}`) : [],
    ),
  additionalProperties: (rule, value, { document, schema, at }) =>
    !isRecord(value) ||
    Object.keys(value)
      .filter((name) => !Object.hasOwn((schema.properties as object | undefined) ?? {}, name))
      .flatMap((name) => checkSchema(document, rule as JsonSchema, value[name], `${at}.${name}`)),
  items: (rule, value, { document, at }) =>
    !Array.isArray(value) ||
    value.flatMap((item: unknown, index) => checkSchema(document, rule as JsonSchema, item, `${at}[${index}]`)),
  minItems: (rule, value) => !Array.isArray(value) || value.length >= Number(rule),
  maxItems: (rule, value) => !Array.isArray(value) || value.length <= Number(rule),
  minLength: ofText((rule: number, text) => text.length >= rule),
  maxLength: ofText((rule: number, text) => text.length <= rule),
  pattern: ofText((rule: string, text) => new RegExp(rule).test(text)),
  format: ofText((rule: string, text) =>
    rule === 'uuid' ? /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) : rule === 'uri' && URL.canParse(text),
  ),
  minimum: ofNumber((rule, number) => number >= rule),
  maximum: ofNumber((rule, number) => number <= rule),
  description: note,
  default: note,
}
