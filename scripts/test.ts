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
  ['faults on the way and a relay that is killed', 'vitest', 'run', '--project', 'faults'],
  ['sizes', 'tsx', '--conditions=source', 'scripts/size.ts'],
  ['journeys', 'playwright', 'test'],
]

const browser = findBrowser()
process.stdout.write(`Browser: ${browser.path} (${browser.source})\n`)
if (!browser.extensions) {
  process.stdout.write('SKIPPED, LOUDLY: this browser loads no extensions, so the extension journeys do not run.\n')
  if (process.env.CI) process.exit(1)
}

const isInteropReady = await installInterop()
if (!isInteropReady) {
  process.stdout.write('SKIPPED, LOUDLY: tests/interop could not be installed, so no foreign client is met.\n')
  if (process.env.CI) process.exit(1)
}

let failed = 0
let skipped = 0
for (const [name, command, ...parameters] of STEPS) {
  if (parameters.includes('interop') && !isInteropReady) {
    skipped += 1
    continue
  }
  process.stdout.write(`\n== ${name}\n`)
  if ((await run(command, parameters)) !== 0) {
    failed += 1
    process.stdout.write(`== ${name}: FAILED\n`)
  }
}
process.stdout.write(`\n${STEPS.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(failed === 0 ? 0 : 1)

/**
 * The other implementations weigh more than all the rest and stand under licences of their own, so they are no part of the
 * ordinary install. Their lock file says exactly which they are.
 */
async function installInterop(): Promise<boolean> {
  const isInstalled = existsSync('tests/interop/node_modules/.package-lock.json')
  return isInstalled || (await run('npm', ['ci', '--prefix', 'tests/interop'])) === 0
}

function run(command: string, parameters: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const path = command === 'npm' ? command : `node_modules/.bin/${command}`
    const child = spawn(path, parameters, { stdio: 'inherit' })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
