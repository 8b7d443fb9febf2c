/**
 * `npm test`: format, lint, types, house rules, units, contract tests, sizes, and browser journeys over the real stack.
 * What a machine lacks (an extension-capable browser, Firefox, WebKit, a PostgreSQL server) is reported as skipped, loudly; with CI set
 * it fails instead.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser, findOtherBrowsers } from './browser.ts'

type Step = readonly [name: string, command: string, ...parameters: string[]]

/** Rows of steps that need none of `BOXES`, and run while they are installed. */
const CHECKS: readonly (readonly Step[])[] = [
  [
    ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
    ['types', 'tsc', '--noEmit', '-p', 'tsconfig.json'],
    ['types of the Vue composables', 'tsc', '--noEmit', '-p', 'packages/latchkey/src/vue/tsconfig.json'],
    ['house rules', 'tsx', 'scripts/house.ts'],
  ],
  [['what is published', 'tsx', 'scripts/packOnce.ts']],
]
/** What mostly computes. It needs none of `BOXES` either. */
const UNITS: readonly Step[] = [
  // Two files at once (vitest.config.ts): three take as long, and a tenth more processor time.
  ['units and contracts', 'vitest', 'run', '--project', 'node'],
]
/** Beside the units, as soon as `BOXES` are installed: it mostly waits, for servers that are killed and for clocks. */
const BESIDE_UNITS: readonly Step[] = [
  ['other implementations of the protocol', 'vitest', 'run', '--project', 'interop'],
  ['faults on the way and a relay that is killed', 'vitest', 'run', '--project', 'faults'],
  ['the kernel as sites have it in production', 'vitest', 'run', '--project', 'production'],
  ['types of the adapters with the libraries of sites', 'tsc', '--noEmit', '-p', 'tests/adapters/tsconfig.json'],
  ['adapters with the libraries of sites and real chains', 'vitest', 'run', '--project', 'adapters'],
  ['types of smart accounts beside another client', 'tsc', '--noEmit', '-p', 'tests/bundler/tsconfig.json'],
  ['smart accounts with a bundler and another client', 'vitest', 'run', '--project', 'bundler'],
]
/** Rows beside each other: one bundler after the other, most of which use one core, and a browser. */
const BESIDE: readonly (readonly Step[])[] = [
  [
    ['examples from the packed packages', 'vitest', 'run', '--project', 'examples'],
    ['sizes', 'tsx', '--conditions=@latchkey/source', 'scripts/size.ts'],
  ],
  [
    ['parts and views in a browser', 'vitest', 'run', '--project', 'browser'],
    ['what a hostile site tries with the wallet in its frame', 'vitest', 'run', '--project', 'attack'],
  ],
]
const LAST: readonly Step[] = [['journeys, and a walk in Firefox and WebKit', 'playwright', 'test']]

/** Folders with a lock file of their own, and the words by which a step shows that it needs one. */
const BOXES: Readonly<Record<string, readonly string[]>> = {
  'tests/interop': ['interop'],
  'tests/adapters': ['adapters', 'tests/adapters/tsconfig.json', 'playwright'],
  'tests/solana': ['adapters', 'playwright'],
  'tests/react18': ['playwright'],
  'tests/bundler': ['bundler', 'tests/bundler/tsconfig.json', 'playwright'],
  examples: ['examples'],
}

const browser = findBrowser()
process.stdout.write(`Browser: ${browser.path} (${browser.source})\n`)
if (!browser.extensions) {
  process.stdout.write('SKIPPED, LOUDLY: this browser loads no extensions, so the extension journeys do not run.\n')
  if (process.env.CI) process.exit(1)
}
for (const [name, path] of Object.entries(findOtherBrowsers())) {
  if (path) continue
  process.stdout.write(`SKIPPED, LOUDLY: ${name} is not installed (CONTRIBUTING.md), so its walk does not run.\n`)
  if (process.env.CI) process.exit(1)
}

const failed: { readonly name: string; readonly tail: string }[] = []
let passed = 0
let skipped = 0
const boxes = Object.keys(BOXES)
// What takes time there is mostly the way to the registry.
const installing = Promise.all(boxes.map(installBox))
let ready: Readonly<Record<string, boolean>> = {}
await Promise.all(CHECKS.map((steps) => runAll(steps, false)))
await Promise.all([runAll(UNITS, true), awaitBoxes().then(() => runAll(BESIDE_UNITS, false))])
await Promise.all(BESIDE.map((steps) => runAll(steps, false)))
await runAll(LAST, true)
// Once more at the end, because a long log is read from there.
for (const { name, tail } of failed) process.stdout.write(`\n== ${name}: FAILED\n${tail}\n`)
process.stdout.write(`\n${passed} passed, ${failed.length} failed, ${skipped} skipped\n`)
process.exit(failed.length === 0 ? 0 : 1)

/**
 * What other people wrote and only tests need weighs more than all the rest, and some of it stands under licences of its
 * own, so it is no part of the ordinary install. Each box has a lock file that says exactly what it is.
 */
async function installBox(folder: string): Promise<boolean> {
  if (existsSync(`${folder}/node_modules/.package-lock.json`)) return true
  const { code, text } = await run('npm', ['ci', '--prefix', folder], false)
  // Whole once it is over, because checks write beside it.
  process.stdout.write(`\n== ${folder} is installed beside: ${code === 0 ? 'done' : 'FAILED'}\n${text}`)
  return code === 0
}

/** Where one cannot be installed, what needs it is skipped; with CI set it ends the run. */
async function awaitBoxes(): Promise<void> {
  const installed = await installing
  ready = Object.fromEntries(boxes.map((folder, index) => [folder, installed[index] === true]))
  for (const folder of boxes) {
    if (ready[folder]) continue
    process.stdout.write(`SKIPPED, LOUDLY: ${folder} could not be installed, so what it proves is not run.\n`)
    if (process.env.CI) process.exit(1)
  }
}

/** Runs steps one after the other. What one writes is seen at once, or whole once it is over where others run beside it. */
async function runAll(steps: readonly Step[], isInView: boolean): Promise<void> {
  for (const [name, command, ...parameters] of steps) {
    const isNeeded = (folder: string): boolean => [command, ...parameters].some((word) => BOXES[folder]?.includes(word))
    if (boxes.some((folder) => isNeeded(folder) && !ready[folder])) {
      skipped += 1
      continue
    }
    process.stdout.write(`\n== ${name}${isInView ? '' : ': begins'}\n`)
    const startedAt = Date.now()
    const { code, text } = await run(command, parameters, isInView)
    if (!isInView) process.stdout.write(`\n== ${name}\n${text}`)
    process.stdout.write(
      `== ${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - startedAt) / 1000)} s\n`,
    )
    if (code === 0) passed += 1
    else failed.push({ name, tail: tellFailures(text) })
  }
}

/** Runs a program, in view or not, and keeps the end of what it wrote. */
function run(command: string, parameters: readonly string[], isInView = true): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const path = command === 'npm' ? command : `node_modules/.bin/${command}`
    const child = spawn(path, parameters, { stdio: ['inherit', 'pipe', 'pipe'] })
    let text = ''
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        if (isInView) to.write(chunk)
        text = (text + chunk).slice(-200_000)
      })
    }
    child.on('error', (error) => resolve({ code: 1, text: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, text }))
  })
}

/** The lines about failures, or the last ones where nothing says so. */
function tellFailures(text: string): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => /Failed Tests|Unhandled Errors|^\s+1\) /.test(line))
  return (from < 0 ? lines.slice(-40) : lines.slice(from, from + 120)).join('\n')
}
