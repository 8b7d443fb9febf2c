import { afterEach, expect, test } from 'vitest'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { GUARD_STATES } from '../../../../../testing/src/guardStates.ts'
import { inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { type FindingCode, LEVELS } from '../../../../../wire/src/guard/listFindings.ts'
import { guardOf } from '../../../core/features/send/guard/state.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(name: string, locale = 'en'): Promise<RenderedView> {
  view = await renderView(findViewState('ReviewRequest', name), { locale })
  await view.settle()
  return view
}

const isOff = (rendered: RenderedView, words: string): boolean =>
  findByRole(rendered.root, 'button', words).getAttribute('aria-disabled') === 'true'
const getAnswer = ({ instance }: RenderedView) => guardOf(instance).get().questions[0]?.answer

test('a request is said in words, with what it takes, and “Continue” waits until it was checked', async () => {
  const checking = await render('checking')
  const text = readText(inView(checking))
  expect(text).toContain('Hollowpine asks you to sign this with Fernpass.')
  expect(text).toContain('Send 25 USDC to 0x70…dc79C8')
  expect(text).toContain('Checking what it does…')
  expect(isOff(checking, 'Continue')).toBe(true)
  view?.unmount()
  const quiet = await render('quiet')
  expect(readText(inView(quiet))).toContain('−25 USDC')
  expect(readText(inView(quiet))).toContain('Nothing suspicious was found.')
  await press(quiet, 'Continue')
  expect(getAnswer(quiet)).toBe('continue')
})

test('what could not be checked is said, and is no danger', async () => {
  const rendered = await render('unchecked')
  expect(readText(inView(rendered))).toContain('Effects could not be checked.')
  expect(readText(inView(rendered))).not.toContain('Nothing suspicious')
  expect(isOff(rendered, 'Continue')).toBe(false)
  await press(rendered, 'Reject')
  expect(getAnswer(rendered)).toBe('reject')
})

test.each([
  ['unlimited', 'Let 0x5d…5d5d5d take all USDC from you, now and later'],
  ['permit', 'Let 0x5d…5d5d5d take all USDC from you, now and later'],
  ['order for nothing', 'Offer item 7 of 0x1f…1f1f1f for nothing'],
  ['blind', 'A code that nobody can read'],
  ['batch with a lookalike', 'Let 0x5d…5d5d5d take every item of 0x1f…1f1f1f from you, now and later'],
])('%s is a danger in words, and wants a deliberate yes before it goes on', async (name, words) => {
  const rendered = await render(name)
  expect(readText(inView(rendered)).toLowerCase()).toContain(words.toLowerCase())
  expect(inView(rendered).querySelector('.guard')?.getAttribute('data-state')).toBe('danger')
  expect(isOff(rendered, 'Continue')).toBe(true)
  await press(rendered, 'Continue')
  expect(getAnswer(rendered)).toBeUndefined()
  findByRole(rendered.root, 'checkbox', 'I checked this and want to continue anyway').click()
  await rendered.settle()
  await press(rendered, 'Continue')
  expect(getAnswer(rendered)).toBe('continue')
})

test('SEC-94: the characters that differ from the address that is known are marked', async () => {
  const rendered = await render('batch with a lookalike')
  const marked = [...inView(rendered).querySelectorAll('mark')].map((each) => each.textContent)
  expect(marked.join('')).not.toBe('')
  expect(inView(rendered).querySelectorAll('.send-marked')).toHaveLength(2)
})

/** A new contract is said among what the request says. */
const ELSEWHERE = ['CONTRACT_CREATED']

test('SEC-94: every finding that there is has its words in some state, the gravest with a tick', async () => {
  const said = new Map<string, string>()
  for (const { name } of GUARD_STATES) {
    const rendered = await render(name)
    const found = [...inView(rendered).querySelectorAll<HTMLElement>('[data-finding]')]
    for (const element of found) said.set(element.dataset.finding ?? '', readText(element))
    const isDanger = found.some(({ dataset }) => LEVELS[dataset.finding as FindingCode] === 'danger')
    expect([name, inView(rendered).querySelector('[role=checkbox], input[type=checkbox]') !== null]).toEqual([
      name,
      isDanger,
    ])
    rendered.unmount()
  }
  const codes = Object.keys(LEVELS).filter((code) => !ELSEWHERE.includes(code))
  expect([...said.keys()].sort()).toEqual(codes.sort())
  for (const [code, words] of said) expect([code, words.length > 15]).toEqual([code, true])
})

test('where there is a danger the way out stands where the way on does otherwise, and is the one filled button', async () => {
  const read = (rendered: RenderedView): readonly (readonly [string, boolean])[] =>
    [...inView(rendered).querySelectorAll('.send-buttons .button')].map((button) => [
      readText(button),
      button.classList.contains('main'),
    ])
  const quiet = await render('quiet')
  expect(read(quiet)).toEqual([
    ['Reject', false],
    ['Continue', true],
  ])
  quiet.unmount()
  expect(read(await render('unlimited'))).toEqual([
    ['Continue', false],
    ['Reject', true],
  ])
})

test('opened by its name, with nothing to ask, it gives way', async () => {
  const state = findViewState('ReviewRequest', 'quiet')
  view = await renderView({
    ...state,
    fill: (instance) => {
      state.fill?.(instance)
      guardOf(instance).set((all) => ({ ...all, questions: [] }))
    },
  })
  await view.settle()
  expect(inView(view).querySelector('.guard')).toBeNull()
})
