/**
 * `npm run bench -- open`: how long a visitor waits, on the README's React quickstart built from the packed packages.
 *
 * Five rounds, interleaved: a bare `<dialog>` in a React site is the floor. Clocks run in the page, from the click to the frame
 * in which the thing stands: the modal, its first row, a QR code. Once as the machine is, with the pointer resting on what is
 * pressed, and once with a processor four times slower; then with servers that answer after 200 ms, over a slow network from the
 * page's load on, and in the list of all wallets. `--profile` also says what the main thread did from the click on.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, startGateway } from '@latchkey/server'
import { type CDPSession, chromium, type Page } from 'playwright'
import { findBrowser } from '../scripts/browser.ts'
import { buildQuickstart, createSitesBox } from '../scripts/size/buildSites.ts'
import { serveSite } from '../scripts/size/serveSite.ts'
import { quantile } from './quantile.ts'

const ROUNDS = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 5)
const PROJECT_ID = 'quickstart'
const SLOW = 4
/** How long servers let one wait in one of the measures, in ms. */
const ANSWER_MS = 200
/** Slow 4G: ms a round trip, and bytes a second each way. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** Kinds of work by the names that Chromium's trace has for them. */
const KINDS: Readonly<Record<string, string>> = {
  EvaluateScript: 'reading scripts',
  'v8.compile': 'reading scripts',
  'v8.compileModule': 'reading scripts',
  'v8.evaluateModule': 'reading scripts',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'painting',
  Paint: 'painting',
  Layerize: 'painting',
  Commit: 'painting',
  FunctionCall: 'scripts',
  FireAnimationFrame: 'scripts',
  TimerFire: 'scripts',
  RunMicrotasks: 'scripts',
  EventDispatch: 'scripts',
  MinorGC: 'collecting',
  MajorGC: 'collecting',
}

/** ms from a click to the frame in which something stands, and the longest task meanwhile. */
type Round = {
  readonly floor: number
  readonly modal: number
  readonly row: number
  readonly code: number
  readonly longest: number
}

const box = await createSitesBox()
const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-open-'))
const { site, floor } = await buildQuickstart(box, 'universal')
box.remove()
const served = await serveSite(site)
const servedFloor = await serveSite(floor)
const projects = [{ id: PROJECT_ID, name: 'Quickstart', origins: [served.url] }]
const gateway = await startGateway({ config: parseConfig({ port: 0, dataDir, logLevel: 'silent', projects }) })
const { path, args, env } = findBrowser()
const browser = await chromium.launch({
  executablePath: path,
  args: [...args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  env: { ...(process.env as Record<string, string>), ...env },
})
const rounds: Readonly<Record<'asItIs' | 'slow', Round[]>> = { asItIs: [], slow: [] }
const waiting: { readonly modal: number; readonly row: number }[] = []
const loading: { readonly floor: number; readonly row: number }[] = []
const finding: Finding[] = []
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.asItIs.push(await measure(1, false))
    rounds.slow.push(await measure(SLOW, round === 0 && process.argv.includes('--profile')))
    waiting.push(await inPage(measureWaiting))
    loading.push({
      floor: await inPage((page) => measureLoad(page, servedFloor.url)),
      row: await inPage((page) => measureLoad(page, served.url)),
    })
    finding.push(await inPage(measureFinding))
  }
} finally {
  await browser.close()
  await gateway.close()
  served.stop()
  servedFloor.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
export const result = {
  rounds: ROUNDS,
  asItIs: summarise(rounds.asItIs),
  slow: summarise(rounds.slow),
  serversAfter200Ms: summarise(waiting),
  slowAndSlow4G: summarise(loading),
  allWalletsSlow: summarise(finding),
}

function summarise<Figures extends Readonly<Record<string, number>>>(measured: readonly Figures[]): Figures {
  const names = Object.keys(measured[0] ?? {})
  const pick = (name: string): number => Math.round(quantile(measured.map((round) => round[name] ?? Number.NaN)))
  return Object.fromEntries(names.map((name) => [name, pick(name)])) as Figures
}

/** Runs a measure in a browser context of its own, with the quickstart's options in the page. */
async function inPage<Value>(run: (page: Page) => Promise<Value>): Promise<Value> {
  const context = await browser.newContext({ locale: 'en-GB' })
  try {
    await context.addInitScript((quickstart) => Reflect.set(window, 'quickstart', quickstart), {
      gatewayUrl: gateway.url,
      projectId: PROJECT_ID,
    })
    // The runner that strips our types wraps named functions in a call of its own; the page has to know it.
    await context.addInitScript('globalThis.__name = (named) => named')
    return await run(await context.newPage())
  } finally {
    await context.close()
  }
}

/** The first opening while every server takes its time. */
async function measureWaiting(page: Page): Promise<{ modal: number; row: number }> {
  await page.route(`${gateway.url}/**`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    await route.continue()
  })
  await page.goto(served.url)
  await untilQuiet(page)
  await page.locator('latchkey-button').hover()
  await page.waitForTimeout(600)
  const { modal, row } = await page.evaluate(clickToOpen)
  return { modal, row }
}

