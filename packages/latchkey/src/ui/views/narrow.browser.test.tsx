import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readText } from '../../../../testing/src/findByRole.ts'
import { type RenderedView, renderView } from '../../../../testing/src/renderView.tsx'
import { VIEW_STATES } from '../../../../testing/src/viewStates.ts'
import { withoutMotion } from '../../../../testing/src/withoutMotion.ts'

withoutMotion()
let view: RenderedView | undefined
beforeAll(() => page.viewport(320, 640))
afterAll(() => page.viewport(414, 896))
afterEach(() => {
  view?.unmount()
  view = undefined
})

const STATES = VIEW_STATES.map((state) => ({ title: `${state.view}, ${state.name}`, state }))

describe.each(['en', 'ar'])('in %s on a page 320 px wide', (locale) => {
  test.each(STATES)('$title has nothing beyond its edges, and draws the x of 0x as it is', async ({ state }) => {
    view = await renderView(state, { locale })
    expect(innerWidth).toBe(320)
    const body = view.root.querySelector<HTMLElement>('.body')
    expect(body?.scrollWidth).toBe(body?.clientWidth)
    for (const control of view.root.querySelectorAll('.card :is(button, a, input, h2, p)')) {
      const { left, right } = control.getBoundingClientRect()
      expect([left >= 0, right <= 320, readText(control)]).toEqual([true, true, readText(control)])
    }
    const texts = document.createTreeWalker(view.root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      if (!parentElement || !/0x/i.test(textContent ?? '') || parentElement.closest('.hidden-text')) continue
      expect([textContent, getComputedStyle(parentElement).fontVariantLigatures]).toEqual([
        textContent,
        'no-contextual',
      ])
    }
  })
})
