/**
 * Takes a picture of every view in every state, in every variant, and puts them together on contact sheets: one a view and
 * one a theme. Run by `npm run gallery:shots`; pictures land in `apps/gallery/shots/`, which is not kept.
 * Words after the command choose views and pages: `npm run gallery:shots -- Connect Account host`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { createServer } from 'vite'
import { VIEW_STATES } from '../../packages/testing/src/viewStates.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { FRAME_STATES, FRAME_VIEW } from './frameStates.ts'
import { type Settings, toSearch } from './settings.ts'

type Variant = {
  readonly name: string
  readonly settings: Partial<Settings>
  readonly width: number
  readonly height: number
  /** Everything, or only the states that tell this variant apart. */
  readonly only?: readonly string[]
}

/** States that stretch a layout; the others look the same in every language. */
const STRETCHING = [
  'filled',
  'long',
  'waiting',
  'refused',
  'not installed',
  'legal checkbox',
  'failed with old values',
  'needs another wallet',
  'ready, on a phone',
  'several ways',
  'replaces the first',
  'replaces the first, on a phone',
  'expired',
  'did not open',
  'failed, RELAY_UNREACHABLE',
  'request waits on a phone',
  'on a phone',
  'with a relay',
  'every tag',
  'locked, long',
  'another wallet would do',
  'used before',
  'activity filled',
  'activity long',
  'nfts filled',
  'nfts long',
  'hidden',
  'of the coin',
  'of Bitcoin',
  'lookalike',
  'everything of a call',
  'e-mail first',
  'short, with a swap',
  'from the settings',
  'long address, may start over',
  'e-mail wallet without a backup',
  'address of last time, forgetful browser',
  'all services, GitHub last time',
  'all, GitHub last time',
  'window open',
  'window blocked',
  'code',
]

const VARIANTS: readonly Variant[] = [
  { name: 'dark', settings: {}, width: 480, height: 728 },
  { name: 'light', settings: { theme: 'light' }, width: 480, height: 728 },
  { name: 'sheet', settings: {}, width: 390, height: 844, only: STRETCHING },
  { name: 'narrow', settings: { theme: 'light' }, width: 320, height: 640, only: STRETCHING },
  { name: 'arabic', settings: { dir: 'rtl' }, width: 480, height: 728, only: STRETCHING },
  { name: 'german', settings: { text: 'long' }, width: 480, height: 728, only: STRETCHING },
  { name: 'inside', settings: { place: 'inside' }, width: 480, height: 728, only: ['filled', 'waiting', 'idle'] },
]

const folder = join(import.meta.dirname, 'shots')
const wantedViews = process.argv.slice(2)
const isWanted = (name: string): boolean => wantedViews.length === 0 || wantedViews.includes(name)
const states = [...VIEW_STATES, ...FRAME_STATES.map((name) => ({ view: FRAME_VIEW, name }))].filter(({ view }) =>
  isWanted(view),
)

/** Every screen of the frame is looked at in each of these. */
const OF_FRAME: readonly string[] = ['dark', 'light', 'narrow', 'arabic']

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const found = findBrowser()
// Nothing is watched: a file saved meanwhile must not reload the page.
const server = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  server: { watch: null, hmr: false, ws: false },
})
await server.listen()
const address = server.resolvedUrls?.local[0]
if (!address) throw new Error('The gallery has no address')
const browser = await chromium.launch({
  executablePath: found.path,
  args: [...found.args],
  env: { ...process.env, ...found.env } as Record<string, string>,
})
const sheets = new Map<string, { label: string; file: string }[]>()
/** Pictures of what stands in the place of a view that did not come. */
const broken: string[] = []

try {
  const context = await browser.newContext({ reducedMotion: 'reduce', deviceScaleFactor: 2 })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`In the page: ${error.message}`))
  await page.goto(address)
  await page.waitForFunction(() => 'showPage' in window)
  for (const variant of VARIANTS) {
    await page.setViewportSize({ width: variant.width, height: variant.height })
    for (const state of states) {
      const isTaken =
        state.view === FRAME_VIEW ? OF_FRAME.includes(variant.name) : (variant.only?.includes(state.name) ?? true)
      if (!isTaken) continue
      const file = `${state.view}-${state.name}-${variant.name}`.replace(/[^\w]+/g, '-')
      await take(page, toSearch({ view: state.view, state: state.name, ...variant.settings }), file)
      if (state.name !== 'broken' && (await isBroken(page))) broken.push(file)
      addToSheet(`view ${state.view}`, `${state.name}, ${variant.name}`, file)
      addToSheet(`theme ${variant.name}`, `${state.view}, ${state.name}`, file)
    }
  }
  const pages = (['parts', 'accents', 'host'] as const).filter((name) => isWanted(name))
  if (pages.length > 0) {
    await page.setViewportSize({ width: 1300, height: 1000 })
    for (const name of pages) {
      for (const theme of ['dark', 'light'] as const) {
        await take(page, toSearch({ page: name, theme }), `${name}-${theme}`, true)
      }
    }
  }
  const table = await browser.newPage()
  for (const [name, cells] of sheets) await drawSheet(table, name, cells)
  console.log(`${[...sheets.values()].flat().length / 2} pictures and ${sheets.size} contact sheets in ${folder}`)
  if (broken.length > 0) throw new Error(`These did not come, and show that instead: ${broken.join(', ')}`)
} finally {
  await browser.close()
  await server.close()
}

async function take(page: Page, search: string, file: string, isWhole = false): Promise<void> {
  await page.evaluate((query) => window.showPage(query), search)
  await page.evaluate(() => document.fonts.ready)
  // As after a click: what has the focus has it without a ring.
  await page.evaluate(() => {
    const focused = document.activeElement?.shadowRoot?.activeElement
    if (!(focused instanceof HTMLElement)) return
    focused.blur()
    focused.focus({ focusVisible: false } as FocusOptions)
  })
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: isWhole })
}

/** Whether the modal on screen says that a part of it did not load. */
function isBroken(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-latchkey]')].some((host) => host.shadowRoot?.querySelector('.broken') != null),
  )
}

function addToSheet(sheet: string, label: string, file: string): void {
  sheets.set(sheet, [...(sheets.get(sheet) ?? []), { label, file }])
}

/** Puts pictures side by side, small, under their names. */
async function drawSheet(page: Page, name: string, cells: readonly { label: string; file: string }[]): Promise<void> {
  await page.setViewportSize({ width: 1560, height: 800 })
  await page.setContent(`<style>
    body { margin: 0; padding: 12px; background: #000; color: #999; font: 12px sans-serif; }
    main { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }
    figure { margin: 0; } figcaption { padding-bottom: 4px; } img { display: block; width: 244px; }
  </style><main></main>`)
  await page.evaluate(
    async (list) => {
      for (const { label, url } of list) {
        const figure = document.createElement('figure')
        const caption = document.createElement('figcaption')
        caption.textContent = label
        const image = new Image()
        image.src = url
        figure.append(caption, image)
        document.querySelector('main')?.append(figure)
        await image.decode()
      }
    },
    cells.map(({ label, file }) => ({
      label,
      url: `data:image/png;base64,${readFileSync(join(folder, `${file}.png`)).toString('base64')}`,
    })),
  )
  const picture = await page.screenshot({ fullPage: true })
  writeFileSync(join(folder, `sheet-${name.replace(/\W+/g, '-')}.png`), picture)
}
