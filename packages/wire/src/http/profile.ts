/** Names of an operator's own zone: registered, changed and given up by signed texts. Source: SEC-122, ENSIP-9, ENSIP-11. */
import * as v from 'valibot'
import { defineEndpoint, defineOperation, definePost, type EndpointAnswer } from '../endpoint.ts'
import { evmAddress } from '../schema.ts'
import { nameRecord } from './names.ts'

/** How long a signed text counts, in seconds, and its nonce with it. Source: SEC-122. */
export const NAME_TEXT_SECONDS = 600

/** What an account may sign about a name. */
export type NameAction = 'register' | 'attributes' | 'address' | 'transfer' | 'release'

/** What a signed text says. `writeNameText` and `readNameText` are its two directions. */
export type NameText = {
  readonly action: NameAction
  /** With its zone: `mira.latchkey.test`. */
  readonly name: string
  /** CAIP-10 of the account that signs. */
  readonly account: string
  /** Coin type of `account` when registering; of `address` when setting one. */
  readonly coin_type?: number | undefined
  /** The record that is set, as its network writes addresses; empty to remove it. */
  readonly address?: string | undefined
  /** All of them: those that are not here are removed. */
  readonly attributes?: Readonly<Record<string, string>> | undefined
  /** EVM address of whom the name goes to, who signs the same text. */
  readonly to?: string | undefined
  /** Host, with its port if it is not the usual one, of the page that asks. */
  readonly domain: string
  /** From `getNameNonce`. */
  readonly nonce: string
  /** Seconds since 1970. */
  readonly timestamp: number
}

const nameText = v.strictObject({
  action: v.picklist(['register', 'attributes', 'address', 'transfer', 'release']),
  name: v.string(),
  account: v.string(),
  coin_type: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1))),
  address: v.optional(v.string()),
  attributes: v.optional(v.record(v.string(), v.string())),
  to: v.optional(v.string()),
  domain: v.string(),
  nonce: v.string(),
  timestamp: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** The text that is signed with `personal_sign`: JSON without white space, keys always in the same order. */
export function writeNameText(text: NameText): string {
  const { action, name, account, coin_type, address, attributes, to, domain, nonce, timestamp } = text
  return JSON.stringify({ action, name, account, coin_type, address, attributes, to, domain, nonce, timestamp })
}

/** What a text says; undefined for any that `writeNameText` would not write, to the letter. */
export function readNameText(written: string): NameText | undefined {
  try {
    const parsed = v.safeParse(nameText, JSON.parse(written))
    return parsed.success && writeNameText(parsed.output) === written ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/**
 * Coin type of an EVM chain: 60 for Ethereum's main network, else by ENSIP-11. Throws `RangeError` 'Invalid chainId' for ids that
 * it has no place for: those of 2^31 and more, and what is no id.
 */
export function findCoinType(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId <= 0 || chainId >= 2 ** 31) throw new RangeError('Invalid chainId')
  return chainId === 1 ? 60 : 2 ** 31 + chainId
}

const fullName = v.pipe(
  v.string(),
  v.minLength(3, 'expected a name'),
  v.maxLength(255, 'expected at most 255 characters'),
)

const signedText = v.object({
  /** Coin type whose chain the signature counts on: 60, or by ENSIP-11. */
  coin_type: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1)),
  /** Who signed. */
  address: evmAddress,
  /** As `writeNameText` writes it. */
  message: v.pipe(v.string(), v.maxLength(4096, 'expected at most 4096 characters')),
  signature: v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-fA-F]*$/, 'expected 0x and hex digits'),
    v.maxLength(32_770, 'expected at most 32770 characters'),
  ),
})

const failures = [
  'NAME_REFUSED',
  'NAME_TAKEN',
  'NAME_TEXT_REFUSED',
  'SIGNATURE_REFUSED',
  'UPSTREAM_UNAVAILABLE',
] as const
/** The same of a name that must be there. Written out: a bundler keeps what spreads a list, though nobody uses it. */
const failuresOfOne = [
  'NOT_FOUND',
  'NAME_REFUSED',
  'NAME_TAKEN',
  'NAME_TEXT_REFUSED',
  'SIGNATURE_REFUSED',
  'UPSTREAM_UNAVAILABLE',
] as const

