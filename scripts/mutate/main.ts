/**
 * Breaks the rules of `mutations.ts` one after the other in a copy of the sources, and tells which ones no test noticed. Not part of
 * CI. `npm run mutate` breaks all of them; `npm run mutate -- SEC-47 keys/` those whose rule, file or test has one of these in it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Mutation } from './mutation.ts'
import { MUTATIONS } from './mutations.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Every file that git knows, and packages of others as links; our own lead into the copy. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'))
  for (const path of execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')) {
    if (!/^(packages|apps\/frame|scripts|tests\/attack)\/|^(package|tsconfig.*|vitest\.config)\.(json|ts)$/.test(path))
      continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path))
  }
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@latchkey'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@latchkey' || name === 'latchkey' || name === '.vite') continue
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  symlinkSync(join(copy, 'packages/latchkey'), join(modules, 'latchkey'))
  for (const name of readdirSync(join(copy, 'packages'))) {
    if (name !== 'latchkey') symlinkSync(join(copy, 'packages', name), join(modules, '@latchkey', name))
  }
  // What a package of ours has for itself alone.
  for (const folder of [...readdirSync(join(copy, 'packages')).map((name) => `packages/${name}`), 'apps/frame']) {
    const own = join(ROOT, folder, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, folder, 'node_modules'))
  }
  return copy
}

/** How many tests that quote the rule ran, and how many failed. */
function run(copy: string, { rule, test }: Mutation): { readonly ran: number; readonly failed: number } {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const project = test.startsWith('tests/attack/') ? 'attack' : test.includes('.browser.') ? 'browser' : 'node'
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--root',
      copy,
      '--project',
      project,
      test,
      '-t',
      rule,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: copy, stdio: 'ignore' },
  )
  const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
  return { ran: numPassedTests + numFailedTests, failed: numFailedTests }
}

const wanted = process.argv.slice(2)
const chosen = MUTATIONS.filter(
  ({ rule, file, test }) => wanted.length === 0 || wanted.some((part) => `${rule} ${file} ${test}`.includes(part)),
)
const copy = copySources()
const survivors: string[] = []
try {
  for (const mutation of chosen) {
    const { rule, file, from, to } = mutation
    const path = join(copy, file)
    const source = readFileSync(path, 'utf8')
    const name = `${rule} ${file}: ${from.trim().slice(0, 60)}`
    if (source.split(from).length !== 2) {
      survivors.push(`${name} (stands there ${source.split(from).length - 1} times)`)
      continue
    }
    writeFileSync(
      path,
      source.replace(from, () => to),
    )
    const { ran, failed } = run(copy, mutation)
    writeFileSync(path, source)
    if (failed === 0) survivors.push(`${name} (${ran} tests ran)`)
    process.stdout.write(`${failed > 0 ? 'caught  ' : ran > 0 ? 'SURVIVED' : 'NOT RUN '} ${name}\n`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.stdout.write(`${chosen.length - survivors.length} of ${chosen.length} are caught\n`)
for (const survivor of survivors) process.stdout.write(`not caught: ${survivor}\n`)
process.exitCode = survivors.length > 0 ? 1 : 0
