import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** A JSON Schema of the dialect that OpenAPI 3.1 speaks (2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** A body that a caller may send: fields with a default may be left out. */
export function describeBody(schema: v.GenericSchema): JsonSchema {
  return tidy(convert(schema, 'input'), false) as JsonSchema
}

/** A field of path or query as what is meant by its text: a number, a list. */
export function describeField(schema: v.GenericSchema): JsonSchema {
  const inner = (schema as { wrapped?: v.GenericSchema }).wrapped ?? schema
  const parts = (inner as { pipe?: readonly Part[] }).pipe ?? []
  const last = parts.at(-1)
  if (last?.item === undefined) return describeBody(inner)
  const most = Number(parts.find(({ type }) => type === 'max_length')?.requirement)
  return { type: 'array', items: describeBody(last.item), maxItems: most }
}

/** What leaves the gateway: fields with a default are always there, because answers are parsed before they go. */
export function describeAnswer(schema: v.GenericSchema): JsonSchema {
  return tidy(convert(schema, 'output'), true) as JsonSchema
}

/** A step of a valibot pipe, as far as it is read here. */
type Part = { readonly type: string; readonly requirement?: unknown; readonly item?: v.GenericSchema }

function convert(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    // Checks that have no keyword, such as a limit on the number of fields, stay unsaid.
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) => {
      const { entry, type, options } = valibotSchema as typeof valibotSchema & {
        entry?: v.GenericSchema
        options?: readonly { type: string }[]
      }
      // A list that leaves out broken entries, and a number that the query writes in digits.
      if (entry !== undefined) return { type: 'array', items: convert(entry, typeMode) }
      if (
        type === 'union' &&
        options?.map((option) => option.type).join() === 'number,string' &&
        'pipe' in (options[1] ?? {})
      )
        return { type: 'number' }
      return
    },
  })
  return rest
}

/** Writes the same with fewer words: `type: [string, 'null']` for a choice of plain types, and no key rule that says nothing. */
function tidy(value: unknown, isAnswer: boolean): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => tidy(each, isAnswer))
  if (typeof value !== 'object' || value === null) return value
  const fields: Record<string, unknown> = { ...value }
  delete fields.propertyNames
  if (Array.isArray(fields.anyOf)) {
    const choices = fields.anyOf as readonly JsonSchema[]
    const plain = choices.filter((choice) => Object.keys(choice).join() === 'type')
    if (plain.length === choices.length) {
      delete fields.anyOf
      Object.assign(fields, { type: plain.map(({ type }) => type) })
    }
  }
  if (typeof fields.properties === 'object' && fields.properties !== null) {
    const properties = Object.entries(fields.properties as Record<string, JsonSchema>)
    const required = new Set(fields.required as readonly string[])
    fields.properties = Object.fromEntries(
      properties.map(([name, { default: filledIn, ...property }]) => {
        if (isAnswer && filledIn !== undefined) required.add(name)
        return [
          name,
          tidy(isAnswer || filledIn === undefined ? property : { ...property, default: filledIn }, isAnswer),
        ]
      }),
    )
    if (required.size > 0) fields.required = properties.map(([name]) => name).filter((name) => required.has(name))
    else delete fields.required
  }
  for (const keyword of ['items', 'anyOf'] as const) {
    if (keyword in fields) fields[keyword] = tidy(fields[keyword], isAnswer)
  }
  return fields
}