/** From the page's load to the frame with the first row, by a press as soon as there is a button; of the floor, to a bare dialog. */
async function measureLoad(page: Page, url: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate(
    (hasModal) =>
      new Promise<number>((done) => {
        const look = (): void => {
          const button = document.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')
          const open = document.querySelector('[data-latchkey]')?.shadowRoot?.querySelector('dialog[open]')
          const isDrawn = document.querySelector('main')?.firstChild != null
          if (hasModal ? open?.querySelector('[data-focus-key^="wallet:"]') : document.querySelector('dialog')) {
            done(performance.now())
            return
          }
          if (!hasModal && isDrawn) {
            const dialog = document.createElement('dialog')
            document.body.append(dialog)
            dialog.showModal()
          } else if (button?.getAttribute('aria-busy') === null && !open) button?.click()
          requestAnimationFrame(() => setTimeout(look))
        }
        look()
      }),
    url === served.url,
  )
}

/** The longest tasks, in ms, in the list of all wallets: while it opens, while somebody types, while it is scrolled to its end. */
type Finding = {
  readonly opening: number
  readonly typing: number
  readonly scrolling: number
  /** Wallets that were shown at the end. */
  readonly wallets: number
}

async function measureFinding(page: Page): Promise<Finding> {
  await page.addInitScript(() => {
    const tasks: number[] = []
    Reflect.set(window, 'tasks', tasks)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  const takeLongest = async (): Promise<number> => {
    await page.waitForTimeout(400)
    return page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'tasks') as number[]).splice(0)))
  }
  await page.goto(served.url)
  await untilQuiet(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  await page.locator('latchkey-button').click()
  const dialog = page.locator('[data-latchkey] dialog')
  const row = dialog.locator('[data-focus-key="wallet:all"]')
  await row.hover()
  await page.waitForTimeout(1_000)
  await takeLongest()
  await row.click()
  await dialog.locator('.find [data-focus-key^="wallet:"]').first().waitFor()
  await page.waitForTimeout(1_000)
  const opening = await takeLongest()
  const field = dialog.locator('[data-focus-key=search]')
  await field.pressSequentially('wal', { delay: 120 })
  await page.waitForTimeout(1_000)
  const typing = await takeLongest()
  await field.fill('')
  await page.waitForTimeout(500)
  await takeLongest()
  await dialog.locator('.find').hover()
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, 900)
    await page.waitForTimeout(80)
  }
  const scrolling = await takeLongest()
  const wallets = await page.evaluate(
    () =>
      document.querySelector('[data-latchkey]')?.shadowRoot?.querySelectorAll('.find [data-focus-key^="wallet:"]')
        .length ?? 0,
  )
  return { opening, typing, scrolling, wallets }
}

async function measure(slowness: number, profiles: boolean): Promise<Round> {
  return inPage(async (page) => {
    await page.goto(served.url)
    await untilQuiet(page)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.locator('latchkey-button').hover()
    await page.waitForTimeout(600)
    const floor = await page.evaluate(clickFloor)
    if (profiles) await startProfile(cdp)
    const { modal, row, longest } = await page.evaluate(clickToOpen)
    if (profiles) await tellProfile(cdp, 'from the click to the modal and its rows')
    await page.waitForTimeout(1_000)
    await page.locator('[data-latchkey] dialog').getByRole('button', { name: 'Wallet on my phone' }).hover()
    await page.waitForTimeout(1_500)
    if (profiles) await startProfile(cdp)
    const { code, longest: longestLater } = await page.evaluate(clickToCode)
    if (profiles) await tellProfile(cdp, 'from the press of a row to its code')
    return { floor, modal, row, code, longest: Math.max(longest, longestLater) }
  })
}

