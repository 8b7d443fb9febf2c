import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createFrameWindows } from '../../../../../testing/src/createFrameWindows.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { getView, inView, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { SERVICES } from '../../../../../testing/src/socialStates.ts'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { socialOf } from '../../../core/ways/embedded/socialStore.ts'

let view: RenderedView | undefined
let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  view?.unmount()
  view = undefined
  stop = undefined
})

/** A state with a frame that answers as it is told, and a browser that opens windows, or blocks the first so many. */
async function render(
  name: Parameters<typeof findViewState>[0],
  state: string,
  { answers = {}, blocks = 0 }: { answers?: Record<string, () => unknown>; blocks?: number } = {},
) {
  view = await renderView(findViewState(name, state))
  const rendered = view
  const asked: string[] = []
  const windows = createFrameWindows(
    (async ({ name: call }: { name: string }) => {
      asked.push(call)
      return answers[call]?.()
    }) as never,
    rendered.services.clock.now,
  )
  const opened: { closed: boolean; focus: () => void; close: () => void; location: { href: string } }[] = []
  let left = blocks
  const page = Object.assign(windows.page, {
    open: () => {
      left -= 1
      if (left >= 0) return null
      const made = {
        closed: false,
        location: { href: '' },
        document: { title: '', body: { textContent: '' } },
        focus: vi.fn(),
        close: () => Object.assign(made, { closed: true }),
      }
      opened.push(made)
      return made
    },
    navigator: { userAgent: 'Desktop', maxTouchPoints: 0 },
  })
  Object.assign(rendered.services, { walletWindow: page })
  Object.assign(rendered.instance.services, { walletWindow: page })
  rendered.instance.live.placeFrame = async () => {
    setTimeout(() => windows.load())
    return { readLook: () => ({ mode: 'dark', locale: 'en' }), getWindow: () => windows.frame, remove: () => undefined }
  }
  stop = windows.close
  return { rendered, opened, asked }
}

const START = 'https://gateway.hollowpine.example/oauth/start?state=1'
const never = () => new Promise(() => undefined)

/** Sources that this page has fetched so far. The tests stand in this order, because a page fetches each once. */
const listLoaded = (): readonly string[] =>
  performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)

test('where services are off, nothing of them is loaded by the list of wallets', async () => {
  view = await renderView(findViewState('Connect', 'e-mail off'))
  const rendered = view
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Fernpass'))
  expect(listLoaded().filter((path) => /socialRoom|SocialChoice|logInSocial|openFrame/.test(path))).toEqual([])
})

test('the list has the first service by name, others by their pictures, and a way to all of more than six', async () => {
  view = await renderView(findViewState('Connect', 'all services, GitHub last time'))
  const { root } = view
  const names = ['GitHub', 'Google', 'X', 'Discord', 'Farcaster'].map((name) => `Continue with ${name}`)
  await vi.waitFor(() => findByRole(root, 'button', 'More ways to sign in'))
  const shown = [...root.querySelectorAll('.socials > button')].map((button) => button.getAttribute('aria-label'))
  expect(shown).toEqual([...names, 'More ways to sign in'])
  expect(root.host.querySelector('iframe')).toBeNull()
  await userEvent.click(findByRole(root, 'button', 'More ways to sign in'))
  const rendered = view
  await vi.waitFor(() => expect(getView(rendered)).toBe('ConnectSocials'))
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Continue with Hollowpine Studio'))
  expect(readText(inView(rendered))).toMatch(/Continue with GitHub\s*Recent/)
})

test('two services are equal, and have their names', async () => {
  view = await renderView(findViewState('Connect', 'two services'))
  const { root } = view
  await vi.waitFor(() => expect(root.querySelectorAll('.socials > button')).toHaveLength(2))
  const [one, other] = [...root.querySelectorAll<HTMLElement>('.socials > button')]
  expect([one?.innerText, other?.innerText]).toEqual(['Continue with Google', 'Continue with X'])
  expect(one?.offsetWidth).toBe(other?.offsetWidth)
})

