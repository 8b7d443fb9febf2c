import { expect, test } from 'vitest'
import { createProjectLookup, PROJECT_LIFETIME_MS, UNKNOWN_PROJECTS } from './createProjectLookup.ts'
import type { Storage } from './storage/storage.ts'

/** A database that counts what it is asked, with one project in it. */
function createWorld() {
  const time = { now: 1_800_000_000_000 }
  const rows = new Map([['stored', { id: 'stored', origins: ['https://stored.example'] }]])
  const asked: string[] = []
  let wanted = ''
  const storage = {
    state: () => 'open',
    database: {
      select: () => ({
        from: () => ({
          where: async () => {
            asked.push(wanted)
            const row = rows.get(wanted)
            return row === undefined ? [] : [row]
          },
        }),
      }),
    },
  } as unknown as Storage
  const look = createProjectLookup({
    config: { projects: [{ id: 'written', name: 'Written', origins: [] }] },
    storage,
    clock: { now: () => time.now },
  })
  return {
    time,
    rows,
    asked,
    find: (id: string, client = 'client') => {
      wanted = id
      return look(id, client)
    },
  }
}

test('SEC-108: a project is read once, and read again after its time', async () => {
  const { find, asked, time } = createWorld()
  for (let count = 0; count < 50; count += 1) expect(await find('stored')).toMatchObject({ id: 'stored' })
  expect(asked).toEqual(['stored'])
  time.now += PROJECT_LIFETIME_MS
  await find('stored')
  await find('stored')
  expect(asked).toHaveLength(2)
})

test('SEC-108: invented ids reach the database so often and no more, and stop neither other clients nor known projects', async () => {
  const { find, asked, time } = createWorld()
  await find('stored', 'a page')
  asked.length = 0
  const outcomes: unknown[] = []
  for (let count = 0; count < 500; count += 1) {
    outcomes.push(await find(`invented-${count}`).catch((error: { code: string }) => error.code))
  }
  expect(asked).toHaveLength(UNKNOWN_PROJECTS.capacity)
  expect(outcomes.filter((each) => each === 'RATE_LIMITED')).toHaveLength(500 - UNKNOWN_PROJECTS.capacity)
  time.now += PROJECT_LIFETIME_MS
  expect(await find('stored')).toMatchObject({ id: 'stored' })
  expect(await find('written')).toMatchObject({ id: 'written' })
  expect(await find('invented-9999', 'somebody else')).toBeUndefined()
})

test('an id that cannot be one is not looked up', async () => {
  const { find, asked } = createWorld()
  for (const id of ['', 'a b', '\0', 'é', 'x'.repeat(129)]) expect(await find(id)).toBeUndefined()
  expect(asked).toEqual([])
})

test('a project that is removed is unknown after its time, and known again at once when it comes back', async () => {
  const { find, rows, time } = createWorld()
  const row = rows.get('stored')
  await find('stored')
  rows.delete('stored')
  time.now += PROJECT_LIFETIME_MS
  expect(await find('stored')).toBeUndefined()
  if (row !== undefined) rows.set('stored', row)
  time.now += PROJECT_LIFETIME_MS
  expect(await find('stored')).toMatchObject({ id: 'stored' })
})

test('SEC-108: while there is no database, an invented id makes none', async () => {
  const storage = { state: () => 'absent' } as unknown as Storage
  const find = createProjectLookup({ config: { projects: [] }, storage, clock: { now: () => 0 } })
  expect(await find('invented', 'client')).toBe(undefined)
})
