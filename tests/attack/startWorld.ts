/**
 * The built frame over its real servers, within sites of other parties, in Chromium with storage that is partitioned; a real chain
 * behind the gateway, and a record of everything that goes over the network.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type Browser, type BrowserContext, chromium, type Page, type Worker } from 'playwright'
import { buildFrame } from '../../apps/frame/build/buildFrame.ts'
import { startTestServers, type TestServers } from '../../apps/frame/wallet/testServers.ts'
import { createFrameApp } from '../../packages/server/src/frame/createFrameApp.ts'
import { type Anvil, startAnvil } from '../../packages/testing/src/anvil.ts'
import { findBrowser, OFF } from '../../scripts/browser.ts'
import { HOSTILE_PAGE, type Hostile, type Outcome } from './hostilePage.ts'

export const NETWORK = 'eip155:31337'

declare const heard: Hostile['heard']
declare const outcomes: Hostile['outcomes']
declare const open: (frame: string, how?: object) => Promise<object>
declare const knock: (frame: string, how?: object) => Promise<object>
declare const enter: (frame: string) => void
declare const call: (name: string, payload?: unknown) => Promise<Outcome>
declare const begin: (name: string, payload?: unknown, id?: string) => string

/** One request, as it arrived at a server of the wallet, with its answer. */
export type Seen = { readonly to: string; readonly headers: string; readonly body: string; readonly answer: string }

export type World = {
  readonly chain: Anvil
  readonly servers: TestServers
  readonly browser: Browser
  /** The origin of a site by its name. */
  readonly at: (name: string) => string
  /** All that went over the network to a server of the wallet, and back. */
  readonly seen: readonly Seen[]
  visit(context: BrowserContext, site?: string, path?: string): Promise<Page>
  ask(page: Page, name: string, payload?: unknown): Promise<Outcome>
  /** Puts the frame there and opens its channel. `extra` runs in the key worker, before anything is asked of it. */
  open(page: Page, how?: object, extra?: () => void): Promise<object>
  /** Lets so much time pass for servers and key workers: limits on mails are over then. */
  later(ms: number): Promise<void>
  /** The frame says READY, and is not answered. */
  knock(page: Page, how?: object): Promise<object>
  /** The answer that the product gives to READY. */
  enter(page: Page): Promise<void>
  /** Sends a call and does not wait: its id. */
  begin(page: Page, name: string, payload?: unknown, id?: string): Promise<string>
  /** How a call ended; undefined: it has not. */
  outcomeOf(page: Page, id: string): Promise<Outcome | undefined>
  heardBy(page: Page): Promise<readonly Omit<Hostile['heard'][number], 'origin'>[]>
  /** Logs in by the mails, as a person would; the account's address. */
  logIn(page: Page, email: string): Promise<`0x${string}`>
  close(): Promise<void>
}

