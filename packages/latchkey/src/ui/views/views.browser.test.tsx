import axe from 'axe-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectWithin } from '../../../../testing/src/expectWithin.ts'
import { listCutWords } from '../../../../testing/src/listCutWords.ts'
import { listLooseTexts } from '../../../../testing/src/listLooseTexts.ts'
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
/** The rules that look at colours. Source: axe-core's rule descriptions. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The spacing that a visitor may set. Source: WCAG 2.2, 1.4.12. */
const SPACED = new CSSStyleSheet()
SPACED.replaceSync(
  '* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
)

/** What breaks a rule, of these or of all. */
async function listViolations({ root }: RenderedView, only?: readonly string[]): Promise<readonly string[]> {
  const { violations } = await axe.run(root.host as HTMLElement, {
    resultTypes: ['violations'],
    ...(only
      ? { runOnly: { type: 'rule', values: [...only] } }
      : { rules: { region: { enabled: false }, 'label-content-name-mismatch': { enabled: true } } }),
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

/** What stands in the modal, as a reader of the page finds it. */
const readMarkup = ({ root }: RenderedView): string => root.querySelector('.card')?.outerHTML ?? ''

test.each(STATES)(
  '$title has nothing beyond the edges of a page 320 px wide, no text that is lost to a browser that translates, no word cut, also where it is spaced, and no accessibility violation in the dark theme or the light one',
  async ({ state }) => {
    view = await renderView(state, { theme: 'dark' })
    expectWithin(view, 320)
    expect(listLooseTexts(view.root)).toEqual([])
    expect(listCutWords(view.root)).toEqual([])
    expect(await listViolations(view), 'dark').toEqual([])
    const before = readMarkup(view)
    view.latchkey.setThemeMode('light')
    await view.settle()
    expect(view.instance.stores.theme.get().mode).toBe('light')
    // The same page in other colours differs by them alone.
    const isSame = before !== '' && readMarkup(view) === before
    expect(await listViolations(view, isSame ? OF_COLOURS : undefined), 'light').toEqual([])
    view.root.adoptedStyleSheets.push(SPACED)
    expect(listCutWords(view.root), 'spaced').toEqual([])
  },
)
