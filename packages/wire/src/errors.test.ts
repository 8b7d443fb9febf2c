import { expect, test } from 'vitest'
import { parseWireError, WIRE_CODES } from './errors.ts'

test('a coded body is read as it is', () => {
  const body = {
    status: 'FAILED' as const,
    code: 'CHAIN_UNSUPPORTED' as const,
    message: 'eip155:5 is not served.',
    requestId: 'r-1',
    reasons: [{ field: 'chainId', description: 'not served' }],
  }
  expect(parseWireError(body, 400)).toEqual(body)
})

test('an unknown code falls back to the code of its status', () => {
  expect(parseWireError({ status: 'FAILED', code: 'FROM_THE_FUTURE' }, 429).code).toBe('RATE_LIMITED')
})

test('a body without a code keeps its first reason as the message', () => {
  const error = parseWireError({ status: 'FAILED', reasons: [{ field: 'name', description: 'taken' }] }, 400)
  expect([error.code, error.message]).toEqual(['INPUT_INVALID', 'taken'])
})

test('the error of a JSON-RPC path is read too', () => {
  const body = {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'No such chain.', data: { code: 'CHAIN_UNSUPPORTED', requestId: 'r-2' } },
  }
  expect(parseWireError(body, 400)).toEqual({
    status: 'FAILED',
    code: 'CHAIN_UNSUPPORTED',
    message: 'No such chain.',
    requestId: 'r-2',
    reasons: [],
  })
})

test.each([
  [undefined, 500, 'INTERNAL'],
  ['Internal server error', 502, 'UPSTREAM_UNAVAILABLE'],
  [{ status: 'OK' }, 401, 'PROJECT_UNKNOWN'],
  [null, 418, 'INPUT_INVALID'],
  [{ status: 'FAILED', code: 'constructor' }, 403, 'ORIGIN_NOT_ALLOWED'],
] as const)('an unreadable body %j with status %i reads as %s', (body, status, code) => {
  expect(parseWireError(body, status).code).toBe(code)
})

test('every code has an error status', () => {
  for (const [code, status] of Object.entries(WIRE_CODES)) {
    expect(code).toMatch(/^[A-Z_]+$/)
    expect(status).toBeGreaterThanOrEqual(400)
  }
})
