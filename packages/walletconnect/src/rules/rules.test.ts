/** Held against the published vectors (`vectors.json`). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEngineError } from '../errors.ts'
import type { ProposalNamespaces, SessionNamespaces } from '../records.ts'
import vectors from '../vectors.json'
import { buildApprovedNamespaces } from './buildApprovedNamespaces.ts'
import { formatLinkModeUrl } from './formatLinkModeUrl.ts'
import { formatUri } from './formatUri.ts'
import { isChainOf, isEventOf, isMethodOf } from './grants.ts'
import { createIds } from './ids.ts'
import { formatJson } from './json.ts'
import { parseMessage, toFailure, toResult } from './jsonRpc.ts'
import { formatPairingLink, formatRequestLink, isWalletLink } from './links.ts'
import { foldNamespaces, isGranted, listChains } from './namespaces.ts'
import { parseLinkModeUrl } from './parseLinkModeUrl.ts'
import { relayUrl, userAgent } from './relayUrl.ts'
import { toRequest } from './toRequest.ts'
import { type PairingUri, parsePairingUri, readUri } from './uri.ts'

const TOPIC = vectors.topics[0]?.topic ?? ''
const SYM_KEY = vectors.topics[0]?.symKey ?? ''

/** The engine error that a call throws, or undefined. Anything else that it throws fails the test. */
function refusal(run: () => unknown): { key: string; code: number; message: string } | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (!isEngineError(error)) throw error
    return { key: error.key, code: error.code, message: error.message }
  }
}

describe('vector relayUrl', () => {
  it.each(vectors.relayUrl)('$in.relayUrl', ({ in: given, out }) => {
    const agent = userAgent(given.sdkVersion, 'linux-20.20.2/node')
    expect(relayUrl({ ...given, userAgent: agent })).toBe(out)
  })
})

it('vector userAgent: version and agent give it', () => {
  expect(userAgent('2.25.0', 'linux-20.20.2/node')).toBe(vectors.userAgent.value)
})

describe('vector uris', () => {
  it.each(vectors.uris)('$uri', ({ params, uri, parsed }) => {
    expect(formatUri(params)).toBe(uri)
    const { protocol: _protocol, ...said } = parsed
    expect(readUri(uri)).toEqual(said)
  })
})

describe('vector uriParsing', () => {
  it.each(vectors.uriParsing)('$input', ({ input, parsed }) => {
    if (parsed.error !== undefined) {
      expect(refusal(() => readUri(input))?.key).toBe('MISSING_OR_INVALID')
      return
    }
    const { protocol: _protocol, ...said } = parsed.ok ?? {}
    expect(readUri(input)).toEqual(said)
  })
})

describe('pairing URIs that a wallet pairs with', () => {
  const good = formatUri({ topic: TOPIC, symKey: SYM_KEY, relay: { protocol: 'irn' }, expiryTimestamp: 2000 })

  it('a good one is read whole', () => {
    expect(parsePairingUri(good, 1999)).toMatchObject({ topic: TOPIC, symKey: SYM_KEY, expiryTimestamp: 2000 })
  })

  it.each([
    [good, 2000, 'Expired. pair() URI has expired. Please try again with a new connection URI.'],
    [good.replace('relay-protocol=irn&', ''), 0, 'Missing or invalid. pair() uri#relay-protocol'],
    [good.replace(SYM_KEY, ''), 0, 'Missing or invalid. pair() uri#symKey'],
    [good.replace(SYM_KEY, SYM_KEY.slice(2)), 0, 'Missing or invalid. pair() uri#symKey'],
    [good.replace(TOPIC, 'x'), 0, 'Missing or invalid. pair() uri'],
    [good.replace('=2000', '=soon'), 0, 'Missing or invalid. pair() uri#expiryTimestamp'],
    ['https://shop.example', 0, 'Missing or invalid. pair() uri'],
    [undefined, 0, 'Missing or invalid. pair() uri'],
  ])('%s at %d: %s', (uri, now, message) => expect(refusal(() => parsePairingUri(uri, now))?.message).toBe(message))

  it('any URI comes back as it was, from base64 and with another order too', () => {
    const hex = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
    const word = fc.stringMatching(/^[a-z_A-Z0-9]{1,12}$/)
    const uri = fc.record(
      {
        topic: hex,
        symKey: hex,
        relay: fc.record({ protocol: word, data: fc.string({ minLength: 1 }) }, { requiredKeys: ['protocol'] }),
        expiryTimestamp: fc.integer({ min: 1, max: 4e9 }),
        methods: fc.array(word, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['topic', 'symKey', 'relay'] },
    )
    fc.assert(
      fc.property(uri, (given) => {
        const text = formatUri(given as PairingUri)
        const [path = '', query = ''] = text.split('?')
        const turned = `${path}?${query.split('&').reverse().join('&')}`
        for (const form of [text, turned, Buffer.from(text).toString('base64'), text.replace('wc:', 'wc://')]) {
          expect(parsePairingUri(form, 0)).toEqual(given)
        }
      }),
    )
  })

  it('SEC-88: whatever is wrong with a URI, no error holds a piece of it', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom('wc:', TOPIC, '@2?', 'symKey=', SYM_KEY, '&relay-protocol=irn', '%', '&expiryTimestamp='),
        fc.string(),
      ),
    )
    fc.assert(
      fc.property(parts, (pieces) => {
        const error = refusal(() => parsePairingUri(pieces.join(''), 1))
        if (error) expect(error.message).not.toMatch(new RegExp(`${SYM_KEY}|${TOPIC}`))
      }),
    )
  })
})

