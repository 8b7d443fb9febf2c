import { afterEach, expect, test } from 'vitest'
import { compose, takeComposed } from '../../../../../testing/src/compose.ts'
import type { FakeGateway } from '../../../../../testing/src/createFakeServices.ts'
import { createAnswer } from '../../../../../testing/src/createScriptedAdapter.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { ACCOUNT } from '../../../../../testing/src/fixtures.ts'
import { FAR_NETWORKS, ZONE } from '../../../../../testing/src/nameStates.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { LatchkeyError } from '../../../core/errors/LatchkeyError.ts'
import { registrationOf } from '../../../core/features/names/registration.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

const silent = () => new Promise<never>(() => {})
const suggest = (input: unknown) => {
  const { name } = input as { name: string }
  const others = [`${name}-pine`, `${name}-lake`]
  return {
    suggestions: [
      { name: `${name}.${ZONE}`, registered: name === 'pine' },
      ...others.map((each) => ({ name: `${each}.${ZONE}`, registered: false })),
    ],
  }
}
const served: FakeGateway = {
  getSupportedChains: silent,
  getBalance: silent,
  getIdentity: silent,
  getPrices: silent,
  getHistory: silent,
  getNfts: silent,
  getNameZones: () => ({ zones: [ZONE], registration: true }),
  getNamesOf: () => [],
  suggestNames: suggest,
  getNameNonce: () => ({ nonce: 'a-nonce', timestamp: 1_767_225_600, zones: [ZONE] }),
  registerName: (input: unknown) => {
    const { message } = (input as { body: { message: string } }).body
    return { name: (JSON.parse(message) as { name: string }).name, attributes: {}, addresses: {} }
  },
}

async function render(
  of: 'AccountSettings' | 'ChooseAccountName' | 'RegisterAccountName',
  name: string,
  more: { readonly options?: object; readonly gateway?: FakeGateway } = {},
): Promise<RenderedView> {
  const state = findViewState(of, name)
  view = await renderView(
    {
      ...state,
      options: { ...state.options, ...more.options },
      script: { signMessage: async () => `0x${'ab'.repeat(65)}`, ...state.script },
    },
    { gateway: { ...served, ...more.gateway } },
  )
  for (let turn = 0; turn < 4; turn += 1) await view.settle()
  return view
}

const field = (rendered: RenderedView): HTMLInputElement =>
  rendered.root.querySelector('[role=combobox]') as HTMLInputElement
const said = (rendered: RenderedView): string => readText(inView(rendered).querySelector('.field-note') as Element)
const main = (rendered: RenderedView): HTMLElement =>
  inView(rendered).querySelector('[data-focus-key=register]') as HTMLElement

async function type(rendered: RenderedView, text: string): Promise<void> {
  const input = field(rendered)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await rendered.settle()
}
async function rest(rendered: RenderedView): Promise<void> {
  await rendered.services.clock.advance(500)
  for (let turn = 0; turn < 4; turn += 1) await rendered.settle()
}
async function hit(rendered: RenderedView, key: string): Promise<void> {
  field(rendered).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await rendered.settle()
}

test('a name that a phone’s keyboard composes with a capital letter is kept in lower case, each letter once', async () => {
  const rendered = await render('RegisterAccountName', 'empty')
  field(rendered).focus()
  await compose('Mira')
  await expect.poll(() => registrationOf(rendered.instance).get().label).toBe('mira')
  // While it is composed the keyboard finds what it has put there.
  expect(field(rendered).value).toBe('Mira')
  await takeComposed('Mira')
  await expect.poll(() => field(rendered).value).toBe('mira')
  await takeComposed('ｓ')
  await expect.poll(() => field(rendered).value).toBe('miras')
})

