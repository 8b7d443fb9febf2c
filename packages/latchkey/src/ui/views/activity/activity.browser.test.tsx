import { afterEach, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fillHistory } from '../../../../../testing/src/accountStates.ts'
import { HISTORY, makeHistoryItem, makeTransfer, NOW } from '../../../../../testing/src/activities.ts'
import type { FakeGateway } from '../../../../../testing/src/createFakeServices.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { ACCOUNT } from '../../../../../testing/src/fixtures.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { replacementOf } from '../../../core/features/activity/replacement.ts'
import { noteUnserved } from '../../../core/features/tokens/noteUnserved.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { noteSent, sentOf } from '../../../core/kernel/requests/sent.ts'
import type { ViewName } from '../../../core/types/views.ts'

// How many entries are drawn depends on how much of the list is in sight.
beforeAll(() => page.viewport(414, 1400))

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(name: string, of: ViewName = 'Account', gateway?: FakeGateway): Promise<RenderedView> {
  view = await renderView(findViewState(of, name), gateway ? { gateway } : {})
  for (let turn = 0; turn < 20 && inView(view).querySelector('[data-loading]'); turn += 1) await view.settle()
  return view
}

const entries = (rendered: RenderedView): HTMLElement[] => [...inView(rendered).querySelectorAll<HTMLElement>('.entry')]
/** The entries in sight, once the list has looked again at how much of it is. */
async function drawn(rendered: RenderedView): Promise<HTMLElement[]> {
  await rendered.services.clock.advance(0)
  return entries(rendered)
}
const labels = (rendered: RenderedView): string[] => entries(rendered).map(readText)

test('tabs are one tab stop, arrows choose, and the one chosen is there the next time', async () => {
  const rendered = await render('filled')
  const tokens = findByRole(rendered.root, 'tab', 'Tokens')
  expect(tokens.getAttribute('aria-selected')).toBe('true')
  tokens.focus()
  for (const tab of ['Tokens', 'NFTs']) {
    const from = findByRole(rendered.root, 'tab', tab)
    from.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    await rendered.settle()
  }
  const activity = findByRole(rendered.root, 'tab', 'Activity')
  expect([activity.getAttribute('aria-selected'), activity.tabIndex, tokens.tabIndex]).toEqual(['true', 0, -1])
  expect(rendered.root.activeElement).toBe(activity)
  expect(rendered.events.map(({ name }) => name)).toContain('CLICK_TRANSACTIONS')
  expect(rendered.services.storage.get('accountTab')).toContain('activity')
})

test('a finger that swipes sideways goes to the other tab, and one that scrolls does not', async () => {
  const rendered = await render('filled')
  const panel = inView(rendered).querySelector('[role=tabpanel]')
  const swipe = async (x: number, y: number): Promise<void> => {
    for (const [type, at] of [
      ['touchstart', { x: 200, y: 200 }],
      ['touchend', { x: 200 + x, y: 200 + y }],
    ] as const) {
      const touch = new Touch({ identifier: 1, target: panel ?? document.body, clientX: at.x, clientY: at.y })
      const touches = type === 'touchstart' ? [touch] : []
      panel?.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch] }))
    }
    await rendered.settle()
  }
  const chosen = (): string => readText(inView(rendered).querySelector('[aria-selected=true]') ?? document.body)
  await swipe(-60, 80)
  expect(chosen()).toBe('Tokens')
  for (const [x, tab] of [
    [-90, 'NFTs'],
    [-90, 'Activity'],
    [90, 'NFTs'],
    [90, 'Tokens'],
  ] as const) {
    await swipe(x, 10)
    expect(chosen()).toBe(tab)
  }
})

test('a site that turns history and NFTs off shows no tabs and loads nothing of them', async () => {
  view = await renderView({
    ...findViewState('Account', 'filled'),
    options: { features: { history: false, nfts: false } },
  })
  expect(inView(view).querySelectorAll('[role=tab]')).toHaveLength(0)
  expect(readText(inView(view))).toContain('Tokens')
  for (const call of ['getHistory', 'getNfts']) expect(view.services.calls.map(({ name }) => name)).not.toContain(call)
})

