/**
 * `npm run bench`: what the modal costs a page, and how fast the protocol and the relay are, each against something measured in
 * the same run, so that the figures can be read as ratios whatever the machine is doing. `npm run bench -- modal`,
 * `-- open`, `-- protocol`, `-- relay`, `-- rate`, `-- durable`, `-- flood`, `-- gateway`, `-- vault`, `-- account`, `-- market`, `-- logins` or `-- scroll` runs one of them.
 * The figures go into `docs/benchmarks.md`, beside those of
 * the last run; with `--print` they are only printed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Result, writeFigures } from './table.ts'

const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks.md')

const given = process.argv.slice(2)
const wanted = given.filter((argument) => !argument.startsWith('--'))
const isPrinted = process.argv.includes('--print')
const benches: Readonly<Record<string, () => Promise<{ readonly result: Result }>>> = {
  modal: () => import('./modal.ts'),
  open: () => import('./open.ts'),
  protocol: () => import('./protocol.ts'),
  relay: () => import('./relay.ts'),
  rate: () => import('./rate.ts'),
  durable: () => import('./durable.ts'),
  flood: () => import('./flood.ts'),
  gateway: () => import('./gateway.ts'),
  vault: () => import('./vault.ts'),
  account: () => import('./account.ts'),
  market: () => import('./market.ts'),
  logins: () => import('./logins.ts'),
  scroll: () => import('./scroll.ts'),
}

const USAGE = `npm run bench -- [${Object.keys(benches).join(' | ')}]… [--print] [--rounds=<number>] [--part=<part of open>] [--profile] [--disk=real]`
// A word that nobody knows would otherwise run all of them, or none.
const unknown = given.find((argument) =>
  argument.startsWith('--')
    ? !/^--(print|profile|disk=real|rounds=\d+|part=\w+)$/.test(argument)
    : benches[argument] === undefined,
)
if (unknown !== undefined) {
  process.stdout.write(`${unknown === '--help' ? '' : `${unknown} is not known.\n`}${USAGE}\n`)
  process.exit(unknown === '--help' ? 0 : 1)
}

const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim()
const circumstances = {
  commit: `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/benchmarks.md') === '' ? '' : ' and changes'}`,
  node: process.versions.node,
  machine: `${cpus().length} x ${(cpus()[0]?.model ?? 'unknown').replace(/\|/g, '/')}, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)} at its start`,
  on: new Date().toISOString().slice(0, 10),
}

for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  const { result } = await run()
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  if (!isPrinted) writeFileSync(DOCUMENT, writeFigures(readFileSync(DOCUMENT, 'utf8'), name, result, circumstances))
}