test('from the settings to a name: it is typed, found free, signed once and registered, and shown at once wherever the account is', async () => {
  const rendered = await render('AccountSettings', 'with a name to choose')
  // What is drawn of names is a file of its own.
  await expect.poll(() => readText(inView(rendered))).toContain('Choose account name')
  await press(rendered, 'Choose account name')
  expect(getView(rendered)).toBe('ChooseAccountName')
  expect(readText(inView(rendered))).toContain('for a name people can remember.')
  await press(rendered, 'Choose name')
  expect(getView(rendered)).toBe('RegisterAccountName')
  await type(rendered, ` Mira.${ZONE}`)
  expect(field(rendered).value).toBe('mira')
  expect(main(rendered).getAttribute('aria-disabled')).toBe('true')
  await rest(rendered)
  // What asks for names is a file of its own as well.
  await expect.poll(() => said(rendered)).toBe(`mira.${ZONE} is free`)
  await press(rendered, `Get mira.${ZONE}`)
  for (let turn = 0; turn < 4; turn += 1) await rendered.settle()
  expect(getView(rendered)).toBe('RegisterAccountNameSuccess')
  expect(readText(inView(rendered))).toContain(`mira.${ZONE} is yours`)
  expect(rendered.latchkey.getState().profileName).toBe(`mira.${ZONE}`)

  const calls = rendered.services.calls.filter(({ name }) => name === 'registerName')
  const [call] = calls as unknown as [{ input: { body: { message: string; coin_type: number; address: string } } }]
  const { body } = call.input
  expect([calls.length, body.coin_type, body.address]).toEqual([1, 60, ACCOUNT.address])
  expect(JSON.parse(body.message)).toEqual({
    action: 'register',
    name: `mira.${ZONE}`,
    account: `eip155:1:${ACCOUNT.address}`,
    coin_type: 60,
    attributes: {},
    domain: new URL(rendered.services.browser.origin()).host,
    nonce: 'a-nonce',
    timestamp: 1_767_225_600,
  })
  expect(rendered.events.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['OPEN_ENS_FLOW', 'REGISTER_NAME_INITIATED', 'REGISTER_NAME_SUCCESS']),
  )
  expect(JSON.stringify(rendered.events)).not.toContain('mira')
  await press(rendered, 'Go to my account')
  expect(readText(rendered.root.querySelector('.who') as Element)).toContain(`mira.${ZONE}`)
  await press(rendered, 'Account settings')
  expect(readText(inView(rendered))).toContain(`mira.${ZONE}`)
  expect(readText(inView(rendered))).not.toContain('Choose account name')
})

test.each([
  ['that there is a zone', () => ({ zones: [ZONE], registration: true }), 'Choose account name'],
  ['that there is none', () => ({ zones: [], registration: false }), ''],
  ['that it has no names', () => Promise.reject(new LatchkeyError('NOT_FOUND', 'no names')), ''],
])('settings move nothing under the pointer when the gateway says %s', async (_, say, title) => {
  const answer = createAnswer<unknown>()
  const state = findViewState('AccountSettings', 'with a name to choose')
  const gateway = { ...served, getNameZones: () => answer }
  view = await renderView(
    {
      ...state,
      fill: (instance) => {
        state.fill?.(instance)
        registrationOf(instance).set((all) => ({ ...all, zones: undefined }))
      },
    },
    { gateway },
  )
  const rendered = view
  const readPlace = (): number =>
    Math.round(findByRole(rendered.root, 'button', 'Disconnect').getBoundingClientRect().top)
  const before = readPlace()
  await expect.poll(() => rendered.services.calls.map(({ name }) => name)).toContain('getNameZones')
  expect(readPlace()).toBe(before)
  Promise.resolve().then(say).then(answer.ok, answer.no)
  await expect.poll(() => registrationOf(rendered.instance).get().zones?.status).toBe('done')
  await rendered.settle()
  expect(readText(inView(rendered))).toContain(title)
  expect(readPlace()).toBe(before)
})

