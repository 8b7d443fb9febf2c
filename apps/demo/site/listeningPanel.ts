import { isLatchkeyError, type Latchkey, type LatchkeyState } from 'latchkey'
import { element, getElement } from './element.ts'

/** Lines kept in the list of events. */
const LINES = 60

/** Languages of the modal besides English, as docs/options.md lists them; both scripts of Chinese. */
const LANGUAGES = ['ar', 'de', 'es', 'fr', 'hi', 'id', 'it', 'ja', 'ko', 'pt', 'ru', 'tr', 'zh', 'zh-TW'] as const

/** A language's own name for itself. */
function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

/** Beyond ASCII, because that is where wallets and sites have disagreed. */
const GREETING = 'Greetings from the slope, 日の出 and all.'

/** A value of an event in one line. */
function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Shows what a host page receives: its state and, newest first, events and failures. */
export function showListeningPanel(latchkey: Latchkey): void {
  const log = getElement('heard-log')
  const write = (text: string, isFailure = false): void => {
    const time = new Date()
    log.prepend(
      element(
        'li',
        isFailure ? { class: 'failed' } : {},
        element('time', { datetime: time.toISOString() }, time.toTimeString().slice(0, 8)),
        element('span', {}, text),
      ),
    )
    while (log.childElementCount > LINES) log.lastElementChild?.remove()
  }
  latchkey.on('event', ({ name, properties }) => {
    const facts = Object.entries(properties).map(([key, value]) => `${key}: ${describe(value)}`)
    write([name, ...facts].join('  '))
  })
  latchkey.on('failure', ({ code, step, final }) =>
    write(`${final ? 'failure' : 'notice'} ${code}  step: ${step}`, true),
  )

  const draw = (state: LatchkeyState): void => {
    const lines: readonly (readonly [string, string])[] = [
      ['Status', state.status],
      ['Address', state.address ?? 'none'],
      ['Network', `${state.network?.name ?? 'not one of ours'} (${state.networkId})`],
      ['Wallet', state.walletName ?? 'none'],
      ['Modal', state.open ? `open, ${state.view}` : 'closed'],
    ]
    getElement('heard-state').replaceChildren(
      ...lines.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    )
  }
  latchkey.subscribe(draw)
  draw(latchkey.getState())

  getElement('greet').addEventListener('click', () => {
    latchkey.signMessage(GREETING).then(
      (signature) => write(`signed  ${signature}`),
      (error: unknown) => write(`not signed  ${isLatchkeyError(error) ? error.code : String(error)}`, true),
    )
  })
  getElement('theme').addEventListener('change', ({ currentTarget }) => {
    if (!(currentTarget instanceof HTMLSelectElement)) return
    const mode = currentTarget.value
    if (mode !== 'light' && mode !== 'dark' && mode !== 'system') return
    latchkey.setThemeMode(mode)
    document.documentElement.dataset.theme = mode
  })
  getElement('locale').append(
    ...LANGUAGES.map((language) => element('option', { value: language, lang: language }, nameOf(language))),
  )
  getElement('locale').addEventListener('change', ({ currentTarget }) => {
    if (currentTarget instanceof HTMLSelectElement) latchkey.setLocale(currentTarget.value)
  })
}
