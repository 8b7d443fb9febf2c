/** Held against the published vectors (`vectors.json`), whose keys were made for them and protect nothing. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../crypto/bytes.ts'
import { isEngineError } from '../errors.ts'
import type { AuthPayload, Cacao } from '../records.ts'
import vectors from '../vectors.json'
import { buildAuthObject, findCacaoMismatch, isCacao, toSignInNamespaces, verifyCacao } from './cacao.ts'
import { encodeIsValidSignature, hashMessage } from './checkSignature.ts'
import { type AuthMessage, formatAuthMessage } from './formatAuthMessage.ts'
import {
  addRecap,
  createRecap,
  decodeRecap,
  encodeRecap,
  formatRecapStatement,
  mergeRecaps,
  populateAuthPayload,
  readRecap,
  validateRecap,
} from './recap.ts'

const { signIn } = vectors
const cacao: Cacao = signIn.cacao
const NOW = Date.parse('2025-01-01T00:00:00Z')

function refusal(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (!isEngineError(error)) throw error
    return error.message
  }
}

/** A sign-in of the vectors' key for any message. */
function sign(payload: AuthPayload): Cacao {
  const hash = hashMessage(formatAuthMessage(payload, signIn.iss))
  const bytes = secp256k1.sign(hash, fromHex(signIn.privateKey.slice(2)), { prehash: false, format: 'recovered' })
  const recovery = (bytes[0] ?? 0) + 27
  return buildAuthObject(payload, { t: 'eip191', s: `0x${toHex(bytes.slice(1))}${recovery.toString(16)}` }, signIn.iss)
}

describe('vector signIn.recap', () => {
  const { methods, encoded, decoded } = signIn.recap

  it('methods give the capability, sorted, and it reads back', () => {
    const recap = createRecap('eip155', 'request', methods)
    expect(recap).toEqual(decoded)
    expect(encodeRecap(recap)).toBe(encoded)
    expect(decodeRecap(encoded)).toEqual(decoded)
    expect(readRecap(recap, 'eip155')).toEqual({ methods: [...methods].sort(), chains: [] })
  })

  it('it becomes the last resource, merged with the one that is there', () => {
    expect(addRecap(['https://dapp.example/tos'], 'eip155', methods)).toEqual(signIn.request.resources)
    const grown = addRecap(signIn.request.resources, 'eip155', ['eth_signTypedData_v4'])
    expect(grown).toHaveLength(2)
    expect(readRecap(decodeRecap(grown[1] ?? ''), 'eip155').methods).toEqual([
      'eth_sendTransaction',
      'eth_signTypedData_v4',
      'personal_sign',
    ])
  })
})

describe('vector signIn.mergedRecap', () => {
  const { a, b, encoded, decoded, statement } = signIn.mergedRecap

  it('both are in it, sorted, in either order', () => {
    expect(mergeRecaps(decodeRecap(a), decodeRecap(b))).toEqual(decoded)
    expect(encodeRecap(mergeRecaps(decodeRecap(a), decodeRecap(b)))).toBe(encoded)
    expect(encodeRecap(mergeRecaps(decodeRecap(b), decodeRecap(a)))).toBe(encoded)
  })

  it('where both say something of an action, the first counts', () => {
    const limited = createRecap('eip155', 'request', ['m'], { chains: ['eip155:1'] })
    expect(mergeRecaps(limited, createRecap('eip155', 'request', ['m']))).toEqual(limited)
  })

  it('the statement says it, once', () => {
    const recap = decodeRecap(encoded)
    expect(formatRecapStatement('Hello.', recap)).toBe(statement)
    expect(formatRecapStatement(statement, recap)).toBe(statement)
    expect(formatRecapStatement(undefined, recap)).toBe(statement.slice('Hello. '.length))
  })

  it('a statement that tells less than the capability allows is not believed', () => {
    const told = formatRecapStatement('Hello.', createRecap('eip155', 'request', ['personal_sign']))
    const allowed = createRecap('eip155', 'request', ['personal_sign', 'eth_sendTransaction'])
    expect(formatRecapStatement(told, allowed)).toContain("'eth_sendTransaction'")
  })
})

describe('vector signIn.recapErrors', () => {
  it.each(signIn.recapErrors)('$out.error', ({ recap, out }) => {
    expect(refusal(() => validateRecap(recap === 'undefined' ? undefined : recap))).toBe(out.error)
  })

  it('a resource that is no capability throws an engine error, whatever it is', () => {
    const line = fc.oneof(
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString('base64')),
    )
    fc.assert(
      fc.property(line, (text) => {
        refusal(() => decodeRecap(`urn:recap:${text}`))
      }),
    )
    expect(refusal(() => decodeRecap('urn:recap:e30'))).toBe('No `att` property found')
  })
})

