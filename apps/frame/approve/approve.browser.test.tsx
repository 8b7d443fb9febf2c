import axe from 'axe-core'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SurroundingsContext } from '../../../packages/latchkey/src/ui/parts/surroundings.ts'
import { adoptStyles } from '../../../packages/latchkey/src/ui/theme/styles.ts'
import { listCutWords } from '../../../packages/testing/src/listCutWords.ts'
import { listLooseTexts } from '../../../packages/testing/src/listLooseTexts.ts'
import { PageContext, type PageLook } from '../page/context.ts'
import { DESCRIBED, REFUSING, request, SILENT, SUBJECTS } from './approveFixtures.ts'
import { createApprove, WAITING_LIMIT } from './index.ts'
import type { ApprovalOutcome, ApprovalRequest, Stage } from './types.ts'
import { en } from './words/words.ts'

const cleaners: (() => void)[] = []
afterEach(() => {
  for (const clean of cleaners.splice(0)) clean()
})

/** As the frame stands in the dialog, and whole in the browser's own window. */
const USUAL = [360, 600] as const
beforeEach(() => page.viewport(...USUAL))

/** The frame's window with a stage that draws one screen after the other, as the frame's own does. */
function open({
  language = 'en',
  theme = 'dark',
  networks,
}: {
  language?: string
  theme?: string
  networks?: PageLook['networks']
} = {}) {
  const element = document.createElement('div')
  element.dataset.theme = theme
  document.body.append(element)
  const shadow = element.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  const inner = document.createElement('div')
  shadow.append(inner)
  const root = createRoot(inner)
  const added = new Set<string>()
  const addStyles = (css: string) => {
    if (!added.has(css)) adoptStyles(shadow, css)
    added.add(css)
  }
  const look = { language, isRightToLeft: language === 'ar', networks }
  const surroundings = {
    after: () => () => {},
    isTrustedImage: () => false,
    showTip: () => {},
    addStyles,
    region: language,
    words: { newTab: '', clear: '' },
  }
  const draw = (screen: ReactNode) =>
    root.render(
      <PageContext value={look}>
        <SurroundingsContext value={surroundings}>
          <div className="root" lang={language} dir={look.isRightToLeft ? 'rtl' : 'ltr'}>
            {screen}
          </div>
        </SurroundingsContext>
      </PageContext>,
    )
  let last: Promise<unknown> = Promise.resolve()
  const stage: Stage = {
    show: (screen, signal) => {
      const run = (): Promise<never> =>
        new Promise((resolve, reject) => {
          signal.throwIfAborted()
          signal.addEventListener('abort', () => {
            draw(null)
            reject(signal.reason)
          })
          draw(
            screen.draw((outcome) => {
              draw(null)
              resolve(outcome as never)
            }),
          )
        })
      const turn = last.then(run)
      last = turn.catch(() => {})
      return turn
    },
  }
  cleaners.push(() => {
    root.unmount()
    element.remove()
  })
  const approve = createApprove({ stage })
  const ended: string[] = []
  return {
    shadow,
    element,
    ended,
    /** Asks, and keeps what becomes of it. */
    ask: (asked: ApprovalRequest, signal = new AbortController().signal): Promise<ApprovalOutcome | string> => {
      const going = approve(asked, signal).catch((error: unknown) => String(Object(error).told?.reason ?? error))
      void going.then((outcome) => ended.push(outcome))
      return going
    },
    text: () => shadow.querySelector('.approve')?.textContent ?? '',
    status: () => shadow.querySelector('.approve-status')?.textContent,
    button: (name: string) =>
      [...shadow.querySelectorAll('button')].find((each) => each.textContent === name) as HTMLButtonElement,
    arming: () => shadow.querySelector<HTMLElement>('.approve-decision')?.dataset.arming,
    isOn: (name: string) =>
      [...shadow.querySelectorAll('button')].some(
        (each) => each.textContent === name && each.getAttribute('aria-disabled') === null,
      ),
  }
}
type Opened = ReturnType<typeof open>

