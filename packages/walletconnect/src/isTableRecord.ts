import type { TableName, TableRecords } from './tables.ts'

type Check = (value: unknown) => boolean

/** What a value has to be, at least, for the code that reads it. Optional members are looked at only where they are used as they are. */
const text: Check = (value) => typeof value === 'string'
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const flag: Check = (value) => typeof value === 'boolean'
const plain: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const list =
  (each: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(each)
const dictionary =
  (each: Check): Check =>
  (value) =>
    plain(value) && Object.values(value as object).every(each)
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    plain(value) && Object.entries(members).every(([name, check]) => check((value as Record<string, unknown>)[name]))

/** A peer with incomplete metadata does not lose its session for that. */
const metadata = shape({
  name: maybe(text),
  description: maybe(text),
  url: maybe(text),
  icons: maybe(list(text)),
  redirect: maybe(plain),
})
const participant = shape({ publicKey: text, metadata })
const relay = shape({ protocol: text })
const asked = { chains: maybe(list(text)), methods: list(text), events: list(text) }
const proposalNamespaces = dictionary(shape(asked))
const verifyContext = shape({ verified: shape({ origin: text, validation: text, verifyUrl: text }) })
const request = shape({ request: shape({ method: text, expiryTimestamp: maybe(number) }), chainId: text })
const peerRecord = { id: number, topic: text }

/** Checks by table. Source: WalletConnect specification, Sign data structures. */
const CHECKS: { readonly [Name in TableName]: Check } = {
  keychain: text,
  pairing: shape({
    topic: text,
    expiry: number,
    relay,
    active: flag,
    peerMetadata: maybe(plain),
    methods: maybe(list(text)),
  }),
  proposal: shape({
    id: number,
    pairingTopic: text,
    expiryTimestamp: number,
    proposer: participant,
    relays: list(relay),
    requiredNamespaces: proposalNamespaces,
    optionalNamespaces: proposalNamespaces,
    sessionProperties: maybe(dictionary(text)),
    scopedProperties: maybe(plain),
    requests: maybe(plain),
  }),
  session: shape({
    topic: text,
    pairingTopic: text,
    relay,
    expiry: number,
    acknowledged: flag,
    controller: text,
    namespaces: dictionary(shape({ ...asked, accounts: list(text) })),
    requiredNamespaces: proposalNamespaces,
    optionalNamespaces: proposalNamespaces,
    sessionProperties: maybe(dictionary(text)),
    scopedProperties: maybe(plain),
    sessionConfig: maybe(plain),
    self: participant,
    peer: participant,
    transportType: text,
  }),
  request: shape({ ...peerRecord, params: request, verifyContext }),
  auth: shape({
    id: number,
    pairingTopic: text,
    requester: participant,
    authPayload: shape({
      type: text,
      chains: list(text),
      aud: text,
      domain: text,
      version: text,
      nonce: text,
      iat: text,
    }),
    expiryTimestamp: number,
    verifyContext,
    transportType: text,
  }),
  authKey: shape({
    id: number,
    responseTopic: text,
    publicKey: text,
    pairingTopic: text,
    proposalId: number,
    expiry: number,
  }),
  sent: shape({
    ...peerRecord,
    method: text,
    chainId: maybe(text),
    expiry: number,
    response: maybe(plain),
    envelope: maybe(text),
  }),
  seen: number,
  outcome: shape({ at: number, error: maybe(shape({ name: text, message: text })) }),
  deepLink: shape({ href: text, name: text }),
  verifyKey: shape({ publicKey: plain, expiresAt: number }),
  linkApp: shape({ at: number }),
}

/** Names of all tables. */
export const TABLE_NAMES = Object.keys(CHECKS) as readonly TableName[]

/** Whether a text names a table. */
export function isTableName(name: unknown): name is TableName {
  return typeof name === 'string' && Object.hasOwn(CHECKS, name)
}

/** Whether what storage or another tab gave is a record of a table. It is read no further than code relies on it. */
export function isTableRecord<Name extends TableName>(table: Name, value: unknown): value is TableRecords[Name] {
  return CHECKS[table](value)
}
