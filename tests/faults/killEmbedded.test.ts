import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { testKills } from './kill.ts'

describe('a relay on its embedded database', () => {
  let dataDir = ''
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'latchkey-faults-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  testKills(async () => ({ dataDir }))
})
