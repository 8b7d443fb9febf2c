import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../gateway/createLog.ts'
import { warnOfBackups } from './warnOfBackups.ts'

const DAY_MS = 24 * 60 * 60_000
const NOW = Date.UTC(2026, 10, 20)

/** What an operator reads whose server has so many wallets. */
async function hear(wallets: number, backups?: { stamp: string; days: number }) {
  const lines: string[] = []
  const log = createLog('info', { destination: { write: (line: string) => void lines.push(line) } })
  await warnOfBackups({ backups, wallets, clock: { now: () => NOW }, log })
  return lines.map((line) => (JSON.parse(line) as { event: string }).event)
}

test('SEC-136: whoever has wallets and configured no backups is warned, and nobody who has none', async () => {
  expect([await hear(0), await hear(1)]).toEqual([[], ['backupsUnknown']])
})

test('SEC-136: a backup that is older than it may be, or whose stamp is not there, is warned of', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const backups = { stamp: join(folder, 'done'), days: 7 }
  expect(await hear(3, backups)).toEqual(['backupsLate'])
  writeFileSync(backups.stamp, '')
  const madeBefore = async (ms: number) => {
    utimesSync(backups.stamp, (NOW - ms) / 1000, (NOW - ms) / 1000)
    return hear(3, backups)
  }
  expect([await madeBefore(7 * DAY_MS), await madeBefore(7 * DAY_MS + 1_000)]).toEqual([[], ['backupsLate']])
})
