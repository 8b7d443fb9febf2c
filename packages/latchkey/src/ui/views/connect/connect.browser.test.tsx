import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createAnswer } from '../../../../../testing/src/createScriptedAdapter.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import {
  FERNPASS,
  makeConnection,
  makeConnector,
  makeListing,
  RECOMMENDED,
  TIDE,
  toListing,
} from '../../../../../testing/src/fixtures.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import type { ViewState } from '../../../../../testing/src/viewState.ts'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { FailureError } from '../../../core/errors/failure.ts'
import { directoryOf } from '../../../core/features/directory/state.ts'
import { getStatus } from '../../../core/kernel/connections/connection.ts'
import { whileAsked } from '../../../core/kernel/requests/asked.ts'
import type { Connection } from '../../../core/types/adapter.ts'
import type { OpenResult } from '../../../core/types/openResult.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(state: ViewState): Promise<RenderedView> {
  view = await renderView(state)
  return view
}

const waiting = findViewState('ConnectingExternal', 'waiting')

test('choosing a wallet asks that wallet once and tells the host which was chosen', async () => {
  const rendered = await render(findViewState('Connect', 'filled'))
  await press(rendered, 'Tide')
  expect(getView(rendered)).toBe('ConnectingExternal')
  expect(rendered.adapter.asked).toEqual([`connect ${TIDE.id}`])
  expect(rendered.events.filter((event) => event.name === 'SELECT_WALLET')).toMatchObject([
    { properties: { name: 'Tide', view: 'Connect', displayIndex: 1 } },
  ])
})

test('a tag is part of the name of its row', async () => {
  const rendered = await render(findViewState('Connect', 'filled'))
  const names = [...inView(rendered).querySelectorAll('[data-row]')].map(readText)
  expect(names.slice(0, 3)).toEqual(['FernpassRecent', 'TideInstalled', 'Northkeynot installed'])
})

test('two wallets of one name are told apart by their rdns', async () => {
  const state = findViewState('Connect', 'filled')
  const other = makeConnector('Tide', undefined, { id: 'net.tide', rdns: 'net.tide' })
  const rendered = await render({ ...state, connectors: [...(state.connectors ?? [FERNPASS, TIDE]), other] })
  const rows = [...inView(rendered).querySelectorAll('[data-row]')].map(readText)
  expect(rows.filter((row) => row.startsWith('Tide'))).toEqual([`Tide${TIDE.rdns}Installed`, 'Tidenet.tideInstalled'])
  expect(rows[0]).toBe('FernpassRecent')
})

test('the first wallet has the focus, and arrows move through the list', async () => {
  const rendered = await render(findViewState('Connect', 'filled'))
  expect(readText(rendered.root.activeElement ?? document.body)).toContain('Fernpass')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(readText(rendered.root.activeElement ?? document.body)).toContain('Northkey')
  await userEvent.keyboard('{Home}t')
  expect(readText(rendered.root.activeElement ?? document.body)).toContain('Tide')
  await userEvent.keyboard('{Enter}')
  await rendered.settle()
  expect(getView(rendered)).toBe('ConnectingExternal')
})

test('F-06, SEC-89: two extensions that claim one rdns are both shown, with a notice and what they claim; the site hears it once', async () => {
  const rendered = await render(findViewState('Connect', 'lookalikes'))
  const told = inView(rendered).querySelector('[data-failure="WALLET_LOOKALIKE"][role=status]')
  expect(readText(told ?? document.body)).toBe('Two extensions call themselves Fernpass. Choose the one you trust.')
  const [heard, ...others] = rendered.failures
  expect(heard).toMatchObject({
    code: 'WALLET_LOOKALIKE',
    step: 'discover',
    final: false,
    namespace: 'eip155',
    walletName: 'Fernpass',
  })
  expect(others).toEqual([])
  const rows = [...inView(rendered).querySelectorAll('[data-row]')].filter((row) => readText(row).includes('Fernpass'))
  expect(rows.map(readText)).toEqual(['Fernpassexample.fernpassInstalled', 'Fernpassexample.fernpassInstalled'])
})

