/** Held against the published vectors (`vectors.json`). */
import { describe, expect, it } from 'vitest'
import type { AuthenticateParams, ConnectParams } from '../calls.ts'
import { isEngineError } from '../errors.ts'
import type { ProposalNamespaces, SessionNamespaces } from '../records.ts'
import vectors from '../vectors.json'
import { isResponse } from './jsonRpc.ts'
import { isRequestExpiry } from './requestExpiry.ts'
import {
  isRelayList,
  validateConnect,
  validateProposalNamespaces,
  validateScopedProperties,
  validateSessionProperties,
} from './validate.ts'
import { validateAuthenticate, validateAuthentication, validateExpiry } from './validateAuthenticate.ts'
import { validateConforming } from './validateConforming.ts'
import { validateSessionNamespaces } from './validateSession.ts'
import { isReason, validateApprove, validateStrictNamespaces } from './validateWallet.ts'
import { isAccountId, isChainId } from './values.ts'

const { validation } = vectors
const given = (value: unknown): unknown => (value === 'undefined' ? undefined : value)

/** Message and code of the engine error that a call throws; null without one. */
function refusal(run: () => unknown): { message: string; code: number } | null {
  try {
    run()
    return null
  } catch (error) {
    if (!isEngineError(error)) throw error
    return { message: error.message, code: error.code }
  }
}

describe('vector validation', () => {
  it.each(validation.chainId)('chainId $in: $out', ({ in: value, out }) => expect(isChainId(given(value))).toBe(out))
  it.each(validation.accountId)('accountId $in: $out', ({ in: value, out }) => expect(isAccountId(value)).toBe(out))
  it.each(validation.reason)('reason $in: $out', ({ in: value, out }) => expect(isReason(given(value))).toBe(out))
  it.each(validation.response)('response $in: $out', ({ in: value, out }) => expect(isResponse(given(value))).toBe(out))
  it.each(validation.relays)('relays $in: $out', ({ in: value, out }) => expect(isRelayList(given(value))).toBe(out))

  it.each(validation.requiredNamespaces)('requiredNamespaces $in', ({ in: value, out }) => {
    expect(refusal(() => validateProposalNamespaces(value, 'connect()'))).toEqual(out)
  })

  it.each(validation.namespaces)('namespaces $in', ({ in: value, out }) => {
    expect(refusal(() => validateSessionNamespaces(value, 'approve()'))).toEqual(out)
  })

  it.each(validation.conforming)('conforming $required to $approved', ({ required, approved, out }) => {
    const check = () => validateConforming(required as ProposalNamespaces, approved as SessionNamespaces, 'approve()')
    expect(refusal(check)).toEqual(out)
  })

  it.each(validation.expiry)('expiry $in: $out', ({ in: text, out }) => {
    // The vectors wrote their inputs as texts; 300 is there as a number and as a text, of which the first alone is valid.
    const isText = text === '300' && !out
    expect(isRequestExpiry(isText ? text : Number(text))).toBe(out)
  })
})

