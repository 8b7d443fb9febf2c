import axe from 'axe-core'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readText } from '../../../../testing/src/findByRole.ts'
import { type RenderedView, renderView } from '../../../../testing/src/renderView.tsx'
import { VIEW_STATES } from '../../../../testing/src/viewStates.ts'

let view: RenderedView | undefined
afterEach(async () => {
  view?.unmount()
  view = undefined
  await page.viewport(414, 896)
})

const STATES = VIEW_STATES.map((state) => ({ title: `${state.view}, ${state.name}`, state }))

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  test.each(STATES)('$title has no accessibility violation', async ({ state }) => {
    view = await renderView(state, { theme })
    const results = await axe.run(view.root.host as HTMLElement, {
      rules: { region: { enabled: false } },
    })
    expect(results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
      [],
    )
  })
})

describe.each(['en', 'ar'])('in %s on a page 320 px wide', (locale) => {
  test.each(STATES)('$title has nothing beyond its edges', async ({ state }) => {
    await page.viewport(320, 640)
    view = await renderView(state, { locale })
    const body = view.root.querySelector<HTMLElement>('.body')
    expect(body?.scrollWidth).toBe(body?.clientWidth)
    for (const control of view.root.querySelectorAll('.card :is(button, a, input, h2, p)')) {
      const { left, right } = control.getBoundingClientRect()
      expect([left >= 0, right <= 320, readText(control)]).toEqual([true, true, readText(control)])
    }
  })
})
