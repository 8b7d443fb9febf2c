import { createFakeServices, createScriptedAdapter, createTestLatchkey, fakeConnector } from '@latchkey/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAILURE_CODES } from '../../errors/failureCodes.ts'
import type { CreateLatchkeyOptions } from '../../options.ts'
import { addEntry } from './addEntry.ts'
import { diagnose } from './diagnose.ts'
import { listFailureDocs } from './failureDocs.ts'
import { maskFacts } from './maskFacts.ts'
import { startJournal } from './startJournal.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const URI = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

function start(
  options: Partial<CreateLatchkeyOptions> = {},
  node: () => Response = () => Response.json({ result: '0x1' }),
) {
  const asked: string[] = []
  const services = createFakeServices({
    browser: { origin: () => 'https://shop.test' },
    gateway: { getSupportedChains: () => ({ http: ['eip155:1'], ws: [] }) },
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
    ['"[3 bytes]"', new Uint8Array(3)],
    ['"12"', 12n],
    ['undefined', undefined],
  ])('SEC-88: %#: what is written is %s', (text, value) => {
    expect(maskFacts(value)).toBe(text)
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

describe('the journal', () => {
  test('says what a wallet was asked and what came back, without the signature', async () => {
    const { latchkey, instance, adapter } = start()
    startJournal(instance, latchkey.on)
    const [connector] = latchkey.getConnectors()
    if (!connector) throw new Error('no connector')
    await latchkey.connect({ connectorId: connector.id })
    expect(adapter.asked).toContain('connect io.alder')
    const signature = await latchkey.signMessage('hello')
    const { entries } = instance.stores.diagnosis.get()
    expect(entries.at(-1)).toMatchObject({ kind: 'answer', name: 'eip155 io.alder signMessage' })
    expect(JSON.stringify(entries)).not.toContain(signature)
    const names = instance.stores.diagnosis.get().entries.map(({ kind, name }) => `${kind} ${name}`)
    expect(names).toContain('ask eip155 io.alder connect')
    expect(names).toContain('answer eip155 io.alder connect')
    expect(names).toContain('event CONNECT_SUCCESS')
  })

  test('keeps the newest 200 entries', () => {
    const { instance } = start()
    for (let index = 0; index < 250; index += 1) addEntry(instance, { kind: 'event', name: `e${index}`, facts: '' })
    const { entries } = instance.stores.diagnosis.get()
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
