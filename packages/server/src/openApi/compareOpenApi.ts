/** Where two OpenAPI documents say different things, for the test that holds ours to the service contract. */
import { follow } from './checkSchema.ts'
import type { JsonSchema } from './describeSchema.ts'

type Field = { readonly isRequired: boolean; readonly rules: Readonly<Record<string, unknown>> }

const METHODS = ['get', 'put', 'post', 'delete', 'patch']
/** Keywords that decide whether a value fits; words and examples are not compared. */
const RULES = [
  'type',
  'enum',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]

/**
 * One line for each difference: paths and methods, parameters with their rules, bodies and 200 answers field by field, and
 * statuses. `theirs` is the contract, `ours` what is served. A line reads `where: theirs, ours`.
 */
export function compareOpenApi(theirs: JsonSchema, ours: JsonSchema): readonly string[] {
  const theirCalls = listCalls(theirs)
  const ourCalls = listCalls(ours)
  return [...new Set([...theirCalls.keys(), ...ourCalls.keys()])].flatMap((call) => {
    const their = theirCalls.get(call)
    const our = ourCalls.get(call)
    if (our === undefined) return [`${call}: not served`]
    if (their === undefined) return [`${call}: not in the contract`]
    return [
      ...compareFields(call, listParameters(theirs, their), listParameters(ours, our)),
      ...compareFields(`${call} body`, listBody(theirs, their.requestBody), listBody(ours, our.requestBody)),
      ...compareFields(`${call} 200`, listAnswer(theirs, their), listAnswer(ours, our)),
      ...compareStatuses(call, their, our),
      ...compareFailures(call, [theirs, their], [ours, our]),
    ]
  })
}

function listCalls(document: JsonSchema): ReadonlyMap<string, JsonSchema> {
  return new Map(
    Object.entries(document.paths as Readonly<Record<string, JsonSchema>>).flatMap(([path, item]) =>
      Object.entries(open(document, item))
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as JsonSchema] as const),
    ),
  )
}

function open(document: JsonSchema, part: JsonSchema): JsonSchema {
  return '$ref' in part ? open(document, follow(document, String(part.$ref))) : part
}

function listParameters(document: JsonSchema, operation: JsonSchema): ReadonlyMap<string, Field> {
  const list = (operation.parameters ?? []) as readonly JsonSchema[]
  return new Map(
    list.map((each) => {
      const parameter = open(document, each)
      const rules = readRules(document, parameter.schema as JsonSchema)
      // A list that is joined by commas is a text for whoever reads the query by itself.
      if (rules.type === 'array' && parameter.explode === false) rules.type = 'string'
      return [`${parameter.in} ${parameter.name}`, { isRequired: parameter.required === true, rules }]
    }),
  )
}

function listBody(document: JsonSchema, body: unknown): ReadonlyMap<string, Field> {
  if (body === undefined) return new Map()
  const { content } = open(document, body as JsonSchema) as {
    content: Readonly<Record<string, { schema: JsonSchema }>>
  }
  return listContent(document, content)
}

function listAnswer(document: JsonSchema, operation: JsonSchema): ReadonlyMap<string, Field> {
  return listBody(document, (operation.responses as Readonly<Record<string, JsonSchema>>)[200])
}

function listContent(
  document: JsonSchema,
  content: Readonly<Record<string, { schema?: JsonSchema }>>,
): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  for (const [type, { schema }] of Object.entries(content)) {
    if (type === 'application/json' && schema !== undefined) addFields(document, schema, '$', true, fields)
    else fields.set(type.startsWith('image/') ? 'a picture' : `as ${type}`, { isRequired: true, rules: {} })
  }
  return fields
}

/** Every field below a schema by its place; choices are laid on top of each other. */
function addFields(
  document: JsonSchema,
  schema: JsonSchema,
  place: string,
  isRequired: boolean,
  fields: Map<string, Field>,
): void {
  const known = fields.get(place)
  const rules = readRules(document, schema)
  fields.set(place, {
    isRequired: isRequired && (known?.isRequired ?? true),
    rules: known === undefined ? rules : { ...known.rules, ...rules, type: joinTypes([known.rules.type, rules.type]) },
  })
  const choices = parts(document, schema)
  const objects = choices.filter((each) => each.properties !== undefined)
  for (const each of choices) {
    for (const [name, property] of Object.entries((each.properties ?? {}) as Readonly<Record<string, JsonSchema>>)) {
      const isAlways = objects.every(({ required }) => ((required ?? []) as readonly string[]).includes(name))
      addFields(document, property, `${place}.${name}`, isAlways, fields)
    }
    if (Object.keys(each.items ?? {}).length > 0)
      addFields(document, each.items as JsonSchema, `${place}[]`, true, fields)
  }
}