describe('vector signIn.populated', () => {
  const { chains, methods } = signIn.populatedFor

  it('only what both know is signed, and the statement says so', () => {
    expect(populateAuthPayload({ authPayload: signIn.request, chains, methods })).toEqual(signIn.populated)
  })

  it('no common chain, no common method', () => {
    const populate = (known: string[], can: string[]) =>
      refusal(() => populateAuthPayload({ authPayload: signIn.request, chains: known, methods: can }))
    expect(populate(['eip155:5'], methods)).toBe('No supported chains')
    expect(populate(chains, ['x'])).toBe(
      'Supported methods don\'t satisfy the requested: ["eth_sendTransaction","personal_sign"], supported: ["x"]',
    )
  })

  it('a sign-in without a capability gets none, and abilities nobody was asked about are not granted', () => {
    const { resources: _resources, ...plain } = signIn.request
    expect(populateAuthPayload({ authPayload: plain, chains, methods })).toEqual(plain)
    const authPayload = { ...signIn.request, resources: [signIn.mergedRecap.encoded] }
    const [line = ''] = populateAuthPayload({ authPayload, chains, methods }).resources ?? []
    expect(Object.keys(decodeRecap(line).att)).toEqual(['eip155'])
  })
})

describe('vector signIn.message', () => {
  it('the text is the same to the byte', () => {
    expect(formatAuthMessage(signIn.populated, signIn.iss)).toBe(signIn.message)
    expect(formatAuthMessage(signIn.populated, `did:pkh:${signIn.iss}`)).toBe(signIn.message)
    expect(`0x${toHex(hashMessage(signIn.message))}`).toBe(signIn.messageHash)
  })

  it.each(signIn.otherMessages)('otherMessages: $iss $out', ({ params, iss, out }) => {
    const request = params as AuthMessage
    if (out.error === undefined) expect(formatAuthMessage(request, iss)).toBe(out.ok)
    else expect(refusal(() => formatAuthMessage(request, iss))).toBe(out.error)
  })

  it.each(['domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId'] as const)(
    'a line break in %s is refused: it would pass for another field',
    (name) => {
      const forged = { ...signIn.populated, [name]: 'x\nURI: https://evil.example' }
      expect(refusal(() => formatAuthMessage(forged, signIn.iss))).toContain('line breaks')
    },
  )

  it.each(['domain', 'version', 'nonce', 'iat'] as const)('no text is written without %s', (name) => {
    const { [name]: _, ...rest } = signIn.populated
    expect(refusal(() => formatAuthMessage(rest as never, signIn.iss))).toContain(name)
  })

  it('a caller without types is told by a code', () => {
    for (const given of [undefined, null, 7, []])
      expect(refusal(() => formatAuthMessage(given as never, signIn.iss))).toContain('Missing or invalid.')
    expect(refusal(() => formatAuthMessage(signIn.populated, undefined as never))).toBe('Missing or invalid. iss')
  })

  it.each(['', 'eip155:1', 'eip155::0xab', 'a:b:c:d'])('an issuer of %j is none', (iss) => {
    expect(refusal(() => formatAuthMessage(signIn.populated, iss))).toBe('Missing or invalid. iss')
  })
})

