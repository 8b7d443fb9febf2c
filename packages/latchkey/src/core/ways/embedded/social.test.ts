import { createFakeServices, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { CallError, createFrameWindows } from '@latchkey/testing/createFrameWindows.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallHandler } from '../../../../../../apps/frame/channel/serveCalls.ts'
import { returnFromSocial } from '../../features/social/returnFromSocial.ts'
import { connect } from '../../flow/connect.ts'
import { pushView } from '../../flow/pushView.ts'
import { getRoute } from '../../flow/router.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { embeddedOf } from './embeddedStore.ts'
import { startFarcaster } from './logInFarcaster.ts'
import { isRefusedHere, REDIRECT_LIMIT_MS, startSocial } from './logInSocial.ts'
import { openFrame } from './openFrame.ts'
import { REDIRECT_RECORD } from './socialReturn.ts'
import { socialOf } from './socialStore.ts'
import { listSocials, loadSocials } from './socials.ts'

const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const GATEWAY = 'https://gate.example'
const START = `${GATEWAY}/oauth/start?state=abc`
const IN_APP = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Instagram 340.0'

type Answers = Readonly<Record<string, (payload: unknown, signal: AbortSignal) => unknown>>

/** What a frame says once somebody has logged in at GitHub. */
const ANSWERS: Answers = {
  GET_SOCIAL_REDIRECT_URI: () => ({ uri: START }),
  CONNECT_SOCIAL: () => USER,
  GET_USER: () => USER,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),
  GET_FARCASTER_URI: () => ({ url: 'https://relay.example/connect?channelToken=1' }),
  CONNECT_FARCASTER: () => ({ userName: 'mira' }),
  SIGN_OUT: () => undefined,
}
const USER = { address: EVM, chainId: 1, socialProvider: 'github', userName: 'mira' }

/** A window that the browser has opened, as its opener sees it. */
function createOpened() {
  return {
    closed: false,
    focused: 0,
    document: { title: '', body: { textContent: '' } },
    location: { href: 'about:blank' },
    focus() {
      this.focused += 1
    },
    close() {
      this.closed = true
    },
  }
}

/** A site whose gateway has services to log in by, with a frame that answers as it is told, and its modal at the view of a login. */
function play({
  answers = {},
  options,
  blocks = 0,
  userAgent = 'Desktop',
  href = 'https://shop.example/cart?item=7',
  storage,
}: {
  answers?: Answers
  options?: Partial<CreateLatchkeyOptions>
  blocks?: number
  userAgent?: string
  href?: string
  storage?: ReturnType<typeof createFakeServices>['storage']
} = {}) {
  const clock = createFakeServices().clock
  const asked: { name: string; payload: unknown }[] = []
  const windows = createFrameWindows(
    (async ({ name, payload }, signal) => {
      asked.push({ name, payload })
      return (answers[name] ?? ANSWERS[name])?.(payload, signal)
    }) as CallHandler,
    clock.now,
  )
  const opened: ReturnType<typeof createOpened>[] = []
  let left = blocks
  const page = Object.assign(windows.page, {
    open: () => {
      left -= 1
      if (left >= 0) return null
      const made = createOpened()
      opened.push(made)
      return made
    },
    navigator: { userAgent, maxTouchPoints: 0 },
    location: { href, assign: vi.fn() },
    history: { state: null, replaceState: vi.fn() },
  })
  const services = createFakeServices({
    clock,
    walletWindow: page as never,
    gateway: {
      getSocials: () => ({
        providers: [
          { id: 'github', label: 'GitHub', icon: null },
          { id: 'google', label: 'Google', icon: null },
        ],
      }),
    },
    ...(storage && { storage }),
    browser: { isMobile: () => userAgent.includes('iPhone') },
  })
  const made = createTestLatchkey({
    services,
    options: {
      frameUrl: windows.origin,
      gatewayUrl: GATEWAY,
      projectId: 'hollowpine',
      networks: [testNetwork(1)],
      ...options,
    },
    loadModal: async () => ({ mountModal: () => () => undefined }),
    isStarted: false,
  })
  const { instance } = made
  instance.live.placeFrame = async () => {
    setImmediate(() => windows.load())
    return {
      readLook: () => ({ mode: 'light', locale: 'de' }),
      getWindow: () => windows.frame,
      remove: () => undefined,
    }
  }
  onTestFinished(() => {
    made.latchkey.destroy()
    windows.close()
  })
  const show = (provider = 'github'): void => {
    instance.stores.modal.set((state) => ({ ...state, open: true }))
    pushView(instance, { view: 'ConnectingSocial', data: { provider } })
  }
  const phase = () => socialOf(instance).get().login?.phase
  const code = () => (socialOf(instance).get().login?.error as { code?: string } | undefined)?.code
  const of = (name: string) => asked.filter((call) => call.name === name).map(({ payload }) => payload)
  return { ...made, windows, page, opened, of, show, phase, code, clock, services }
}

