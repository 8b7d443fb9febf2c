import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createAnswer } from '../../../../../testing/src/createScriptedAdapter.ts'
import { createScriptedSiwx } from '../../../../../testing/src/createScriptedSiwx.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { ACCOUNT } from '../../../../../testing/src/fixtures.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import type { ViewState } from '../../../../../testing/src/viewState.ts'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { FailureError } from '../../../core/errors/failure.ts'
import { startSignIn } from '../../../core/features/signIn/startSignIn.ts'
import { signInOf } from '../../../core/kernel/signIn/signIn.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(state: ViewState, parameters: renderView.Parameters = {}): Promise<RenderedView> {
  view = await renderView(state, parameters)
  return view
}

const state = (name: string): ViewState => findViewState('SIWXSignMessage', name)

function readAlert(rendered: RenderedView): string {
  return readText(inView(rendered).querySelector('[role=alert]') ?? document.body)
}

/** A site that keeps sign-ins, and a wallet whose answer is the test's; the question has begun. */
async function ask(parts: Parameters<typeof createScriptedSiwx>[0] = {}) {
  const service = createScriptedSiwx(parts)
  const answer = createAnswer<string>()
  const idle = state('idle')
  const rendered = await render({
    ...idle,
    options: { siwx: service.siwx },
    script: { signMessage: () => answer },
    fill: (instance) => {
      idle.fill?.(instance)
      signInOf(instance).set(() => ({}))
      Object.assign(instance, { loadSignIn: () => import('../../../core/features/signIn/signInStep.ts') })
    },
    after: (instance) => void startSignIn(instance),
  })
  await rendered.services.clock.advance(0)
  await rendered.settle()
  return { rendered, service, answer }
}

test('site and wallet are joined over one question, with the text to read, and the focus is on Sign', async () => {
  const { rendered } = await ask()
  expect(getView(rendered)).toBe('SIWXSignMessage')
  expect(readText(rendered.root.querySelector('h2') ?? document.body)).toBe('Confirm it is you')
  const text = readText(inView(rendered))
  expect(text).toContain('Hollowpine asks you to sign in')
  expect(text).toContain('It is free and moves no funds.')
  expect(text).toContain('If you cancel, you will be disconnected.')
  expect(rendered.root.activeElement).toBe(findByRole(rendered.root, 'button', 'Sign'))
  const words = rendered.root.querySelector('pre')
  expect(words?.textContent).toContain(`wants you to sign in with your Ethereum account:\n${ACCOUNT.address}`)
  expect(words?.checkVisibility()).toBe(false)
  rendered.root.querySelector('summary')?.click()
  await rendered.settle()
  expect(words?.checkVisibility()).toBe(true)
  expect(getComputedStyle(words ?? document.body).fontFamily).toContain('mono')
})

test('signing says where to look, points at the wallet after 20 s, and ends by closing', async () => {
  const { rendered, service, answer } = await ask()
  await press(rendered, 'Sign')
  expect(readText(inView(rendered))).toContain('Sign in Fernpass')
  expect(findByRole(rendered.root, 'button', 'Sign').getAttribute('aria-busy')).toBe('true')
  await rendered.services.clock.advance(20_000)
  await rendered.settle()
  expect(readText(inView(rendered))).toContain('Open Fernpass')
  answer.ok('0xaa')
  await rendered.services.clock.advance(0)
  await rendered.settle()
  expect(service.sessions).toHaveLength(1)
  expect(rendered.latchkey.getState()).toMatchObject({ open: false, status: 'connected' })
})

test('F-03: a refusal is told in the view and by a toast, and the same button asks again', async () => {
  const { rendered, answer } = await ask()
  await press(rendered, 'Sign')
  answer.no({ code: 4001 })
  await rendered.services.clock.advance(0)
  await rendered.settle()
  expect(readAlert(rendered)).toContain('You said no in Fernpass')
  expect(readAlert(rendered)).toContain('Nothing was signed. You can try again.')
  expect(readText(rendered.root.querySelector('.toast') ?? document.body)).toContain('Signature declined')
  rendered.adapter.script.signMessage = async () => '0xaa'
  await press(rendered, 'Try again')
  await rendered.services.clock.advance(0)
  await rendered.settle()
  expect(rendered.latchkey.getState().open).toBe(false)
})

test('a required question shakes instead of closing, and Cancel disconnects', async () => {
  const { rendered } = await ask()
  await userEvent.keyboard('{Escape}')
  await rendered.settle()
  expect(rendered.latchkey.getState().open).toBe(true)
  expect(readText(rendered.root.querySelector('.lines') ?? document.body)).toContain(
    'Sign in or disconnect to continue.',
  )
  await press(rendered, 'Cancel')
  await rendered.services.clock.advance(0)
  await rendered.settle()
  await expect.poll(() => rendered.latchkey.getState()).toMatchObject({ open: false, status: 'disconnected' })
})

