import { expect, test } from 'vitest'
import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { createLogger } from './logger.ts'
import type { LogTarget } from './writeNote.ts'

function setUp(isDebug: boolean) {
  const lines: unknown[][] = []
  const write =
    (level: string) =>
    (...parts: unknown[]) =>
      void lines.push([level, ...parts])
  const target: LogTarget = { debug: write('debug'), warn: write('warn'), error: write('error') }
  return { lines, logger: createLogger(target, { id: 'shop', isDebug, clock: { now: () => 1_700_000_000_000 } }) }
}

/** Notes are written one after another, so the last one comes last. */
const written = (lines: readonly unknown[][], count: number) => expect.poll(() => lines.length).toBe(count)

test('without debug only errors are written, with debug everything is', async () => {
  const quiet = setUp(false)
  const loud = setUp(true)
  for (const { logger } of [quiet, loud]) {
    logger.debug('one')
    logger.warn('two')
    logger.error('three')
  }
  await written(loud.lines, 3)
  expect(quiet.lines).toEqual([['error', '[latchkey:shop] three']])
  expect(loud.lines.map(([level]) => level)).toEqual(['debug', 'warn', 'error'])
})

test('what is not written is kept all the same, in its order, with its time and without secrets (SEC-88)', async () => {
  const { lines, logger } = setUp(false)
  const secret = 'ab'.repeat(32)
  logger.debug('one', { symKey: secret })
  logger.warn(`two ${secret}`)
  logger.error('three')
  await written(lines, 1)
  const at = 1_700_000_000_000
  expect(logger.entries).toEqual([
    { at, level: 'debug', line: 'one {"symKey":"[redacted]"}' },
    { at, level: 'warn', line: 'two [redacted]' },
    { at, level: 'error', line: 'three' },
  ])
})

test('1,024,000 bytes are kept and the oldest notes go first; one endless note pushes out few', async () => {
  const { lines, logger } = setUp(false)
  const size = (): number =>
    logger.entries?.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0) ?? 0
  for (let count = 0; count < 300; count += 1) logger.debug(`note ${count} ${'é'.repeat(5_000)}`)
  logger.error('last')
  await written(lines, 1)
  expect(size()).toBeLessThanOrEqual(1_024_000)
  expect(size()).toBeGreaterThan(1_000_000)
  expect(logger.entries?.[0]?.line).not.toContain('note 0 ')
  expect(logger.entries?.at(-1)?.line).toBe('last')
  const before = logger.entries?.length ?? 0
  logger.error('x'.repeat(3_000_000))
  await written(lines, 2)
  expect(lines[1]?.[1]).toHaveLength(3_000_000 + '[latchkey:shop] '.length)
  expect(logger.entries?.length).toBeGreaterThan(before - 3)
  expect(size()).toBeLessThanOrEqual(1_024_000)
})

test('SEC-88: pairing uris, their keys, signatures and 32-byte secrets are never written', async () => {
  const { lines, logger } = setUp(true)
  const secret = 'ab'.repeat(32)
  const uri = `wc:7f6e@2?relay-protocol=irn&symKey=${secret}`
  logger.debug(`paired with ${uri} and 0x${secret}`, {
    uri,
    href: `wallet://wc?uri=${encodeURIComponent(uri)}`,
    nested: [{ symKey: secret, text: `key ${secret}` }],
    signature: `0x${secret}${secret}1b`,
    cause: new Error(`bad uri ${uri}`),
  })
  await written(lines, 1)
  const text = JSON.stringify(lines)
  expect(text).not.toContain(secret)
  expect(text).not.toContain('7f6e')
  expect(text).toContain('paired with [redacted]')
})

test('codes, network ids and addresses of failures stay readable', async () => {
  const { lines, logger } = setUp(true)
  const address = `0x${'1'.repeat(40)}`
  logger.error('failed', {
    code: 'USER_REJECTED',
    networkId: 'eip155:1',
    address,
    cause: new LatchkeyError('NOT_CONNECTED', 'No.'),
  })
  const cause = { name: 'LatchkeyError', code: 'NOT_CONNECTED', message: 'No.' }
  const facts = JSON.stringify({ code: 'USER_REJECTED', networkId: 'eip155:1', address, cause })
  await written(lines, 1)
  expect(lines).toEqual([['error', `[latchkey:shop] failed ${facts}`]])
})

test('facts that refer to themselves are left out, and the sentence is written', async () => {
  const { lines, logger } = setUp(true)
  const facts: Record<string, unknown> = { amount: 5n }
  logger.debug('amount', { ...facts })
  facts.self = facts
  logger.debug('loop', facts)
  await written(lines, 2)
  expect(lines).toEqual([
    ['debug', '[latchkey:shop] amount {"amount":"5"}'],
    ['debug', '[latchkey:shop] loop [unreadable]'],
  ])
})
