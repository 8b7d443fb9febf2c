/**
 * What is refused on both sides and what apps may not ask, in the words that the field knows. The rules are the peers' own and
 * loose. Source: WalletConnect specification, Namespaces.
 */
import type { ConnectParams } from '../calls.ts'
import { EngineError } from '../errors.ts'
import type { ProposalNamespaces } from '../records.ts'
import { isChainId, isObject, isText, isTextList, show } from './values.ts'

/** Whether relays were named rightly: not at all, or a list whose last entry names a protocol or leaves it out. */
export function isRelayList(value: unknown): boolean {
  if (value === undefined) return true
  if (!Array.isArray(value)) return false
  const last: unknown = value.at(-1)
  return isObject(last) && (last.protocol === undefined || isText(last.protocol))
}

function validateActions(namespace: Readonly<Record<string, unknown>>, where: string): EngineError | undefined {
  const words = (kind: string) =>
    `${where}, namespace, ${kind} should be an array of strings or empty array for no ${kind}`
  if (!isTextList(namespace.methods)) return new EngineError('UNSUPPORTED_METHODS', words('methods'))
  if (!isTextList(namespace.events)) return new EngineError('UNSUPPORTED_EVENTS', words('events'))
  return undefined
}

function validateChains(key: string, chains: unknown, where: string): EngineError | undefined {
  if (chains === undefined && isChainId(key)) return undefined
  if (!Array.isArray(chains) || (chains.length === 0 && !isChainId(key))) {
    const words =
      'chains must be defined as "namespace:chainId" e.g. "eip155:1": {...} in the namespace key OR as an array of CAIP-2 chainIds e.g. eip155: { chains: ["eip155:1", "eip155:5"] }'
    return new EngineError('UNSUPPORTED_CHAINS', `${where}, ${words}`)
  }
  const bad: unknown = chains.findLast((chain) => !isChainId(chain))
  if (chains.every(isChainId)) return undefined
  const words = `chain ${show(bad)} should be a string and conform to "namespace:chainId" format`
  return new EngineError('UNSUPPORTED_CHAINS', `${where}, ${words}`)
}

/** Refuses namespaces with an entry that is none; `validateRest` looks at what only one kind of them has. */
export function validateEntries(
  value: unknown,
  where: string,
  name: string,
  validateRest: (key: string, namespace: Readonly<Record<string, unknown>>) => EngineError | undefined,
): void {
  if (!isObject(value) || Object.keys(value).length === 0) {
    throw new EngineError('MISSING_OR_INVALID', `${where}, ${name} should be an object with data`)
  }
  // Peers report the last thing they find wrong.
  let found: EngineError | undefined
  for (const [key, entry] of Object.entries(value)) {
    const namespace = isObject(entry) ? entry : {}
    found = validateRest(key, namespace) ?? validateActions(namespace, where) ?? found
  }
  if (found) throw found
}

/** Refuses namespaces of a proposal. `where` is the call's name, such as `connect()`. */
export function validateProposalNamespaces(
  value: unknown,
  where: string,
  name = 'optionalNamespaces',
): asserts value is ProposalNamespaces {
  validateEntries(value, where, name, (key, { chains }) => validateChains(key, chains, `${where} ${name}`))
}

/** Refuses properties without a value. */
export function validateSessionProperties(
  value: unknown,
  name: 'sessionProperties' | 'scopedProperties' = 'sessionProperties',
): void {
  const [key, bad] = isObject(value)
    ? (Object.entries(value).find(([, each]) => each === undefined || each === null) ?? [])
    : ['-', value]
  if (key === undefined) return
  const words = `${name} must contain an existing value for each key. Received: ${show(bad)} for key ${key}`
  throw new EngineError('MISSING_OR_INVALID', words)
}

/** Refuses scoped properties without a value, or of a namespace that is not among those asked for or granted. */
export function validateScopedProperties(
  value: unknown,
  namespaces: Readonly<Record<string, unknown>>,
  kind: 'asked' | 'approved' = 'asked',
): void {
  validateSessionProperties(value, 'scopedProperties')
  const keys = Object.keys(namespaces)
  const names = keys.map((key) => key.split(':', 1)[0])
  if (Object.keys(value as object).every((key) => names.includes(key.split(':', 1)[0]))) return
  const [whose, had] = kind === 'asked' ? ['required/optional', JSON.stringify(keys)] : ['approved', keys.join(', ')]
  const message = `Scoped properties must be a subset of ${whose} namespaces, received: ${show(value)}, ${whose} namespaces: ${had}`
  throw new EngineError('MISSING_OR_INVALID', '', { message })
}

/** Refuses what `connect` cannot propose; its sign-ins are `validateAuthentication`'s. */
export function validateConnect(params: ConnectParams): void {
  if (!isObject(params)) throw new EngineError('MISSING_OR_INVALID', `connect() params: ${show(params)}`)
  const { requiredNamespaces, optionalNamespaces, sessionProperties, scopedProperties, relays } = params
  if (!isRelayList(relays)) throw new EngineError('MISSING_OR_INVALID', `connect() relays: ${show(relays)}`)
  for (const [name, value] of Object.entries({ requiredNamespaces, optionalNamespaces })) {
    if (value === undefined || (isObject(value) && Object.keys(value).length === 0)) continue
    validateProposalNamespaces(value, 'connect()', name)
  }
  if (sessionProperties !== undefined) validateSessionProperties(sessionProperties)
  if (scopedProperties !== undefined) {
    validateScopedProperties(scopedProperties, { ...requiredNamespaces, ...optionalNamespaces })
  }
}
