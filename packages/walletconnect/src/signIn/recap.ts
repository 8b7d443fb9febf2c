/**
 * Capabilities inside sign-in messages: ReCaps (ERC-5573). Real peers use base64's standard alphabet without
 * padding.
 */
import { fromBase64, fromText, toBase64, toText } from '../crypto/bytes.ts'
import { EngineError } from '../errors.ts'
import type { AuthPayload } from '../records.ts'
import { parseJson } from '../rules/json.ts'
import { isObject } from '../rules/values.ts'

/** Abilities with their limits, by resource: `{ att: { eip155: { 'request/personal_sign': [{}] } } }`. */
export type Recap = {
  readonly att: Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>
}

const PREFIX = 'urn:recap:'

/** How the sentence begins that says what a capability allows. Source: ERC-5573. */
export const RECAP_SENTENCE = 'I further authorize the stated URI to perform the following actions on my behalf: '

const refuse = (message: string): EngineError => new EngineError('MISSING_OR_INVALID', '', { message })

/** Refuses a value that is no capability, in the words that the field knows. */
export function validateRecap(recap: unknown): asserts recap is Recap {
  if (recap === undefined || recap === null) throw refuse(`No recap provided, value is ${recap}`)
  if (!isObject(recap) || !isObject(recap.att)) throw refuse('No `att` property found')
  const resources = Object.entries(recap.att)
  if (resources.length === 0) throw refuse('No resources found in `att` property')
  for (const [resource, abilities] of resources) {
    if (!isObject(abilities)) throw refuse(`Resource must be an object: ${resource}`)
    const entries = Object.entries(abilities)
    if (entries.length === 0) throw refuse(`Resource object is empty: ${resource}`)
    for (const [ability, limits] of entries) {
      if (!Array.isArray(limits))
        throw refuse(`Ability limits ${ability} must be an array of objects, found: ${limits}`)
      if (limits.length === 0) throw refuse(`Value of ${ability} is empty array, must be an array with objects`)
      const bad: unknown = limits.find((limit) => !isObject(limit))
      if (bad !== undefined) throw refuse(`Ability limits (${ability}) must be an array of objects, found: ${bad}`)
    }
  }
}

/** The resource line of a capability. */
export function encodeRecap(recap: Recap): string {
  validateRecap(recap)
  return PREFIX + toBase64(fromText(JSON.stringify(recap))).replace(/=+$/, '')
}

/** The capability of a resource line. Throws `MISSING_OR_INVALID`. */
export function decodeRecap(resource: string): Recap {
  const recap = parseJson(toText(fromBase64(resource.slice(PREFIX.length))))
  validateRecap(recap)
  return recap
}

/** Whether a resource line is a capability. */
export const isRecap = (resource: string | undefined): resource is string => resource?.startsWith(PREFIX) ?? false

const sorted = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))

/** A capability of one resource and ability, for several actions. */
export const createRecap = (
  resource: string,
  ability: string,
  actions: readonly string[],
  limits: Readonly<Record<string, unknown>> = {},
): Recap => ({ att: { [resource]: sorted(actions.map((action) => [`${ability}/${action}`, [limits]] as const)) } })

/** Both capabilities in one, sorted; where both say something of an action, the first counts. */
export function mergeRecaps(first: Recap, second: Recap): Recap {
  const names = [...new Set([...Object.keys(first.att), ...Object.keys(second.att)])]
  const att = names.map((name) => {
    const abilities = new Map([...Object.entries(second.att[name] ?? {}), ...Object.entries(first.att[name] ?? {})])
    return [name, sorted([...abilities])] as const
  })
  return { att: sorted(att) }
}

/** Resources with a capability for methods of chains, appended or merged with the one that is there: it has to be the last. */
export function addRecap(
  resources: readonly string[],
  namespace: string,
  methods: readonly string[],
): readonly string[] {
  const recap = createRecap(namespace, 'request', methods)
  const last = resources.at(-1)
  if (!isRecap(last)) return [...resources, encodeRecap(recap)]
  return [...resources.slice(0, -1), encodeRecap(mergeRecaps(decodeRecap(last), recap))]
}

/** A statement that also says what a capability allows, and says it once. What else it says of capabilities does not count. */
export function formatRecapStatement(statement: string | undefined, recap: Recap): string {
  validateRecap(recap)
  let count = 0
  const clauses = Object.entries(recap.att).flatMap(([resource, abilities]) => {
    const actions = new Map<string, readonly string[]>()
    for (const key of Object.keys(abilities)) {
      const [ability = '', ...rest] = key.split('/')
      actions.set(ability, [...(actions.get(ability) ?? []), `'${rest.join('/')}'`])
    }
    return [...actions].map(([ability, names]) => `(${++count}) '${ability}': ${names.join(', ')} for '${resource}'.`)
  })
  const sentence = RECAP_SENTENCE + clauses.join(' ')
  if (!statement) return sentence
  return statement.endsWith(sentence) ? statement : `${statement} ${sentence}`
}

/** Methods and chains that a capability gives a namespace: what its `request` abilities name. */
export function readRecap(
  recap: Recap,
  namespace: string,
): { readonly methods: readonly string[]; readonly chains: readonly string[] } {
  const requests = Object.entries(recap.att[namespace] ?? {}).filter(([ability]) => ability.startsWith('request/'))
  const chains = requests.flatMap(([, limits]) =>
    limits.flatMap((limit) => (Array.isArray(limit.chains) ? limit.chains : [])),
  )
  return {
    methods: requests.map(([ability]) => ability.slice('request/'.length)),
    chains: [...new Set(chains.filter((chain) => typeof chain === 'string'))],
  }
}

/**
 * What a wallet has signed of what an app asked: only chains that both know, and a capability for methods that both know and
 * nothing else. Throws where nothing is left.
 */
export function populateAuthPayload(parameters: {
  readonly authPayload: AuthPayload
  readonly chains: readonly string[]
  readonly methods: readonly string[]
}): AuthPayload {
  const { authPayload, methods } = parameters
  const chains = authPayload.chains.filter((chain) => parameters.chains.includes(chain))
  if (chains.length === 0) throw new EngineError('UNSUPPORTED_CHAINS', '', { message: 'No supported chains' })
  const { resources = [], statement } = authPayload
  const last = resources.at(-1)
  if (!isRecap(last)) return { ...authPayload, chains }
  const namespace = chains[0]?.split(':', 1)[0] ?? ''
  const asked = readRecap(decodeRecap(last), namespace).methods
  const actions = asked.filter((method) => methods.includes(method))
  if (actions.length === 0) {
    const message = `Supported methods don't satisfy the requested: ${JSON.stringify(asked)}, supported: ${JSON.stringify(methods)}`
    throw new EngineError('UNSUPPORTED_METHODS', '', { message })
  }
  const recap = createRecap(namespace, 'request', actions, { chains })
  return {
    ...authPayload,
    chains,
    statement: formatRecapStatement(statement, recap),
    resources: [...resources.slice(0, -1), encodeRecap(recap)],
  }
}
