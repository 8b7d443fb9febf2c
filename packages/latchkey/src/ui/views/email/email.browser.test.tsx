import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createFrameWindows } from '../../../../../testing/src/createFrameWindows.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { getView, inView, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { surfaceOf } from '../../../core/kernel/surface.ts'
import { openFrame } from '../../../core/ways/embedded/openFrame.ts'

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
  expect(placed.getClientRects()).toHaveLength(0)
  const leave = vi.fn()
  instance.batch(() => {
    surfaceOf(instance).set(() => ({ wanted: { reason: 'approve', minHeight: 400, leave } }))
    instance.tell({ kind: 'surfaceWanted' })
  })
  await vi.waitFor(() => expect(getView({ instance })).toBe('ApproveTransaction'))
  await vi.waitFor(() => expect(placed.getBoundingClientRect().height).toBeGreaterThan(200))
  await vi.waitFor(() => expect(placed.title).toBe('Wallet approval'))
  instance.stores.modal.set((modal) => ({ ...modal, open: false }))
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(host.shadowRoot?.querySelector('dialog')?.open ?? false).toBe(false))
  // The same window all along: it was moved nowhere, and never loaded anew.
  expect(placed.contentWindow).toBe(running)
  expect(host.isConnected).toBe(true)
  instance.live.embedded?.close()
  await vi.waitFor(() => expect(frame()).toBeNull())
})

test('nothing of it breaks a rule of accessibility', async () => {
  for (const [name, state] of [
    ['EmailLogin', 'address of last time, forgetful browser'],
    ['EmailVerifyOtp', 'waiting'],
    ['EmailVerifyDevice', 'waiting'],
  ] as const) {
    const { rendered } = await render(name, state, { CONNECT_DEVICE: () => new Promise(() => undefined) })
    const { violations } = await axe.run(rendered.root.host as HTMLElement)
    expect(
      violations.map(({ id }) => id),
      name,
    ).toEqual([])
    stop?.()
    view?.unmount()
  }
})