/** A nonce for one text: it holds for `NAME_TEXT_SECONDS` and is taken once. */
export const getNameNonce = definePost({
  name: 'getNameNonce',
  path: '/v1/profile/nonce',
  input: v.object({}),
  body: v.object({}),
  answer: v.object({
    nonce: v.string(),
    /** Seconds since 1970, by the gateway's clock: what a text says as its time. */
    timestamp: v.number(),
    /** Zones that names are registered in, without a leading dot; the first is the one that is offered. */
    zones: v.array(v.string()),
  }),
})

/** What a gateway has of names of its own. */
export const getNameZones = defineEndpoint({
  name: 'getNameZones',
  path: '/v1/profile/zones',
  input: v.object({}),
  answer: v.object({
    /** Without a leading dot; the first is the one that names are registered in, the others are kept and read. */
    zones: v.array(v.string()),
    /** Whether visitors may register. */
    registration: v.boolean(),
  }),
})

/** Registers a name for who signs. */
export const registerName = definePost({
  name: 'registerName',
  path: '/v1/profile/account',
  input: v.object({}),
  body: signedText,
  answer: nameRecord,
})

/** Replaces the attributes of a name. */
export const setNameAttributes = definePost({
  name: 'setNameAttributes',
  path: '/v1/profile/account/{name}/attributes',
  input: v.object({ name: fullName }),
  body: signedText,
  answer: v.record(v.string(), v.string()),
})

/** Sets or removes the address of a name for a coin. */
export const setNameAddress = definePost({
  name: 'setNameAddress',
  path: '/v1/profile/account/{name}/address',
  input: v.object({ name: fullName }),
  body: signedText,
  answer: nameRecord.entries.addresses,
})

/** Gives a name to another account, which signs the same text. */
export const transferName = definePost({
  name: 'transferName',
  path: '/v1/profile/account/{name}/transfer',
  input: v.object({ name: fullName }),
  body: v.object({ ...signedText.entries, recipient_signature: signedText.entries.signature }),
  answer: nameRecord,
})

/** Gives a name up. For a while only who had it may register it again. */
export const releaseName = definePost({
  name: 'releaseName',
  path: '/v1/profile/account/{name}/release',
  input: v.object({ name: fullName }),
  body: signedText,
  answer: v.object({ released: v.literal(true) }),
})

/** Names of an address. */
export const getNamesOf = defineEndpoint({
  name: 'getNamesOf',
  path: '/v1/profile/reverse/{address}',
  input: v.object({
    address: evmAddress,
    /** The connected account, plain; for the operator's figures alone. */
    sender: v.optional(v.pipe(v.string(), v.maxLength(128, 'expected at most 128 characters'))),
    apiVersion: v.optional(v.pipe(v.string(), v.maxLength(9, 'expected at most 9 characters'))),
  }),
  answer: v.array(nameRecord),
})

/** Names that begin as what was typed; the first is just that, with whether somebody has it. */
export const suggestNames = defineEndpoint({
  name: 'suggestNames',
  path: '/v1/profile/suggestions/{name}',
  input: v.object({
    /** A label without its zone. */
    name: v.pipe(
      v.string(),
      v.minLength(3, 'expected at least 3 characters'),
      v.maxLength(64, 'expected at most 64 characters'),
    ),
    /** Default: the first zone. */
    zone: v.optional(v.pipe(v.string(), v.maxLength(255, 'expected at most 255 characters'))),
  }),
  answer: v.object({
    suggestions: v.pipe(
      v.array(
        v.object({
          name: v.string(),
          /** Also true for a name that nobody may register. */
          registered: v.boolean(),
        }),
      ),
      v.maxLength(5, 'expected at most 5 entries'),
    ),
  }),
})

