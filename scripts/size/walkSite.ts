/** A visitor of a quickstart, from the page to a connected wallet on a phone, and one who comes back: what each moment fetches. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, type RunningGateway, startGateway } from '@latchkey/server'
import { createScriptedPhone } from 'latchkey/testing/phone'
import { type BrowserContext, type Browser as Chromium, chromium, type Page } from 'playwright'
import { findBrowser } from '../browser.ts'
import { addLastingWallet } from './addLastingWallet.ts'
import type { Site } from './buildSites.ts'
import { type ServedSite, serveSite } from './serveSite.ts'

const PROJECT_ID = 'quickstart'
const NOTHING_ELSE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'
const OF_OTHERS = /^https?:\/\/(?!127\.0\.0\.1)/
/** How long nothing is fetched before a page counts as idle, in ms. */
const QUIET_MS = 1_200
/** From so many ms on a timer is held until the code stands: on a busy machine that comes later than what is to come after it. */
const HELD_MS = 100

/** Moments of a visit, in order. */
export const MOMENTS = ['entry', 'beforeClick', 'open', 'code', 'connected'] as const
export type Moment = (typeof MOMENTS)[number]

/** The files of the site that were fetched from one moment to the next. */
export type Walk = Readonly<Record<Moment, readonly string[]>>

/** The files of the site that are fetched until the wallet is connected, until the page is idle once more, and then until the open account is. */
export type Return = Readonly<Record<'connected' | 'page' | 'account', readonly string[]>>

export type Walker = {
  /** Opens a site in a fresh browser profile and goes through all moments. */
  walk(site: Site): Promise<Walk>
  /** Connects a wallet in the browser, comes back to the site, and opens the account. */
  comeBack(site: Site): Promise<Return>
  stop(): Promise<void>
}