describe('vector ids', () => {
  const random = { bytes: (length: number) => Uint8Array.from({ length }, (_, index) => index * 77) }

  it('a message id is a 16-digit number of its ms, a relay id a text of 19 digits', () => {
    const now = Math.floor(vectors.ids.payloadId / 1000)
    const ids = createIds({ clock: { now: () => now, after: () => () => {} }, random })
    const [message, relay] = [ids.message(), ids.relay()]
    expect([Math.floor(message / 1000), Number.isSafeInteger(message)]).toEqual([now, true])
    expect(relay).toMatch(/^\d{19}$/)
    expect(relay.slice(0, 13)).toBe(vectors.ids.relayId.slice(0, 13))
  })

  it('a tab and the engine never make one id, also in one millisecond', () => {
    const surroundings = { clock: { now: () => 1_700_000_000_000, after: () => () => {} }, random }
    const [engine, tab] = [createIds(surroundings), createIds(surroundings, 1)]
    const made = Array.from({ length: 2_000 }, () => [engine.message(), tab.message()]).flat()
    expect(new Set(made).size).toBe(made.length)
  })

  it('ids only grow, also when the clock goes back', () => {
    let now = 1_700_000_000_000
    const ids = createIds({ clock: { now: () => now, after: () => () => {} }, random })
    const made = Array.from({ length: 50 }, (_, index) => {
      now += index % 2 ? -1000 : 10
      return [ids.message(), BigInt(ids.relay())] as const
    })
    for (const [index, [message, relay]] of made.entries()) {
      if (index === 0) continue
      expect(message).toBeGreaterThan(made[index - 1]?.[0] ?? Number.POSITIVE_INFINITY)
      expect(relay > (made[index - 1]?.[1] ?? relay)).toBe(true)
    }
  })
})

describe('vector jsonRpcErrors', () => {
  it.each(vectors.jsonRpcErrors)('$in', ({ in: given, out }) => {
    expect(toFailure(1, given === 'undefined' ? undefined : given)).toEqual(out)
  })
})

