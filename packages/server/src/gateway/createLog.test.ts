import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './createLog.ts'

test('SEC-118: what a failed query was asked about stays out of the log', () => {
  const lines: string[] = []
  const log = createLog('info', {
    destination: new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }),
  })
  const error = new Error(
    'Failed query: select "name" from "identity" where "address" = $1\nparams: 0xabc,\nsecond line',
  )
  log.warn({ err: error }, 'it failed')
  const text = lines.join('')
  expect(text).toContain('Failed query: select')
  expect(text).toContain('createLog.test.ts')
  expect(text).not.toMatch(/0xabc|second line/)
})
