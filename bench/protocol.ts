/**
 * `npm run bench -- protocol`: our client against the reference client (black box, `tests/interop`) over the same relay.
 *
 * The relay is a process of its own, with its data on a disk in memory where there is one. Each round starts a fresh process that holds an app and a wallet of one implementation,
 * both in memory; the implementations take turns, and the medians of all rounds are compared.
 */
import { fork } from 'node:child_process'
import { bundleChild } from './bundleChild.ts'
import { heardFrom } from './heardFrom.ts'
import type { PairReport } from './pair.ts'
import { startRelayProcess } from './relayProcess.ts'

const ROUNDS = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 5)
const KINDS = ['ours', 'reference'] as const

const program = await bundleChild('pair')
const relay = await startRelayProcess({ disk: 'memory' })
const reports: Record<(typeof KINDS)[number], PairReport[]> = { ours: [], reference: [] }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const kind of KINDS) reports[kind].push(await play(kind, relay.url))
}
await relay.stop()

const median = (kind: (typeof KINDS)[number], name: keyof PairReport): number => {
  const sorted = reports[kind].map((report) => report[name]).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
/** Greater than 1 where ours is better. */
const better = (name: keyof PairReport, isRate: boolean): number =>
  isRate ? median('ours', name) / median('reference', name) : median('reference', name) / median('ours', name)
const compare = (name: keyof PairReport, isRate = false) => ({
  ours: round(median('ours', name)),
  reference: round(median('reference', name)),
  timesBetter: round(better(name, isRate)),
})

process.stdout.write(
  `${JSON.stringify(
    {
      rounds: ROUNDS,
      connectColdMs: compare('connectColdMs'),
      connectWarmMs: compare('connectWarmMs'),
      requestMs: compare('requestMs'),
      requestsPerSecond: compare('requestsPerSecond', true),
      heapKilobytesPerIdleClient: compare('heapKilobytesPerIdleClient'),
      residentKilobytesPerIdleClient: compare('residentKilobytesPerIdleClient'),
    },
    null,
    2,
  )}\n`,
)

async function play(kind: (typeof KINDS)[number], relayUrl: string): Promise<PairReport> {
  const child = fork(program, [kind, relayUrl], {
    execArgv: ['--expose-gc', '--no-warnings'],
    env: { ...process.env, DISABLE_GLOBAL_CORE: 'true' },
  })
  const report = await heardFrom(child, `the pair of ${kind}`, 180_000)
  child.kill()
  // Sent by our own child.
  return report as PairReport
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