test('without an accepted legal checkbox no wallet can be reached, by pointer or by Tab', async () => {
  const rendered = await render(findViewState('Connect', 'legal checkbox'))
  const box = findByRole(rendered.root, 'checkbox', /I accept the terms of service/)
  expect(rendered.root.activeElement).toBe(box)
  for (let stop = 0; stop < 6; stop += 1) {
    await userEvent.keyboard('{Tab}')
    expect(rendered.root.activeElement?.closest('.gated') ?? null).toBe(null)
  }
  box.click()
  await rendered.settle()
  expect(rendered.instance.stores.modal.get().legalAccepted).toBe(true)
  await press(rendered, 'Fernpass')
  expect(rendered.adapter.asked).toEqual([`connect ${FERNPASS.id}`])
})

test('a wallet opened by its view still waits for the legal checkbox', async () => {
  const rendered = await render({ ...waiting, options: { features: { legalCheckbox: true } } })
  expect(rendered.adapter.asked).toEqual([])
  findByRole(rendered.root, 'checkbox', /I accept/).click()
  await rendered.settle()
  expect(rendered.adapter.asked).toEqual([`connect ${FERNPASS.id}`])
})

test('links inside the legal words open and do not tick the box', async () => {
  const rendered = await render(findViewState('Connect', 'legal checkbox'))
  const link = findByRole(rendered.root, 'link', /terms of service/)
  expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
    'https://hollowpine.example/terms',
    'noopener noreferrer',
    '_blank',
  ])
  link.addEventListener('click', (event) => event.preventDefault())
  link.click()
  await rendered.settle()
  expect(rendered.instance.stores.modal.get().legalAccepted).toBe(false)
})

test('F-03: a refusal is an alert with one button, which has the focus and asks again once', async () => {
  const answer = createAnswer<Connection>()
  const rendered = await render({ ...waiting, script: { connect: () => answer } })
  answer.no(new FailureError('USER_REJECTED', 'No.', { step: 'connect' }))
  await rendered.settle()
  const alert = rendered.root.querySelector('[data-failure=USER_REJECTED] [role=alert]')
  expect(readText(alert ?? document.body)).toBe('You said no in FernpassNothing was shared or sent.')
  const button = findByRole(rendered.root, 'button', 'Try again')
  expect(rendered.root.activeElement).toBe(button)
  rendered.adapter.script.connect = () => new Promise(() => {})
  button.click()
  await rendered.settle()
  expect(rendered.adapter.asked).toHaveLength(2)
  expect(readText(inView(rendered))).toContain('Approve in Fernpass')
})

test('F-03: whoever tries again by keyboard and is refused again can try a third time', async () => {
  const refuse = () => Promise.reject(new FailureError('USER_REJECTED', 'No.', { step: 'connect' }))
  const second = createAnswer<Connection>()
  const rendered = await render({ ...waiting, script: { connect: refuse } })
  rendered.adapter.script.connect = () => second
  await userEvent.keyboard('{Enter}')
  await rendered.settle()
  // The button is gone while the wallet is asked; the focus is not lost with it.
  expect(rendered.root.activeElement?.hasAttribute('data-title')).toBe(true)
  second.no(new FailureError('USER_REJECTED', 'No.', { step: 'connect' }))
  await rendered.settle()
  expect(rendered.root.activeElement).toBe(findByRole(rendered.root, 'button', 'Try again'))
  await userEvent.keyboard('{Enter}')
  await rendered.settle()
  expect(rendered.adapter.asked).toHaveLength(3)
})

test('a failure leaves the focus where it is in use', async () => {
  const answer = createAnswer<Connection>()
  const rendered = await render({ ...waiting, script: { connect: () => answer } })
  const close = findByRole(rendered.root, 'button', 'Close')
  close.focus()
  answer.no(new FailureError('USER_REJECTED', 'No.', { step: 'connect' }))
  await rendered.settle()
  expect(rendered.root.activeElement).toBe(close)
})

