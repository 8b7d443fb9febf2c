/** A gateway in memory for this package's tests: real middleware and routes, scripted nodes, a clock that tests move. */
import { Writable } from 'node:stream'
import { type ConfigInput, parseConfig } from '../config.ts'
import { createMarketServices } from '../createMarketServices.ts'
import { createNftServices } from '../createNftServices.ts'
import { createDirectory } from '../directory/directory.ts'
import { createPicture } from '../directory/picture.ts'
import type { WalletRecord } from '../directory/record.ts'
import { openOnramp } from '../onramp/openOnramp.ts'
import { secretsOfConfig } from '../redact.ts'
import type { Queryable } from '../storage/storage.ts'
import { createApprovalScan } from '../upstreams/approvals/approvalScan.ts'
import { createApprovals } from '../upstreams/approvals/approvals.ts'
import type { TokenDetails, TokenDetailsStore } from '../upstreams/balances.ts'
import { createBalances } from '../upstreams/balances.ts'
import { type Charge, createBundlers } from '../upstreams/bundler/bundlers.ts'
import type { GuardedFetch } from '../upstreams/guardedFetch.ts'
import { createLogScan } from '../upstreams/nfts/ownedTokens.ts'
import { createPriceSources, createPrices } from '../upstreams/prices.ts'
import { createRpcPool } from '../upstreams/rpcPool.ts'
import { createGateway } from './createGateway.ts'
import { createLog } from './createLog.ts'
import type { GatewayServices } from './environment.ts'
import { createMetrics } from './metrics.ts'

/** What a scripted node is asked, and by which headers. */
export type NodeRequest = { readonly url: string; readonly headers: Headers; readonly body: unknown }

/** The page that the test project admits. */
export const SHOP = 'https://shop.example'

