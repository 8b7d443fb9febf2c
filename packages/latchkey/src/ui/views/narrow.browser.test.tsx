import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectWithin } from '../../../../testing/src/expectWithin.ts'
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

// In English it is looked at where its accessibility is (`views.browser.test.tsx`).
test.each(STATES)(
  '$title has nothing beyond the edges of a page 320 px wide, from right to left',
  async ({ state }) => {
    view = await renderView(state, { locale: 'ar' })
    expectWithin(view, 320)
  },
)