const lookUp = v.object({
  /** The contract. */
  sender: evmAddress,
  /** Its call of `resolve(bytes,bytes)` (ENSIP-10). */
  data: v.pipe(
    v.string(),
    v.regex(/^0x([0-9a-fA-F]{2})+$/, 'expected 0x and hex digits'),
    v.maxLength(6144, 'expected at most 6144 characters'),
  ),
})

/** ABI-encoded `(bytes result, uint64 expires, bytes signature)`. */
const lookUpAnswer = v.object({ data: v.string() })

/** A look-up of a resolver contract (EIP-3668), answered for that contract alone. */
export const answerResolver = defineEndpoint({
  name: 'answerResolver',
  path: '/v1/names/resolve/{sender}/{data}',
  input: lookUp,
  answer: lookUpAnswer,
})

/** The same by the other form of EIP-3668, of a contract whose address leaves the data out. */
export const answerResolverPost = definePost({
  name: 'answerResolverPost',
  path: '/v1/names/resolve',
  input: v.object({}),
  body: lookUp,
  answer: lookUpAnswer,
})

export const answerResolverOperation = /* @__PURE__ */ defineOperation(answerResolver, {
  tag: 'names',
  summary: 'A look-up of a resolver contract (EIP-3668)',
  holds: 'The signed answer, for the contract that asks',
  access: 'anyone',
  codes: ['NOT_FOUND'],
})

export const answerResolverPostOperation = /* @__PURE__ */ defineOperation(answerResolverPost, {
  tag: 'names',
  summary: 'A look-up of a resolver contract by POST (EIP-3668)',
  holds: 'The signed answer, for the contract that asks',
  access: 'anyone',
  codes: ['NOT_FOUND'],
})

/** How each is served. */
export const getNameNonceOperation = /* @__PURE__ */ defineOperation(getNameNonce, {
  tag: 'names',
  summary: 'A nonce for a text about a name',
  holds: 'The nonce, the time, and the zones',
})

export const getNameZonesOperation = /* @__PURE__ */ defineOperation(getNameZones, {
  tag: 'names',
  summary: 'The zones of this gateway',
  holds: 'The zones, and whether visitors may register names',
})

export const registerNameOperation = /* @__PURE__ */ defineOperation(registerName, {
  tag: 'names',
  summary: 'Register a name',
  holds: 'The registered name',
  codes: failures,
})

export const setNameAttributesOperation = /* @__PURE__ */ defineOperation(setNameAttributes, {
  tag: 'names',
  summary: 'Replace the attributes of a name',
  holds: 'The new attributes',
  codes: failuresOfOne,
})

export const setNameAddressOperation = /* @__PURE__ */ defineOperation(setNameAddress, {
  tag: 'names',
  summary: 'Set or remove the address of a name for a coin',
  holds: 'The record by its coin type; empty when it was removed',
  codes: failuresOfOne,
})

export const transferNameOperation = /* @__PURE__ */ defineOperation(transferName, {
  tag: 'names',
  summary: 'Give a name to another account',
  holds: 'The name as it is now',
  codes: failuresOfOne,
})

export const releaseNameOperation = /* @__PURE__ */ defineOperation(releaseName, {
  tag: 'names',
  summary: 'Give a name up',
  holds: 'That it was released',
  codes: failuresOfOne,
})

export const getNamesOfOperation = /* @__PURE__ */ defineOperation(getNamesOf, {
  tag: 'names',
  summary: 'Names registered for an address',
  holds: 'Names; empty when there are none',
})

export const suggestNamesOperation = /* @__PURE__ */ defineOperation(suggestNames, {
  tag: 'names',
  summary: 'Name suggestions',
  holds: 'The exact name first, then free ones that begin with it',
  codes: ['NAME_REFUSED'],
})

/** An answer of `suggestNames`. */
export type NameSuggestions = EndpointAnswer<typeof suggestNames>
