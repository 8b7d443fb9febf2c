import { createFakeServices, createScriptedAdapter, createTestLatchkey, fakeConnector } from '@latchkey/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAILURE_CODES } from '../../errors/failureCodes.ts'
import type { LogEntry } from '../../services/ports.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { addEntry } from './addEntry.ts'
import { diagnose } from './diagnose.ts'
import { listFailureDocs } from './failureDocs.ts'
import { maskFacts } from './maskFacts.ts'
import { startJournal } from './startJournal.ts'
import { diagnosisOf } from './state.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const URI = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

function start(
  options: Partial<CreateLatchkeyOptions> = {},
  node: () => Response = () => Response.json({ result: '0x1' }),
) {
  const asked: string[] = []
  const services = createFakeServices({
    browser: { origin: () => 'https://shop.test' },
    gateway: { getWallets: () => ({ count: 0, data: [] }) },
    fetch: async (input) => {
      asked.push(String(input))
      return node()
    },
  })
  const adapter = createScriptedAdapter('eip155', [fakeConnector('io.alder')])
  return { ...createTestLatchkey({ services, options: { adapters: [adapter.create], ...options } }), adapter, asked }
}

describe('failures', () => {
  test('every code of the closed list is documented, in whole sentences', () => {
    const docs = listFailureDocs()
    expect(docs.map(({ code }) => code).sort()).toEqual(Object.keys(FAILURE_CODES).sort())
    for (const { code, kind, cause, offer, site } of docs) {
      expect(kind).toBe(FAILURE_CODES[code])
      for (const text of [cause, offer, site]) expect([code, text.slice(-1)]).toEqual([code, '.'])
    }
  })

  test('the instance hands them out', async () => {
    const { latchkey } = start()
    expect((await latchkey.failures()).find(({ code }) => code === 'WALLET_LOCKED')?.kind).toBe('hint')
  })
})

describe('masking', () => {
  test.each<[string, unknown]>([
    ['{"address":"0xf39F…2266"}', { address: ADDRESS }],
    ['{"uri":"[masked]","text":"go to [masked] now"}', { uri: URI, text: `go to ${URI} now` }],
    ['{"signature":"[masked]","nested":{"symKey":"[masked]"}}', { signature: '0x1234', nested: { symKey: 'x' } }],
    ['"[masked]"', `0x${'ab'.repeat(65)}`],
    [`"${'x '.repeat(30)}… (70 characters)"`, 'x '.repeat(35)],
    // A Solana key or signature is longer than any address.
    ['"key [masked] end"', `key ${'5'.repeat(88)} end`],
    ['{"name":"Error","code":"[…]","message":""}', Object.assign(new Error(''), { code: { uri: URI } })],
    [
      `{"name":"${'n'.repeat(60)}… (99 characters)","code":"[masked]","message":"no"}`.replaceAll(
        'n'.repeat(60),
        'n-'.repeat(30),
      ),
      Object.assign(new Error('no'), { name: 'n-'.repeat(49).concat('n'), code: URI }),
    ],
    ['{"0xf39F…2266":1,"[masked]":"[masked]"}', { [ADDRESS]: 1, [URI]: 2 }],
    ['"[text of 5000 characters]"', 'a@'.repeat(2_500)],
    ['"[3 bytes]"', new Uint8Array(3)],
    ['"12"', 12n],
    ['undefined', undefined],
  ])('SEC-88: %#: what is written is %s', (text, value) => {
    expect(maskFacts(value)).toBe(text)
  })

  const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  test.each<[string, string, string]>([
    ['a seed phrase', `bad phrase: ${WORDS}`, 'winner'],
    ['a seed phrase with commas', WORDS.replaceAll(' ', ', '), 'winner'],
    ['a private key', `0x${'4c'.repeat(32)}`, '4c4c'],
    ['a private key without 0x', '4c'.repeat(32), '4c4c'],
    ['a key of a Bitcoin wallet (WIF)', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn', 'KwDi'],
    ['an extended key', `xprv9${'s21ZrQH143K3'.repeat(9)}`, 'xprv9'],
    ['a signature in base64', 'AkcwRAIgY3V5bG9uZ2Jhc2U2NHNpZ25hdHVyZXRoYXRpc2xvbmdlbm91Z2g=', 'AkcwRA'],
    ['a token of a session (JWT)', 'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4', 'eyJ'],
    ['a pairing uri', `open ${URI}`, 'symKey'],
    ['a pairing uri in a link', `https://tide.test/wc?uri=${encodeURIComponent(URI)}`, 'symKey'],
    ['an e-mail address', 'sent to alice.smith+wallet@mail.example.co.uk', 'alice'],
    ['a key in a node’s path', 'Failed to fetch https://node.test/v3/9aa3d95b3bc440fa88ea12eaa4456161', '9aa3'],
    ['a key in a node’s path, with signs', 'wss://node.test/v2/AbCdEf0123_-lO9x8y7z6w5v4u3t2s1r', 'AbCd'],
    ['a key in a query', 'https://node.test/?apikey=sk_live_1', 'sk_live'],
    ['a password in an address', 'https://alice:hunter2@node.test/', 'hunter2'],
    ['a secret that JSON names', 'error {"privateKey":"hunter2"}', 'hunter2'],
    ['a header', 'Authorization: Bearer hunter2', 'hunter2'],
  ])('SEC-88: %s is left out, as a text, in an error and under any name', (_, text, secret) => {
    const shapes: readonly unknown[] = [text, new Error(text), { note: text }, [{ data: { message: text } }]]
    for (const shape of shapes) {
      expect(maskFacts(shape)).toContain('[masked]')
      expect(maskFacts(shape)).not.toContain(secret)
    }
  })

  test.each([
    'apiKey',
    'api_key',
    'seed',
    'phrase',
    'mnemonic',
    'password',
    'pin',
    'email',
    'accessToken',
    'privateKey',
  ])('SEC-88: what is called %s is left out, whatever it holds', (name) => {
    expect(maskFacts({ [name]: 'abc' })).toBe(`{"${name}":"[masked]"}`)
  })

  test('what helps a developer stays: sentences, codes, networks and hosts', () => {
    for (const text of [
      'Drill is on eip155:5, but this needs eip155:1.',
      'HTTP 429: too many requests',
      'Failed to fetch https://node.test/rpc/eip155:1',
      'The wallet answered no signature.',
    ])
      expect(maskFacts(text)).toBe(JSON.stringify(text))
  })

  test('SEC-88: whatever a wallet hands over is written without throwing, and no key gets through', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(maskFacts({ value, text: URI })).not.toContain('symKey=b')
      }),
    )
    const circular: Record<string, unknown> = {}
    circular.self = circular
    expect(maskFacts(circular)).toContain('…')
    expect(
      maskFacts({
        get trap() {
          throw new Error('no')
        },
      }),
    ).toBe('[unreadable]')
  })
})

