/**
 * `npm run bench -- protocol`: our client against the reference client (black box, `tests/interop`) over the same relay.
 *
 * The relay is a process of its own, with its data on a disk in memory where there is one. Each round starts fresh processes
 * that hold an app and a wallet of one implementation, both in memory; the implementations take turns, and the medians of all
 * rounds are compared. `--rounds=9` for more of them than 5, `--disk=real` for a relay that
 * waits for the disk.
 */
import { fork } from 'node:child_process'
import { bundleChild } from './bundleChild.ts'
import { heardFrom } from './heardFrom.ts'
import type { PairReport, WeightReport } from './pair.ts'
import { quantile } from './quantile.ts'
import { startRelayProcess } from './relayProcess.ts'

const ROUNDS = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 5)
const DISK = process.argv.includes('--disk=real') ? 'real' : 'memory'
const KINDS = ['ours', 'reference'] as const

/** Longest time for one process of a round, in ms. */
const PATIENCE_MS = 180_000

type Kind = (typeof KINDS)[number]
type Round = PairReport & WeightReport

const program = await bundleChild('pair')
const relay = await startRelayProcess({ disk: DISK })
const rounds: Record<Kind, Round[]> = { ours: [], reference: [] }
for (let index = 0; index < ROUNDS; index += 1) {
  for (const kind of KINDS) {
    // Both sent by our own program.
    const times = (await play(kind, 'times')) as PairReport
    rounds[kind].push({ ...times, ...((await play(kind, 'weight')) as WeightReport) })
  }
}
await relay.stop()

const median = (kind: Kind, name: keyof Round): number => quantile(rounds[kind].map((report) => report[name]))

/** Greater than 1 where ours is better. */
const compare = (name: keyof Round, isRate = false) => {
  const [ours, reference] = [median('ours', name), median('reference', name)]
  const timesBetter = isRate ? ours / reference : reference / ours
  return { ours: shorten(ours), reference: shorten(reference), timesBetter: shorten(timesBetter) }
}

export const result = {
  rounds: ROUNDS,
  connectColdMs: compare('connectColdMs'),
  connectWarmMs: compare('connectWarmMs'),
  connectCpuMs: compare('connectCpuMs'),
  requestMs: compare('requestMs'),
  requestCpuMs: compare('requestCpuMs'),
  requestsPerSecond: compare('requestsPerSecond', true),
  heapKilobytesPerIdleClient: compare('heapKilobytes'),
  residentKilobytesPerIdleClient: compare('residentKilobytes'),
}

async function play(kind: Kind, wanted: 'times' | 'weight'): Promise<unknown> {
  const child = fork(program, [kind, relay.url, wanted], {
    execArgv: ['--expose-gc', '--no-warnings'],
    env: { ...process.env, DISABLE_GLOBAL_CORE: 'true' },
  })
  const report = await heardFrom(child, `${wanted} of ${kind}`, PATIENCE_MS)
  child.kill()
  return report
}

function shorten(value: number): number {
  return Math.round(value * 100) / 100
}