const start = (instance: Parameters<typeof startSocial>[0], provider = 'github') =>
  startSocial(instance, { provider, title: 'One moment' })

/** A login that nobody ends. */
const never = () => new Promise(() => undefined)

describe('a login at another service', () => {
  it('opens its window before anything is waited for, leads it to the gateway, and connects who has logged in', async () => {
    const { instance, latchkey, opened, show, of, events } = play()
    start(instance)
    // Within the press.
    expect(opened).toHaveLength(1)
    expect(opened[0]?.document.title).toBe('One moment')
    expect(of('GET_SOCIAL_REDIRECT_URI')).toEqual([])
    show()
    await vi.waitFor(() => expect(latchkey.getState().status).toBe('connected'))
    expect(opened[0]?.location.href).toBe(START)
    expect(opened[0]?.closed).toBe(true)
    expect(of('GET_SOCIAL_REDIRECT_URI')).toEqual([{ provider: 'github' }])
    expect(latchkey.getState()).toMatchObject({
      address: EVM,
      socialProvider: 'github',
      user: { userName: 'mira' },
      connectorId: 'embedded',
    })
    await vi.waitFor(() => expect(events.map(({ name }) => name)).toContain('SOCIAL_LOGIN_SUCCESS'))
    expect(
      events.filter(({ name }) => name.startsWith('SOCIAL_')).map(({ name, properties }) => [name, properties]),
    ).toEqual(
      ['STARTED', 'REQUEST_USER_DATA', 'SUCCESS'].map((step) => [`SOCIAL_LOGIN_${step}`, { provider: 'github' }]),
    )
  })

  it('SEC-70: a window is led to no address but the gateway’s own', async () => {
    const { instance, opened, show, phase, code } = play({
      answers: { GET_SOCIAL_REDIRECT_URI: () => ({ uri: 'https://evil.example/login' }) },
    })
    start(instance)
    show()
    await vi.waitFor(() => expect(phase()).toBe('failed'))
    expect(code()).toBe('SITE_REFUSED')
    expect(opened[0]?.location.href).toBe('about:blank')
    expect(opened[0]?.closed).toBe(true)
  })

  it('SEC-70: hears a window say that it is done from that window at the gateway alone, and takes nothing else from it', async () => {
    const { instance, opened, show, phase, windows, of } = play({ answers: { CONNECT_SOCIAL: never } })
    start(instance)
    show()
    await vi.waitFor(() => expect(phase()).toBe('waiting'))
    const data = { resultUri: `${GATEWAY}/oauth/result?ticket=t` }
    windows.arrive({ data, origin: 'https://evil.example', source: opened[0] })
    windows.arrive({ data, origin: GATEWAY, source: {} })
    windows.arrive({ data: { other: 1 }, origin: GATEWAY, source: opened[0] })
    expect(phase()).toBe('waiting')
    windows.arrive({ data, origin: GATEWAY, source: opened[0] })
    expect(phase()).toBe('reading')
    expect(opened[0]?.closed).toBe(true)
    // The frame asks the gateway; no ticket goes through the page.
    expect(of('CONNECT_SOCIAL')).toEqual([undefined])
  })

  it('F-45: a window that is gone is no cancel: it is asked about after 3 s, and the login ends well all the same', async () => {
    let finish: (user: unknown) => void = () => undefined
    const { instance, latchkey, opened, show, phase, clock, failures } = play({
      answers: { CONNECT_SOCIAL: () => new Promise((resolve) => (finish = resolve)) },
    })
    start(instance)
    show()
    await vi.waitFor(() => expect(phase()).toBe('waiting'))
    Object.assign(opened[0] ?? {}, { closed: true })
    await clock.advance(3_000)
    expect(phase()).toBe('waiting')
    await clock.advance(1_500)
    expect(phase()).toBe('cut')
    expect(failures).toMatchObject([{ code: 'POPUP_CUT_OFF', step: 'connect', final: false }])
    finish(USER)
    await vi.waitFor(() => expect(latchkey.getState().status).toBe('connected'))
  })

  it('F-44: a window that the browser blocks is a failure with its code, and the next press opens one', async () => {
    const { instance, latchkey, show, phase, code, failures } = play({ blocks: 1 })
    start(instance)
    show()
    expect([phase(), code(), socialOf(instance).get().login?.blocked]).toEqual(['failed', 'POPUP_BLOCKED', 1])
    expect(failures).toMatchObject([{ code: 'POPUP_BLOCKED', step: 'connect', final: true, walletName: 'GitHub' }])
    start(instance)
    await vi.waitFor(() => expect(latchkey.getState().status).toBe('connected'))
  })

  it('F-44: blocked again, the page itself goes to the gateway, and is asked to come back to where it was', async () => {
    const { instance, show, page, of, services } = play({ blocks: 2 })
    start(instance)
    show()
    start(instance)
    expect(socialOf(instance).get().login?.blocked).toBe(2)
    startSocial(instance, { provider: 'github', title: 'One moment', redirects: true })
    await vi.waitFor(() => expect(page.location.assign).toHaveBeenCalledWith(START))
    expect(of('GET_SOCIAL_REDIRECT_URI')).toEqual([
      { provider: 'github', returnUrl: 'https://shop.example/cart?item=7' },
    ])
    expect(services.storage.get(REDIRECT_RECORD)).toBe('github')
  })

  it('on phones the page itself goes there where the site wants that', async () => {
    const { instance, show, page, opened } = play({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1.15',
      options: { features: { socialRedirect: true } },
    })
    start(instance)
    show()
    await vi.waitFor(() => expect(page.location.assign).toHaveBeenCalledWith(START))
    expect(opened).toEqual([])
  })

  it('a page that comes back goes on with what it came back with, once, and takes it off its address', async () => {
    const back = `https://shop.example/cart?item=7&result_uri=${encodeURIComponent(`${GATEWAY}/oauth/result?ticket=t`)}`
    const { instance, latchkey, page, of, services } = play({ href: back })
    services.storage.set(REDIRECT_RECORD, 'github')
    returnFromSocial(instance)
    expect(page.history.replaceState).toHaveBeenCalledWith(null, '', 'https://shop.example/cart?item=7')
    expect(getRoute(instance.stores.router.get())).toMatchObject({
      view: 'ConnectingSocial',
      data: { provider: 'github' },
    })
    await vi.waitFor(() => expect(latchkey.getState().status).toBe('connected'))
    expect(of('CONNECT_SOCIAL')).toEqual([{ uri: `${GATEWAY}/oauth/result?ticket=t` }])
    expect(services.storage.get(REDIRECT_RECORD)).toBeUndefined()
  })

  it('SEC-69: what this browser did not ask for is taken off the address and goes nowhere', async () => {
    const back = `https://shop.example/?result_uri=${encodeURIComponent(`${GATEWAY}/oauth/result?ticket=stolen`)}`
    const { instance, page, of } = play({ href: back })
    returnFromSocial(instance)
    expect(page.history.replaceState).toHaveBeenCalledWith(null, '', 'https://shop.example/')
    expect(instance.stores.modal.get().open).toBe(false)
    expect(of('CONNECT_SOCIAL')).toEqual([])
  })

  it('leaving it ends it: the window closes, nothing is connected, and the frame is told', async () => {
    let ended: AbortSignal | undefined
    const { instance, latchkey, opened, show, phase, events } = play({
      answers: {
        CONNECT_SOCIAL: (_, signal) => {
          ended = signal
          return never()
        },
      },
    })
    start(instance)
    show()
    await vi.waitFor(() => expect(ended).toBeDefined())
    instance.stores.modal.set((state) => ({ ...state, open: false }))
    expect(phase()).toBeUndefined()
    expect(opened[0]?.closed).toBe(true)
    expect(events.at(-1)).toMatchObject({ name: 'SOCIAL_LOGIN_CANCELED', properties: { provider: 'github' } })
    await vi.waitFor(() => expect(ended?.aborted).toBe(true))
    expect(latchkey.getState().status).toBe('disconnected')
  })

  it('another press ends the login before, and begins anew', async () => {
    const { instance, opened, show, phase } = play({ answers: { CONNECT_SOCIAL: never } })
    start(instance)
    show()
    await vi.waitFor(() => expect(phase()).toBe('waiting'))
    start(instance, 'google')
    expect(opened.map(({ closed }) => closed)).toEqual([true, false])
    expect(socialOf(instance).get().login).toMatchObject({ provider: 'google', phase: 'opening' })
  })

  it('waits longer than a call lasts, and asks again without a word', async () => {
    const { instance, show, phase, clock, of } = play({ answers: { CONNECT_SOCIAL: never } })
    start(instance)
    show()
    await vi.waitFor(() => expect(phase()).toBe('waiting'))
    await clock.advance(121_000)
    await vi.waitFor(() => expect(of('CONNECT_SOCIAL')).toHaveLength(2))
    expect(phase()).toBe('waiting')
  })

  it('F-42: where nobody says where to go within 45 s the login ends with a code', async () => {
    const { instance, show, phase, code, clock } = play({ answers: { GET_SOCIAL_REDIRECT_URI: never } })
    start(instance)
    show()
    await clock.advance(REDIRECT_LIMIT_MS + 1)
    await vi.waitFor(() => expect(phase()).toBe('failed'))
    expect(code()).toBe('FRAME_UNREACHABLE')
  })

  it.each([
    ['PROVIDER_DENIED', 'USER_REJECTED'],
    ['PROVIDER_AWAY', 'DATA_UNAVAILABLE'],
    ['PROVIDER_UNKNOWN', 'SITE_REFUSED'],
    ['CHALLENGE_OVER', 'POPUP_CUT_OFF'],
  ])('%s of the frame is %s', async (reason, wanted) => {
    const { instance, show, phase, code, events } = play({
      answers: {
        CONNECT_SOCIAL: () => {
          throw new CallError({ message: 'no', code: 4001, reason })
        },
      },
    })
    start(instance)
    show()
    await vi.waitFor(() => expect(phase()).toBe('failed'))
    expect(code()).toBe(wanted)
    expect(events.at(-1)).toMatchObject({
      name: 'SOCIAL_LOGIN_ERROR',
      properties: { provider: 'github', message: wanted },
    })
  })

  it('F-46: inside another app nobody is sent to a service that refuses it', () => {
    const { instance, show, opened, code, of } = play({ userAgent: IN_APP })
    expect([isRefusedHere(instance, 'google'), isRefusedHere(instance, 'github')]).toEqual([true, false])
    start(instance, 'google')
    show('google')
    expect(code()).toBe('SOCIAL_WEBVIEW_REFUSED')
    expect([opened, of('GET_SOCIAL_REDIRECT_URI')]).toEqual([[], []])
  })

  it('a later login by e-mail leaves nothing of the service behind', async () => {
    let user: object = USER
    const { instance, latchkey, show } = play({ answers: { GET_USER: () => user } })
    start(instance)
    show()
    await vi.waitFor(() => expect(latchkey.getState().socialProvider).toBe('github'))
    await latchkey.disconnect()
    expect(latchkey.getState().socialProvider).toBeUndefined()
    user = { address: EVM, chainId: 1, email: 'mira@shop.example' }
    const { connectEmbedded } = await import('./connectEmbedded.ts')
    await connectEmbedded(instance)
    expect(latchkey.getState()).toMatchObject({ socialProvider: undefined, user: { email: 'mira@shop.example' } })
    expect(latchkey.getState().user?.userName).toBeUndefined()
  })
})