test('F-01: a locked wallet is a status, and its button opens no second request', async () => {
  const rendered = await render(findViewState('ConnectingExternal', 'locked'))
  const hint = rendered.root.querySelector('[data-failure=WALLET_LOCKED] [role=status]')
  expect(readText(hint ?? document.body)).toBe('Fernpass is lockedClick its icon in the browser bar to unlock it.')
  const bar = rendered.root.querySelector('.toolbar-picture')
  expect([bar?.getAttribute('aria-hidden'), bar?.textContent]).toEqual(['true', 'hollowpine.test'])
  await press(rendered, 'I unlocked it')
  expect(rendered.adapter.asked.filter((call) => call.startsWith('connect'))).toHaveLength(1)
})

test('a yes connects with the one request that was made', async () => {
  const answer = createAnswer<Connection>()
  const rendered = await render({ ...waiting, script: { connect: () => answer } })
  answer.ok(makeConnection(FERNPASS))
  await rendered.settle()
  await rendered.settle()
  expect(getStatus(rendered.instance.stores.connection.get(), 'eip155')).toBe('connected')
  expect(rendered.adapter.asked).toHaveLength(1)
})

describe('a moment of success', () => {
  async function succeed(redirectView?: 'Networks') {
    const answer = createAnswer<Connection>()
    const wallet = toListing(FERNPASS)
    const target = { view: 'ConnectingExternal', data: { wallet, redirectView } } as const
    const rendered = await render({ ...waiting, target, script: { connect: () => answer } })
    const results: OpenResult[] = []
    rendered.instance.live.waiters.add((result) => results.push(result))
    answer.ok(makeConnection(FERNPASS))
    await rendered.settle()
    await rendered.settle()
    return { rendered, results }
  }
  const isOpen = ({ latchkey }: RenderedView): boolean => latchkey.getState().open

  test('says that it worked and with which wallet, for 600 ms in which nobody waits', async () => {
    const { rendered, results } = await succeed()
    expect(results, 'whoever waits for the opening is told at once').toMatchObject([{ status: 'connected' }])
    expect(readText(inView(rendered))).toBe('ConnectedFernpass')
    expect(readText(inView(rendered).querySelector('[role=status]') ?? document.body)).toBe('ConnectedFernpass')
    expect(inView(rendered).querySelector('.ring.good .badge')).not.toBe(null)
    await rendered.services.clock.advance(599)
    expect(isOpen(rendered)).toBe(true)
    await rendered.services.clock.advance(1)
    expect(isOpen(rendered)).toBe(false)
  })

  test('stands where the wait stood, so that nothing moves', async () => {
    const answer = createAnswer<Connection>()
    const rendered = await render({ ...waiting, script: { connect: () => answer } })
    const measure = (): readonly number[] =>
      [inView(rendered), inView(rendered).querySelector('.ring')].flatMap((element) => {
        const { top, height } = element?.getBoundingClientRect() ?? {}
        return [Math.round(top ?? 0), Math.round(height ?? 0)]
      })
    const before = measure()
    answer.ok(makeConnection(FERNPASS))
    await expect.poll(() => readText(inView(rendered))).toContain('Connected')
    expect(measure()).toEqual(before)
  })

  test('ends at once when the visitor closes, and closes nothing that is opened after', async () => {
    const { rendered } = await succeed()
    await userEvent.keyboard('{Escape}')
    expect(isOpen(rendered)).toBe(false)
    void rendered.latchkey.open()
    await expect.poll(() => isOpen(rendered)).toBe(true)
    await rendered.services.clock.advance(1000)
    expect(isOpen(rendered)).toBe(true)
    expect(getView(rendered)).toBe('Account')
  })

  test('gives way to what the site opens, which stays', async () => {
    const { rendered } = await succeed()
    void rendered.latchkey.open({ view: 'Networks' })
    await expect.poll(() => getView(rendered)).toBe('Networks')
    await rendered.services.clock.advance(1000)
    expect(isOpen(rendered)).toBe(true)
  })

  test('ends at once when a wallet is asked for something', async () => {
    const { rendered } = await succeed()
    void whileAsked(rendered.instance, FERNPASS, () => new Promise(() => {}))
    expect(isOpen(rendered)).toBe(false)
  })

  test('is left out where the site goes on to a view of its own', async () => {
    const { rendered } = await succeed('Networks')
    expect(getView(rendered)).toBe('Networks')
    await rendered.services.clock.advance(1000)
    expect(isOpen(rendered)).toBe(true)
  })
})

