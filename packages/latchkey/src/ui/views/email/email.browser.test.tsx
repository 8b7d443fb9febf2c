import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { compose, takeComposed } from '../../../../../testing/src/compose.ts'
import { CallError, createFrameWindows } from '../../../../../testing/src/createFrameWindows.ts'
import { hold } from '../../../../../testing/src/fills.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { TOKENS } from '../../../../../testing/src/fixtures.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { surfaceOf } from '../../../core/kernel/surface.ts'
import { embeddedOf } from '../../../core/ways/embedded/embeddedStore.ts'
import { openFrame } from '../../../core/ways/embedded/openFrame.ts'
import { COVERED_CHECK_MS } from '../../shell/useCovered.ts'

let view: RenderedView | undefined
let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  view?.unmount()
  view = undefined
  stop = undefined
})

/** A state with a frame on the page that answers as it is told. */
async function render(
  name: Parameters<typeof findViewState>[0],
  state: string,
  answers: Record<string, () => unknown>,
) {
  view = await renderView(findViewState(name, state))
  const rendered = view
  const asked: { name: string; payload: unknown }[] = []
  const windows = createFrameWindows(
    (async ({ name: call, payload }: { name: string; payload: unknown }) => {
      asked.push({ name: call, payload })
      return answers[call]?.()
    }) as never,
    rendered.services.clock.now,
  )
  Object.assign(rendered.services, { walletWindow: windows.page })
  Object.assign(rendered.instance.services, { walletWindow: windows.page })
  rendered.instance.live.placeFrame = async () => {
    setTimeout(() => windows.load())
    return {
      readLook: () => ({ mode: 'dark', locale: 'en' }),
      getWindow: () => windows.frame,
      remove: () => undefined,
    }
  }
  stop = windows.close
  return { rendered, of: (call: string) => asked.filter((each) => each.name === call).map(({ payload }) => payload) }
}

test('an address is typed and sent; what is none is said beside the field', async () => {
  const { rendered, of } = await render('EmailLogin', 'empty', {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }),
    // Nobody has opened the mail yet.
    CONNECT_DEVICE: () => new Promise(() => undefined),
  })
  const field = findByRole(rendered.root, 'textbox', 'E-mail address')
  expect(rendered.root.activeElement).toBe(field)
  await userEvent.keyboard('mira{Enter}')
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('That does not look like an e-mail address.'))
  expect(of('CONNECT_EMAIL')).toEqual([])
  await userEvent.keyboard('@hollowpine.studio{Enter}')
  await vi.waitFor(() => expect(getView(rendered)).toBe('EmailVerifyDevice'))
  expect(of('CONNECT_EMAIL')).toEqual([{ email: 'mira@hollowpine.studio' }])
  await vi.waitFor(() => expect(of('CONNECT_DEVICE')).toHaveLength(1))
})

test('a link that has run out is said to have, and another one is offered', async () => {
  let isOver = true
  const { rendered, of } = await render('EmailLogin', 'empty', {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }),
    CONNECT_DEVICE: () => {
      if (isOver) throw new CallError({ message: 'over', code: -32603, reason: 'CHALLENGE_OVER' })
      return new Promise(() => undefined)
    },
  })
  await userEvent.keyboard('mira@hollowpine.studio{Enter}')
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('The link has run out. Get a new one'))
  expect(readText(inView(rendered))).not.toContain('That code does not work')
  isOver = false
  await rendered.services.clock.advance(31_000)
  await vi.waitFor(() => findByRole(rendered.root, 'button', 'Send it again'))
  findByRole(rendered.root, 'button', 'Send it again').click()
  await vi.waitFor(() => expect(of('CONNECT_EMAIL')).toHaveLength(2))
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Approve the link in your mail'))
})