describe('logging in once more, for what the frame alone does', () => {
  it('SEC-24: opens a window at the gateway that a press in the frame asked for, and closes it when it is done', async () => {
    const { instance, opened, windows } = play()
    await loadSocials(instance)
    openFrame(instance)
    await vi.waitFor(() => expect(openFrame(instance).channel.getStorage()).toBe('kept'))
    windows.tell('OPEN_WINDOW', { uri: 'https://evil.example/' })
    windows.tell('OPEN_WINDOW', { uri: START })
    await vi.waitFor(() => expect(opened.map(({ location }) => location.href)).toEqual([START]))
    windows.arrive({ data: { resultUri: 'x' }, origin: 'https://evil.example', source: opened[0] })
    expect(opened[0]?.closed).toBe(false)
    windows.arrive({ data: { resultUri: 'x' }, origin: GATEWAY, source: opened[0] })
    expect(opened[0]?.closed).toBe(true)
  })
})

describe('Farcaster', () => {
  it('shows what the app is to open until it has confirmed, and connects', async () => {
    let confirm: (value: unknown) => void = () => undefined
    const { instance, latchkey, of } = play({
      answers: { CONNECT_FARCASTER: () => new Promise((resolve) => (confirm = resolve)) },
    })
    instance.stores.modal.set((state) => ({ ...state, open: true }))
    pushView(instance, { view: 'ConnectingFarcaster' })
    startFarcaster(instance)
    await vi.waitFor(() =>
      expect(latchkey.getState().farcasterUrl).toBe('https://relay.example/connect?channelToken=1'),
    )
    await vi.waitFor(() => expect(of('CONNECT_FARCASTER')).toHaveLength(1))
    confirm({ userName: 'mira' })
    await vi.waitFor(() => expect(latchkey.getState().status).toBe('connected'))
    expect(latchkey.getState().farcasterUrl).toBeUndefined()
  })

  it('going back takes the address away', async () => {
    const { instance, latchkey } = play({ answers: { CONNECT_FARCASTER: never } })
    instance.stores.modal.set((state) => ({ ...state, open: true }))
    pushView(instance, { view: 'ConnectingFarcaster' })
    startFarcaster(instance)
    await vi.waitFor(() => expect(latchkey.getState().farcasterUrl).toBeDefined())
    instance.stores.modal.set((state) => ({ ...state, open: false }))
    await vi.waitFor(() => expect(latchkey.getState().farcasterUrl).toBeUndefined())
    expect(embeddedOf(instance).get().farcasterUrl).toBeUndefined()
  })

  it('an address that is no https page is not shown', async () => {
    const { instance, latchkey, phase } = play({
      answers: { GET_FARCASTER_URI: () => ({ url: 'javascript:alert(1)' }) },
    })
    startFarcaster(instance)
    await vi.waitFor(() => expect(phase()).toBe('failed'))
    expect(latchkey.getState().farcasterUrl).toBeUndefined()
  })
})