/** A schema without its references and choices: all that may hold of a value. */
function parts(document: JsonSchema, schema: JsonSchema): readonly JsonSchema[] {
  const opened = open(document, schema)
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (opened[keyword] ?? []) as readonly JsonSchema[])
  return [opened, ...choices.flatMap((choice) => parts(document, choice))]
}

function readRules(document: JsonSchema, schema: JsonSchema): Record<string, unknown> {
  const rules: Record<string, unknown> = {}
  const types: unknown[] = []
  for (const each of parts(document, schema)) {
    for (const rule of RULES) if (rule !== 'type' && each[rule] !== undefined) rules[rule] = each[rule]
    if (each.const !== undefined) rules.enum = [each.const]
    const known = each.const ?? (each.enum as readonly unknown[] | undefined)?.[0]
    types.push(each.type ?? (known === undefined ? undefined : typeof known))
  }
  if (Array.isArray(rules.enum)) rules.enum = rules.enum.filter((value) => value !== null).sort()
  // Digits are written in two ways.
  if (typeof rules.pattern === 'string') rules.pattern = rules.pattern.replaceAll('[0-9]', '\\d')
  rules.type = joinTypes(types)
  return rules
}

function joinTypes(types: readonly unknown[]): string | undefined {
  const all = types.flat().flatMap((type) => (typeof type === 'string' ? type.split(' or ') : []))
  return all.length === 0 ? undefined : [...new Set(all)].sort().join(' or ')
}

function compareFields(
  where: string,
  theirs: ReadonlyMap<string, Field>,
  ours: ReadonlyMap<string, Field>,
): readonly string[] {
  return [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((name) => {
    const at = `${where} ${name}`
    const their = theirs.get(name)
    const our = ours.get(name)
    // What is in something that is missing is not told again.
    const parent = name.replace(/(\[\]|\.\w+)$/, '')
    const isChildOf = (fields: ReadonlyMap<string, Field>) => parent === name || fields.has(parent)
    if (our === undefined) return isChildOf(ours) ? [`${at}: missing here`] : []
    if (their === undefined) return isChildOf(theirs) ? [`${at}: missing there`] : []
    const say = (isRequired: boolean) => (isRequired ? 'required' : 'optional')
    return [
      ...(their.isRequired === our.isRequired ? [] : [`${at}: ${say(their.isRequired)}, ${say(our.isRequired)}`]),
      ...RULES.filter((rule) => JSON.stringify(their.rules[rule]) !== JSON.stringify(our.rules[rule])).map(
        (rule) => `${at} ${rule}: ${show(their.rules[rule])}, ${show(our.rules[rule])}`,
      ),
    ]
  })
}

function show(rule: unknown): string {
  return rule === undefined ? 'none' : typeof rule === 'string' ? rule : JSON.stringify(rule)
}

/** Statuses of the contract that we never answer, and ours that it does not have; `4XX` stands for each of its hundred. */
function compareStatuses(call: string, theirs: JsonSchema, ours: JsonSchema): readonly string[] {
  const their = Object.keys(theirs.responses as object)
  const our = Object.keys(ours.responses as object)
  const covers = (range: string, status: string) => range === status || range === `${status[0]}XX`
  return [
    ...their
      .filter((range) => !our.some((status) => covers(range, status)))
      .map((range) => `${call} ${range}: never answered`),
    ...our
      .filter((status) => !their.some((range) => covers(range, status)))
      .map((status) => `${call} ${status}: not in the contract`),
  ]
}

/** Bodies of failures, for each status that both have. */
function compareFailures(
  call: string,
  [theirDocument, theirs]: readonly [JsonSchema, JsonSchema],
  [ourDocument, ours]: readonly [JsonSchema, JsonSchema],
): readonly string[] {
  const their = theirs.responses as Readonly<Record<string, JsonSchema>>
  const our = ours.responses as Readonly<Record<string, JsonSchema>>
  return Object.entries(our).flatMap(([status, answer]) => {
    const matching = their[status] ?? their[`${status[0]}XX`]
    if (Number(status) < 400 || matching === undefined) return []
    return compareFields(`${call} ${status}`, listBody(theirDocument, matching), listBody(ourDocument, answer))
  })
}
