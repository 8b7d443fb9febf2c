/** One app and one wallet of one implementation: connects, requests, and weighs idle clients. A child of `protocol.ts`. */
import type { RequestParams, SessionNamespaces } from '@latchkey/walletconnect'
import { openOurs } from '../tests/interop/pairs.ts'
import { openForeignClient, type Peer } from '../tests/interop/peers.ts'
import { quantile } from './quantile.ts'

export type PairReport = {
  /** First connection, from `connect()` to a settled session on both sides. */
  readonly connectColdMs: number
  readonly connectWarmMs: number
  readonly requestMs: number
  /** Processor time of both sides together, of whatever thread. */
  readonly connectCpuMs: number
  readonly requestCpuMs: number
  /** 50 requests under way at any time. */
  readonly requestsPerSecond: number
}

/** What a client that waits with a subscribed pairing takes, after a collection: of the heap and its buffers, and of the process. */
export type WeightReport = {
  readonly heapKilobytes: number
  readonly residentKilobytes: number
}

const CONNECTS = 20
const REQUESTS = 200
const PARALLEL = 50
const BURST = 1_000
const IDLE = 50
const CHAIN = 'eip155:1'
const ASKED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: ['accountsChanged'] } }
const GRANTED: SessionNamespaces = { eip155: { ...ASKED.eip155, accounts: [`${CHAIN}:0x${'ab'.repeat(20)}`] } }

const [kind = '', relayUrl = '', wanted = ''] = process.argv.slice(2)
const openPeer = async (name: string): Promise<Peer> =>
  kind === 'ours'
    ? ((await openOurs({ name, relayUrl })) as unknown as Peer)
    : openForeignClient({ version: '2.21.8', name, relayUrl })

const app = await openPeer('app')
const wallet = await openPeer('wallet')
wallet.on('session_proposal', (({ id }: { id: number }) => void wallet.approve({ id, namespaces: GRANTED })) as never)
wallet.on('session_request', (({ id, topic }: { id: number; topic: string; params: RequestParams }) => {
  void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
}) as never)

const cold = await connect()
process.send?.(await (wanted === 'weight' ? weigh() : time()))

async function time(): Promise<PairReport> {
  const connects = await repeat(CONNECTS, async () => (await connect()).ms)
  const requests = await repeat(REQUESTS, async () => {
    const begin = performance.now()
    await ask()
    return performance.now() - begin
  })
  const begin = performance.now()
  let left = BURST
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (left-- > 0) await ask()
    }),
  )
  return {
    connectColdMs: cold.ms,
    connectWarmMs: connects.medianMs,
    requestMs: requests.medianMs,
    connectCpuMs: connects.cpuMs,
    requestCpuMs: requests.cpuMs,
    requestsPerSecond: BURST / ((performance.now() - begin) / 1_000),
  }
}

/** Runs something that tells its ms, one after the other. */
async function repeat(times: number, run: () => Promise<number>): Promise<{ medianMs: number; cpuMs: number }> {
  const all: number[] = []
  const before = process.cpuUsage()
  for (let index = 0; index < times; index += 1) all.push(await run())
  const { user, system } = process.cpuUsage(before)
  return { medianMs: quantile(all), cpuMs: (user + system) / 1_000 / times }
}

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

async function weigh(): Promise<WeightReport> {
  const before = await settle()
  const idle: Peer[] = []
  for (let index = 0; index < IDLE; index += 1) {
    const peer = await openPeer(`idle${index}`)
    await peer.connect({ optionalNamespaces: ASKED })
    idle.push(peer)
  }
  const after = await settle()
  const each = (bytes: number): number => bytes / idle.length / 1_024
  return {
    heapKilobytes: each(after.heapUsed + after.external - before.heapUsed - before.external),
    residentKilobytes: each(after.rss - before.rss),
  }
}

async function settle(): Promise<NodeJS.MemoryUsage> {
  // What the last calls left behind is let go of a little later.
  await new Promise((resolve) => setTimeout(resolve, 500))
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage()
}