/** Makes one; `answerNode` plays every node. */
export function createTestGateway(
  options: {
    config?: ConfigInput | undefined
    answerNode?: ((request: NodeRequest, init: RequestInit) => Response | Promise<Response>) | undefined
    services?: Partial<GatewayServices> | undefined
    guardedFetch?: GuardedFetch | undefined
    imageLibrary?: string | undefined
    /** What has no room for an operation that is paid for. Default: everything has. */
    charge?: Charge | undefined
  } = {},
) {
  const config = parseConfig({
    projects: [
      { id: 'shop', name: 'Shop', origins: [SHOP] },
      { id: 'closed', name: 'Closed', origins: [] },
    ],
    chains: [
      {
        id: 'eip155:31337',
        name: 'Slope',
        rpc: [
          'https://first.example/v1/first-secret-key',
          { url: 'https://second.example/', headers: { 'x-api-key': 'second-secret' } },
        ],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    ...options.config,
  })
  const time = { now: Date.UTC(2026, 0, 1) }
  const clock = options.services?.clock ?? { now: () => time.now }
  const lines: string[] = []
  const log = createLog('info', {
    secrets: secretsOfConfig(config),
    destination: new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  })
  const asked: NodeRequest[] = []
  const fetchNode: typeof fetch = async (input, init = {}) => {
    const request = {
      url: String(input),
      headers: new Headers(init.headers),
      body: JSON.parse(String(init.body)) as unknown,
    }
    asked.push(request)
    return (options.answerNode ?? answerWith({}))(request, init)
  }
  const metrics = createMetrics()
  const pools = new Map(
    config.chains.map((chain) => [
      chain.id,
      createRpcPool({
        chain,
        fetch: fetchNode,
        clock,
        log,
        timeoutMs: config.limits.upstreamTimeoutMs,
        onFailure: (reason) => metrics.countUpstreamFailure(chain.id, reason),
      }),
    ]),
  )
  const findReceived = createLogScan({ clock })
  const details = new Map<string, TokenDetails>()
  const tokenDetails: TokenDetailsStore = {
    find: async (ids) => new Map([...details].filter(([id]) => ids.includes(id))),
    save: async (found) => {
      for (const [id, each] of found) details.set(id, each)
    },
  }
  const iconUrl = (symbol: string): string => `https://gate.example/public/getTokenImage/${symbol}`
  const fetchPrices = createPrices({
    sources: createPriceSources({ config, chains: pools, clock, guardedFetch: refuseAll }),
    clock,
    log,
  })
  const services: GatewayServices = {
    clock,
    log,
    uuid: () => crypto.randomUUID(),
    findProject: async (id) => config.projects.find((project) => project.id === id),
    directory: createDirectory({
      records: [WALLET],
      images: {
        wallets: new Map([
          [
            'logo-1',
            createPicture(Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'image/svg+xml'),
          ],
        ]),
        assets: new Map(),
        tokens: new Map(),
      },
    }),
    pools,
    bundlers: createBundlers({
      chains: config.chains,
      fetch: fetchNode,
      clock,
      log,
      timeoutMs: config.limits.upstreamTimeoutMs,
      charge: options.charge ?? (async () => undefined),
    }),
    balances: createBalances({
      chains: config.chains,
      pools,
      fetchPrices,
      findReceived,
      tokenDetails,
      iconUrl,
      clock,
    }),
    approvals: createApprovals({
      chains: config.chains,
      pools,
      findGiven: createApprovalScan({ clock, listed: new Map() }),
      fetchPrices,
      tokenDetails,
      iconUrl,
      clock,
    }),
    ...createMarketServices({ config, pools, tokenDetails, fetchPrices, iconUrl, fetch, clock }),
    // Its storage is asked by orders alone, and nothing is sold here unless a test says so.
    onramp: openOnramp({
      config,
      publicUrl: 'https://gate.example',
      storage: noStorage,
      fetchPrices,
      fetch,
      clock,
      log,
    }),
    ...createNftServices({
      config,
      publicUrl: 'https://gate.example',
      pools,
      findReceived,
      guardedFetch: options.guardedFetch ?? refuseAll,
      clock,
      log,
      imageLibrary: options.imageLibrary,
    }),
    fetchIdentity: async () => ({
      identity: { name: 'alice.eth', avatar: null, resolvedAt: new Date(time.now).toISOString() },
      expiresAt: time.now + 3_600_000,
    }),
    resolveName: async ({ name }) =>
      name === 'alice.eth'
        ? {
            name,
            registered_at: null,
            updated_at: null,
            attributes: null,
            addresses: { 60: { address: `0x${'11'.repeat(20)}`, created_at: null } },
          }
        : undefined,
    checkReady: async () => undefined,
    metrics,
    ...options.services,
  }
  const app = createGateway({ config, services })
  return {
    app,
    config,
    services,
    time,
    asked,
    /** The log so far, parsed. */
    log: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    logText: () => lines.join(''),
    /** Asks as the page of the shop would, unless told otherwise. */
    get: (path: string, headers: Record<string, string> = { origin: SHOP }) => app.request(path, { headers }),
    post: (path: string, body: BodyInit, headers: Record<string, string> = { origin: SHOP }) =>
      app.request(path, { method: 'POST', headers, body }),
  }
}

/** A node that serves chain 31337 and answers each method with what is given, or with an error. */
export function answerWith(
  results: Readonly<Record<string, unknown>>,
  chainId = '0x7a69',
): (request: NodeRequest) => Response {
  return ({ body }) => {
    const one = (call: { id: number; method: string }) =>
      call.method === 'eth_chainId'
        ? { jsonrpc: '2.0', id: call.id, result: chainId }
        : Object.hasOwn(results, call.method)
          ? { jsonrpc: '2.0', id: call.id, result: results[call.method] }
          : { jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'no such method' } }
    const answer = Array.isArray(body) ? body.map(one) : one(body as { id: number; method: string })
    return Response.json(answer)
  }
}

/** Tests here keep nothing. */
const noStorage: Queryable = {
  get database(): never {
    throw new Error('no test here stores anything')
  },
}

async function refuseAll(): Promise<never> {
  throw new Error('no test here reaches the internet')
}

const WALLET: WalletRecord = {
  id: 'a'.repeat(64),
  name: 'Alpha',
  homepage: 'https://alpha.example/',
  image_id: 'logo-1',
  order: 10,
  mobile_link: 'alpha://',
  link_mode: null,
  desktop_link: null,
  webapp_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  firefox_store: null,
  rdns: 'example.alpha',
  injected: null,
  chains: ['eip155:1'],
  badge_type: null,
  supports_wc: true,
}
