import { expect, test } from 'vitest'
import { parseWith } from '../endpoint.ts'
import { usageEvent } from './events.ts'

const event = (properties: unknown) => ({
  eventId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  url: 'https://shop.example/account/0xabc?email=a@b.example#frag',
  domain: 'shop.example',
  timestamp: 1_700_000_000_000,
  props: { type: 'track', event: 'CONNECT_SUCCESS', properties, address: '0xabc' },
})

test('SEC-105: what points at a person is dropped while an event is read, however deep it stands', () => {
  const parsed = parseWith(
    usageEvent,
    event({
      method: 'qrcode',
      address: '0xabc',
      items: [{ name: 'Alder', uri: 'wc:1', query: 'meta' }],
      deep: { email: 'a' },
    }),
  )
  expect(parsed.ok && JSON.parse(JSON.stringify(parsed.value))).toEqual({
    eventId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    url: 'https://shop.example',
    domain: 'shop.example',
    timestamp: 1_700_000_000_000,
    props: {
      type: 'track',
      event: 'CONNECT_SUCCESS',
      properties: { method: 'qrcode', items: [{ name: 'Alder' }], deep: {} },
    },
  })
})

test('long texts and deep nests are left out, and a name that is none is refused', () => {
  const parsed = parseWith(usageEvent, event({ long: 'x'.repeat(257), a: { b: { c: { d: 1 } } } }))
  expect(parsed.ok && JSON.stringify(parsed.value.props.properties)).toBe('{"a":{"b":{}}}')
  expect(parseWith(usageEvent, { ...event({}), props: { type: 'track', event: 'lower case' } }).ok).toBe(false)
})

test('SEC-102: names that reach into an object are only names', () => {
  const parsed = parseWith(usageEvent, event(JSON.parse('{"__proto__":{"polluted":true},"ok":1}')))
  expect(parsed.ok && parsed.value.props.properties.ok).toBe(1)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
