import { afterEach, expect, test } from 'vitest'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { getView, inView, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { answerAsNode } from '../../../../../testing/src/sendStates.ts'
import { findViewState, VIEW_STATES } from '../../../../../testing/src/viewStates.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

/** Waits until what is drawn stays as it is. */
async function settleAll(rendered: RenderedView): Promise<void> {
  let before: string | undefined
  for (let turn = 0; turn < 30 && before !== readText(inView(rendered)); turn += 1) {
    before = readText(inView(rendered))
    await rendered.settle()
    await rendered.settle()
  }
}

async function setOnline(rendered: RenderedView, isOnline: boolean): Promise<void> {
  rendered.services.browser.setOnline(isOnline)
  await rendered.settle()
  await rendered.services.clock.advance(1_000)
  await settleAll(rendered)
}

/** What can be used in a view. Of a long grid only the rows in sight are drawn, which change with its place: where it draws some, all of them count. */
function countControls(rendered: RenderedView): number {
  const view = inView(rendered)
  const controls = [...view.querySelectorAll('button, a, input')].filter((control) => !control.closest('[role=grid]'))
  const grids = [...view.querySelectorAll('[role=grid]')].filter((grid) => grid.querySelector('[role=row]'))
  const rows = grids.map((grid) => Number(grid.getAttribute('aria-rowcount')))
  return rows.reduce((sum, count) => sum + count, controls.length)
}

const line = ({ root }: RenderedView): string | undefined => root.querySelector('.line')?.textContent ?? undefined

test.each([
  ['Account', 'failed with old values'],
  ['Account', 'activity failed with old values'],
  ['Account', 'nfts failed with old values'],
  ['TokenDetails', 'with its activity'],
  ['NftDetails', 'filled'],
  ['TransactionDetails', 'filled'],
  ['WalletReceive', 'filled'],
  ['WalletSend', 'filled'],
] as const)('F-60: without a network %s, %s, says so and keeps what it shows', async (of, name) => {
  view = await renderView(findViewState(of, name))
  const rendered = view
  await settleAll(rendered)
  const before = readText(inView(rendered))
  expect(before.length).toBeGreaterThan(20)
  await setOnline(rendered, false)
  expect(line(rendered)).toContain('You are offline.')
  expect(readText(inView(rendered))).toBe(before)
  if (name.includes('old values')) expect(before).toContain('Updated 5 minutes ago')
  await setOnline(rendered, true)
  expect(line(rendered)).toBeUndefined()
})

/** A state of each view, one that is filled where there is one. */
const EVERY = [...new Set(VIEW_STATES.map(({ view: of }) => of))].flatMap((of) => {
  const states = VIEW_STATES.filter((state) => state.view === of)
  const state = states.find(({ name }) => name === 'filled') ?? states[0]
  return state ? [[of, state.name, state] as const] : []
})

test.each(EVERY)(
  'F-60: %s, %s, stands where it is while there is no network, and says that there is none',
  async (of, _, state) => {
    view = await renderView(state)
    const rendered = view
    await settleAll(rendered)
    const before = countControls(rendered)
    await setOnline(rendered, false)
    expect(getView(rendered)).toBe(of)
    expect(rendered.root.textContent).toMatch(/You are offline\./)
    expect(countControls(rendered)).toBeGreaterThanOrEqual(before)
    await setOnline(rendered, true)
    expect(getView(rendered)).toBe(of)
    expect(line(rendered)).toBeUndefined()
  },
)

test('a name that could not be looked up is looked up again once there is a network', async () => {
  view = await renderView(findViewState('WalletSend', 'a name that could not be looked up'), {
    gateway: { getName: () => new Promise(() => {}) },
  })
  await setOnline(view, false)
  expect(readText(inView(view))).toContain('The name could not be looked up')
  await setOnline(view, true)
  findByRole(view.root, 'button', 'Looking up the name…')
})

test('a transfer that could not be checked without a network is checked again once there is one', async () => {
  const state = findViewState('WalletSendPreview', 'filled')
  let isDown = true
  view = await renderView({
    ...state,
    fill: (instance) => {
      state.fill?.(instance)
      const fetchNode: typeof fetch = (...asked) =>
        isDown ? Promise.reject(new TypeError('Failed to fetch')) : answerAsNode(...asked)
      Object.assign(instance.services, { fetch: fetchNode })
    },
  })
  await setOnline(view, false)
  await view.services.clock.advance(60_000)
  await settleAll(view)
  const text = (): string => (view ? readText(inView(view)) : '')
  expect(text()).toContain('Effects could not be checked.')
  isDown = false
  await setOnline(view, true)
  expect(text()).toContain('What changes for you')
  expect(text()).not.toContain('Effects could not be checked.')
})