test('one that is not required closes and keeps the wallet', async () => {
  const { rendered } = await ask({ required: false })
  expect(readText(inView(rendered))).not.toContain('you will be disconnected')
  await userEvent.keyboard('{Escape}')
  await rendered.settle()
  expect(rendered.latchkey.getState()).toMatchObject({ open: false, status: 'connected' })
})

test('the keyboard goes through text, Cancel and Sign', async () => {
  const { rendered } = await ask()
  const names: string[] = []
  rendered.root.querySelector<HTMLElement>('summary')?.focus()
  for (let turn = 0; turn < 3; turn += 1) {
    names.push(readText(rendered.root.activeElement ?? document.body))
    await userEvent.keyboard('{Tab}')
  }
  expect(names).toEqual(['What you sign', 'Cancel', 'Sign'])
})

test.each([
  ['SIGNATURE_UNVERIFIED', 'This site could not check your smart wallet’s signature', 'Use another account'],
  ['SIGN_IN_NOT_KEPT', 'You signed in, but this site did not keep it', 'Sign in again'],
  ['SIGN_IN_SERVICE_DOWN', 'Sign-in is not available nowYour wallet stays connected.', 'Try again'],
  ['CLOCK_WRONG', 'Your device clock is wrong', 'I set it'],
  ['MESSAGE_SIGNING_UNSUPPORTED', 'This account cannot sign messages', 'Use another account'],
  ['BITCOIN_ADDRESS_KIND', 'Fernpass cannot sign with this kind of address', 'Use payment address'],
  ['UNKNOWN_FAILURE', 'Fernpass did not sign', 'Try again'],
])('%s is one sentence and one button beside Cancel', async (code, sentence, button) => {
  const rendered = await render(state(`failed, ${code}`))
  expect(inView(rendered).querySelector('[data-failure]')?.getAttribute('data-failure')).toBe(code)
  expect(readAlert(rendered)).toContain(sentence)
  findByRole(rendered.root, 'button', button)
  findByRole(rendered.root, 'button', 'Cancel')
})

test('F-28: a wallet on another network is named with both, and the button brings it back before it signs', async () => {
  const { rendered, answer } = await ask()
  await press(rendered, 'Sign')
  answer.no(new FailureError('CHAIN_MISMATCH', 'Elsewhere.', { step: 'sign', walletNetworkId: 'eip155:8453' }))
  await rendered.services.clock.advance(0)
  await rendered.settle()
  expect(readAlert(rendered)).toContain('Fernpass is on Base, but this needs Ethereum')
  let signatures = 0
  rendered.adapter.script.signMessage = async () => `0x${++signatures}`
  const moved = createAnswer<void>()
  rendered.adapter.script.switchNetwork = () => moved
  await press(rendered, 'Switch to Ethereum')
  expect(signatures).toBe(0)
  moved.ok()
  await rendered.services.clock.advance(0)
  await rendered.settle()
  expect([signatures, rendered.latchkey.getState().open]).toEqual([1, false])
})

test('F-34: a text that names another site can only be left', async () => {
  const rendered = await render(state('failed, SIGN_IN_DOMAIN'))
  expect(readText(inView(rendered))).toContain('The sign-in text names another site, so we stopped it')
  expect(inView(rendered).querySelectorAll('button')).toHaveLength(1)
  findByRole(rendered.root, 'button', 'Back')
})

test('F-23: on a phone the tap on Sign is a link to the session’s wallet', async () => {
  const rendered = await render(state('on a phone'))
  expect(findByRole(rendered.root, 'link', 'Sign').getAttribute('href')).toBe('northkey://')
})

test('the older name shows the same view', async () => {
  const rendered = await render(findViewState('ConnectingSiwe', 'idle'))
  expect(readText(inView(rendered))).toContain('Hollowpine asks you to sign in')
})

test.each(['idle', 'signing', 'failed, USER_REJECTED', 'failed, SIGN_IN_SERVICE_DOWN'])(
  'from right to left, %s has no accessibility violation, and the keyboard goes the same way',
  async (name) => {
    const rendered = await render(state(name), { locale: 'ar' })
    expect(rendered.root.querySelector('[dir=rtl]')).not.toBe(null)
    const { violations } = await axe.run(rendered.root.host as HTMLElement, {
      resultTypes: ['violations'],
      rules: { region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
    const [cancel, forward] = inView(rendered).querySelectorAll<HTMLElement>('.both > *')
    cancel?.focus()
    await userEvent.keyboard('{Tab}')
    expect(rendered.root.activeElement).toBe(forward)
    // The words that are signed stay as they are, whatever the language around them.
    expect(inView(rendered).querySelector('pre')?.dir ?? 'ltr').toBe('ltr')
    expect((forward?.getBoundingClientRect().x ?? 0) < (cancel?.getBoundingClientRect().x ?? 0)).toBe(true)
  },
)
