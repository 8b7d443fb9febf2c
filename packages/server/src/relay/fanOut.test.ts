import { afterAll, beforeAll, describe, test } from 'vitest'
import { findNats, type NatsServer, startNats } from '../../../testing/src/nats.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { standBetween } from '../../../testing/src/standBetween.ts'
import type { StoredMessage } from './engine.ts'
import type { FanOut } from './fanOut.ts'
import { createNatsFanOut } from './natsFanOut.ts'
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

const available = findPostgres() !== null && findNats() !== null

describe.skipIf(!available && !process.env.CI)('word between processes', () => {
  let server: PostgresServer | null = null
  let nats: NatsServer | null = null
  beforeAll(async () => {
    server = await startPostgres()
    nats = await startNats()
  }, 60_000)
  afterAll(async () => {
    await server?.stop()
    await nats?.stop()
  })

  const postgres = {
    locate: async () => (await server?.createDatabase()) ?? '',
    open: (url: string) => createNotifyFanOut({ url, log }),
  }
  const ways = [
    { name: 'PostgreSQL', which: 'the connection that listened', words: 'listen', ...postgres },
    { name: 'PostgreSQL', which: 'every connection', words: '', ...postgres },
    {
      name: 'NATS',
      which: 'every connection',
      words: '',
      locate: async () => nats?.url ?? '',
      open: (url: string) => createNatsFanOut({ servers: [url], log }),
    },
  ]

  test.concurrent.for(ways)(
    'goes both ways by $name again once $which carries nothing any more',
    async (way, { expect }) => {
      const url = await way.locate()
      const between = await standBetween(new URL(url))
      const here = await way.open(url)
      const there = await way.open(between.url)
      const heard = { here: await listenAt(here), there: await listenAt(there) }
      here.announce([message])
      await expect.poll(() => heard.there.rows).toEqual([message.row])

      between.silence(way.words)
      let row = message.row
      const announce = () => {
        row += 1
        here.announce([{ ...message, row }])
        return heard.there.rows.length
      }
      await expect.poll(announce, { timeout: 40_000, interval: 200 }).toBeGreaterThan(1)
      // What was said meanwhile is looked for where it is kept.
      await expect.poll(heard.there.gaps).toBeGreaterThan(0)
      there.announce([{ ...message, row: 2000 }])
      await expect.poll(() => heard.here.rows).toContain(2000)
      here.announce([{ ...message, row: 1000 }])
      await expect.poll(() => heard.there.rows.filter((one) => one === 1000)).toHaveLength(1)
      await Promise.all([here.close(), there.close()])
      between.close()
    },
  )
})

/** Collects what comes. */
async function listenAt(fanOut: FanOut): Promise<{ readonly rows: number[]; gaps(): number }> {
  const rows: number[] = []
  let gaps = 0
  fanOut.listen({
    onMessage: (one) => rows.push(one.row),
    onTopic: (_, one) => rows.push(one),
    onGap: () => {
      gaps += 1
    },
  })
  await fanOut.follow(message.topic)
  return { rows, gaps: () => gaps }
}