describe('messages of peers', () => {
  it('requests and answers are read back as they were written', () => {
    const request = toRequest(1, 'wc_sessionPing', {})
    expect(parseMessage(formatJson(request))).toEqual({ kind: 'request', request })
    for (const response of [
      toResult(1, null),
      toResult(1, 0),
      toFailure(2, { code: 5000, message: 'no', data: { a: 1 } }),
    ]) {
      expect(parseMessage(formatJson(response))).toEqual({ kind: 'response', response })
    }
  })

  it.each([
    ['a bare text', 'oh no', { code: -32000, message: 'oh no' }],
    ['an empty object', {}, { code: -32603, message: 'Internal error' }],
    ['no words', { code: 4001 }, { code: 4001, message: 'Unknown error' }],
    ['reserved code with own words', { code: -32600, message: 'mine' }, { code: -32600, message: 'mine' }],
  ])('an answer whose error is %s still tells whoever waits', (_name, error, read) => {
    const message = parseMessage(JSON.stringify({ id: 1, jsonrpc: '2.0', error }))
    expect(message).toEqual({ kind: 'response', response: { id: 1, jsonrpc: '2.0', error: read } })
  })

  it('junk throws an engine error without its content, whatever it is', () => {
    const almost = fc.record(
      {
        id: fc.jsonValue(),
        jsonrpc: fc.constantFrom('2.0', '1.0'),
        method: fc.jsonValue(),
        result: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      almost.map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(text, (given) => {
        const error = refusal(() => parseMessage(given))
        if (error) expect(error.message).toMatch(/^Missing or invalid\. (?:JSON|message)$/)
      }),
    )
  })

  it.each(['1795221319761531999', '"1"', '1.5', '-1', 'null', '1e400'])('an id of %s is no id', (id) => {
    expect(refusal(() => parseMessage(`{"id":${id},"jsonrpc":"2.0","method":"m"}`))?.key).toBe('MISSING_OR_INVALID')
  })
})

describe('vector merged', () => {
  it.each(vectors.validation.merged)('$out', ({ required, optional, out }) => {
    const folded = foldNamespaces(required as ProposalNamespaces, optional as ProposalNamespaces)
    expect(JSON.stringify(folded)).toBe(JSON.stringify(out))
  })

  it('a key that names a prototype is a key like others', () => {
    const hostile = JSON.parse('{"__proto__":{"chains":["__proto__:1"],"methods":["m"],"events":[]}}')
    expect(Object.keys(foldNamespaces(hostile, {}))).toEqual(['__proto__'])
    expect('methods' in {}).toBe(false)
  })
})

describe('vector approved', () => {
  it.each(vectors.validation.approved)('$out', ({ proposal, supportedNamespaces, out }) => {
    const build = () =>
      buildApprovedNamespaces({
        proposal: proposal as unknown as {
          requiredNamespaces: ProposalNamespaces
          optionalNamespaces: ProposalNamespaces
        },
        supportedNamespaces,
      })
    if (out.error !== undefined) expect(refusal(build)?.message).toBe(out.error)
    else expect(JSON.stringify(build())).toBe(JSON.stringify(out.ok))
  })

  it('a supported chain without an account is an error of the wallet', () => {
    const supportedNamespaces = {
      eip155: { chains: ['eip155:1', 'eip155:5'], methods: [], events: [], accounts: ['eip155:1:0xa'] },
    }
    const error = refusal(() =>
      buildApprovedNamespaces({ proposal: { requiredNamespaces: {}, optionalNamespaces: {} }, supportedNamespaces }),
    )
    expect(error?.message).toBe('No accounts provided for chain eip155:5 in namespace eip155')
  })

  it('chains keep the order they were asked in, methods the order they are supported in; one chain asked by key counts', () => {
    const approved = buildApprovedNamespaces({
      proposal: {
        requiredNamespaces: {},
        optionalNamespaces: {
          eip155: { chains: ['eip155:10', 'eip155:1'], methods: ['b', 'a'], events: [] },
          'solana:x': { methods: ['s'], events: ['e'] },
        },
      },
      supportedNamespaces: {
        eip155: {
          chains: ['eip155:1', 'eip155:10'],
          methods: ['a', 'b', 'c'],
          events: ['e'],
          accounts: ['eip155:1:0xa', 'eip155:10:0xa'],
        },
        solana: { chains: ['solana:x'], methods: ['s', 't'], events: ['e'], accounts: ['solana:x:S'] },
      },
    })
    expect(approved).toEqual({
      eip155: {
        chains: ['eip155:10', 'eip155:1'],
        methods: ['a', 'b'],
        events: [],
        accounts: ['eip155:1:0xa', 'eip155:10:0xa'],
      },
      solana: { chains: ['solana:x'], methods: ['s'], events: ['e'], accounts: ['solana:x:S'] },
    })
  })
})

describe('what a session grants', () => {
  const namespaces: SessionNamespaces = {
    eip155: {
      chains: ['eip155:99'],
      accounts: ['eip155:1:0xa', 'eip155:10:0xa'],
      methods: ['personal_sign'],
      events: ['e'],
    },
    'eip155:10': { accounts: ['eip155:10:0xa'], methods: ['extra'], events: [] },
  }

  it('chains are those of accounts, and each entry with an account on a chain counts for it', () => {
    expect(listChains(namespaces)).toEqual(['eip155:1', 'eip155:10'])
    expect([isChainOf(namespaces, 'eip155:1'), isChainOf(namespaces, 'eip155:99')]).toEqual([true, false])
    expect([isMethodOf(namespaces, 'eip155:10', 'extra'), isMethodOf(namespaces, 'eip155:1', 'extra')]).toEqual([
      true,
      false,
    ])
    expect([isEventOf(namespaces, 'eip155:10', 'e'), isEventOf(namespaces, 'eip155:99', 'e')]).toEqual([true, false])
  })

  it.each([
    [{ eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }, true],
    [{ 'eip155:10': { methods: ['extra'], events: [] } }, true],
    [{}, true],
    [{ eip155: { chains: ['eip155:5'], methods: [], events: [] } }, false],
    [{ eip155: { chains: ['eip155:1'], methods: ['eth_sign'], events: [] } }, false],
    [{ eip155: { chains: ['eip155:1'], methods: [], events: ['other'] } }, false],
    [{ solana: { chains: [], methods: [], events: [] } }, false],
  ] as [ProposalNamespaces, boolean][])('find with %j says %s', (asked, answer) =>
    expect(isGranted(namespaces, asked)).toBe(answer),
  )
})

describe('vector links', () => {
  it.each(vectors.links.deeplinks)('$out', ({ in: [base, id, topic], out }) => {
    expect(formatRequestLink(String(base), Number(id), String(topic))).toBe(out)
  })

  it('linkMode', () => {
    expect(formatLinkModeUrl('https://wallet.example/app', TOPIC, 'AgE')).toBe(vectors.links.linkMode)
    expect(parseLinkModeUrl(vectors.links.linkMode)).toEqual({ topic: TOPIC, envelope: 'AgE' })
  })

  it('a link whose host only begins like Telegram gets no start parameter', () => {
    expect(formatRequestLink('https://t.me.evil.example', 1, 'x')).toBe(
      'https://t.me.evil.example/wc?requestId=1&sessionTopic=x',
    )
  })

  it('any envelope comes back from its link', () => {
    const envelope = fc.stringMatching(/^[\w-]{1,80}$/)
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }), envelope, (link, text) => {
        expect(parseLinkModeUrl(formatLinkModeUrl(link, TOPIC, text))).toEqual({ topic: TOPIC, envelope: text })
      }),
    )
  })

  it('junk is no link with an envelope, and throws engine errors only', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
        expect(refusal(() => parseLinkModeUrl(text))?.key).toBe('MISSING_OR_INVALID')
      }),
    )
  })
})