async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(800)
}

/** In the page: how long a bare dialog takes. */
function clickFloor(): Promise<number> {
  return new Promise((done) => {
    const dialog = document.createElement('dialog')
    dialog.append('Plain')
    document.body.append(dialog)
    const start = performance.now()
    dialog.showModal()
    requestAnimationFrame(() =>
      setTimeout(() => {
        done(performance.now() - start)
        dialog.remove()
      }),
    )
  })
}

/** In the page: presses our button and waits for the frames that show the modal and its first row. */
function clickToOpen(): Promise<{ modal: number; row: number; longest: number }> {
  return new Promise((done) => {
    let longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    }).observe({ entryTypes: ['longtask'] })
    const button = document.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')
    const start = performance.now()
    let modal = 0
    let row = 0
    const look = (): void => {
      const dialog = document.querySelector('[data-latchkey]')?.shadowRoot?.querySelector('dialog[open]')
      const now = performance.now() - start
      if (dialog && modal === 0) modal = now
      if (dialog?.querySelector('[data-focus-key^="wallet:"]') && row === 0) row = now
      if (modal > 0 && row > 0) setTimeout(() => done({ modal, row, longest }), 300)
      else requestAnimationFrame(() => setTimeout(look))
    }
    button?.click()
    requestAnimationFrame(() => setTimeout(look))
  })
}

/** In the page: presses the row of phones and waits for the frame that shows the code. */
function clickToCode(): Promise<{ code: number; longest: number }> {
  return new Promise((done) => {
    let longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    }).observe({ entryTypes: ['longtask'] })
    const root = document.querySelector('[data-latchkey]')?.shadowRoot
    const start = performance.now()
    const look = (): void => {
      const code = performance.now() - start
      if (root?.querySelector('.qr-code canvas')) setTimeout(() => done({ code, longest }), 300)
      else requestAnimationFrame(() => setTimeout(look))
    }
    root?.querySelector<HTMLElement>('[data-focus-key="wallet:walletConnect"]')?.click()
    requestAnimationFrame(() => setTimeout(look))
  })
}

async function startProfile(cdp: CDPSession): Promise<void> {
  await cdp.send('Tracing.start', {
    categories: 'devtools.timeline,v8,disabled-by-default-v8.compile',
    transferMode: 'ReportEvents',
  })
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
  await cdp.send('Profiler.start')
}

/** Says what the main thread did: the time of each kind of work by itself, and the functions that took most. */
async function tellProfile(cdp: CDPSession, what: string): Promise<void> {
  const { profile } = await cdp.send('Profiler.stop')
  type Event = {
    readonly name: string
    readonly ph: string
    readonly dur?: number
    readonly ts: number
    readonly tid: number
  }
  const events: Event[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Event[])))
  const complete = new Promise<unknown>((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await complete
  const took = new Map<string, number>()
  // What is inside of something else is its own, and not the outer one's.
  const open: { end: number; kind: string | undefined; tid: number }[] = []
  for (const { name, ph, dur = 0, ts, tid } of events.filter((each) => each.ph === 'X').sort((a, b) => a.ts - b.ts)) {
    const kind = KINDS[name]
    if (ph !== 'X' || !kind) continue
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= ts) open.pop()
    const outer = open.findLast((each) => each.tid === tid)
    if (outer?.kind) took.set(outer.kind, (took.get(outer.kind) ?? 0) - dur)
    took.set(kind, (took.get(kind) ?? 0) + dur)
    open.push({ end: ts + dur, kind, tid })
  }
  process.stdout.write(`\n${what}, processor ${SLOW} times slower, ms:\n`)
  for (const [kind, us] of [...took].sort(([, a], [, b]) => b - a))
    process.stdout.write(`  ${(us / 1000).toFixed(1).padStart(7)} ${kind}\n`)
  const own = new Map<string, number>()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  profile.samples?.forEach((id, index) => {
    const frame = nodes.get(id)?.callFrame
    const name = frame?.functionName.startsWith('(')
      ? frame.functionName
      : `${frame?.functionName || 'unnamed'} ${frame?.url.split('/').at(-1)}:${frame?.columnNumber}`
    own.set(name, (own.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0))
  })
  for (const [name, us] of [...own].sort(([, a], [, b]) => b - a).slice(0, 25))
    process.stdout.write(`  ${(us / 1000).toFixed(1).padStart(7)} ${name}\n`)
}
