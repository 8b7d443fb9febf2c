/** One app and one wallet of one implementation: connects, requests, and weighs idle clients. A child of `protocol.ts`. */
import type { RequestParams, SessionNamespaces } from '@latchkey/walletconnect'
import { openForeignClient, type Seat } from '../tests/interop/peers.ts'
import { openOurs } from '../tests/interop/seats.ts'

export type PairReport = {
  /** First connection, from `connect()` to a settled session on both sides. */
  readonly connectColdMs: number
  readonly connectWarmMs: number
  readonly requestMs: number
  /** 50 requests under way at any time. */
  readonly requestsPerSecond: number
  /** What one more client with a subscribed pairing takes, after a collection: of the heap and its buffers, and of the process. */
  readonly heapKilobytesPerIdleClient: number
  readonly residentKilobytesPerIdleClient: number
}

const CONNECTS = 10
const REQUESTS = 200
const PARALLEL = 50
const BURST = 1_000
const IDLE = 50
const CHAIN = 'eip155:1'
const ASKED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: ['accountsChanged'] } }
const GRANTED: SessionNamespaces = { eip155: { ...ASKED.eip155, accounts: [`${CHAIN}:0x${'ab'.repeat(20)}`] } }

const [kind = '', relayUrl = ''] = process.argv.slice(2)
const openSeat = async (name: string): Promise<Seat> =>
  kind === 'ours'
    ? ((await openOurs({ name, relayUrl })) as unknown as Seat)
    : openForeignClient({ version: '2.21.8', name, relayUrl })

const app = await openSeat('app')
const wallet = await openSeat('wallet')
wallet.on('session_proposal', (({ id }: { id: number }) => void wallet.approve({ id, namespaces: GRANTED })) as never)
wallet.on('session_request', (({ id, topic }: { id: number; topic: string; params: RequestParams }) => {
  void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
}) as never)

const cold = await connect()
const warm: number[] = []
for (let index = 0; index < CONNECTS; index += 1) warm.push((await connect()).ms)

const single: number[] = []
for (let index = 0; index < REQUESTS; index += 1) {
  const start = performance.now()
  await ask()
  single.push(performance.now() - start)
}

const start = performance.now()
let left = BURST
await Promise.all(
  Array.from({ length: PARALLEL }, async () => {
    while (left-- > 0) await ask()
  }),
)
const requestsPerSecond = BURST / ((performance.now() - start) / 1_000)

const report: PairReport = {
  connectColdMs: cold.ms,
  connectWarmMs: median(warm),
  requestMs: median(single),
  requestsPerSecond,
  ...(await weigh()),
}
process.send?.(report)

async function connect(): Promise<{ ms: number; topic: string }> {
  const begin = performance.now()
  const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED })
  const approved = approval()
  await wallet.pair({ uri })
  const { topic } = await approved
  return { ms: performance.now() - begin, topic }
}

function ask(): Promise<unknown> {
  return app.request({
    topic: cold.topic,
    chainId: CHAIN,
    request: { method: 'personal_sign', params: ['0x00', '0x00'] },
  })
}

async function weigh(): Promise<Pick<PairReport, 'heapKilobytesPerIdleClient' | 'residentKilobytesPerIdleClient'>> {
  const before = await settle()
  const idle: Seat[] = []
  for (let index = 0; index < IDLE; index += 1) {
    const seat = await openSeat(`idle${index}`)
    await seat.connect({ optionalNamespaces: ASKED })
    idle.push(seat)
  }
  const after = await settle()
  const each = (bytes: number): number => bytes / idle.length / 1_024
  return {
    heapKilobytesPerIdleClient: each(after.heapUsed + after.external - before.heapUsed - before.external),
    residentKilobytesPerIdleClient: each(after.rss - before.rss),
  }
}

async function settle(): Promise<NodeJS.MemoryUsage> {
  // What the last calls left behind is let go of a little later.
  await new Promise((resolve) => setTimeout(resolve, 500))
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage()
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