describe('words of refusals', () => {
  const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: [] }
  const session = { eip155: { ...eip155, accounts: ['eip155:1:0xa'] } }
  const connect = (params: Partial<ConnectParams>) =>
    refusal(() => {
      validateConnect(params as ConnectParams)
      validateAuthentication(params.authentication ?? [])
    })?.message
  const approve = (params: object, isStrict = false) => {
    const proposal = { requiredNamespaces: {} }
    return refusal(() => validateApprove({ namespaces: session, ...params }, proposal, isStrict))?.message
  }

  it.each([
    [{}, undefined],
    [{ optionalNamespaces: {} }, undefined],
    [{ optionalNamespaces: { eip155 }, relays: [{ protocol: 'irn' }] }, undefined],
    [{ relays: [] }, 'Missing or invalid. connect() relays: []'],
    [{ requiredNamespaces: [] }, 'Missing or invalid. connect(), requiredNamespaces should be an object with data'],
    [
      { requiredNamespaces: { eip155: { ...eip155, chains: ['1'] } } },
      'Unsupported chains. connect() requiredNamespaces, chain 1 should be a string and conform to "namespace:chainId" format',
    ],
    [
      { sessionProperties: { a: null } },
      'Missing or invalid. sessionProperties must contain an existing value for each key. Received: null for key a',
    ],
    [
      { optionalNamespaces: { eip155 }, scopedProperties: { eip155: undefined } },
      'Missing or invalid. scopedProperties must contain an existing value for each key. Received: undefined for key eip155',
    ],
    [
      { optionalNamespaces: { eip155 }, scopedProperties: { solana: 1 } },
      'Scoped properties must be a subset of required/optional namespaces, received: {"solana":1}, required/optional namespaces: ["eip155"]',
    ],
    [{ optionalNamespaces: { eip155 }, scopedProperties: { 'eip155:1': 1 } }, undefined],
    [{ authentication: [{ chains: [] }] }, 'chains is required and must be a non-empty array'],
    [
      { authentication: [{ chains: ['solana:x'], uri: 'u', domain: 'd', nonce: 'n', ttl: 20 }] },
      'Missing or invalid. connect() authentication expiry: 20. Expiry must be a number (in seconds) between 300 and 604800',
    ],
    [{ authentication: [{ chains: ['solana:x'], uri: 'u', domain: 'd', nonce: 'n', ttl: 300 }] }, undefined],
  ])('connect %j', (params, message) => expect(connect(params as ConnectParams)).toBe(message))

  it('connect with nothing', () => {
    expect(refusal(() => validateConnect(undefined as unknown as ConnectParams))?.message).toBe(
      'Missing or invalid. connect() params: undefined',
    )
  })

  it.each([
    [{}, undefined],
    [{ relayProtocol: 'irn' }, undefined],
    [{ relayProtocol: ' ' }, 'Missing or invalid. approve() relayProtocol:  '],
    [{ namespaces: undefined }, 'Missing or invalid. approve(), namespaces should be an object with data'],
    [
      { scopedProperties: { solana: 1, eip155: 2 } },
      'Scoped properties must be a subset of approved namespaces, received: {"solana":1,"eip155":2}, approved namespaces: eip155',
    ],
    [
      { sessionProperties: 'text' },
      'Missing or invalid. sessionProperties must contain an existing value for each key. Received: text for key -',
    ],
  ])('approve %j', (params, message) => expect(approve(params)).toBe(message))

  it.each([
    [{ chains: [] }, 'chains is required and must be a non-empty array'],
    [{ uri: '' }, 'uri is required parameter'],
    [{ domain: undefined }, 'domain is required parameter'],
    [{ nonce: 5 }, 'nonce is required parameter'],
    [
      { chains: ['eip155:1', 'solana:x'] },
      'Multi-namespace requests are not supported. Please request single namespace only.',
    ],
    [
      { chains: ['solana:x'] },
      'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    ],
    [{}, undefined],
  ])('authenticate %j', (params, message) => {
    const whole = { chains: ['eip155:1'], uri: 'https://shop.example', domain: 'shop.example', nonce: 'n', ...params }
    expect(refusal(() => validateAuthenticate(whole as AuthenticateParams))?.message).toBe(message)
  })

  it('request expiry', () => {
    expect(refusal(() => validateExpiry(20, 'request()'))?.message).toBe(
      'Missing or invalid. request() expiry: 20. Expiry must be a number (in seconds) between 300 and 604800',
    )
    expect(refusal(() => validateExpiry(900, 'request()'))).toBeNull()
  })

  it('a later thing that is wrong is the one that is told', () => {
    const both = { eip155: { ...eip155, methods: null, chains: ['1'] }, solana: { ...eip155, events: null } }
    expect(refusal(() => validateProposalNamespaces(both, 'connect()'))?.code).toBe(5102)
    const one = { eip155: { ...eip155, methods: null, chains: ['1'] } }
    expect(refusal(() => validateProposalNamespaces(one, 'connect()'))?.code).toBe(5100)
  })

  it.each([undefined, null, 7, 'x', [[]], { eip155: null }, { eip155: 7 }, { eip155: [] }, { '': {} }])(
    'namespaces that are %j are refused with an engine error',
    (value) => {
      expect(refusal(() => validateProposalNamespaces(value, 'connect()'))).not.toBeNull()
      expect(refusal(() => validateSessionNamespaces(value, 'approve()'))).not.toBeNull()
    },
  )

  it('properties may be asked for on their own', () => {
    expect(refusal(() => validateSessionProperties({ a: 'b' }))).toBeNull()
    expect(refusal(() => validateScopedProperties({}, {}))).toBeNull()
  })
})

describe('strict namespaces: CAIP-2 and CAIP-10 to the letter', () => {
  const check = (namespaces: object) =>
    refusal(() => validateStrictNamespaces(namespaces as SessionNamespaces, 'approve()'))
  const rest = { methods: [], events: [] }

  it('what the standards allow passes', () => {
    const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(check({ eip155: { ...rest, chains: ['eip155:1'], accounts: ['eip155:1:0xab'] } })).toBeNull()
    expect(check({ 'eip155:1': { ...rest, chains: ['eip155:1'], accounts: ['eip155:1:0xab'] } })).toBeNull()
    expect(check({ solana: { ...rest, chains: [chain], accounts: [`${chain}:Addr`] } })).toBeNull()
    expect(check({ eip155: rest })).toBeNull()
  })

  it.each([
    ['a key that is none', { '**': { ...rest, accounts: [] } }, 5104],
    ['a key with capitals', { EIP155: { ...rest, accounts: [] } }, 5104],
    ['a chain of another namespace', { eip155: { ...rest, chains: ['cosmos:x'], accounts: [] } }, 5100],
    ['a chain without reference', { eip155: { ...rest, chains: ['eip155:'], accounts: [] } }, 5100],
    ['another chain than the key', { 'eip155:1': { ...rest, chains: ['eip155:10'], accounts: [] } }, 5100],
    ['an account of another namespace', { eip155: { ...rest, accounts: ['cosmos:x:a'] } }, 5103],
    ['an account with a sign that none has', { eip155: { ...rest, accounts: ['eip155:1:0x a'] } }, 5103],
  ])('%s is refused', (_name, namespaces, code) => expect(check(namespaces)?.code).toBe(code))

  it('a wallet asks for it by an option of approve', () => {
    const namespaces = { eip155: { ...rest, accounts: ['cosmos:x:a'] } }
    const proposal = { requiredNamespaces: {} }
    expect(refusal(() => validateApprove({ namespaces }, proposal))).toBeNull()
    expect(refusal(() => validateApprove({ namespaces }, proposal, true))?.code).toBe(5103)
  })
})
