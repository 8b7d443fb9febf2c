import { afterAll, describe } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../packages/testing/src/postgres.ts'
import { testKills } from './kill.ts'
import { FLOWS } from './world.ts'

/** The mailbox alone is another one than the embedded database: a flow of each shape is enough. */
const NAMES = [
  'connecting',
  'asking for a signature',
  'telling of an event',
  'ending a session from the wallet',
  'signing in',
]

describe.skipIf(findPostgres() === null && !process.env.CI)('a relay on PostgreSQL', () => {
  let server: PostgresServer | null = null
  afterAll(() => server?.stop())

  testKills(
    async () => {
      server = await startPostgres()
      if (server === null) throw new Error('no PostgreSQL server')
      return { databaseUrl: await server.createDatabase() }
    },
    FLOWS.filter(({ name }) => NAMES.includes(name)),
  )
})
