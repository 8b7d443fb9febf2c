import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { buildPackage } from './build.ts'

const ROOT = resolve(import.meta.dirname, '..')

test('the codemod is published as a program that runs in plain Node, small, with declarations and no tests', async () => {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.published-codemod-'))
  try {
    await buildPackage('codemod', folder)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
    expect(files).toEqual(expect.arrayContaining(['index.d.ts', 'index.js', 'main.js']))
    expect(files.filter((name) => name.includes('.test.'))).toEqual([])
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect(files.filter((name) => read(name).includes(ROOT))).toEqual([])
    expect(files.reduce((bytes, name) => bytes + read(name).length, 0)).toBeLessThan(120_000)
    expect(read('main.js').split('\n')[0]).toBe('#!/usr/bin/env node')
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const site = join(ROOT, 'packages/codemod/test/sites/rainbowkit')
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'main.js'), 'rainbowkit', site], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain("+import { createLatchkey } from 'latchkey'")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