/** Gives the window the focus, as the page around the frame does when it shows it. */
async function focus({ shadow }: Opened): Promise<void> {
  await expect.poll(() => shadow.querySelector('h1')).toBeTruthy()
  await userEvent.click(shadow.querySelector('h1') as Element)
  expect(document.hasFocus()).toBe(true)
}

test('SEC-41: one press of a person approves once, and what a script presses does nothing', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.payment))
  await focus(frame)
  await expect.poll(() => frame.isOn('Approve')).toBe(true)
  const button = frame.button('Approve')
  button.click()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }))
  expect(frame.ended).toEqual([])
  await userEvent.dblClick(button)
  await expect.poll(() => frame.ended).toEqual(['approved'])
  expect(frame.text()).toBe('')
})

test('SEC-42: Enter approves as a press does, and Escape rejects', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.message))
  await focus(frame)
  await expect.poll(() => frame.isOn('Sign')).toBe(true)
  frame.button('Sign').focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => frame.ended).toEqual(['approved'])
  void frame.ask(request(SUBJECTS.message))
  await focus(frame)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => frame.ended).toEqual(['approved', 'rejected'])
})

test('SEC-42: a press on what has just appeared, changed or been resized does nothing', async () => {
  const frame = open()
  const late: { tell: () => void } = { tell: () => {} }
  const ask: ApprovalRequest['ask'] = () =>
    new Promise((_, reject) => {
      const { tell } = late
      late.tell = () => {
        tell()
        reject(new Error('No node serves.'))
      }
    })
  void frame.ask(request(SUBJECTS.payment, { ask }))
  await focus(frame)
  expect(frame.isOn('Approve')).toBe(false)
  await userEvent.click(frame.button('Approve'), { force: true })
  // The node has spoken: what is shown is other than it was.
  await expect
    .poll(() => {
      late.tell()
      return frame.text()
    })
    .toContain('Effects could not be checked.')
  expect(frame.isOn('Approve')).toBe(false)
  await expect.poll(() => frame.isOn('Approve')).toBe(true)
  await page.viewport(USUAL[0] + 10, USUAL[1])
  expect(frame.isOn('Approve')).toBe(false)
  await expect.poll(() => frame.isOn('Approve')).toBe(true)
  await act(async () => frame.shadow.querySelector('.approve-body')?.dispatchEvent(new Event('scroll')))
  expect(frame.isOn('Approve')).toBe(false)
  expect(frame.ended).toEqual([])
})

test.each<[string, (element: HTMLElement) => HTMLElement | undefined]>([
  [
    'something half seen through over it',
    () => {
      const cover = document.createElement('div')
      cover.style.cssText = 'position:fixed;inset:0;background:#f008;pointer-events:none;z-index:9'
      document.body.append(cover)
      return cover
    },
  ],
  [
    'nearly invisible',
    (element) => {
      element.style.opacity = '0.05'
      return undefined
    },
  ],
  [
    'cut off',
    (element) => {
      element.style.cssText = 'clip-path:inset(0 0 50% 0)'
      return undefined
    },
  ],
])('SEC-43: %s, it cannot be approved, and says so', async (_, cover) => {
  const frame = open()
  void frame.ask(request(SUBJECTS.payment))
  await focus(frame)
  await expect.poll(() => frame.isOn('Approve')).toBe(true)
  const added = cover(frame.element)
  await expect.poll(() => frame.status()).toBe(en.covered)
  expect(frame.isOn('Approve')).toBe(false)
  await userEvent.click(frame.button('Approve'), { force: true })
  added?.remove()
  frame.element.style.cssText = ''
  await expect.poll(() => frame.isOn('Approve')).toBe(true)
  expect(frame.ended).toEqual([])
})