describe('what is offered', () => {
  const providers = ['studio', 'facebook', 'google', 'x'].map((id) => ({ id, label: id, icon: null }))
  const ids = (wanted: boolean | string[], last?: string) =>
    listSocials({ providers, last }, wanted).map(({ id }) => id)

  it('is what the gateway has, the usual ones in the usual order and the operator’s own after them', () => {
    expect(ids(true)).toEqual(['google', 'x', 'facebook', 'studio'])
  })

  it('is in the order of the site, without what the gateway has not', () => {
    expect(ids(['studio', 'github', 'x'])).toEqual(['studio', 'x'])
  })

  it('begins with the service of the last time', () => {
    expect(ids(true, 'facebook')).toEqual(['facebook', 'google', 'x', 'studio'])
    expect(ids(true, 'github')).toEqual(['google', 'x', 'facebook', 'studio'])
  })

  it('is nothing where the site wants none, or before the gateway has answered', () => {
    expect(ids(false)).toEqual([])
    expect(listSocials({}, true)).toEqual([])
  })

  it('is asked of the gateway once, and remembered from the last login', async () => {
    const { instance, services } = play()
    services.storage.set('social', 'google')
    await loadSocials(instance)
    await loadSocials(instance)
    expect(socialOf(instance).get()).toMatchObject({ last: 'google' })
    expect(services.calls.filter(({ name }) => name === 'getSocials')).toHaveLength(1)
  })
})

