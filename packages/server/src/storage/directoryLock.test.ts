import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleProgram } from '../../../testing/src/bundleProgram.ts'
import { takeDirectoryLock } from './directoryLock.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('a held lock refuses, a released one is taken again, and releasing twice does no harm to the next holder', () => {
  const first = takeDirectoryLock(dataDir)
  expect(() => takeDirectoryLock(dataDir)).toThrow(expect.objectContaining({ code: 'STORAGE_IN_USE' }))
  first.release()
  const second = takeDirectoryLock(dataDir)
  first.release()
  expect(() => takeDirectoryLock(dataDir)).toThrow(expect.objectContaining({ code: 'STORAGE_IN_USE' }))
  second.release()
})

test('the lock of a process that died is taken over', () => {
  leave({ pid: deadProcessId() })
  takeDirectoryLock(dataDir).release()
})

test('the lock of a dead process is taken over although another process has its id by now', () => {
  leave({ pid: process.pid, startedTicks: '1' })
  takeDirectoryLock(dataDir).release()
})

test('a holder in another container is believed while it shows life, and taken over after a minute of silence', () => {
  leave({ pid: 1, place: 'another boot', host: 'another-host' })
  expect(() => takeDirectoryLock(dataDir)).toThrow(/process 1 on another-host, last seen \d+ s ago/)
  const longAgo = new Date(Date.now() - 61_000)
  utimesSync(join(dataDir, 'lock', '1'), longAgo, longAgo)
  takeDirectoryLock(dataDir).release()
})

test('a lock file cut short is believed for a minute and then taken over', () => {
  mkdirSync(join(dataDir, 'lock'))
  writeFileSync(join(dataDir, 'lock', '1'), '{"pid":')
  expect(() => takeDirectoryLock(dataDir)).toThrow(expect.objectContaining({ code: 'STORAGE_IN_USE' }))
  const longAgo = new Date(Date.now() - 61_000)
  utimesSync(join(dataDir, 'lock', '1'), longAgo, longAgo)
  takeDirectoryLock(dataDir).release()
})

test('a hundred turns leave two files behind, not a hundred', () => {
  for (let turn = 0; turn < 100; turn++) takeDirectoryLock(dataDir).release()
  expect(readdirSync(join(dataDir, 'lock')).sort()).toEqual(['100', '99'])
})

test('of eight processes that find the same stale lock at once, one gets it', { timeout: 60_000 }, async () => {
  leave({ pid: deadProcessId() })
  const source = `
    import { takeDirectoryLock } from './directoryLock.ts'
    process.stdin.once('data', () => {
      try { takeDirectoryLock(process.env.DATA_DIR); process.stdout.write('taken') }
      catch (error) { process.stdout.write(error.code) }
      process.stdin.once('data', () => process.exit())
    })
    process.stdout.write('ready ')`
  const program = await bundleProgram({ text: source, folder: import.meta.dirname }, dataDir)
  const children = Array.from({ length: 8 }, () => {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let said = ''
    let notice: (() => void) | undefined
    child.stdout.on('data', (chunk) => {
      said += chunk
      notice?.()
    })
    const until = (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        notice = () => {
          if (pattern.test(said)) resolve(said)
        }
        notice()
      })
    return { child, until }
  })
  await Promise.all(children.map(({ until }) => until(/ready /)))
  for (const { child } of children) child.stdin.write('go\n')
  const said = await Promise.all(children.map(({ until }) => until(/taken|STORAGE_IN_USE/)))
  for (const { child } of children) child.kill('SIGKILL')
  expect(said.filter((words) => words.includes('taken'))).toHaveLength(1)
  expect(said.filter((words) => words.includes('STORAGE_IN_USE'))).toHaveLength(7)
})

function deadProcessId(): number {
  return spawnSync(process.execPath, ['--eval', '']).pid
}

/** Leaves the lock of this process as it would be, but for what is given. */
function leave(changes: Record<string, unknown>): void {
  takeDirectoryLock(dataDir)
  const path = join(dataDir, 'lock', '1')
  const holder: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'))
  expect(holder).toMatchObject({ pid: process.pid, host: hostname(), released: false })
  writeFileSync(path, JSON.stringify({ ...holder, ...changes }))
}
