/**
 * `npm run bench -- scroll`: what it costs to scroll through an account's activity of 10,000 entries.
 *
 * The real view in the real shell, served as the gallery serves it (React's development form, so a site's page does less), is
 * scrolled by 400 px a frame, some three times as fast as a hard flick of a finger. Counted: tasks over 50 ms (the browser's own count of long tasks), the longest
 * and the median time between two frames, and the rows that stand in the page. The floor is a bare list of 10,000 rows of text on
 * the same page, scrolled by the same steps, so that the figures of one run can be read as ratios whatever the machine is doing.
 */
import { join } from 'node:path'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { findBrowser } from '../scripts/browser.ts'

const ENTRIES = 10_000
const FRAMES = 300
const STEP_PX = 400

type Scrolled = { readonly longTasks: number; readonly longestMs: number; readonly medianMs: number }

const root = join(import.meta.dirname, '..')
const server = await createServer({
  configFile: join(root, 'apps/gallery/vite.config.ts'),
  server: { watch: null, hmr: false, ws: false },
})
await server.listen()
const found = findBrowser()
const browser = await chromium.launch({
  executablePath: found.path,
  args: [...found.args],
  env: { ...(process.env as Record<string, string>), ...found.env },
})

const measured = await measure().finally(async () => {
  await browser.close()
  await server.close()
})
const { list, floor, drawn } = measured
export const result = {
  entries: ENTRIES,
  frames: FRAMES,
  rowsInThePage: drawn,
  tasksOver50Ms: list.longTasks,
  longestFrameMs: list.longestMs,
  medianFrameMs: list.medianMs,
  floorLongestFrameMs: floor.longestMs,
  floorMedianFrameMs: floor.medianMs,
  longestToFloor: list.longestMs / floor.longestMs,
  medianToFloor: list.medianMs / floor.medianMs,
}

async function measure(): Promise<{ list: Scrolled; floor: Scrolled; drawn: number }> {
  const page = await browser.newPage({ viewport: { width: 480, height: 728 } })
  // The tool that runs this file names functions by a helper, which the page has to have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  await page.waitForFunction(() => 'showPage' in window)
  const drawn = await page.evaluate(
    async ([folder, entries]) => {
      const load = (file: string): Promise<Record<string, never>> => import(`/@fs/${folder}/${file}`)
      const [{ renderView }, { fillHistory }, { makeHistoryItem, makeTransfer, NOW }, { findViewState }] =
        (await Promise.all(
          ['renderView.tsx', 'accountStates.ts', 'activities.ts', 'viewStates.ts'].map(load),
        )) as unknown as [
          Pick<typeof import('../packages/testing/src/renderView.tsx'), 'renderView'>,
          Pick<typeof import('../packages/testing/src/accountStates.ts'), 'fillHistory'>,
          typeof import('../packages/testing/src/activities.ts'),
          typeof import('../packages/testing/src/viewStates.ts'),
        ]
      const many = Array.from({ length: entries }, (_, index) =>
        makeHistoryItem(index, { minedAt: new Date(NOW - index * 3_600_000).toISOString() }, [
          makeTransfer('ETH', '1', index % 2 ? 'in' : 'out'),
        ]),
      )
      document.body.replaceChildren()
      const view = await renderView({ ...findViewState('Account', 'activity filled'), fill: fillHistory(many) })
      for (let turn = 0; turn < 200 && !view.root.querySelector('.entry'); turn += 1) await view.settle()
      Object.assign(window, { scroller: view.root.querySelector('.body') })
      return view.root.querySelectorAll('.entry').length
    },
    [join(root, 'packages/testing/src'), ENTRIES] as const,
  )
  if (drawn === 0) throw new Error('The list did not come.')
  const list = await scroll()
  await page.evaluate((entries) => {
    const scroller = document.createElement('div')
    scroller.setAttribute('style', 'position:fixed;inset:0;z-index:9;overflow:auto;background:#fff')
    for (let index = 0; index < entries; index += 1) {
      const row = document.createElement('p')
      row.textContent = `Sent ${index}`
      scroller.append(row)
    }
    for (const host of document.querySelectorAll('[data-latchkey]')) host.remove()
    document.body.append(scroller)
    Object.assign(window, { scroller })
  }, ENTRIES)
  return { list, floor: await scroll(), drawn }

  function scroll(): Promise<Scrolled> {
    return page.evaluate(
      async ([frames, step]) => {
        const { scroller } = window as unknown as { scroller: HTMLElement }
        const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
        let longTasks = 0
        const observer = new PerformanceObserver((entries) => {
          longTasks += entries.getEntries().length
        })
        // What came before is no part of scrolling.
        for (let frame = 0; frame < 30; frame += 1) await nextFrame()
        observer.observe({ type: 'longtask' })
        const times: number[] = []
        let last = await nextFrame()
        for (let frame = 1; frame <= frames; frame += 1) {
          scroller.scrollTop = frame * step
          const now = await nextFrame()
          times.push(now - last)
          last = now
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
        observer.disconnect()
        times.sort((left, right) => left - right)
        return {
          longTasks,
          longestMs: times.at(-1) ?? 0,
          medianMs: times[Math.floor(times.length / 2)] ?? 0,
        }
      },
      [FRAMES, STEP_PX] as const,
    )
  }
}