test('a network whose history nobody serves has no tab for it', async () => {
  const rendered = await render('activity filled')
  noteUnserved(rendered.instance, 'history', 'eip155:1')
  await rendered.settle()
  expect([...inView(rendered).querySelectorAll('[role=tab]')].map(readText)).toEqual(['Tokens', 'NFTs'])
  noteUnserved(rendered.instance, 'nfts', 'eip155:1')
  await rendered.settle()
  expect(inView(rendered).querySelectorAll('[role=tab]')).toHaveLength(0)
})

test('entries stand by month, newest first, and each is read as one sentence', async () => {
  const rendered = await render('activity filled')
  await expect.poll(() => drawn(rendered)).toHaveLength(8)
  expect([...inView(rendered).querySelectorAll('h3')].map(readText)).toEqual([
    'November',
    'October',
    'September',
    'November 2022',
  ])
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' }).format(NOW - 86_400_000)
  expect(labels(rendered)[1]).toBe(`Swapped, to 0x8f…8E12cD, +659.34 USDC, −0.25 ETH, ${day}, Completed`)
  expect(labels(rendered)[0]).toContain('Pending')
})

test('SEC-95: bait is folded away with its count, shown when asked for, and gives no address to take along', async () => {
  const rendered = await render('activity filled')
  const findBait = () => inView(rendered).querySelector<HTMLElement>('.bait')
  await expect.poll(() => drawn(rendered)).toHaveLength(8)
  expect(findBait()).toBeNull()
  await press(rendered, 'Show hidden')
  await expect.poll(findBait).not.toBeNull()
  const bait = findBait()
  bait?.click()
  await rendered.settle()
  expect(getView(rendered)).toBe('TransactionDetails')
  const text = readText(inView(rendered))
  expect(text).toContain('An address here imitates one that you know.')
  expect(inView(rendered).querySelectorAll('[data-focus-key^="copy:"]')).toHaveLength(1)
})

/** Chooses in one of the browser's own fields, as its keys do. */
async function choose(rendered: RenderedView, name: string, value: string): Promise<void> {
  const field = findByRole(rendered.root, 'combobox', name) as HTMLSelectElement
  field.focus()
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await rendered.settle()
}

test('entries are looked for by direction and kind, and the choice is still there after one was looked at', async () => {
  const rendered = await render('activity filled')
  await expect.poll(() => drawn(rendered)).toHaveLength(8)
  await choose(rendered, 'Kind', 'swaps')
  await expect.poll(() => drawn(rendered)).toHaveLength(1)
  expect(labels(rendered)[0]).toContain('Swapped')
  await rendered.services.clock.advance(50)
  expect(rendered.root.textContent).toContain('Entries shown: 1')
  entries(rendered)[0]?.click()
  await rendered.settle()
  goBack(rendered.instance)
  await rendered.settle()
  expect((findByRole(rendered.root, 'combobox', 'Kind') as HTMLSelectElement).value).toBe('swaps')
  await expect.poll(() => drawn(rendered)).toHaveLength(1)
  await choose(rendered, 'Kind', 'approvals')
  await choose(rendered, 'Direction', 'in')
  expect(entries(rendered)).toHaveLength(0)
  expect(readText(inView(rendered))).toContain('Nothing that was read so far fits.')
  expect(readText(inView(rendered))).not.toContain('No activity yet')
  await press(rendered, 'Show everything')
  await expect.poll(() => drawn(rendered)).toHaveLength(8)
})

test('an account without entries is offered nothing to look for', async () => {
  const rendered = await render('activity empty')
  expect(inView(rendered).querySelector('select')).toBeNull()
})

test('who waits for a payment is told that the wallet can replace it, and of one that is done nobody is', async () => {
  view = await renderView(findViewState('TransactionDetails', 'pending'))
  expect(readText(inView(view))).toContain('Your wallet can speed it up or cancel it.')
  view.unmount()
  view = await renderView(findViewState('TransactionDetails', 'filled'))
  expect(readText(inView(view))).not.toContain('speed it up')
})