test('six digits that are pasted as a mail has them are sent by themselves', async () => {
  const { rendered, of } = await render('EmailVerifyOtp', 'may be sent again', {
    CONNECT_OTP: () => undefined,
    GET_USER: () => new Promise(() => undefined),
  })
  const field = findByRole(rendered.root, 'textbox', '6-digit code') as HTMLInputElement
  expect(rendered.root.activeElement).toBe(field)
  expect(field.autocomplete).toBe('one-time-code')
  field.focus()
  document.execCommand('insertText', false, ' 004 217')
  await vi.waitFor(() => expect(of('CONNECT_OTP')).toEqual([{ otp: '004217' }]))
  await vi.waitFor(() => expect(of('GET_USER')).not.toEqual([]))
})

test('a code is typed with an input method, whose digits are as wide as ideographs, and sent once', async () => {
  const { rendered, of } = await render('EmailVerifyOtp', 'may be sent again', {
    CONNECT_OTP: () => undefined,
    GET_USER: () => new Promise(() => undefined),
  })
  const field = findByRole(rendered.root, 'textbox', '6-digit code') as HTMLInputElement
  const boxes = () => [...inView(rendered).querySelectorAll('.digit')].map((box) => box.textContent).join('')
  field.focus()
  await compose('００４')
  await vi.waitFor(() => expect(boxes()).toBe('004'))
  await takeComposed('００４')
  await vi.waitFor(() => expect(field.value).toBe('004'))
  await compose('２１７')
  await vi.waitFor(() => expect(of('CONNECT_OTP')).toEqual([{ otp: '004217' }]))
  await takeComposed('２１７')
  await vi.waitFor(() => expect(of('GET_USER')).not.toEqual([]))
  expect(of('CONNECT_OTP')).toHaveLength(1)
})

test('a code is typed in the digits of a keyboard’s own language', async () => {
  const { rendered, of } = await render('EmailVerifyOtp', 'may be sent again', {
    CONNECT_OTP: () => undefined,
    GET_USER: () => new Promise(() => undefined),
  })
  findByRole(rendered.root, 'textbox', '6-digit code').focus()
  for (const digit of '٠٠٤٢١٧') await takeComposed(digit)
  await vi.waitFor(() => expect(of('CONNECT_OTP')).toEqual([{ otp: '004217' }]))
})

test('an address that an input method wrote as wide as ideographs is sent in plain letters', async () => {
  const { rendered, of } = await render('EmailLogin', 'empty', {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }),
    CONNECT_DEVICE: () => new Promise(() => undefined),
  })
  findByRole(rendered.root, 'textbox', 'E-mail address').focus()
  await takeComposed('ｍｉｒａ＠ｈｏｌｌｏｗｐｉｎｅ．ｓｔｕｄｉｏ')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(of('CONNECT_EMAIL')).toEqual([{ email: 'mira@hollowpine.studio' }]))
})

test('each digit is announced by its place, and that the code is being checked', async () => {
  const { rendered } = await render('EmailVerifyOtp', 'waiting', { CONNECT_OTP: () => new Promise(() => undefined) })
  const heard: string[] = []
  const region = rendered.root.querySelector('[aria-live=polite]') as HTMLElement
  const watch = new MutationObserver(() => {
    if (region.textContent) heard.push(region.textContent)
  })
  watch.observe(region, { childList: true, characterData: true, subtree: true })
  await vi.waitFor(() => expect(rendered.root.activeElement).toHaveProperty('name', 'code'))
  for (const [index, digit] of [...'004217'].entries()) {
    await userEvent.keyboard(digit)
    await rendered.services.clock.advance(200)
    const said = index === 5 ? 'Checking the code' : `${index + 1} of 6`
    await vi.waitFor(() => expect(heard).toContain(said))
  }
  watch.disconnect()
})