test('a label that cannot be a name says why, and no gateway is asked about it', async () => {
  const rendered = await render('RegisterAccountName', 'empty')
  const asked = () => rendered.services.calls.filter(({ name }) => name === 'suggestNames').length
  await type(rendered, 'mi')
  expect(said(rendered)).toBe('At least 4 letters, digits or hyphens.')
  await rest(rendered)
  expect(said(rendered)).toBe('Name must be at least 4 characters long')
  for (const wrong of ['mira pine', 'mіra', '-mira', 'mira.pine', 'ab--cd', 'a'.repeat(65)]) {
    await type(rendered, wrong)
    await rest(rendered)
    expect([wrong, said(rendered)]).toEqual([wrong, 'The value is not a valid username'])
  }
  expect(asked()).toBe(0)
  await hit(rendered, 'Enter')
  expect(rendered.services.calls.filter(({ name }) => name === 'getNameNonce')).toEqual([])
})

test('a name that somebody has is told in words, and one of those that are free is taken with the keyboard', async () => {
  const rendered = await render('RegisterAccountName', 'empty')
  await type(rendered, 'pine')
  await rest(rendered)
  expect(said(rendered)).toBe(`pine.${ZONE} is taken. These are free:`)
  expect([...rendered.root.querySelectorAll('[role=option]')].map(readText)).toEqual([
    expect.stringContaining('Free'),
    expect.stringContaining('Free'),
  ])
  await hit(rendered, 'ArrowDown')
  await hit(rendered, 'ArrowDown')
  const active = field(rendered).getAttribute('aria-activedescendant')
  expect(readText(rendered.root.getElementById(active ?? '') as Element)).toContain(`pine-lake.${ZONE}`)
  await hit(rendered, 'Enter')
  expect(field(rendered).value).toBe('pine-lake')
})

test('what goes wrong keeps what was typed and says that nothing was charged; the second press registers', async () => {
  let tries = 0
  const rendered = await render('RegisterAccountName', 'empty', {
    gateway: {
      registerName: (input) => {
        tries += 1
        if (tries === 1) throw new LatchkeyError('NAME_TEXT_REFUSED', 'The message is too old.')
        return served.registerName?.(input)
      },
    },
  })
  await type(rendered, 'miranda')
  await rest(rendered)
  await press(rendered, `Get miranda.${ZONE}`)
  for (let turn = 0; turn < 4; turn += 1) await rendered.settle()
  const alert = () => readText(inView(rendered).querySelector('[data-failure]') as Element)
  expect(alert()).toBe(`Error registering name miranda.${ZONE} It was signed too late. You have not been charged.`)
  expect(field(rendered).value).toBe('miranda')
  await hit(rendered, 'Enter')
  for (let turn = 0; turn < 4; turn += 1) await rendered.settle()
  expect(getView(rendered)).toBe('RegisterAccountNameSuccess')
})

test('who has a name already is told so, and gets no second one', async () => {
  const rendered = await render('RegisterAccountName', 'empty', {
    gateway: { getNamesOf: () => [{ name: `mira.${ZONE}`, attributes: {}, addresses: {} }] },
  })
  expect(readText(inView(rendered))).toContain(`You already own a name mira.${ZONE}`)
  expect(rendered.root.querySelector('[role=combobox]')).toBeNull()
})

test('without an account, on a network without a coin type, and where nobody may register, the view says so', async () => {
  const nobody = await render('RegisterAccountName', 'nobody')
  expect(readText(inView(nobody))).toContain('Address or auth connector not found Reconnect and try again.')
  nobody.unmount()
  const far = findViewState('RegisterAccountName', 'empty')
  view = await renderView(
    {
      ...far,
      options: { ...far.options, networks: FAR_NETWORKS },
      fill: (instance) => {
        far.fill?.(instance)
        instance.stores.networks.set((state) => ({ ...state, activeByNamespace: { eip155: `eip155:${2 ** 31}` } }))
      },
    },
    { gateway: served },
  )
  expect(readText(inView(view))).toContain('Invalid chainId')
  view.unmount()
  const closed = await render('ChooseAccountName', 'closed')
  expect(readText(inView(closed))).toContain('No names are registered here.')
})

test('the settings offer no name, and ask for none, where the site turns names off', async () => {
  const rendered = await render('AccountSettings', 'with a name to choose', { options: { features: { names: false } } })
  expect(readText(inView(rendered))).not.toContain('Choose account name')
  expect(rendered.services.calls.filter(({ name }) => name === 'getNameZones')).toEqual([])
})
