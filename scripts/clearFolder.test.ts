import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearFolder } from './clearFolder.ts'

function createFolder(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-clear-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of names) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'file'), '')
  }
  return folder
}

test('what an earlier build left goes, and a folder that is not there yet is fine', () => {
  const folder = createFolder('site', 'server')
  clearFolder(folder, ['site', 'server', 'frame'])
  expect(existsSync(folder)).toBe(false)
  clearFolder(folder, ['site'])
})

test('a folder with anything else in it is left as it is', () => {
  const folder = createFolder('site', 'photographs')
  expect(() => clearFolder(folder, ['site'])).toThrow(`${folder} holds "photographs", which was not built here.`)
  expect(existsSync(join(folder, 'site/file')) && existsSync(join(folder, 'photographs/file'))).toBe(true)
})