/** Starts a browser, a gateway with its relay for these sites, and a node that answers for every chain. */
export async function createWalker(sites: readonly Site[]): Promise<Walker> {
  const ends: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-size-'))
    ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const served = new Map<Site, ServedSite>()
    for (const site of sites) served.set(site, await serveSite(site))
    ends.push(() => {
      for (const each of served.values()) each.stop()
    })
    const origins = [...served.values()].map(({ url }) => url)
    const projects = [{ id: PROJECT_ID, name: 'Quickstart', origins }]
    const gateway = await startGateway({ config: parseConfig({ port: 0, dataDir, logLevel: 'silent', projects }) })
    ends.push(() => gateway.close())
    const node = await startNode()
    ends.push(node.stop)
    const { shell, args, env } = findBrowser()
    const browser = await chromium.launch({
      executablePath: shell,
      args: [...args, NOTHING_ELSE],
      env: { ...(process.env as Record<string, string>), ...env },
    })
    ends.push(() => browser.close())
    const around = (site: Site): Surroundings => {
      const from = served.get(site)
      if (!from) throw new Error(`${site.name} is not served`)
      return { browser, served: from, gateway, nodeUrl: node.url }
    }
    return {
      walk: async (site) => walkSite(site, around(site)),
      comeBack: async (site) => comeBackTo(around(site)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Surroundings = {
  readonly browser: Chromium
  readonly served: ServedSite
  readonly gateway: RunningGateway
  readonly nodeUrl: string
}

async function walkSite(site: Site, { browser, served, gateway, nodeUrl }: Surroundings): Promise<Walk> {
  const context = await openContext(browser, gateway)
  try {
    const page = await context.newPage()
    await page.goto(served.url)
    await untilQuiet(page, served)
    const all = served.takeFetched()
    const entry = all.filter((path) => site.entry.includes(path))
    const beforeClick = all.filter((path) => !site.entry.includes(path))

    await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
    const dialog = page.locator('[data-latchkey] dialog')
    await dialog.getByRole('listitem').first().waitFor()
    await untilQuiet(page, served)
    const open = served.takeFetched()

    // A hand that comes down the list passes other rows before the one that it presses.
    for (const row of (await dialog.getByRole('listitem').all()).slice(0, 2)) await row.hover()
    const release = await holdTimers(page)
    await dialog.getByRole('button', { name: 'Wallet on my phone' }).click()
    const code = served.takeFetched(await untilDrawn(page))
    await release()

    const phone = await createScriptedPhone({
      relayUrl: `${gateway.url.replace('http', 'ws')}/relay`,
      projectId: PROJECT_ID,
      chains: [{ chainId: 1, name: 'Ethereum', rpcUrl: nodeUrl }],
    })
    await phone.scan(await readUri(page))
    await page.getByText(`Hello ${phone.getAddress()}`).waitFor()
    await untilQuiet(page, served)
    const connected = served.takeFetched()
    await phone.close()
    return { entry, beforeClick, open, code, connected }
  } finally {
    await context.close()
  }
}

async function comeBackTo({ browser, served, gateway, nodeUrl }: Surroundings): Promise<Return> {
  const context = await openContext(browser, gateway)
  try {
    await addLastingWallet(context, nodeUrl)
    const page = await context.newPage()
    await page.goto(served.url)
    await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
    await page.locator('[data-latchkey] dialog').getByRole('button', { name: 'Tide' }).click()
    await page.getByText('Hello 0x').waitFor()
    await untilQuiet(page, served)
    const connected = served.takeFetched()
    // As days later: nothing of the site is in the browser's cache.
    await (await context.newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.reload()
    await page.getByText('Hello 0x').waitFor()
    await untilQuiet(page, served)
    const again = served.takeFetched()
    await page.locator('latchkey-button').getByRole('button').click()
    await page.locator('[data-latchkey] dialog').getByRole('button', { name: 'Disconnect' }).waitFor()
    await untilQuiet(page, served)
    return { connected, page: again, account: served.takeFetched() }
  } finally {
    await context.close()
  }
}

async function openContext(browser: Chromium, gateway: RunningGateway): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.addInitScript((quickstart) => Reflect.set(window, 'quickstart', quickstart), {
    gatewayUrl: gateway.url,
    projectId: PROJECT_ID,
  })
  await context.route(OF_OTHERS, (route) => {
    const asked: unknown = route.request().postDataJSON()
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: answerAll(asked),
    })
  })
  return context
}

/** Waits until the page has fetched nothing for a while from now on: what a press brings may come a frame later. */
async function untilQuiet(page: Page, served: ServedSite): Promise<void> {
  await page.waitForLoadState('load')
  // On a busy machine it may be long before a page comes to what it leaves for an idle moment.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const since = Date.now()
  const left = (): number => QUIET_MS - (Date.now() - Math.max(since, served.lastAt()))
  while (left() > 0) await page.waitForTimeout(left() + 20)
}

/** Waits for the code of a pairing. Resolves with the frame in which it stood, in ms since 1970. */
async function untilDrawn(page: Page): Promise<number> {
  const drawn = await page.waitForFunction(
    () =>
      document.querySelector('[data-latchkey]')?.shadowRoot?.querySelector('.qr-code canvas') ? Date.now() : undefined,
    undefined,
    { polling: 'raf' },
  )
  return (await drawn.jsonValue()) ?? Date.now()
}

/** Holds the page's longer timers. What it gives lets them begin. */
async function holdTimers(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle((from) => {
    const { setTimeout: set, clearTimeout: clear } = window
    const waiting = new Map<number, () => number>()
    const begun = new Map<number, number>()
    let last = 0
    window.setTimeout = ((run: () => void, ms = 0) => {
      if (ms < from) return set(run, ms)
      last -= 1
      waiting.set(last, () => set(run, ms))
      return last
    }) as typeof setTimeout
    window.clearTimeout = (id) => {
      if (!waiting.delete(Number(id))) clear(begun.get(Number(id)) ?? id)
    }
    return {
      release() {
        window.setTimeout = set
        for (const [id, begin] of waiting) begun.set(id, begin())
        waiting.clear()
      },
    }
  }, HELD_MS)
  return () => held.evaluate(({ release }) => release())
}

/** The pairing that stands in the code. */
function readUri(page: Page): Promise<string> {
  return page.evaluate((key) => {
    const latchkey: unknown = Reflect.get(document, Symbol.for(key))
    const uri = (latchkey as import('latchkey').Latchkey).instance.stores.connection.get().attempt?.pairing?.uri
    if (!uri) throw new Error('There is no pairing.')
    return uri
  }, '@latchkey/default')
}

/** A node that says zero to everything. */
async function startNode(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => response.end(JSON.stringify(answerAll(JSON.parse(text)))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }
}

function answerAll(asked: unknown): unknown {
  const answer = (call: unknown) => ({ jsonrpc: '2.0', id: Reflect.get(Object(call), 'id'), result: '0x0' })
  return Array.isArray(asked) ? asked.map(answer) : answer(asked)
}
