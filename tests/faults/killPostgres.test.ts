import { afterAll, describe } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../packages/testing/src/postgres.ts'
import { testKills } from './kill.ts'

describe.skipIf(findPostgres() === null && !process.env.CI)('a relay on PostgreSQL', () => {
  let server: PostgresServer | null = null
  afterAll(() => server?.stop())

  testKills(async () => {
    server = await startPostgres()
    if (server === null) throw new Error('no PostgreSQL server')
    return { databaseUrl: await server.createDatabase() }
  })
})