describe('vector signIn.cacao', () => {
  it('the object is built the same, in the same order', () => {
    const built = buildAuthObject(signIn.populated, cacao.s, signIn.iss)
    expect(JSON.stringify(built)).toBe(JSON.stringify(cacao))
  })

  it('valid, and tampered with is not', async () => {
    expect(await verifyCacao(cacao)).toBe(signIn.valid)
    expect(await verifyCacao({ ...cacao, p: { ...cacao.p, nonce: 'other' } })).toBe(signIn.tampered)
  })

  it('a text beyond ASCII, signed over its bytes, verifies', async () => {
    expect(await verifyCacao(sign({ ...signIn.request, resources: [], statement: 'žluťoučký 🦊' }))).toBe(true)
  })

  it('a wallet with its own words about a capability is taken at them', async () => {
    const told = formatRecapStatement('Hello.', createRecap('eip155', 'request', ['personal_sign']))
    const signed = sign({ ...signIn.request, statement: told, resources: [] })
    expect(await verifyCacao(signed)).toBe(true)
  })

  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['another account', { ...cacao, p: { ...cacao.p, iss: `did:pkh:eip155:1:0x${'11'.repeat(20)}` } }],
    ['a namespace without this curve', { ...cacao, p: { ...cacao.p, iss: 'did:pkh:solana:x:Addr' } }],
    ['an issuer that is none', { ...cacao, p: { ...cacao.p, iss: 'x' } }],
    ['a kind of signature nobody knows', { ...cacao, s: { ...cacao.s, t: 'eip999' } }],
    ['a short signature', { ...cacao, s: { t: 'eip191', s: '0x00' } }],
    ['a signature of zeros', { ...cacao, s: { t: 'eip191', s: `0x${'00'.repeat(65)}` } }],
    ['a signature that is no hex', { ...cacao, s: { t: 'eip191', s: 'zz' } }],
    ['a contract without a chain to ask', { ...cacao, s: { ...cacao.s, t: 'eip1271' } }],
    ['resources that are no texts', { ...cacao, p: { ...cacao.p, resources: [1] } }],
  ])('%s does not verify, and does not reject', async (_name, value) => {
    expect(await verifyCacao(value)).toBe(false)
  })

  it('any junk is no sign-in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(isCacao(value)).toBe(false)
        expect(await verifyCacao(value)).toBe(false)
      }),
    )
  })
})

describe('eip1271: a contract account is asked', () => {
  const contract: Cacao = { ...cacao, s: { t: 'eip1271', s: '0xabcd' } }

  it('the call holds the hash and the signature', async () => {
    const asked: unknown[] = []
    const ethCall = (chainId: string, call: { to: string; data: string }) => {
      asked.push(chainId, call)
      return Promise.resolve(`0x1626ba7e${'00'.repeat(28)}`)
    }
    expect(await verifyCacao(contract, { ethCall })).toBe(true)
    const hash = signIn.messageHash.slice(2)
    const word = (value: number) => value.toString(16).padStart(64, '0')
    const data = `0x1626ba7e${hash}${word(64)}${word(2)}${'abcd'.padEnd(64, '0')}`
    expect(asked).toEqual(['eip155:1', { to: signIn.address, data }])
    expect(encodeIsValidSignature(fromHex(hash), `0x${'11'.repeat(32)}`)).toHaveLength(2 + 8 + 64 * 4)
  })

  it.each([
    ['another value', () => Promise.resolve('0xffffffff')],
    ['nothing', () => Promise.resolve('0x')],
    ['a failure', () => Promise.reject(new Error('no'))],
  ])('%s for an answer is invalid', async (_name, ethCall) => {
    expect(await verifyCacao(contract, { ethCall })).toBe(false)
  })
})

describe('vector signIn.bound and signIn.unbound', () => {
  it('the object answers its request', () => expect(findCacaoMismatch(cacao, signIn.request, NOW)).toBeUndefined())

  it.each(signIn.unbound)('$result.reason', ({ change, result }) => {
    expect(findCacaoMismatch(cacao, { ...signIn.request, ...change } as AuthPayload, NOW)).toBe(result.reason)
  })

  it.each([
    [{ exp: '2024-12-31T23:59:59Z' }, 'cacao expired at 2024-12-31T23:59:59Z'],
    [{ exp: 'someday' }, 'cacao expired at someday'],
    [{ nbf: '2025-01-01T00:00:01Z' }, 'cacao not valid before 2025-01-01T00:00:01Z'],
    [{ nbf: 'someday' }, 'cacao not valid before someday'],
  ])('%j is out of range', (change, reason) => {
    expect(findCacaoMismatch({ ...cacao, p: { ...cacao.p, ...change } }, signIn.request, NOW)).toBe(reason)
  })
})

describe('vector signIn.namespaces', () => {
  it('the capability makes the session', () => expect(toSignInNamespaces([cacao])).toEqual(signIn.namespaces))

  it('without a capability there is none', () => {
    const { resources: _resources, ...plain } = cacao.p
    expect(toSignInNamespaces([{ ...cacao, p: plain }])).toBeUndefined()
    expect(toSignInNamespaces([])).toBeUndefined()
  })

  it('chains of another namespace inside a capability are not granted', () => {
    const recap = createRecap('eip155', 'request', ['m'], { chains: ['eip155:10', 'solana:x'] })
    const namespaces = toSignInNamespaces([{ ...cacao, p: { ...cacao.p, resources: [encodeRecap(recap)] } }])
    expect(namespaces?.eip155?.chains).toEqual(['eip155:1', 'eip155:10'])
  })
})
