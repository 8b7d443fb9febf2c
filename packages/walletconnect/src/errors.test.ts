import { expect, it } from 'vitest'
import { EngineError } from './errors.ts'

it.each([
  ['NO_MATCHING_KEY', 2, 'No matching key. session: ab'],
  ['MISSING_OR_INVALID', 5, 'Missing or invalid. session: ab'],
  ['UNSUPPORTED_NAMESPACE_KEY', 5104, 'Unsupported namespace key. session: ab'],
  ['USER_DISCONNECTED', 6000, 'User disconnected. session: ab'],
  ['WC_METHOD_UNSUPPORTED', 10001, 'Unsupported wc_ method. session: ab'],
] as const)('%s has the number and the words that the field knows', (key, code, message) => {
  const error = new EngineError(key, 'session: ab')
  expect([error.key, error.code, error.message]).toEqual([key, code, message])
  expect(new EngineError(key).message).toBe(message.replace(' session: ab', ''))
})
