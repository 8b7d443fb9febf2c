/**
 * `npm run bench -- durable`: what it costs our own clients that a relay waits for its disk. An app and a wallet connect and ask
 * for signatures over a relay as `latchkey-relay` runs it, and over the same one with its mail in memory; the two take turns. A
 * request and its answer are two messages, one after the other, so beside it stands what two syncs of that disk take; they are
 * timed before each round. `--rounds=9` for more of them than 5.
 */
import { fork } from 'node:child_process'
import { fdatasyncSync } from 'node:fs'
import { bundleChild } from './bundleChild.ts'
import { heardFrom } from './heardFrom.ts'
import type { PairReport } from './pair.ts'
import { quantile } from './quantile.ts'
import { timeSyncs } from './timeSyncs.ts'

const ROUNDS = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 5)
const KINDS = ['relay', 'memory'] as const

/** Longest time for one process of a round, in ms. */
const PATIENCE_MS = 180_000

const relayProgram = await bundleChild('rateChild', { packages: 'external' })
const pairProgram = await bundleChild('pair')
const rounds: Record<(typeof KINDS)[number], PairReport[]> = { relay: [], memory: [] }
const syncs: number[] = []
for (let index = 0; index < ROUNDS; index += 1) {
  syncs.push(quantile(timeSyncs('x'.repeat(1_000), fdatasyncSync)))
  for (const kind of KINDS) rounds[kind].push(await play(kind))
}

/** Less is better: 1 is a disk that takes no time. */
const compare = (name: keyof PairReport) => {
  const [onDisk = 0, inMemory = 0] = KINDS.map((kind) => quantile(rounds[kind].map((report) => report[name])))
  return { onDisk: shorten(onDisk), inMemory: shorten(inMemory), onDiskPerInMemory: shorten(onDisk / inMemory) }
}

const syncMs = quantile(syncs)
const requestMs = compare('requestMs')

export const result = {
  rounds: ROUNDS,
  settleMs: compare('connectWarmMs'),
  requestMs,
  syncMs: shorten(syncMs),
  requestPerMemoryAndTwoSyncs: shorten(requestMs.onDisk / (requestMs.inMemory + 2 * syncMs)),
  requestsPerSecond: compare('requestsPerSecond'),
}

async function play(kind: (typeof KINDS)[number]): Promise<PairReport> {
  const relay = fork(relayProgram, [kind], { execArgv: ['--no-warnings'] })
  const url = String(await heardFrom(relay, `the relay (${kind})`, 30_000))
  const pair = fork(pairProgram, ['ours', url, 'times'], { execArgv: ['--expose-gc', '--no-warnings'] })
  const report = (await heardFrom(pair, `times over ${kind}`, PATIENCE_MS)) as PairReport
  pair.kill()
  const ended = new Promise((resolve) => relay.once('exit', resolve))
  relay.disconnect()
  await ended
  return report
}

function shorten(value: number): number {
  return Math.round(value * 100) / 100
}
