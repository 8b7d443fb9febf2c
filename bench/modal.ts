/**
 * `npm run bench -- modal`: what our own button costs, measured the same way each time.
 *
 * A static page with one `<latchkey-button>`, bundled as a site would bundle it (React in the lazy part), is served on
 * loopback with gzip and opened in a fresh browser profile a number of times. Counted: JavaScript bytes over the wire
 * before a click and until the modal stands, and the time from the click to the frame in which the card is painted,
 * cold (nothing preloaded) and warm (after a hover). A bare native `<dialog>` on the same page is the floor, so that
 * the figures of one run can be read as ratios whatever the machine is doing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../scripts/browser.ts'
import { buildPackage } from '../scripts/build.ts'
import { quantile } from './quantile.ts'

const ROOT = resolve(import.meta.dirname, '..')
const ROUNDS = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 12)

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title>
<script type="module" src="/entry.js"></script>
<button id="floor">Plain dialog</button><dialog id="plain"><p>Plain</p></dialog>
<latchkey-button></latchkey-button></html>`

const ENTRY = `import { createLatchkey } from 'latchkey'
import { mainnet } from 'latchkey/networks'
import { universal } from 'latchkey/universal'
createLatchkey({ networks: [mainnet], adapters: [universal()] })
document.getElementById('floor').addEventListener('click', () => document.getElementById('plain').showModal())`

type Round = {
  readonly bytesBefore: number
  readonly bytesAfter: number
  readonly coldMs: number
  readonly warmMs: number
  readonly floorMs: number
}

for (const folder of ['wire', 'latchkey'] as const) await buildPackage(folder)
const server = await serve(await bundle())
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const found = findBrowser()
const browser = await chromium.launch({
  executablePath: found.path,
  args: [...found.args],
  env: { ...(process.env as Record<string, string>), ...found.env },
})

const rounds: Round[] = []
for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure())
await browser.close()
server.close()

const median = (pick: (round: Round) => number): number => quantile(rounds.map(pick))
const floor = median((round) => round.floorMs)
export const result = {
  rounds: ROUNDS,
  bytesBeforeClick: median((round) => round.bytesBefore),
  bytesUntilOpenWithReact: median((round) => round.bytesAfter),
  floorMs: floor,
  coldMs: median((round) => round.coldMs),
  warmMs: median((round) => round.warmMs),
  coldToFloor: median((round) => round.coldMs) / floor,
  warmToFloor: median((round) => round.warmMs) / floor,
}

async function measure(): Promise<Round> {
  const cold = await openPage()
  const bytesBefore = cold.bytes()
  const floorMs = await clickToPainted(cold.page, 'floor')
  await cold.page.evaluate(() => (document.getElementById('plain') as HTMLDialogElement).close())
  const coldMs = await clickToPainted(cold.page, 'latchkey')
  await cold.page.waitForLoadState('networkidle')
  const bytesAfter = cold.bytes()
  await cold.page.context().close()

  const warm = await openPage()
  await warm.page.locator('latchkey-button').hover()
  await warm.page.waitForLoadState('networkidle')
  const warmMs = await clickToPainted(warm.page, 'latchkey')
  await warm.page.context().close()
  return { bytesBefore, bytesAfter, coldMs, warmMs, floorMs }
}

async function openPage(): Promise<{ page: Page; bytes: () => number }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  // The runner that strips our types wraps named functions in a call of its own; the page has to know it.
  await page.addInitScript('globalThis.__name = (named) => named')
  // Idle preloading would make every cold round warm: here the page never has an idle moment.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'requestIdleCallback', { value: () => 0 })
  })
  let bytes = 0
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) bytes += Number(response.headers()['content-length'] ?? 0)
  })
  await page.goto(address)
  await page.waitForFunction(() => customElements.get('latchkey-button') !== undefined)
  return { page, bytes: () => bytes }
}

/** Clicks inside the page, so that no driver round trip is timed, and waits for the frame that shows the dialog. */
function clickToPainted(page: Page, what: 'floor' | 'latchkey'): Promise<number> {
  return page.evaluate(
    (target) =>
      new Promise<number>((done) => {
        const isOpen = (): boolean => {
          if (target === 'floor') return document.querySelector('#plain[open]') !== null
          const root = document.querySelector('[data-latchkey]')?.shadowRoot
          return (root?.querySelector('dialog[open]')?.querySelectorAll('button').length ?? 0) > 0
        }
        const button =
          target === 'floor'
            ? document.getElementById('floor')
            : document.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')
        const start = performance.now()
        const look = (): void => {
          if (isOpen()) requestAnimationFrame(() => done(performance.now() - start))
          else requestAnimationFrame(look)
        }
        button?.click()
        requestAnimationFrame(look)
      }),
    what,
  )
}

/** The page's scripts by path, gzipped once. */
async function bundle(): Promise<ReadonlyMap<string, Buffer>> {
  const scratch = mkdtempSync(join(ROOT, 'node_modules/.bench-'))
  try {
    const result = await build({
      stdin: { contents: ENTRY, resolveDir: join(ROOT, 'apps/demo'), sourcefile: 'entry.js' },
      outdir: scratch,
      entryNames: 'entry',
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      target: 'es2022',
      write: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    return new Map(
      result.outputFiles.map((file) => [file.path.slice(scratch.length), gzipSync(file.contents, { level: 9 })]),
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function serve(scripts: ReadonlyMap<string, Buffer>): Promise<Server> {
  const started = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const script = scripts.get(
      path === '/entry.js' ? ([...scripts.keys()].find((key) => key.startsWith('/entry')) ?? path) : path,
    )
    if (script) {
      response.writeHead(200, {
        'content-type': 'text/javascript',
        'content-encoding': 'gzip',
        'content-length': script.length,
      })
      response.end(script)
    } else if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(PAGE)
    } else {
      response.writeHead(404)
      response.end()
    }
  })
  return new Promise((done) => started.listen(0, '127.0.0.1', () => done(started)))
}