export async function startWorld(): Promise<World> {
  const chain = await startAnvil()
  const { files } = await buildFrame()
  const seen: Seen[] = []
  let answer = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  const server = createAdaptorServer({ fetch: (request) => answer(request) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const at = (name: string): string => `http://${name}.localhost:${port}`
  const [gate, vaultUrl, frame] = [at('api.wallet'), at('vault.wallet'), at('wallet')]
  const sites = [at('shop-a'), at('shop-b')]
  const servers: TestServers = await startTestServers({
    gate,
    vaultUrl,
    frame,
    sites,
    answerNode: ({ body }) =>
      fetch(chain.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  })
  const app = createFrameApp({
    files: new Map([...files].map(([name, bytes]) => [`/${name}`, Buffer.from(bytes)])),
    gatewayUrl: gate,
    vaultOrigin: vaultUrl,
    projects: [{ id: 'shop', origins: sites }],
    chains: [],
  })
  answer = async (request) => {
    const { origin, pathname } = new URL(request.url)
    if (origin !== frame && origin !== gate && origin !== vaultUrl) {
      const type = { 'content-type': 'text/html' }
      const more: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        '/sandboxed': { 'content-security-policy': 'sandbox allow-scripts' },
        '/isolated': { 'cross-origin-opener-policy': 'same-origin' },
      }
      return new Response(HOSTILE_PAGE, { headers: { ...type, ...more[pathname] } })
    }
    const headers = JSON.stringify([...request.headers])
    const body = request.method === 'POST' ? await request.text() : ''
    // The servers' clock is the tests' own; browsers have the machine's.
    servers.time.now = Math.max(servers.time.now, Date.now() + ahead)
    const given =
      origin === frame
        ? await app.request(request)
        : await servers.reach(request.url, { method: request.method, headers: request.headers, ...(body && { body }) })
    seen.push({ to: request.url, headers, body, answer: origin === frame ? '' : await given.clone().text() })
    return given
  }

  const { args, env, shell } = findBrowser()
  const browser: Browser = await chromium.launch({
    executablePath: shell,
    // Chromium heeds the last list of features alone.
    args: [...args, `--disable-features=${OFF.filter((name) => name !== 'ThirdPartyStoragePartitioning').join(',')}`],
    env: { ...(process.env as Record<string, string>), ...env },
  })

  /** How far the clocks of the servers and of key workers are ahead of the machine's (ms). */
  let ahead = 0
  const workers = new Set<Worker>()
  const preparing: Promise<unknown>[] = []
  const prepare = async (worker: Worker, extra: () => void) => {
    workers.add(worker)
    worker.on('close', () => workers.delete(worker))
    await worker.evaluate((ahead) => {
      const clock = globalThis as unknown as { ahead: number }
      const now = Date.now.bind(Date)
      clock.ahead = ahead
      Date.now = () => now() + clock.ahead
    }, ahead)
    await worker.evaluate(extra)
  }

  const visit = async (context: BrowserContext, site = 'shop-a', path = '/'): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${at(site)}${path}`)
    return page
  }
  const openIn = async (page: Page, how: object = {}, extra: () => void = () => {}): Promise<object> => {
    const onWorker = (worker: Worker) => void preparing.push(prepare(worker, extra))
    page.on('worker', onWorker)
    const ready = await page.evaluate(([frame, how]) => open(frame, how), [frame, how] as const)
    page.off('worker', onWorker)
    await Promise.all(preparing.splice(0))
    return ready
  }
  const ask = (page: Page, name: string, payload?: unknown): Promise<Outcome> =>
    page.evaluate(([name, payload]) => call(name, payload), [name, payload] as const)

  return {
    chain,
    servers,
    browser,
    at,
    seen,
    visit,
    ask,
    open: openIn,
    async later(ms: number) {
      ahead += ms
      const set = (to: number): void => void Object.assign(globalThis, { ahead: to })
      await Promise.all([...workers].map((worker) => worker.evaluate(set, ahead)))
    },
    knock: (page: Page, how: object = {}) => page.evaluate(([frame, how]) => knock(frame, how), [frame, how] as const),
    enter: (page: Page) => page.evaluate((frame) => enter(frame), frame),
    begin: (page: Page, name: string, payload?: unknown, id: string = crypto.randomUUID()) =>
      page.evaluate(([name, payload, id]) => begin(name, payload, id), [name, payload, id] as const),
    outcomeOf: (page: Page, id: string): Promise<Outcome | undefined> => page.evaluate((id) => outcomes[id], id),
    heardBy: (page: Page) => page.evaluate(() => heard.map(({ via, data, ports }) => ({ via, data, ports }))),

    async logIn(page: Page, email: string) {
      const { answer } = await ask(page, 'CONNECT_EMAIL', { email })
      if ((answer as { action: string }).action === 'VERIFY_DEVICE') {
        const letIn = ask(page, 'CONNECT_DEVICE')
        const [link] = await servers.readMail(email, /http:\/\/vault\.wallet\.localhost:\d+\/device\/\S+/)
        await servers.press(link, 'approve')
        await letIn
      }
      const [, one = '', two = ''] = await servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
      const { error } = await ask(page, 'CONNECT_OTP', { otp: one + two })
      if (error) throw new Error(`the code was refused: ${error.reason}`)
      const user = await ask(page, 'GET_USER')
      return (user.answer as { address: `0x${string}` }).address
    },

    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
      await servers.close()
      await chain.stop()
    },
  }
}