test('Enter on a service opens a window within the press, and leads it on', async () => {
  const { rendered, opened } = await render('Connect', 'four services', {
    answers: { GET_SOCIAL_REDIRECT_URI: () => ({ uri: START }), CONNECT_SOCIAL: never },
  })
  const { root } = rendered
  const button = await vi.waitFor(() => findByRole(root, 'button', 'Continue with X'))
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(opened).toHaveLength(1)
  await vi.waitFor(() => expect(getView(rendered)).toBe('ConnectingSocial'))
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Continue in the X window'))
  expect(opened[0]?.location.href).toBe(START)
  await userEvent.click(findByRole(root, 'button', 'Show it'))
  expect(opened[0]?.focus).toHaveBeenCalledOnce()
  // Back ends it, and the focus is where it was.
  await userEvent.click(findByRole(root, 'button', 'Other ways'))
  await vi.waitFor(() => expect(getView(rendered)).toBe('Connect'))
  expect(opened[0]?.closed).toBe(true)
  await vi.waitFor(() => expect(root.activeElement?.getAttribute('data-focus-key')).toBe('social:x'))
})

test('F-44: a window that is blocked is opened by the button, and blocked again the page itself can go', async () => {
  const { rendered, opened } = await render('Connect', 'four services', { blocks: 2 })
  const { root } = rendered
  await userEvent.click(await vi.waitFor(() => findByRole(root, 'button', 'Continue with Discord')))
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Your browser blocked the window'))
  expect(rendered.failures.map(({ code }) => code)).toEqual(['POPUP_BLOCKED'])
  await userEvent.click(findByRole(root, 'button', 'Open window'))
  await vi.waitFor(() => findByRole(root, 'button', 'Continue in this tab'))
  expect(opened).toEqual([])
})

test('F-45: a window that is closed is asked about while the login goes on, and can be opened again', async () => {
  const { rendered, opened } = await render('Connect', 'four services', {
    answers: { GET_SOCIAL_REDIRECT_URI: () => ({ uri: START }), CONNECT_SOCIAL: never },
  })
  const { root, services } = rendered
  await userEvent.click(await vi.waitFor(() => findByRole(root, 'button', 'Continue with Google')))
  await vi.waitFor(() => expect(socialOf(rendered.instance).get().login?.phase).toBe('waiting'))
  opened[0]?.close()
  await services.clock.advance(5_000)
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('The window was closed before you finished'))
  expect(root.querySelector('[role=status]')?.textContent).toContain('this page goes on by itself')
  await userEvent.click(findByRole(root, 'button', 'Open again'))
  expect(opened).toHaveLength(2)
})

test('F-46: inside another app a service that refuses it is told before anybody is sent there', async () => {
  view = await renderView(findViewState('ConnectSocials', 'inside another app'))
  const rendered = view
  const { root, failures } = rendered
  await userEvent.click(await vi.waitFor(() => findByRole(root, 'button', /Continue with Google/)))
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Google does not allow login inside this app'))
  findByRole(root, 'button', 'Open in browser')
  expect(failures.map(({ code }) => code)).toEqual(['SOCIAL_WEBVIEW_REFUSED'])
})

test('what an operator calls a service, and its picture, are data: text, and a picture of a data: address', async () => {
  const provider = { id: 'studio', label: '<b>Studio</b>', icon: 'https://evil.example/a.png' }
  const state = findViewState('ConnectSocials', 'all, GitHub last time')
  view = await renderView({
    ...state,
    fill: ({ ...instance }) => socialOf(instance).set(() => ({ providers: [provider, ...SERVICES.slice(0, 1)] })),
  })
  const { root } = view
  await vi.waitFor(() => expect(root.textContent).toContain('Continue with <b>Studio</b>'))
  expect(root.querySelector('.list b')).toBeNull()
  expect([...root.querySelectorAll<HTMLImageElement>('.list img')].map((image) => image.src)).toEqual([])
})

test('the code of Farcaster is drawn once the frame has it, and its link can be copied', async () => {
  const url = 'https://relay.hollowpine.example/connect?channelToken=1'
  const { rendered } = await render('ConnectSocials', 'all, GitHub last time', {
    answers: { GET_FARCASTER_URI: () => ({ url }), CONNECT_FARCASTER: never },
  })
  const { root } = rendered
  await userEvent.click(await vi.waitFor(() => findByRole(root, 'button', /Continue with Farcaster/)))
  await vi.waitFor(() => findByRole(root, 'img', 'QR code for Farcaster'))
  await userEvent.click(findByRole(root, 'button', 'Copy link'))
  await vi.waitFor(() => expect(rendered.services.browser.done).toEqual([`copy ${url}`]))
})
