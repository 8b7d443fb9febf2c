import { expect, test } from 'vitest'
import * as core from './core/index.ts'
import * as entry from './index.ts'

test('the names of latchkey are these', () => {
  expect(Object.keys(entry).sort()).toEqual(['LatchkeyError', 'createLatchkey', 'isLatchkeyError'])
})

test('latchkey and latchkey/core share their errors', () => {
  expect(entry.LatchkeyError).toBe(core.LatchkeyError)
  expect(entry.isLatchkeyError(new core.LatchkeyError('NOT_CONNECTED', 'No wallet.'), 'NOT_CONNECTED')).toBe(true)
})