describe('links that others name', () => {
  it('SEC-86: the pairing URI is one encoded parameter', () => {
    const uri = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${SYM_KEY}`
    const link = formatPairingLink('https://wallet.example/', uri)
    expect(link.startsWith('https://wallet.example/wc?uri=wc%3A')).toBe(true)
    expect([...new URL(link).searchParams]).toEqual([['uri', uri]])
    expect(formatPairingLink('wallet://', uri)).toBe(`wallet://wc?uri=${encodeURIComponent(uri)}`)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'filesystem:https://a.example/x',
    'about:blank',
    'view-source:https://a.example',
    'ws://a.example',
    'wss://a.example',
    'http://wallet.example',
    'HTTP://wallet.example',
    'https://name:word@wallet.example',
    'no link',
    'wallet',
    '',
    undefined,
    7,
  ])('SEC-86: %j is no wallet link', (text) => {
    expect(isWalletLink(text)).toBe(false)
  })

  it.each([
    ['wallet://wc', 'wallet://', true],
    ['WALLET://wc', 'wallet://', true],
    ['other://wc', 'wallet://', false],
    ['https://wallet.example/wc', 'https://wallet.example', true],
    ['https://wallet.example.evil.example/wc', 'https://wallet.example', false],
    ['https://wallet.example/wc', 'wallet://', false],
    ['wallet://wc', 'not a link', false],
    ['wallet://wc', undefined, true],
  ])('SEC-86: %s beside the own link %s: %s', (text, own, answer) => expect(isWalletLink(text, own)).toBe(answer))
})