describe('a site', () => {
  it('goes straight to a service', async () => {
    const { instance, latchkey } = play()
    const opening = connect(instance, { social: 'google' }, latchkey.open)
    await vi.waitFor(() =>
      expect(getRoute(instance.stores.router.get())).toMatchObject({
        view: 'ConnectingSocial',
        data: { provider: 'google' },
      }),
    )
    latchkey.close()
    expect(await opening).toMatchObject({ status: 'closed' })
  })

  it('is told where there are no such logins', async () => {
    const { instance, latchkey } = play({ options: { features: { socials: false } } })
    await expect(connect(instance, { social: 'google' }, latchkey.open)).rejects.toMatchObject({
      code: 'CONNECTOR_NOT_FOUND',
    })
  })

  it.each([
    ['neither', { features: { email: false, socials: false } }, undefined],
    ['e-mail alone', { features: { socials: false } }, 'EmailLogin'],
    ['services alone', { features: { email: false } }, 'ConnectSocials'],
    [
      'networks of which the wallet has no account',
      {
        networks: [
          testNetwork(0, { chainNamespace: 'bip122', caipNetworkId: 'bip122:000000000019d6689c085ae165831e93' }),
        ],
      },
      undefined,
    ],
  ] as const)('with %s has the wallet behind a login where it can serve', (_, options, view) => {
    const { instance } = play({ options: options as Partial<CreateLatchkeyOptions> })
    expect(instance.ways.embedded?.view).toBe(view)
  })
})
