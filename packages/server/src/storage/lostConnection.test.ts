import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { type Between, standBetween } from '../../../testing/src/standBetween.ts'
import { openStorage } from './openStorage.ts'
import { addNonce, countNonceFailure, findNonce, findSessions, openSession } from './signIn.ts'
import type { Storage } from './storage.ts'

const NOW = Date.parse('2026-03-01T12:30:15.123Z')
const nonce = { tokenHash: 'hash', nonce: 'abcdefgh', projectId: 'p', origin: null, expiresAt: NOW + 60_000 }
const session = {
  tokenHash: 'session',
  projectId: 'p',
  origin: 'https://shop.example',
  networkId: 'eip155:1',
  account: '0xabc',
  address: '0xABC',
  domain: 'shop.example',
  uri: 'https://shop.example',
  nonce: 'abcdefgh',
  issuedAt: NOW,
  expiresAt: NOW + 60_000,
}

describe.skipIf(findPostgres() === null && !process.env.CI)('a database that goes away', () => {
  let server: PostgresServer | null = null
  let between: Between
  let storage: Storage
  /** Rejections and errors that nobody took: each ends a process. */
  const faults: unknown[] = []
  const note = (fault: unknown) => faults.push(fault)

  beforeAll(async () => {
    server = await startPostgres()
    if (server === null) throw new Error('no PostgreSQL server')
    between = await standBetween(new URL(await server.createDatabase()))
    storage = await openStorage({ url: between.url })
    process.on('unhandledRejection', note)
    process.on('uncaughtException', note)
  }, 60_000)
  afterAll(async () => {
    process.off('unhandledRejection', note)
    process.off('uncaughtException', note)
    await storage?.close()
    between?.close()
    await server?.stop()
  })
  beforeEach(() => {
    faults.length = 0
    between.cutsWhenReady = false
    between.cutsAtQuery = undefined
  })

  /** Until the driver has dealt with an ended connection: its own timers are 0 to 20 ms long. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 100))

  test('just as it says that it is ready ends no process, and the next question is answered', async () => {
    between.cut()
    await settle()
    between.cutsWhenReady = true
    await expect(storage.ping()).rejects.toThrow()
    await settle()
    between.cutsWhenReady = false
    await storage.ping()
    expect(faults).toEqual([])
  })

  test('while a session takes the place of a nonce ends no process, and there are both or neither', async () => {
    await addNonce(storage, nonce, NOW)
    between.cutsAtQuery = 'delete from'
    await expect(openSession(storage, { nonceTokenHash: nonce.tokenHash, session })).rejects.toThrow()
    await settle()
    between.cutsAtQuery = undefined
    expect(faults).toEqual([])
    expect(await findNonce(storage, nonce.tokenHash, NOW)).toEqual(nonce)
    expect(await findSessions(storage, [session.tokenHash], NOW)).toEqual([])
    expect(await openSession(storage, { nonceTokenHash: nonce.tokenHash, session })).toBe(true)
    expect(await openSession(storage, { nonceTokenHash: nonce.tokenHash, session })).toBe(false)
    expect(await findNonce(storage, nonce.tokenHash, NOW)).toBeNull()
    expect(await findSessions(storage, [session.tokenHash], NOW)).toEqual([session])
  })

  test('while a failed try is counted ends no process, and the count goes on', async () => {
    await addNonce(storage, { ...nonce, tokenHash: 'tried' }, NOW)
    between.cutsAtQuery = 'update'
    await expect(countNonceFailure(storage, 'tried', 2)).rejects.toThrow()
    await settle()
    between.cutsAtQuery = undefined
    expect(faults).toEqual([])
    await countNonceFailure(storage, 'tried', 2)
    expect(await findNonce(storage, 'tried', NOW)).not.toBeNull()
    await countNonceFailure(storage, 'tried', 2)
    expect(await findNonce(storage, 'tried', NOW)).toBeNull()
  })
})
