/**
 * `npm test`: format, lint, types, house rules, units, contract tests, sizes, and browser journeys over the real stack.
 * What a machine lacks (an extension-capable browser, a PostgreSQL server) is reported as skipped, loudly; with CI set
 * it fails instead.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser } from './browser.ts'

const STEPS: readonly (readonly [name: string, command: string, ...parameters: string[]])[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc', '--noEmit', '-p', 'tsconfig.json'],
  ['house rules', 'tsx', 'scripts/house.ts'],
  ['units and contracts', 'vitest', 'run', '--project', 'node'],
  ['parts and views in a browser', 'vitest', 'run', '--project', 'browser'],
  ['other implementations of the protocol', 'vitest', 'run', '--project', 'interop'],
  ['types of the adapters with the libraries of sites', 'tsc', '--noEmit', '-p', 'tests/adapters/tsconfig.json'],
  ['adapters with the libraries of sites and real chains', 'vitest', 'run', '--project', 'adapters'],
  ['faults on the way and a relay that is killed', 'vitest', 'run', '--project', 'faults'],
  ['examples from the packed packages', 'vitest', 'run', '--project', 'examples'],
  ['sizes', 'tsx', '--conditions=@latchkey/source', 'scripts/size.ts'],
  ['journeys', 'playwright', 'test'],
]

/** Folders with a lock file of their own, and the words by which a step shows that it needs one. */
const BOXES: Readonly<Record<string, readonly string[]>> = {
  'tests/interop': ['interop'],
  'tests/adapters': ['adapters', 'tests/adapters/tsconfig.json'],
  examples: ['examples'],
}

const browser = findBrowser()
process.stdout.write(`Browser: ${browser.path} (${browser.source})\n`)
if (!browser.extensions) {
  process.stdout.write('SKIPPED, LOUDLY: this browser loads no extensions, so the extension journeys do not run.\n')
  if (process.env.CI) process.exit(1)
}

const ready: Record<string, boolean> = {}
for (const folder of Object.keys(BOXES)) {
  ready[folder] = await installBox(folder)
  if (ready[folder]) continue
  process.stdout.write(`SKIPPED, LOUDLY: ${folder} could not be installed, so what it proves is not run.\n`)
  if (process.env.CI) process.exit(1)
}

const failed: { readonly name: string; readonly tail: string }[] = []
let skipped = 0
for (const [name, command, ...parameters] of STEPS) {
  const box = Object.keys(BOXES).find((folder) => parameters.some((parameter) => BOXES[folder]?.includes(parameter)))
  if (box && !ready[box]) {
    skipped += 1
    continue
  }
  process.stdout.write(`\n== ${name}\n`)
  const { code, tail } = await run(command, parameters)
  if (code === 0) continue
  failed.push({ name, tail })
  process.stdout.write(`== ${name}: FAILED\n`)
}
// Once more at the end, because a long log is read from there.
for (const { name, tail } of failed) process.stdout.write(`\n== ${name}: FAILED\n${tail}\n`)
process.stdout.write(
  `\n${STEPS.length - failed.length - skipped} passed, ${failed.length} failed, ${skipped} skipped\n`,
)
process.exit(failed.length === 0 ? 0 : 1)

/**
 * What other people wrote and only tests need weighs more than all the rest, and some of it stands under licences of its
 * own, so it is no part of the ordinary install. Each box has a lock file that says exactly what it is.
 */
async function installBox(folder: string): Promise<boolean> {
  if (existsSync(`${folder}/node_modules/.package-lock.json`)) return true
  return (await run('npm', ['ci', '--prefix', folder])).code === 0
}

/** Runs a program in view, and keeps the end of what it wrote about what failed. */
function run(command: string, parameters: readonly string[]): Promise<{ code: number; tail: string }> {
  return new Promise((resolve) => {
    const path = command === 'npm' ? command : `node_modules/.bin/${command}`
    const child = spawn(path, parameters, { stdio: ['inherit', 'pipe', 'pipe'] })
    let text = ''
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        to.write(chunk)
        text = (text + chunk).slice(-200_000)
      })
    }
    child.on('error', (error) => resolve({ code: 1, tail: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, tail: tellFailures(text) }))
  })
}

/** The lines about failures, or the last ones where nothing says so. */
function tellFailures(text: string): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => /Failed Tests|Unhandled Errors|^\s+1\) /.test(line))
  return (from < 0 ? lines.slice(-40) : lines.slice(from, from + 120)).join('\n')
}
