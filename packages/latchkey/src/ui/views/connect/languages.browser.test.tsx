import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { VIEW_STATES } from '../../../../../testing/src/viewStates.ts'
import { withoutMotion } from '../../../../../testing/src/withoutMotion.ts'
import { de } from '../../text/de.ts'
import { every } from '../../text/every.ts'

/** Views that stand before all words of a language are fetched. */
const FIRST = ['Connect', 'ConnectingWalletConnect', 'ConnectingWalletConnectBasic']

const GERMAN = new Set<unknown>(Object.values(de))
/** Whole texts in English that are none in German, with their keys. */
const ENGLISH = new Map<unknown, string>(
  Object.entries(every).flatMap(([key, text]) => (GERMAN.has(text) ? [] : [[text, key] as const])),
)

withoutMotion()
const { attachShadow } = Element.prototype
const seen = new Set<string>()
let view: RenderedView | undefined
beforeAll(() => {
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init)
    new MutationObserver(() => look(root)).observe(root, { childList: true, subtree: true, characterData: true })
    return root
  }
})
afterAll(() => {
  Element.prototype.attachShadow = attachShadow
})
afterEach(() => {
  view?.unmount()
  view = undefined
  seen.clear()
})

function look(root: ShadowRoot): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) note(texts.currentNode.textContent)
  for (const element of root.querySelectorAll('[aria-label], [placeholder]'))
    for (const name of ['aria-label', 'placeholder']) note(element.getAttribute(name))
}

function note(text: string | null): void {
  const key = ENGLISH.get(text)
  if (key !== undefined) seen.add(`${key}: ${text}`)
}

test('what is looked at sees English where it is said', async () => {
  view = await renderView({ view: 'Connect', name: 'English', target: { view: 'Connect' } }, { locale: 'en' })
  expect([...seen]).toContain(`title.Connect: ${every['title.Connect']}`)
})

test.each(
  VIEW_STATES.filter(({ view }) => FIRST.includes(view)).map((state) => ({
    title: `${state.view}, ${state.name}`,
    state,
  })),
)('$title says no English word in another language, at no moment', async ({ state }) => {
  view = await renderView(state, { locale: 'de' })
  expect([...seen]).toEqual([])
})