test('another address is asked for, and each of two codes leads on; a mail rests 30 s before one may start over', async () => {
  const { rendered, of } = await render('UpdateEmailWallet', 'from the settings', {
    UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
    UPDATE_EMAIL_PRIMARY_OTP: () => undefined,
    UPDATE_EMAIL_SECONDARY_OTP: () => ({ newEmail: 'mira@new.example' }),
  })
  const { root, instance } = rendered
  const field = findByRole(root, 'textbox', 'E-mail address') as HTMLInputElement
  expect(root.activeElement).toBe(field)
  // All of the address is chosen, so that typing puts another one in its place.
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'mira@hollowpine.studio'.length])
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('That is your address already.'))
  field.select()
  await userEvent.keyboard('mira@new.example{Enter}')
  await vi.waitFor(() => expect(getView(rendered)).toBe('UpdateEmailPrimaryOtp'))
  expect(of('UPDATE_EMAIL')).toEqual([{ email: 'mira@new.example' }])
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('First code: sent to mira@hollowpine.studio'))
  expect(findByRole(root, 'button', 'Start over in 30 s').ariaDisabled).toBe('true')
  await vi.waitFor(() => expect(root.activeElement).toHaveProperty('name', 'code'))
  await userEvent.keyboard('111111')
  await vi.waitFor(() => expect(getView(rendered)).toBe('UpdateEmailSecondaryOtp'))
  expect(of('UPDATE_EMAIL_PRIMARY_OTP')).toEqual([{ otp: '111111' }])
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Second code: sent to mira@new.example'))
  await vi.waitFor(() => expect(root.activeElement).toHaveProperty('name', 'code'))
  await userEvent.keyboard('222222')
  await vi.waitFor(() => expect(getView(rendered)).toBe('AccountSettings'))
  expect(of('UPDATE_EMAIL_SECONDARY_OTP')).toEqual([{ otp: '222222' }])
  expect(instance.stores.toast.get().toast).toMatchObject({
    key: 'emailChanged',
    values: { email: 'mira@new.example' },
  })
  expect(instance.stores.router.get().history.map((route) => route.view)).toEqual(['Account', 'AccountSettings'])
})

test('the screen for the vault’s codes stays in front, and the settings are behind it', async () => {
  let answer: ((email: { newEmail: string }) => void) | undefined
  const { rendered } = await render('UpdateEmailSecondaryOtp', 'long address, may start over', {
    UPDATE_EMAIL_SECONDARY_OTP: () => new Promise((resolve) => (answer = resolve)),
  })
  const { root, instance } = rendered
  await vi.waitFor(() => expect(root.activeElement).toHaveProperty('name', 'code'))
  await userEvent.keyboard('222222')
  await vi.waitFor(() => expect(answer).toBeDefined())
  instance.batch(() => {
    surfaceOf(instance).set(() => ({ wanted: { reason: 'stepup', minHeight: 400, leave: () => undefined } }))
    instance.tell({ kind: 'surfaceWanted' })
  })
  await vi.waitFor(() => expect(getView(rendered)).toBe('ApproveTransaction'))
  const title = (): string => readText(root.querySelector('[data-title]') ?? document.body)
  await vi.waitFor(() => expect(title()).toBe('Account settings'))
  surfaceOf(instance).set(() => ({ wanted: { reason: 'approve', minHeight: 400, leave: () => undefined } }))
  await vi.waitFor(() => expect(title()).toBe('Approve the request'))
  answer?.({ newEmail: 'mira@new.example' })
  await vi.waitFor(() => expect(instance.stores.toast.get().toast).toMatchObject({ key: 'emailChanged' }))
  expect(getView(rendered)).toBe('ApproveTransaction')
  surfaceOf(instance).set(() => ({}))
  await vi.waitFor(() => expect(getView(rendered)).toBe('Account'))
})

test('an address that belongs to somebody, and a change that comes too soon, are said as they are', async () => {
  let reason = 'EMAIL_TAKEN'
  const { rendered } = await render('UpdateEmailWallet', 'from the settings', {
    UPDATE_EMAIL: () => {
      throw new CallError({
        message: 'No',
        code: -32603,
        reason,
        ...(reason === 'TOO_OFTEN' && { retryAfter: 86_400 }),
      })
    },
  })
  await userEvent.keyboard('mira@new.example{Enter}')
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('That address cannot be used here.'))
  reason = 'TOO_OFTEN'
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('It can be changed again in 24 h.'))
})