test('SEC-43: in a window that is too small the press must be held, and a short one does nothing', async () => {
  await page.viewport(300, 400)
  const frame = open()
  void frame.ask(request(SUBJECTS.payment))
  await focus(frame)
  await expect.poll(() => frame.isOn(en.hold)).toBe(true)
  expect(frame.status()).toBe(en.holdWhy)
  await userEvent.click(frame.button(en.hold))
  expect(frame.ended).toEqual([])
  await userEvent.click(frame.button(en.hold), { delay: 1_500 })
  await expect.poll(() => frame.ended).toEqual(['approved'])
})

test('SEC-44: requests are shown one at a time, each answered on its own, and no more than eight wait', async () => {
  const frame = open()
  const [first, second] = [request(SUBJECTS.message), request(SUBJECTS.payment)]
  void frame.ask(first)
  void frame.ask(second)
  await focus(frame)
  await expect.poll(() => frame.text()).toContain('1 of 2')
  expect(frame.text()).toContain('I agree to the terms')
  expect(WAITING_LIMIT).toBe(8)
  for (let count = 2; count <= WAITING_LIMIT; count += 1) void frame.ask(request(SUBJECTS.message))
  expect(await frame.ask(request(SUBJECTS.message))).toBe('RATE_LIMITED')
  await expect.poll(() => frame.text()).toContain(`1 of ${WAITING_LIMIT + 1}`)
  await userEvent.click(frame.button('Reject'))
  await expect.poll(() => frame.text()).toContain(`2 of ${WAITING_LIMIT + 1}`)
  expect(frame.text()).toContain('Pay 0.1 ETH')
  // The press that ended the first is none for the second.
  expect(frame.isOn('Approve')).toBe(false)
  expect(frame.ended).toEqual(['RATE_LIMITED', 'rejected'])
})

test('SEC-40: a request that its page gives up goes from the screen, another one stays, and neither is approved', async () => {
  const frame = open()
  const [one, other] = [new AbortController(), new AbortController()]
  void frame.ask(request(SUBJECTS.message), one.signal)
  void frame.ask(request(SUBJECTS.payment), other.signal)
  await focus(frame)
  await act(async () => one.abort('given up'))
  await expect.poll(() => frame.text()).toContain('Pay 0.1 ETH')
  other.abort('given up')
  await expect.poll(() => frame.text()).toBe('')
  await expect.poll(() => frame.ended).toEqual(['given up', 'given up'])
})

test('SEC-45: a network of the operator’s own has the name and coin of the configuration, and none that the frame knows takes another', async () => {
  const slope = { name: 'Slope', coin: { symbol: 'ETH', decimals: 18 } }
  const other = { name: 'Elsewhere', coin: { symbol: 'FREE', decimals: 0 } }
  const opened = open({ networks: { 'eip155:31337': slope, 'eip155:1': other } })
  void opened.ask(request(SUBJECTS.payment, { network: 'eip155:31337' }))
  await expect.poll(opened.text).toContain('Pay 0.1 ETH to')
  expect(opened.text()).toContain('Slope')
  await expect.poll(opened.text).toContain('−0.1 ETH')
  const known = open({ networks: { 'eip155:1': other } })
  void known.ask(request(SUBJECTS.payment))
  await expect.poll(known.text).toContain('Ethereum')
  expect(known.text()).not.toContain('FREE')
})

test('SEC-45: a payment says who asks, what leaves, from where, on which network, for which fee, and whom it reaches', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.payment, { claimed: { name: 'Bank\u202e\nof Trees', url: '' } }))
  await expect.poll(() => frame.text()).toContain('−0.1 ETH')
  const text = frame.text()
  for (const part of [
    'shop.hollowpine.example',
    'Bank of Trees',
    'Pay 0.1 ETH',
    '0x709979…dc79C8',
    'Ethereum',
    '0.00042 ETH',
    'nonce: 3',
  ]) {
    expect(text).toContain(part)
  }
  expect(text.indexOf('shop.hollowpine.example')).toBeLessThan(text.indexOf('Bank of Trees'))
  // Whom it reaches is there whole, in groups.
  expect(text.toLowerCase()).toContain('b2'.repeat(20))
})

