import { VIEW_STATES } from '../../packages/testing/src/viewStates.ts'
import { FRAME_STATES, FRAME_VIEW } from './frameStates.ts'
import { type Settings, toSearch } from './settings.ts'

const VARIANTS: readonly (readonly [string, Partial<Settings>])[] = [
  ['dark', {}],
  ['light', { theme: 'light' }],
  ['Arabic', { dir: 'rtl' }],
  ['long words', { text: 'long' }],
  ['inside the page', { place: 'inside' }],
]

/** The list of everything there is to look at. */
export function drawIndex(): HTMLElement {
  const main = document.createElement('main')
  main.className = 'index'
  const title = document.createElement('h1')
  title.textContent = 'Latchkey gallery'
  const pages = document.createElement('p')
  for (const page of ['parts', 'accents', 'host'] as const) {
    for (const theme of ['dark', 'light'] as const) pages.append(drawLink(`${page}, ${theme}`, { page, theme }), ' ')
  }
  main.append(title, pages)
  const states = [...VIEW_STATES, ...FRAME_STATES.map((name) => ({ view: FRAME_VIEW, name }))]
  for (const view of new Set(states.map((state) => state.view))) {
    const heading = document.createElement('h2')
    heading.textContent = view
    const list = document.createElement('ul')
    for (const state of states.filter((one) => one.view === view)) {
      const item = document.createElement('li')
      const name = document.createElement('b')
      name.textContent = state.name
      item.append(name)
      for (const [label, variant] of VARIANTS)
        item.append(' ', drawLink(label, { view, state: state.name, ...variant }))
      list.append(item)
    }
    main.append(heading, list)
  }
  return main
}

function drawLink(label: string, settings: Partial<Settings>): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = toSearch(settings)
  link.textContent = label
  return link
}