test('coming back to a wallet that is still asking asks it nothing new', async () => {
  const rendered = await render(waiting)
  await press(rendered, 'Other ways')
  expect(getView(rendered)).toBe('Connect')
  await press(rendered, 'Fernpass')
  expect(getView(rendered)).toBe('ConnectingExternal')
  expect(rendered.adapter.asked).toEqual([`connect ${FERNPASS.id}`])
})

test('coming back to a wallet that refused asks it anew', async () => {
  const rendered = await render(findViewState('ConnectingExternal', 'refused'))
  await press(rendered, 'Other ways')
  await press(rendered, 'Fernpass')
  expect(rendered.adapter.asked).toHaveLength(2)
})

test('SEC-83: what a wallet says about its error is shown as text, short and without unseen signs', async () => {
  const words = `<img src=x onerror=alert(1)> \u202Egnp.exe ${'x'.repeat(400)}`
  const rendered = await render({
    ...waiting,
    script: { connect: () => Promise.reject(new Error(words)) },
  })
  const details = rendered.root.querySelector('details p')
  expect(readText(details ?? document.body)).toMatch(/^<img src=x onerror=alert\(1\)> gnp\.exe x+$/)
  expect([...readText(details ?? document.body)].length).toBeLessThanOrEqual(280)
  expect(rendered.root.querySelector('details img')).toBe(null)
})

test('Shift+Tab from the folded details goes to the control before them', async () => {
  const rendered = await render({ ...waiting, script: { connect: () => Promise.reject(new Error('Odd.')) } })
  rendered.root.querySelector('summary')?.focus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(rendered.root.activeElement).toBe(findByRole(rendered.root, 'button', 'Close'))
})

test('F-07: a wallet that is not here leads to where it can be had, then offers to reload', async () => {
  const rendered = await render(findViewState('ConnectingExternal', 'not installed'))
  expect(rendered.root.querySelector('[data-failure=WALLET_NOT_SEEN]')).not.toBe(null)
  await press(rendered, 'Get Northkey')
  expect(getView(rendered)).toBe('Downloads')
})

test('F-07: a wallet with one link opens it at once in a tab of its own, and then the page can be reloaded', async () => {
  const wallet = makeListing('Northkey', undefined, { links: { homepage: 'https://northkey.example/' } })
  const rendered = await render({ ...waiting, target: { view: 'ConnectingExternal', data: { wallet } } })
  await press(rendered, 'Get Northkey')
  expect(rendered.services.browser.done).toEqual(['open https://northkey.example/'])
  expect(rendered.events.filter((event) => event.name === 'GET_WALLET')).toMatchObject([
    { properties: { name: 'Northkey', type: 'homepage' } },
  ])
  await press(rendered, 'Reload page')
  expect(rendered.services.browser.done).toContain('reload')
})

test('F-07: a wallet that announces itself while its view waits connects by itself', async () => {
  const rendered = await render(findViewState('ConnectingExternal', 'not installed'))
  const late = makeConnector('Northkey')
  rendered.adapter.announce(late)
  await rendered.settle()
  expect(rendered.adapter.asked).toEqual([`connect ${late.id}`])
  expect(readText(inView(rendered))).toContain('Approve in Northkey')
})

test('F-59: when the directory is down, installed wallets stay and the rest can be asked for again', async () => {
  const rendered = await render(findViewState('Connect', 'directory down'))
  await expect.poll(() => readText(inView(rendered))).toContain('Showing a shorter list of wallets.')
  await press(rendered, 'Load all')
  expect(directoryOf(rendered.instance).get().status).toBe('loading')
  findByRole(rendered.root, 'button', 'Fernpass')
})