test('the notes of this page go along, as they were when it was asked', async () => {
  const { instance } = start()
  const entries: LogEntry[] = [{ at: 1, level: 'warn', line: 'one' }]
  const logger = { ...instance.services.logger, entries }
  const told = await diagnose({ ...instance, services: { ...instance.services, logger } })
  entries.push({ at: 2, level: 'debug', line: 'two' })
  expect(told.log).toEqual([{ at: 1, level: 'warn', line: 'one' }])
})

describe('the journal', () => {
  test('says what a wallet was asked and what came back, without the signature', async () => {
    const { latchkey, instance, adapter } = start()
    startJournal(instance, latchkey.on)
    const [connector] = latchkey.getConnectors()
    if (!connector) throw new Error('no connector')
    await latchkey.connect({ connectorId: connector.id })
    expect(adapter.asked).toContain('connect io.alder')
    const signature = await latchkey.signMessage('hello')
    const { entries } = diagnosisOf(instance).get()
    expect(entries.at(-1)).toMatchObject({ kind: 'answer', name: 'eip155 io.alder signMessage' })
    expect(JSON.stringify(entries)).not.toContain(signature)
    const names = diagnosisOf(instance)
      .get()
      .entries.map(({ kind, name }) => `${kind} ${name}`)
    expect(names).toContain('ask eip155 io.alder connect')
    expect(names).toContain('answer eip155 io.alder connect')
    expect(names).toContain('event CONNECT_SUCCESS')
  })

  test('keeps the newest 200 entries', () => {
    const { instance } = start()
    for (let index = 0; index < 250; index += 1) addEntry(instance, { kind: 'event', name: `e${index}`, facts: '' })
    const { entries } = diagnosisOf(instance).get()
    expect([entries.length, entries[0]?.name]).toEqual([200, 'e50'])
  })
})

describe('diagnose', () => {
  test('tells page, options, wallets and servers, and asks no wallet anything', async () => {
    const { latchkey, adapter } = start()
    const before = adapter.asked.length
    const told = await latchkey.diagnose()
    expect(told.page).toMatchObject({ origin: 'https://shop.test', isSecureContext: true })
    expect(told.connectors).toMatchObject([{ id: 'io.alder', namespace: 'eip155' }])
    expect(told.reachable.find(({ name }) => name === 'gateway')).toMatchObject({ ok: true })
    expect(adapter.asked.length).toBe(before)
    expect(JSON.stringify(told)).not.toMatch(/projectId":/)
  })

  test('SEC-88: keys in the addresses of a site’s servers are left out', async () => {
    const key = '9aa3d95b3bc440fa88ea12eaa4456161'
    const { instance } = start(
      { gatewayUrl: `https://gate.test/${key}`, relayUrl: `wss://relay.test/?projectId=${key}` },
      () => {
        throw new TypeError(`Failed to fetch https://node.test/v3/${key}`)
      },
    )
    const told = await diagnose(instance)
    expect(told.options).toMatchObject({
      gatewayUrl: 'https://gate.test/[masked]',
      relayUrl: ['wss://relay.test/?projectId=[masked]'],
    })
    expect(JSON.stringify(told)).not.toContain(key.slice(0, 8))
  })

  test('a node that answers for another chain is named (SEC-92)', async () => {
    const { instance } = start({}, () => Response.json({ result: '0x5' }))
    const { reachable, advice } = await diagnose(instance)
    expect(reachable.find(({ name }) => name.startsWith('node'))?.ok).toBe(false)
    expect(advice.join()).toContain('answers for chain 5')
  })

  test('a site without adapters, gateway and relay is told what it lacks', async () => {
    const services = createFakeServices({ fetch: async () => Response.json({ result: '0x1' }) })
    const { instance } = createTestLatchkey({ services, options: { adapters: [] } })
    const { advice } = await diagnose(instance)
    expect(advice.join(' ')).toMatch(/No adapters.*Neither gatewayUrl nor relayUrl/)
  })
})
