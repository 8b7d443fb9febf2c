import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import type { StoredMessage } from './engine.ts'
import { createNotifyFanOut } from './notifyFanOut.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const message: StoredMessage = {
  row: 7,
  topic: 'ab'.repeat(32),
  message: 'AAAA',
  publisher: 'alice',
  tag: 1,
  attestation: '',
  relayAttestation: '',
  publishedAt: 1,
  expiresAt: 2,
}

describe.skipIf(findPostgres() === null && !process.env.CI)('word between processes by PostgreSQL', () => {
  let server: PostgresServer | null = null
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.stop())

  test('is heard again over a new connection where the one that listened carries nothing any more', async () => {
    if (server === null) throw new Error('no PostgreSQL server')
    const url = await server.createDatabase()
    const between = await standBetween(new URL(url))
    const here = await createNotifyFanOut({ url, log })
    const there = await createNotifyFanOut({ url: between.url, log })
    const heard: number[] = []
    let gaps = 0
    there.listen({
      onMessage: () => undefined,
      onTopic: (_, row) => heard.push(row),
      onGap: () => {
        gaps += 1
      },
    })
    here.announce([message])
    await expect.poll(() => heard).toEqual([message.row])

    between.silence('listen')
    let row = message.row
    const announce = () => {
      row += 1
      here.announce([{ ...message, row }])
      return heard.length
    }
    await expect.poll(announce, { timeout: 30_000, interval: 200 }).toBeGreaterThan(1)
    // What was said meanwhile is looked for where it is kept.
    expect(gaps).toBeGreaterThan(0)
    const before = heard.length
    row = 1000
    announce()
    await expect.poll(() => heard.length).toBeGreaterThan(before)
    expect(heard.filter((one) => one === 1001)).toHaveLength(1)
    await Promise.all([here.close(), there.close()])
    between.close()
  })
})

/** Stands before a server, and can have connections stay open over which nothing comes through any more. */
async function standBetween(database: URL): Promise<{
  readonly url: string
  /** Those over which these words have gone. */
  silence(words: string): void
  close(): void
}> {
  const open = new Set<{ readonly client: Socket; readonly server: Socket; said: string; isSilent: boolean }>()
  const listening = createServer((client) => {
    const server = connect(Number(database.port), database.hostname)
    const connection = { client, server, said: '', isSilent: false }
    open.add(connection)
    for (const socket of [client, server]) socket.on('error', () => socket.destroy())
    client.on('data', (bytes) => {
      connection.said += bytes.toString('latin1')
      if (!connection.isSilent) server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (!connection.isSilent) client.write(bytes)
    })
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  const url = new URL(database)
  if (typeof address === 'object' && address) url.port = String(address.port)
  return {
    url: url.href,
    silence: (words) => {
      for (const connection of open) if (connection.said.includes(words)) connection.isSilent = true
    },
    close: () => {
      for (const { client } of open) client.destroy()
      listening.close()
    },
  }
}