test('a wallet that holds something reminds of a backup until there is one, and shows the frame’s screen for it', async () => {
  const { rendered, of } = await render('Account', 'e-mail wallet without a backup', { OPEN_SETTINGS: () => undefined })
  const { root, instance } = rendered
  const make = await vi.waitFor(() => findByRole(root, 'button', 'Make a backup'))
  await userEvent.click(make)
  await vi.waitFor(() => expect(of('OPEN_SETTINGS')).toEqual([{ section: 'recovery' }]))
  embeddedOf(instance).set((state) => ({ ...state, isBackedUp: true }))
  await vi.waitFor(() => expect(readText(inView(rendered))).not.toContain('Make a backup'))
  embeddedOf(instance).set((state) => ({ ...state, isBackedUp: false }))
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Make a backup'))
  // Nothing in it, nothing to lose.
  tokensOf(instance).set((state) => ({ ...state, tokens: [], head: undefined }))
  await vi.waitFor(() => expect(readText(inView(rendered))).not.toContain('Make a backup'))
})

test('the settings lead to each screen of the frame', async () => {
  const { rendered, of } = await render('AccountSettings', 'e-mail wallet', { OPEN_SETTINGS: () => undefined })
  const rows = ['Backup and recovery', 'Secret words', 'Devices', 'Logins', 'What happened', 'Delete this wallet']
  for (const row of rows) await userEvent.click(await vi.waitFor(() => findByRole(rendered.root, 'button', row)))
  const sections = ['recovery', 'export', 'devices', 'identities', 'activity', 'delete']
  await vi.waitFor(() => expect(of('OPEN_SETTINGS')).toEqual(sections.map((section) => ({ section }))))
  await userEvent.click(findByRole(rendered.root, 'button', /^E-mail/))
  await vi.waitFor(() => expect(getView(rendered)).toBe('UpdateEmailWallet'))
})

test('the frame has the rights that it needs, runs for as long as it is needed, and is seen in its place alone', async () => {
  view = await renderView(findViewState('EmailLogin', 'empty'))
  const { instance, root } = view
  const { host } = root
  const frame = (): HTMLIFrameElement | null => host.querySelector('iframe')
  openFrame(instance)
  await vi.waitFor(() => expect(frame()?.slot).toBe('frame'))
  const placed = frame() as HTMLIFrameElement
  expect(placed.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-downloads')
  expect(placed.allow.split('; ').every((right) => right.endsWith(' https://wallet.example'))).toBe(true)
  expect(placed.referrerPolicy).toBe('origin')
  const running = placed.contentWindow
  const told = vi.spyOn(instance, 'fail')
  expect(placed.getClientRects()).toHaveLength(0)
  const leave = vi.fn()
  instance.batch(() => {
    surfaceOf(instance).set(() => ({ wanted: { reason: 'approve', minHeight: 400, leave } }))
    instance.tell({ kind: 'surfaceWanted' })
  })
  await vi.waitFor(() => expect(getView({ instance })).toBe('ApproveTransaction'))
  await vi.waitFor(() => expect(placed.getBoundingClientRect().height).toBeGreaterThan(200))
  await vi.waitFor(() => expect(placed.title).toBe('Wallet approval'))
  // SEC-42: what is asked in there can be answered only once the frame has the focus.
  await vi.waitFor(() => expect(document.activeElement).toBe(placed))
  // F-57: it is no stranger that covers the card.
  await view.services.clock.advance(COVERED_CHECK_MS)
  expect(told).not.toHaveBeenCalled()
  instance.stores.modal.set((modal) => ({ ...modal, open: false }))
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(host.shadowRoot?.querySelector('dialog')?.open ?? false).toBe(false))
  // The same window all along: it was moved nowhere, and never loaded anew.
  expect(placed.contentWindow).toBe(running)
  expect(host.isConnected).toBe(true)
  instance.live.embedded?.close()
  await vi.waitFor(() => expect(frame()).toBeNull())
})