test('where the wallet keeps a nonce, who waits can have the payment sped up or cancelled here, and sees how far that is', async () => {
  const rendered = await render('that can be replaced', 'TransactionDetails')
  expect(readText(inView(rendered))).not.toContain('Your wallet can speed it up')
  findByRole(rendered.root, 'button', 'Speed up')
  await press(rendered, 'Cancel transaction')
  await expect
    .poll(() => replacementOf(rendered.instance).get().now)
    .toMatchObject({ kind: 'cancel', status: 'asking' })
  await rendered.settle()
  expect(readText(inView(rendered))).toContain('Approve in Fernpass')
  expect(findByRole(rendered.root, 'button', 'Speed up').getAttribute('aria-disabled')).toBe('true')
  for (const [now, words] of [
    [{ kind: 'cancel', status: 'left' }, 'Only one of the two will be carried out.'],
    [{ kind: 'cancel', status: 'late' }, 'Too late: it has been carried out.'],
    [{ kind: 'cancel', status: 'failed', failure: 'USER_REJECTED' }, 'You said no in Fernpass.'],
  ] as const) {
    replacementOf(rendered.instance).set(() => ({ now: { hash: HISTORY[0]?.metadata.hash ?? '', ...now } }))
    await rendered.settle()
    expect(readText(inView(rendered))).toContain(words)
  }
})

test('one that was replaced while it is looked at is shown as what took its place', async () => {
  const rendered = await render('pending', 'TransactionDetails')
  const hash = HISTORY[0]?.metadata.hash ?? ''
  const sent = { hash, networkId: 'eip155:1', address: ACCOUNT.address, at: NOW } as const
  const outcome = { hash: `0x${'f'.repeat(64)}`, status: 'success', replaced: 'cancelled' } as const
  sentOf(rendered.instance).set(({ list }) => ({ list: noteSent(noteSent(list, sent), { ...sent, outcome }) }))
  await rendered.settle()
  expect(readText(inView(rendered))).toContain('Completed')
  expect(readText(inView(rendered))).not.toContain('speed it up')
})

test('an entry leads to all that is known of it, and back to where one was', async () => {
  const rendered = await render('activity filled')
  const row = entries(rendered)[1]
  row?.click()
  await rendered.settle()
  const text = readText(inView(rendered))
  for (const part of ['Completed', 'Ethereum', '0.00042 ETH', 'What moved', '+659.34 USDC', '−0.25 ETH']) {
    expect(text).toContain(part)
  }
  expect(findByRole(rendered.root, 'link', /View transaction/).getAttribute('href')).toBe(
    `https://explorer-1.example/tx/${HISTORY[1]?.metadata.hash}`,
  )
  await press(rendered, 'Copy transaction id')
  expect(rendered.services.browser.done).toEqual([`copy ${HISTORY[1]?.metadata.hash}`])
  goBack(rendered.instance)
  await rendered.settle()
  expect(getView(rendered)).toBe('Account')
  expect(readText(inView(rendered).querySelector('[aria-selected=true]') ?? document.body)).toBe('Activity')
})

test('what this page sent stands there at once, and settles', async () => {
  const rendered = await render('activity empty')
  expect(readText(inView(rendered))).toContain('No activity yet.')
  const sent = { hash: `0x${'e'.repeat(64)}`, networkId: 'eip155:1', address: ACCOUNT.address, at: NOW } as const
  sentOf(rendered.instance).set(({ list }) => ({ list: noteSent(list, sent) }))
  await expect.poll(() => labels(rendered)[0]).toContain('Pending')
  const outcome = { hash: sent.hash, status: 'reverted' } as const
  sentOf(rendered.instance).set(({ list }) => ({ list: noteSent(list, { ...sent, outcome }) }))
  await expect.poll(() => labels(rendered)[0]).toContain('Failed')
})

