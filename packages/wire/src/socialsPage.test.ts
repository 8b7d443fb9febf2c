import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWith } from './endpoint.ts'
import { getSocials } from './http/socials.ts'
import { askSocials } from './socialsPage.ts'

function readByHand(value: unknown): unknown {
  const result = askSocials.answer['~standard'].validate(value)
  return 'issues' in result ? undefined : (result as { readonly value: unknown }).value
}

function readBySchema(value: unknown): unknown {
  const parsed = parseWith(getSocials.answer, value)
  return parsed.ok ? parsed.value : undefined
}

const id = fc.oneof(fc.constantFrom('google', 'x', 'a'.repeat(32), 'a'.repeat(33), '-x', 'X', 'a\n', ''), fc.string())
const label = fc.oneof(fc.constantFrom('', 'a'.repeat(40), 'a'.repeat(41)), fc.string(), fc.anything())
const icon = fc.oneof(
  fc.constantFrom(null, undefined, 'data:image/png,x', 'https://a.example/x', `data:image/${'a'.repeat(32_757)}`),
  fc.constant(`data:image/${'a'.repeat(32_758)}`),
  fc.anything(),
)
const provider = fc.oneof(fc.record({ id, label, icon }, { requiredKeys: [] }), fc.anything())

test('what is read by hand of the services is what their schema reads', () => {
  fc.assert(
    fc.property(fc.record({ providers: fc.oneof(fc.array(provider), fc.anything()) }), (answer) => {
      expect(readByHand(answer)).toStrictEqual(readBySchema(answer))
    }),
    { numRuns: 300 },
  )
})

test('what is no answer at all is refused by both', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readByHand(value)).toStrictEqual(readBySchema(value))
    }),
  )
})

test('a service with everything is read by hand as it is, from where the schema says', () => {
  const full = { providers: [{ id: 'google', label: 'Google', icon: 'data:image/png;base64,AA==' }] }
  expect(readByHand(full)).toEqual(full)
  expect({ name: askSocials.name, method: askSocials.method, path: askSocials.path }).toEqual({
    name: getSocials.name,
    method: getSocials.method,
    path: getSocials.path,
  })
})