// A test each: all of them in one take longer than a test may on a busy machine.
test.each([
  ['EmailLogin', 'address of last time, forgetful browser'],
  ['EmailVerifyOtp', 'waiting'],
  ['EmailVerifyDevice', 'waiting'],
  ['UpdateEmailWallet', 'from the settings'],
  ['UpdateEmailPrimaryOtp', 'waiting'],
  ['UpdateEmailSecondaryOtp', 'long address, may start over'],
  ['Account', 'e-mail wallet without a backup'],
  ['UpgradeEmailWallet', 'smart account'],
  ['AccountSettings', 'e-mail wallet'],
] as const)('%s, %s, breaks no rule of accessibility', async (name, state) => {
  const { rendered } = await render(name, state, { CONNECT_DEVICE: () => new Promise(() => undefined) })
  const { violations } = await axe.run(rendered.root.host as HTMLElement)
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('the account settings lead to the kind of account, and the other one is named there', async () => {
  view = await renderView(findViewState('AccountSettings', 'behind an e-mail, smart account'))
  await expect.poll(() => readText(inView(view as RenderedView))).toContain('Switch to your standard account')
  await press(view, 'Switch to your standard account')
  await expect.poll(() => getView(view as RenderedView)).toBe('SmartAccountSettings')
  await expect.poll(() => readText(inView(view as RenderedView))).toContain('What you hold in one is not in the other.')
  const rows = [...inView(view).querySelectorAll('[role="option"]')]
  expect(rows.map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'false'])
})

test('a network without a smart account says so at its row, which cannot be chosen', async () => {
  view = await renderView(findViewState('SmartAccountSettings', 'not on this network'))
  const [smart] = inView(view).querySelectorAll('[role="option"]')
  expect(smart?.getAttribute('aria-disabled')).toBe('true')
  expect(inView(view).textContent).toContain('Not on this network')
})

test('the settings lead to the ways of depending less on the service, each with what it costs', async () => {
  const { rendered, of } = await render('AccountSettings', 'e-mail wallet', { OPEN_SETTINGS: () => undefined })
  const track = vi.spyOn(rendered.instance, 'track')
  await vi.waitFor(() => findByRole(rendered.root, 'button', 'Take full control'))
  await press(rendered, 'Take full control')
  await expect.poll(() => getView(rendered)).toBe('UpgradeEmailWallet')
  expect(track).toHaveBeenCalledWith('EMAIL_UPGRADE_FROM_MODAL', {})
  const words = () => readText(inView(rendered))
  await expect.poll(words).toContain('Whoever sees them can take everything.')
  expect(words()).toContain('If you lose what you kept, the wallet is lost.')
  expect(words()).not.toContain('smart account')
  await press(rendered, /^Take the 24 secret words with you/)
  await press(rendered, /^Keep ways back of your own/)
  await vi.waitFor(() => expect(of('OPEN_SETTINGS')).toEqual([{ section: 'export' }, { section: 'recovery' }]))
  await press(rendered, /^Send what it holds to another wallet/)
  await expect.poll(() => getView(rendered)).toBe('WalletSend')
})

test('that other wallets may not show a smart account is said before its words are taken there', async () => {
  view = await renderView(findViewState('UpgradeEmailWallet', 'smart account'))
  await expect
    .poll(() => readText(inView(view as RenderedView)))
    .toContain('other wallets may not show it: send what it holds first.')
})

test('a site that names the ways of taking control while another wallet is in use gets the account', async () => {
  view = await renderView({ ...findViewState('UpgradeEmailWallet', 'smart account'), fill: hold(TOKENS) })
  await expect.poll(() => getView(view as RenderedView)).toBe('Account')
})