test('a failure keeps what is known with its age, and asks again when told to', async () => {
  const rendered = await render('activity failed with old values')
  const line = inView(rendered).querySelector('[data-failure=DATA_UNAVAILABLE]')
  expect(readText(line ?? document.body)).toContain('Failed to fetch transactions')
  expect(readText(line ?? document.body)).toContain('Updated 5 minutes ago')
  await expect.poll(() => drawn(rendered)).toHaveLength(8)
  const before = rendered.services.calls.filter(({ name }) => name === 'getHistory').length
  await press(rendered, 'Retry')
  expect(rendered.services.calls.filter(({ name }) => name === 'getHistory')).toHaveLength(before + 1)
})

test('nothing is called empty that could not be read', async () => {
  expect(readText(inView(await render('activity failed')))).not.toContain('No activity')
  view?.unmount()
  expect(readText(inView(await render('activity in part')))).toContain('Some entries may be missing')
})

test('an older page is asked for and told', async () => {
  const pages: FakeGateway = {
    getHistory: (input) =>
      (input as { cursor?: string }).cursor === undefined
        ? { data: HISTORY.slice(1, 4), next: 'two', sources: [] }
        : { data: HISTORY.slice(5), next: null, sources: [] },
  }
  const rendered = await render('activity in part', 'Account', pages)
  await rendered.settle()
  await press(rendered, 'Load more')
  await rendered.settle()
  await expect.poll(() => drawn(rendered)).toHaveLength(7)
  await rendered.services.clock.advance(50)
  expect(rendered.root.textContent).toContain('4 more entries loaded')
})

test('ten thousand entries draw only what is in sight, and the keys reach the last one', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    makeHistoryItem(index, { minedAt: new Date(NOW - index * 3_600_000).toISOString() }, [
      makeTransfer('ETH', '1', index % 2 ? 'in' : 'out'),
    ]),
  )
  const state = findViewState('Account', 'activity filled')
  view = await renderView({ ...state, fill: fillHistory(many) })
  await view.settle()
  await view.settle()
  const drawn = entries(view).length
  expect(drawn).toBeGreaterThan(5)
  expect(drawn).toBeLessThan(60)
  const [first] = entries(view)
  first?.focus()
  first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
  await view.settle()
  const focused = view.root.activeElement
  expect(focused?.getAttribute('data-index')).toBe('9999')
  expect(entries(view).length).toBeLessThan(60)
  const body = view.root.querySelector('.body')?.getBoundingClientRect()
  expect(focused?.getBoundingClientRect().bottom).toBeLessThanOrEqual((body?.bottom ?? 0) + 1)
  ;(focused as HTMLElement).click()
  await view.settle()
  expect(getView(view)).toBe('TransactionDetails')
  goBack(view.instance)
  await view.settle()
  expect(view.root.activeElement?.getAttribute('data-index')).toBe('9999')
})

test('every row is as high as the others, whatever strangers wrote into it', async () => {
  const rendered = await render('activity long')
  const heights = entries(rendered).map((entry) => entry.getBoundingClientRect().height)
  expect(new Set(heights).size).toBe(1)
  const card = rendered.root.querySelector('.card')?.getBoundingClientRect()
  for (const part of inView(rendered).querySelectorAll('.entry-end')) {
    expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(card?.right ?? 0)
  }
})

test('a token leads to its price, its worth and its contract', async () => {
  const rendered = await render('filled')
  await press(rendered, /USD Coin/)
  expect(getView(rendered)).toBe('TokenDetails')
  const text = readText(inView(rendered))
  for (const part of ['612.4 USDC', '$612.40', '$1.00', 'Ethereum']) expect(text).toContain(part)
  const contract = `0x${'usdc'.padEnd(40, '0')}`
  await press(rendered, 'Copy address')
  expect(rendered.services.browser.done).toEqual([`copy ${contract}`])
  expect(findByRole(rendered.root, 'link', /Block explorer/).getAttribute('href')).toContain(`/address/${contract}`)
})