test('SEC-42, SEC-46: an allowance without a limit wants a tick, which counts as a change, and offers the way out first', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.unlimited))
  await focus(frame)
  await expect.poll(() => frame.text()).toContain('Whoever you let take this can take all of it at any time')
  const kinds = [...frame.shadow.querySelectorAll('.approve-buttons button')].map((each) => [
    each.textContent,
    each.classList.contains('main'),
  ])
  expect(kinds).toEqual([
    ['Approve', false],
    ['Reject', true],
  ])
  await expect.poll(frame.arming).toBe('armed')
  expect(frame.isOn('Approve')).toBe(false)
  await act(async () => frame.shadow.querySelector('input')?.click())
  expect([frame.arming(), frame.isOn('Approve')]).toEqual(['soon', false])
  await expect.poll(() => frame.isOn('Approve')).toBe(true)
})

test('SEC-47: typed data is shown whole, with its domain', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.typedData))
  await expect.poll(() => frame.text()).toContain('Hello, Bob!')
  for (const part of ['Ether Mail', 'verifyingContract', 'wallets', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']) {
    expect(frame.text()).toContain(part)
  }
})

test('SEC-48: a sign-in to another site has no way to be signed', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.foreignSignIn))
  await expect.poll(() => frame.status()).toBe(en.blocked)
  expect(frame.text()).toContain('bank.example')
  expect([...frame.shadow.querySelectorAll('.approve-buttons button')].map((each) => each.textContent)).toEqual([
    'Reject',
  ])
})

test.each<[string, ApprovalRequest]>([
  ['another account', request(SUBJECTS.payment, { account: `0x${'9'.repeat(40)}` })],
  ['another network', request(SUBJECTS.typedData, { network: 'eip155:10' })],
  ['a user operation of another account', request(SUBJECTS.batch, { account: `0x${'9'.repeat(40)}` })],
  [
    'a user operation that carries out what nobody can read (SEC-54)',
    request({ kind: 'operation', operation: { ...SUBJECTS.batch.operation, callData: '0x12345678' } }),
  ],
  ['another family of networks', request(SUBJECTS.message, { network: 'solana:mainnet' })],
  [
    'no transaction',
    request(
      { kind: 'solanaTransactions', transactions: [Uint8Array.of(1)], isSent: true },
      { network: 'solana:mainnet' },
    ),
  ],
])('SEC-55: what is for %s is refused before anybody is asked', async (_, asked) => {
  const frame = open()
  expect(await frame.ask(asked)).toBe('REQUEST_INVALID')
  expect(frame.text()).toBe('')
})

test('SEC-52: a batch is shown call by call, as all or nothing, with what it comes to and what it takes', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.batch))
  await focus(frame)
  await expect.poll(() => frame.isOn('Approve') || frame.arming()).toBeTruthy()
  await expect.poll(frame.text).toContain(en.fee)
  const text = frame.text()
  expect(text).toContain('2 calls: all or none.')
  expect(text).toMatch(/Call 1 of 2.*25000000.*Call 2 of 2.*0\.1 ETH/s)
  expect(text).toContain('0.003 ETH')
  expect(text).not.toContain(en.sponsored)
  expect(text).not.toContain(en.deploys)
})

test('who pays for the visitor, and that the account is made by it, is said in words', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.firstUse))
  await focus(frame)
  await expect.poll(frame.text).toContain(en.fee)
  expect(frame.text()).toContain(en.sponsored)
  expect(frame.text()).toContain(en.deploys)
  expect(frame.text()).not.toContain('0.003 ETH')
})

