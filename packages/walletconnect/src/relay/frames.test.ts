import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAcknowledgement, formatRequest, parseFrame, parseInbound } from './frames.ts'

test('a relay’s id is echoed to the byte, as text or as a number of any length', () => {
  const digits = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 29 }))
    .map(([first, rest]) => `${first}${rest.join('')}`)
  const id = fc.oneof(
    digits,
    fc.string().map((text) => JSON.stringify(text)),
  )
  fc.assert(
    fc.property(id, fc.boolean(), fc.jsonValue(), (raw, first, params) => {
      const rest = `"jsonrpc":"2.0","method":"irn_subscription","params":${JSON.stringify({ params })}`
      const frame = parseFrame(first ? `{"id":${raw},${rest}}` : `{${rest},"id" : ${raw}}`)
      expect(frame).toMatchObject({ kind: 'request', id: raw })
      expect(formatAcknowledgement(frame?.id ?? '')).toBe(`{"id":${raw},"jsonrpc":"2.0","result":true}`)
    }),
  )
})

test('an id that also stands inside the parameters is told from the frame’s own', () => {
  const text =
    '{"params":{"id":12345678901234567890},"jsonrpc":"2.0","id":1795221320300000001,"method":"irn_subscription"}'
  expect(parseFrame(text)).toMatchObject({ id: '1795221320300000001' })
})

test('any text is a frame or junk, and never an error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      ),
      (text) => {
        expect(['request', 'answer', undefined]).toContain(parseFrame(text)?.kind)
      },
    ),
  )
})

test('any parameters are a message or junk, and never an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ data: fc.jsonValue() })), (params) => {
      const message = parseInbound(params, 1)
      if (message) expect(typeof message.topic).toBe('string')
    }),
  )
})

test('an answer is a result or an error, however badly the error is made', () => {
  expect(parseFrame('{"id":"1","jsonrpc":"2.0","result":["a"]}')).toEqual({
    kind: 'answer',
    id: '1',
    result: ['a'],
    error: undefined,
  })
  expect(parseFrame('{"id":"1","error":{"code":-32601,"message":"no"}}')).toMatchObject({
    error: { code: -32601, message: 'no' },
  })
  expect(parseFrame('{"id":"1","error":"no"}')).toMatchObject({ error: { code: 0 } })
})

test('an attestation that the relay knows to be missing differs from one that it did not mention', () => {
  const read = (data: object) => parseInbound({ data: { topic: 't', message: 'm', ...data } }, 5)
  expect(read({ attestation: '' })?.attestation).toBe('')
  expect(read({ attestation: null })?.attestation).toBeUndefined()
  expect(read({})).toEqual({
    topic: 't',
    message: 'm',
    publishedAt: 5,
    tag: undefined,
    attestation: undefined,
    relayAttestation: undefined,
  })
})

test('a request is one JSON-RPC object', () => {
  expect(formatRequest('1', 'irn_subscribe', { topic: 't' })).toBe(
    '{"id":"1","jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"t"}}',
  )
})