/** A site whose own choice of wallets only its directory knows. */
const OWN_CHOICE = { includeWalletIds: RECOMMENDED.map(({ key }) => key) }

test('while the directory loads, installed wallets can be chosen and the rest has its place kept', async () => {
  const rendered = await render({ ...findViewState('Connect', 'loading'), options: OWN_CHOICE })
  const ghosts = (): number => inView(rendered).querySelectorAll('.ghost').length
  expect(ghosts()).toBe(RECOMMENDED.length)
  directoryOf(rendered.instance).set((state) => ({ ...state, status: 'ready', recommended: RECOMMENDED }))
  await rendered.settle()
  expect(ghosts()).toBe(0)
  findByRole(rendered.root, 'button', 'Northkey')
})

const rowsOf = (rendered: RenderedView): readonly HTMLElement[] => [
  ...inView(rendered).querySelectorAll<HTMLElement>('[data-row]'),
]
const placesOf = (rendered: RenderedView): ReadonlyMap<string | undefined, number> =>
  new Map(rowsOf(rendered).map((row) => [row.dataset.focusKey, row.getBoundingClientRect().top]))

test('F-59: with every server hanging, installed wallets and those that are known stand in the first frame, and stay where they are when the wait is given up at 2 s', async () => {
  const rendered = await render({ view: 'Connect', name: 'first frame', target: { view: 'Connect' } })
  expect(rowsOf(rendered).map((row) => readText(row.querySelector('.row-title') ?? row))).toEqual(
    expect.arrayContaining(['Fernpass', 'Tide', 'MetaMask', 'Trust Wallet', 'OKX Wallet', 'Rainbow']),
  )
  expect(inView(rendered).querySelectorAll('.ghost')).toHaveLength(0)
  await userEvent.hover(findByRole(rendered.root, 'button', 'OKX Wallet'))
  const before = placesOf(rendered)
  await rendered.services.clock.advance(2000)
  await expect.poll(() => directoryOf(rendered.instance).get().status).toBe('failed')
  await rendered.settle()
  expect([...placesOf(rendered)]).toEqual([...before])
  await userEvent.hover(findByRole(rendered.root, 'button', 'Close'))
  await expect.poll(() => inView(rendered).querySelector('[data-failure=DIRECTORY_DOWN]')).not.toBe(null)
})

test('what the directory answers changes nothing in a list that somebody points at, and comes in once nobody does', async () => {
  const state = findViewState('Connect', 'loading')
  const rendered = await render(state)
  await userEvent.hover(findByRole(rendered.root, 'button', 'MetaMask'))
  const before = placesOf(rendered)
  directoryOf(rendered.instance).set((known) => ({ ...known, status: 'ready', recommended: RECOMMENDED, count: 4 }))
  await rendered.settle()
  expect([...placesOf(rendered)]).toEqual([...before])
  await userEvent.hover(findByRole(rendered.root, 'button', 'Close'))
  await expect.poll(() => rowsOf(rendered).some((row) => readText(row).startsWith('Northkey'))).toBe(true)
  expect(rowsOf(rendered).some((row) => readText(row).startsWith('MetaMask'))).toBe(false)
})

test('a site without adapters says that there is no way in', async () => {
  const rendered = await render(findViewState('Connect', 'no method'))
  expect(readText(inView(rendered))).toBe('No wallet can be connected here')
})

test('a wallet with a redirect goes there instead of closing', async () => {
  const answer = createAnswer<Connection>()
  const rendered = await render({
    ...waiting,
    script: { connect: () => answer },
    target: { view: 'ConnectingExternal', data: { wallet: toListing(FERNPASS), redirectView: 'Networks' } },
  })
  answer.ok(makeConnection(FERNPASS))
  await rendered.settle()
  await rendered.settle()
  expect(getView(rendered)).toBe('Networks')
})
