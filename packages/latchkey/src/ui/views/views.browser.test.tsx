import axe from 'axe-core'
import { afterEach, describe, expect, test } from 'vitest'
import { type RenderedView, renderView } from '../../../../testing/src/renderView.tsx'
import { VIEW_STATES } from '../../../../testing/src/viewStates.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  test.each(VIEW_STATES.map((state) => ({ title: `${state.view}, ${state.name}`, state })))(
    '$title has no accessibility violation',
    async ({ state }) => {
      view = await renderView(state, { theme })
      const results = await axe.run(view.root.host as HTMLElement, {
        rules: { region: { enabled: false } },
      })
      expect(results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
        [],
      )
    },
  )
})
