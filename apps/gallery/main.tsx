import { en } from '../../packages/latchkey/src/ui/text/en.ts'
import { every } from '../../packages/latchkey/src/ui/text/every.ts'
import { firstWords } from '../../packages/latchkey/src/ui/text/firstWords.ts'
import { activityWords } from '../../packages/latchkey/src/ui/text/rooms/activityWords.ts'
import { nftWords } from '../../packages/latchkey/src/ui/text/rooms/nftWords.ts'
import { receiveWords } from '../../packages/latchkey/src/ui/text/rooms/receiveWords.ts'
import { sendWords } from '../../packages/latchkey/src/ui/text/rooms/sendWords.ts'
import { tabWords } from '../../packages/latchkey/src/ui/text/rooms/tabWords.ts'
import { tokenWords } from '../../packages/latchkey/src/ui/text/rooms/tokenWords.ts'
import { renderView } from '../../packages/testing/src/renderView.tsx'
import { VIEW_STATES } from '../../packages/testing/src/viewStates.ts'
import './gallery.css'
import { drawIndex } from './drawIndex.ts'
import { drawParts } from './drawParts.tsx'
import { FRAME_VIEW } from './frameStates.ts'
import { lengthen } from './lengthen.ts'
import { readSettings, type Settings } from './settings.ts'

declare global {
  interface Window {
    /** Shows the page of a query in the place of the one on screen. For the script that takes the pictures. */
    showPage: (search: string) => Promise<void>
  }
}

const ENGLISH = structuredClone<typeof every>(every)

/** What views read: the words of the first opening and of the later views, and those of rooms that bring their own. */
const SPOKEN: readonly object[] = [
  firstWords,
  en,
  activityWords,
  nftWords,
  receiveWords,
  sendWords,
  tabWords,
  tokenWords,
]

function speak(text: Settings['text']): void {
  const words = text === 'plain' ? ENGLISH : lengthenAll(ENGLISH)
  for (const spoken of SPOKEN) {
    for (const key of Object.keys(spoken)) Reflect.set(spoken, key, Reflect.get(words, key))
  }
}

function lengthenAll(words: object): object {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === 'string' ? lengthen(value) : lengthenAll(value),
    ]),
  )
}

/** Takes what is on screen off it. */
const onScreen: { clear: () => void } = { clear: () => {} }

async function showPage(search: string): Promise<void> {
  const settings = readSettings(search)
  onScreen.clear()
  onScreen.clear = () => {}
  const { documentElement: page, body } = document
  body.replaceChildren()
  page.dataset.theme = settings.theme
  page.dir = settings.dir
  page.dataset.page = settings.page
  speak(settings.text)
  if (settings.page === 'index') {
    body.append(drawIndex())
    return
  }
  if (settings.page !== 'view') {
    onScreen.clear = await drawParts(body, settings)
    return
  }
  if (settings.view === FRAME_VIEW) {
    const { drawFrame } = await import('./drawFrame.tsx')
    const clear = drawFrame(settings)
    if (clear) onScreen.clear = clear
    else body.append(`There is no screen of the frame in the state "${settings.state}".`)
    return
  }
  const state = VIEW_STATES.find((one) => one.view === settings.view && one.name === settings.state)
  if (!state) {
    body.append(`There is no view ${settings.view} in the state "${settings.state}".`)
    return
  }
  const container = settings.place === 'inside' ? document.createElement('div') : undefined
  if (container !== undefined) {
    container.className = 'inside'
    body.append(container)
  }
  const view = await renderView(state, {
    container,
    theme: settings.theme,
    locale: settings.lang ?? (settings.dir === 'rtl' ? 'ar' : 'en'),
    accent: settings.accent,
  })
  onScreen.clear = view.unmount
}

window.showPage = showPage
void showPage(location.search)