test('SEC-45: a call that the operator describes is said in these words and not to be unknown, and one of which nothing is said is', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.unknown, { describe: DESCRIBED }))
  await expect.poll(() => frame.text()).toContain('Plant trees')
  for (const part of ['Call the contract', '0.1 ETH', '5d5d', '2030', '2 hours', '1.5 kg', 'for Ada'])
    expect(frame.text()).toContain(part)
  const unsaid = 'What this contract does cannot be said in words.'
  expect(frame.text()).not.toContain(unsaid)
  await userEvent.click(frame.button('Reject'))
  void frame.ask(request(SUBJECTS.unknown))
  await expect.poll(() => frame.text()).toContain(unsaid)
  expect(frame.text()).not.toContain('Plant trees')
})

test('SEC-53: a permission says who may send how much of which token, how often and until when, and what it takes', async () => {
  const frame = open()
  const ask: ApprovalRequest['ask'] = async () => '0x6'
  void frame.ask(request(SUBJECTS.permission, { ask }))
  await expect.poll(() => frame.text()).toContain('25, anew every 1 day')
  const text = frame.text()
  for (const part of [en.permission, en.permissionNote, en.enables, '100', '2030', '0.003 ETH'])
    expect(text).toContain(part)
  // In sight, and not among the details alone.
  const [seen = ''] = text.split(en.details)
  const { delegate, target } = SUBJECTS.permission.permission
  for (const address of [delegate, target]) expect(seen.replaceAll(/\s/gu, '')).toContain(address)
  await focus(frame)
  await expect.poll(() => frame.isOn('Approve')).toBe(true)
  await userEvent.click(frame.button('Reject'))
  // A token that does not say how many decimals it has.
  void frame.ask(request(SUBJECTS.permissionEnd, { ask: REFUSING }))
  await expect.poll(() => frame.text()).toContain(`25000000, anew every 1 day (${en.permissionUnits})`)
  expect(listLooseTexts(frame.shadow)).toEqual([])
  expect(frame.text()).toContain(en.permissionEnds)
  expect(frame.text()).not.toContain(en.permissionNote)
})

test('SEC-52: the first batch of the key’s own address says that the account gets code', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.firstBatch))
  await expect.poll(() => frame.text()).toContain(en.enables)
  expect(frame.text()).toContain('2 calls: all or none.')
})

test('SEC-52: a call of a batch that nobody can read is said to be unknown', async () => {
  const frame = open()
  void frame.ask(request(SUBJECTS.unknownBatch, { ask: REFUSING }))
  await focus(frame)
  await expect.poll(frame.text).toContain('0x12345678')
})

test('SEC-50: until a node has spoken nothing can be approved, and one that cannot is said', async () => {
  const waiting = open()
  void waiting.ask(request(SUBJECTS.payment, { ask: SILENT }))
  await focus(waiting)
  await expect.poll(waiting.arming).toBe('armed')
  expect(waiting.text()).toContain('Checking what it does…')
  expect(waiting.isOn('Approve')).toBe(false)
  cleaners.pop()?.()
  const frame = open()
  void frame.ask(request(SUBJECTS.unknown, { ask: REFUSING }))
  await expect.poll(() => frame.text()).toContain('Effects could not be checked.')
  expect(frame.text()).toContain('What this contract does cannot be said in words.')
})

test.each([
  ['en', 'dark'],
  ['de', 'light'],
  ['ar', 'dark'],
])(
  'approvals in %s, %s, 320 px wide: nothing overflows, no text is lost to a browser that translates, and axe finds nothing',
  async (language, theme) => {
    await page.viewport(320, 560)
    for (const subject of [SUBJECTS.unlimited, SUBJECTS.permit, SUBJECTS.hidden, SUBJECTS.batch]) {
      const frame = open({ language, theme })
      void frame.ask(request(subject))
      await expect.poll(() => frame.shadow.querySelectorAll('[data-finding]').length).toBeGreaterThan(0)
      const body = frame.shadow.querySelector('.approve-body') as Element
      expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth)
      expect(listLooseTexts(frame.shadow)).toEqual([])
      expect(listCutWords(frame.shadow)).toEqual([])
      const { violations } = await axe.run(frame.element, { rules: { region: { enabled: false } } })
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      cleaners.pop()?.()
    }
  },
)
