/**
 * `npx tsx bench/scale.ts`: the arithmetic of `docs/scale.md`. What one message, newcomer or topic costs was measured once (see
 * there); this multiplies, and plays which shard and machine carries how much.
 */

/** Processor ms, measured; a batch is what one write to PostgreSQL holds. */
const RELAY_MS = 0.15
const writeMs = { relay: (batch: number) => 0.03 + 0.6 / batch, postgres: (batch: number) => 0.035 + 0.69 / batch }
const NATS_MS = { relay: 0.032, server: 0.0115 }
const NEWCOMER_MS = 0.75
/** Kilobytes, measured: an idle socket with one topic, a message of 1 kB in PostgreSQL with its indexes, and a process at rest. */
const SOCKET_KB = 8
const MESSAGE_KB = 1.5
const PROCESS_MB = 100

/** Assumed: sockets of a machine, messages a second of a socket at the busiest time, ms of a commit in the same zone. */
const SOCKETS = 20_000
const RATE = 0.1
const COMMIT_MS = 2
/** Assumed: how long what is stored stays, in s. One in ten lasts a day, the others five minutes. */
const STAYS = 0.1 * 86_400 + 0.9 * 300
/** Assumed: the busiest time has five times the messages of the mean. */
const PEAK = 5

const cases = [
  { machines: 1, shards: 1, gatherMs: 0 },
  { machines: 10, shards: 1, gatherMs: 0 },
  { machines: 100, shards: 1, gatherMs: 0 },
  { machines: 100, shards: 4, gatherMs: 0 },
  { machines: 100, shards: 4, gatherMs: 10 },
  { machines: 1000, shards: 40, gatherMs: 10 },
]

const rows = cases.map(({ machines, shards, gatherMs }) => {
  const perSecond = machines * SOCKETS * RATE
  const batch = Math.max(1, (SOCKETS * RATE * (COMMIT_MS + gatherMs)) / 1000 / shards)
  const cores = (costMs: number, count: number) => (costMs * count) / 1000
  return {
    machines,
    shards,
    gatherMs,
    sockets: machines * SOCKETS,
    messagesPerSecond: perSecond,
    batch: round(batch),
    coresOfOneRelay: round(cores(RELAY_MS + writeMs.relay(batch) + NATS_MS.relay, SOCKETS * RATE)),
    megabytesOfOneRelay: Math.round(PROCESS_MB + (SOCKETS * SOCKET_KB) / 1024),
    coresOfOnePostgres: round(cores(writeMs.postgres(batch), perSecond / shards)),
    coresOfNats: round(cores(NATS_MS.server, perSecond)),
    gigabytesInOnePostgres: Math.round(((perSecond / PEAK / shards) * STAYS * MESSAGE_KB) / 2 ** 20),
    newcomersWhenOneFails: machines === 1 ? SOCKETS : Math.ceil(SOCKETS / (machines - 1)),
    secondsToLetThemIn: round(cores(NEWCOMER_MS, machines === 1 ? SOCKETS : SOCKETS / (machines - 1))),
  }
})
process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)

/** Topics fall on shards by their hash; how busy a topic is goes by a log-normal law. Gives the busiest shard per mean one. */
for (const { shards, topics, sigma } of [
  { shards: 4, topics: 200_000, sigma: 2 },
  { shards: 40, topics: 2_000_000, sigma: 1 },
  { shards: 40, topics: 2_000_000, sigma: 2 },
]) {
  const random = createRandom()
  const load = Array.from({ length: shards }, () => 0)
  for (let topic = 0; topic < topics; topic += 1) {
    const shard = Math.floor(random() * shards)
    const normal = Math.sqrt(-2 * Math.log(random() + Number.EPSILON)) * Math.cos(2 * Math.PI * random())
    load[shard] = (load[shard] ?? 0) + Math.exp(sigma * normal)
  }
  const mean = load.reduce((sum, each) => sum + each, 0) / shards
  const busiest = Math.round((Math.max(...load) / mean) * 1000) / 1000
  process.stdout.write(`${shards} shards, ${topics} topics, sigma ${sigma}: the busiest has ${busiest} of the mean\n`)
}

/** The same numbers each time. Source: Numerical Recipes, a linear congruential generator. */
function createRandom(): () => number {
  let state = 42
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
