/** What the parts of `npm run bench -- open` measure in: a browser, the README's quickstart and other sites, and one gateway. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, startGateway } from '@latchkey/server'
import { type CDPSession, chromium, type Page } from 'playwright'
import { findBrowser } from '../../scripts/browser.ts'
import { buildQuickstart, createSitesBox, type Site } from '../../scripts/size/buildSites.ts'
import { serveSite } from '../../scripts/size/serveSite.ts'
import { quantile } from '../quantile.ts'
import { buildPeers, PEER_RELAY, PEERS, type Peer } from './peers.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROJECT_ID = 'quickstart'
const CHAIN = 'eip155:1'
/** Wallets of the directory that the list of all wallets shows for the quickstart's network. */
const WALLETS = 540
/** How many times slower the processor is in most measures. */
export const SLOW = 4
/** How long servers let one wait in one of the measures, in ms. */
const ANSWER_MS = 200
/** Slow 4G: ms a round trip, and bytes a second each way. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

export type SetUp = {
  /** The quickstart, the same site without Latchkey, and the sites of other kits that are installed. */
  readonly urls: { readonly quickstart: string; readonly floor: string } & { readonly [Name in Peer]?: string }
  /** Runs a measure in a browser context of its own, with the quickstart's options in the page. */
  inPage<Value>(run: (page: Page) => Promise<Value>): Promise<Value>
  /** From now on the servers of a page, but not its own site, answer after 200 ms; hosts that are not on this machine, that there is nothing. */
  delayServers(page: Page): Promise<void>
  stop(): Promise<void>
}

/** Builds and serves the sites, and starts the rest. */
export async function setUp(): Promise<SetUp> {
  const box = await createSitesBox()
  const { site, floor } = await buildQuickstart(box, 'universal')
  box.remove()
  const sites: Record<string, Site> = { quickstart: site, floor, ...(await buildPeers()) }
  const served = await Promise.all(
    Object.entries(sites).map(async ([name, each]) => ({ name, ...(await serveSite(each)) })),
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-open-'))
  const overlay = join(dataDir, 'overlay.json')
  writeFileSync(overlay, JSON.stringify({ wallets: listMoreWallets() }))
  const port = await findPort()
  const gateway = await startGateway({
    config: parseConfig({
      port,
      dataDir,
      logLevel: 'silent',
      projects: [{ id: PROJECT_ID, name: 'Quickstart', origins: served.map(({ url }) => url) }],
      directory: { overlay },
      relay: { publicUrls: [PEER_RELAY, `ws://127.0.0.1:${port}/relay`] },
    }),
  })
  const { path, args, env } = findBrowser()
  const browser = await chromium.launch({
    executablePath: path,
    args: [...args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const own = new Set(served.map(({ url }) => new URL(url).host))
  return {
    urls: Object.fromEntries(served.map(({ name, url }) => [name, url])) as SetUp['urls'],
    async inPage(run) {
      const context = await browser.newContext({ locale: 'en-GB' })
      try {
        await context.addInitScript(preparePage, {
          quickstart: { gatewayUrl: gateway.url, projectId: PROJECT_ID },
          from: PEER_RELAY,
          to: `${gateway.url.replace('http', 'ws')}/relay`,
        })
        // The runner that strips our types wraps named functions in a call of its own; the page has to know it.
        await context.addInitScript('globalThis.__name = (named) => named')
        return await run(await context.newPage())
      } finally {
        await context.close()
      }
    },
    async delayServers(page) {
      const isServer = ({ protocol, host }: URL): boolean => protocol.startsWith('http') && !own.has(host)
      await page.route(isServer, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
        if (route.request().url().startsWith(gateway.url)) await route.continue()
        else await route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } })
      })
    },
    async stop() {
      await browser.close()
      await gateway.close()
      for (const each of served) each.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A port that nobody listens on: what a relay is called has to be known before it starts. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** In the page: what the quickstart reads, and another kit's relay at our address. */
function preparePage({ quickstart, from, to }: { quickstart: unknown; from: string; to: string }): void {
  Reflect.set(window, 'quickstart', quickstart)
  const Socket = window.WebSocket
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace(from, to), protocols)
    }
  }
}

/** Wallets by which a directory grows to as many as the list is measured with. */
function listMoreWallets(): readonly unknown[] {
  const file = join(ROOT, 'packages/server/data/wallets.json')
  const known = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly chains: readonly string[] }[]
  const missing = WALLETS - known.filter(({ chains }) => chains.includes(CHAIN)).length
  return Array.from({ length: missing }, (_, index) => ({
    id: index.toString(16).padStart(64, '0'),
    name: `Wallet of the bench ${index + 1}`,
    mobile_link: `bench${index}://`,
    chains: [CHAIN],
    supports_wc: true,
  }))
}

/** Makes the page's processor slower from now on. */
export async function slowDown(page: Page, rate: number = SLOW): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  return cdp
}

/** Gives the page a slow processor and a slow network from now on. */
export async function slowNetwork(page: Page): Promise<void> {
  const cdp = await slowDown(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
}

/** Waits until a page asks nothing more. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(800)
}

/** The median of each figure over all rounds, in whole ms; without those that never came. */
export function summarise(rounds: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const names = Object.keys(rounds[0] ?? {})
  const pick = (name: string): number => Math.round(quantile(rounds.map((round) => round[name] ?? Number.NaN)))
  return Object.fromEntries(names.map((name) => [name, pick(name)]).filter(([, value]) => !Number.isNaN(value)))
}

/** Other kits that the box of peers has. */
export const findPeers = ({ urls }: SetUp): readonly Peer[] => PEERS.filter((name) => urls[name] !== undefined)
