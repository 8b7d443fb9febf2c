import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { makeConnection, makeConnector, NORTHKEY } from '../../../../../testing/src/fixtures.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import type { ViewState } from '../../../../../testing/src/viewState.ts'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { directoryOf } from '../../../core/features/directory/state.ts'
import { updateAttempt } from '../../../core/kernel/attempt/attempt.ts'
import { setCurrent } from '../../../core/kernel/connections/connectionList.ts'
import { noticeOf } from '../../../core/kernel/connections/notice.ts'
import { networkOf } from '../../../core/kernel/network.ts'
import type { ViewData } from '../../../core/types/views.ts'
import { relayOf } from '../../../core/ways/walletConnect/relay.ts'
import { WALLET_CONNECT_ID } from '../../../core/ways/walletConnect/walletConnectId.ts'

let view: RenderedView | undefined
afterEach(async () => {
  view?.unmount()
  view = undefined
  await page.viewport(414, 896)
})

async function render(
  state: ViewState | readonly [ViewState['view'], string],
  parameters: renderView.Parameters = {},
): Promise<RenderedView> {
  view = await renderView('view' in state ? state : findViewState(...state), parameters)
  return view
}

/** Presses a link without following it. */
async function tap(rendered: RenderedView, link: HTMLElement): Promise<void> {
  rendered.root.addEventListener('click', (event) => event.preventDefault(), { once: true })
  link.click()
  await rendered.settle()
}

const attemptOf = (rendered: RenderedView) => rendered.instance.stores.connection.get().attempt
const uriOf = (rendered: RenderedView): string => attemptOf(rendered)?.pairing?.uri ?? ''
const focused = (rendered: RenderedView): string => readText(rendered.root.activeElement ?? document.body)
const codeIn = (rendered: RenderedView): Element | null => rendered.root.querySelector('.qr-code[role=img]')

/** Waits for the code, which is drawn after the view that holds it, and answers its name. */
const awaitCode = async (rendered: RenderedView): Promise<string | null> => {
  const code = await vi.waitFor(() => codeIn(rendered) ?? Promise.reject(new Error('No code is drawn')))
  return code.getAttribute('aria-label')
}

/** A phone wallet is connected already. */
const connectPhone: NonNullable<ViewState['after']> = ({ stores }) => {
  const connector = { ...makeConnector('Owlet'), id: WALLET_CONNECT_ID, type: 'WALLET_CONNECT' } as const
  stores.connection.set((state) => setCurrent(state, makeConnection(connector)))
}

const WITH_RELAY = ['Connect', 'with a relay'] as const
const PREPARING = ['ConnectingWalletConnect', 'preparing'] as const
const READY = ['ConnectingWalletConnect', 'filled'] as const
const PHONE = ['ConnectingWalletConnect', 'ready, on a phone'] as const

test('F-58: the code for a phone has a "Try now" while the browser says that it is offline', async () => {
  const rendered = await render(PREPARING)
  const { instance } = rendered
  instance.stores.connection.set((state) => ({
    ...state,
    attempt: state.attempt && { ...state.attempt, hint: 'OFFLINE' },
  }))
  await rendered.settle()
  expect(readText(inView(rendered))).toContain('offline')
  await press(rendered, 'Try now')
  expect(networkOf(instance).get().tries).toBe(1)
  instance.stores.connection.set((state) => ({
    ...state,
    attempt: state.attempt && { ...state.attempt, hint: undefined },
  }))
  await rendered.settle()
  expect(readText(inView(rendered))).not.toContain('Try now')
})

describe('on the way in', () => {
  test('a wallet that is not in this browser is reached through its phone, and asked at once', async () => {
    const rendered = await render(WITH_RELAY)
    await press(rendered, 'Northkey')
    expect(getView(rendered)).toBe('ConnectingWalletConnect')
    expect(attemptOf(rendered)).toMatchObject({ phase: 'waiting', pairing: { walletKey: 'directory-northkey' } })
  })

  test('without a relay the same row says that the wallet is not here', async () => {
    const rendered = await render({ ...findViewState(...WITH_RELAY), hasRelay: false })
    expect(readText(inView(rendered))).not.toContain('Wallet on my phone')
    await press(rendered, 'Northkey')
    expect(getView(rendered)).toBe('ConnectingExternal')
  })

  test('a wallet in this browser is asked there, relay or not', async () => {
    const rendered = await render(WITH_RELAY)
    await press(rendered, 'Fernpass')
    expect(getView(rendered)).toBe('ConnectingExternal')
  })

  test('any wallet can be reached by a code; the row comes first and says so', async () => {
    const rendered = await render(WITH_RELAY)
    const names = [...inView(rendered).querySelectorAll('[data-row]')].map(readText)
    expect(names[0]).toBe('Wallet on my phoneQR code')
    await press(rendered, 'Wallet on my phone')
    expect(getView(rendered)).toBe('ConnectingWalletConnect')
    expect(attemptOf(rendered)?.pairing?.walletKey).toBe(undefined)
    expect(readText(rendered.root.querySelector('[data-title]') ?? document.body)).toBe('Scan to connect')
  })

  test('on a phone the wallets come first, and the way to all others is the whole list', async () => {
    const rendered = await render(['Connect', 'with a relay, on a phone'])
    const names = [...inView(rendered).querySelectorAll('[data-row]')].map(readText)
    expect(names.at(-1)).toBe('Search wallets420+')
    expect(names).not.toContain('Any other wallet')
  })

  test('on a phone where the whole list is not offered, any other wallet has its row in the order of the groups', async () => {
    const state = findViewState('Connect', 'with a relay, on a phone')
    const walletGroupOrder = ['injected', 'recommended', 'walletConnect'] as const
    const rendered = await render({ ...state, options: { allWallets: 'HIDE', features: { walletGroupOrder } } })
    const names = [...inView(rendered).querySelectorAll('[data-row]')].map(readText)
    expect(names.at(-1)).toBe('Any other wallet')
    expect(names.join()).not.toContain('Search wallets')
  })

  test('a site without adapters opens on the code, with a way to all wallets', async () => {
    const rendered = await render(['ConnectingWalletConnectBasic', 'filled'])
    expect(await awaitCode(rendered)).toBe('QR code for any wallet')
    expect(focused(rendered)).toBe('Copy link')
    await press(rendered, 'Search wallets')
    expect(getView(rendered)).toBe('AllWallets')
    expect(rendered.events.map(({ name }) => name)).toContain('CLICK_ALL_WALLETS')
  })

  test('where not all wallets are offered, a site without adapters leads to its short list', async () => {
    const state = findViewState('ConnectingWalletConnectBasic', 'filled')
    const rendered = await render({ ...state, options: { ...state.options, allWallets: 'HIDE' } })
    await press(rendered, 'Choose a wallet')
    expect(getView(rendered)).toBe('Connect')
    expect(readText(inView(rendered))).toContain('Northkey')
    expect(readText(inView(rendered))).not.toContain('Fernpass')
  })

  test('on a phone a site without adapters opens on the wallets, with the first one in focus', async () => {
    const rendered = await render(['ConnectingWalletConnectBasic', 'on a phone'])
    expect(codeIn(rendered)).toBe(null)
    expect(focused(rendered)).toContain('Northkey')
  })

  test('without an accepted legal checkbox no wallet is asked', async () => {
    const rendered = await render({ ...findViewState(...PREPARING), options: { features: { legalCheckbox: true } } })
    expect(inView(rendered).querySelector('.gated')?.hasAttribute('inert')).toBe(true)
  })
})

describe('the code', () => {
  test('while it is prepared its place is kept, and the focus waits on the copy button', async () => {
    const rendered = await render(PREPARING)
    expect(codeIn(rendered)).toBe(null)
    expect(focused(rendered)).toBe('Copy link')
    expect(rendered.root.activeElement?.getAttribute('aria-disabled')).toBe('true')
    rendered.root.querySelector<HTMLElement>('[data-focus-key=copy]')?.click()
    expect(rendered.services.browser.done).toEqual([])
  })

  test('F-10: while nothing has come for 4 s that is said once, in the place of what to do with a code', async () => {
    const rendered = await render(['ConnectingWalletConnect', 'preparing for long'])
    const line = inView(rendered).querySelector('.pairing-says[role=status]')
    expect(readText(line ?? document.body)).toBe('Still reaching the phone connection service…')
    rendered.instance.stores.connection.set((state) =>
      updateAttempt(state, state.attempt?.id ?? 0, {
        pairing: { walletKey: undefined, uri: 'wc:a@2', expiresAt: 9e15, renewals: 0, isExpired: false, isSlow: true },
      }),
    )
    await rendered.settle()
    expect(inView(rendered).querySelector('.pairing-says[role=status]')).toBe(null)
    expect(readText(inView(rendered))).toContain('Scan with any wallet on your phone')
  })

  test('has the name of its wallet, and its coming is announced', async () => {
    const rendered = await render(READY)
    expect(await awaitCode(rendered)).toBe('QR code for Northkey')
    await rendered.services.clock.advance(50)
    expect(readText(rendered.root.querySelector('[aria-live=polite]') ?? document.body)).toBe(
      'Scan with Northkey on your phone',
    )
  })

  test('F-07: where to get a wallet is said also to whoever pressed it before the directory had answered', async () => {
    const pressed = { ...NORTHKEY, links: { mobileLink: 'northkey://' } }
    const ready = findViewState(...READY)
    const rendered = await render({ ...ready, fill: undefined, target: { view: READY[0], data: { wallet: pressed } } })
    expect(inView(rendered).querySelector('.get-line')).toBe(null)
    directoryOf(rendered.instance).set((state) => ({ ...state, status: 'ready', recommended: [NORTHKEY] }))
    await rendered.settle()
    await press(rendered, 'Get Northkey')
    expect(getView(rendered)).toBe('Downloads')
  })

  test("stands beside the site's own wallets that are web pages, each a link that carries the code (SEC-86)", async () => {
    const rendered = await render(['ConnectingWalletConnect', "beside the site's own wallet"])
    const link = findByRole(rendered.root, 'link', /Open Field Wallet/)
    expect(link.getAttribute('href')).toBe(`https://wallet.example/wc?uri=${encodeURIComponent(uriOf(rendered))}`)
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('can be copied as a link, which is said', async () => {
    const rendered = await render(READY)
    await userEvent.keyboard('{Enter}')
    await rendered.settle()
    expect(rendered.services.browser.done).toEqual([`copy ${uriOf(rendered)}`])
    expect(readText(rendered.root.querySelector('.toast') ?? document.body)).toBe('Link copied')
  })

  test('a browser that denies copying is told as well', async () => {
    const state = { ...findViewState(...READY), browser: { copy: () => Promise.reject(new Error('Denied.')) } }
    const rendered = await render(state)
    await press(rendered, 'Copy link')
    expect(readText(rendered.root.querySelector('.toast') ?? document.body)).toContain('does not let this page copy')
  })

  test('F-13: a code past its renewals is drawn as spent, and a new one is one press away', async () => {
    const rendered = await render(['ConnectingWalletConnect', 'expired'])
    expect(rendered.root.querySelector('[data-failure=PAIRING_EXPIRED]')).not.toBe(null)
    expect(rendered.root.querySelector('.qr-code.spent')).not.toBe(null)
    expect(readText(inView(rendered))).toContain('This code is no longer valid.')
    await press(rendered, 'New code')
    expect(attemptOf(rendered)?.pairing).toMatchObject({ uri: undefined, isExpired: false, renewals: 0 })
    expect(focused(rendered)).toBe('Copy link')
  })

  test('who has not got the wallet finds the way to get it', async () => {
    const rendered = await render(READY)
    await press(rendered, 'Get Northkey')
    expect(getView(rendered)).toBe('Downloads')
  })

  test('SEC-88: the pairing is in no attribute and no text of the page', async () => {
    const rendered = await render(READY)
    const [, key = 'none'] = /symKey=(\w+)/.exec(uriOf(rendered)) ?? []
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(rendered.root.innerHTML).not.toContain(key)
    expect(JSON.stringify(rendered.events)).not.toContain(key)
  })
})

describe('several ways', () => {
  const WAYS = ['ConnectingWalletConnect', 'several ways'] as const

  test.each([
    ['en', '{ArrowRight}'],
    ['ar', '{ArrowLeft}'],
  ])('in %s arrows go from tab to tab, and each way is told to the host', async (locale, arrow) => {
    const rendered = await render(WAYS, { locale })
    const tabs = [...rendered.root.querySelectorAll<HTMLElement>('[role=tab]')]
    tabs[0]?.focus()
    await userEvent.keyboard(arrow)
    await rendered.settle()
    expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false'])
    expect(rendered.root.querySelector('[role=tabpanel] a')?.getAttribute('href')).toMatch(/^https:\/\/app\.northkey/)
    const platforms = rendered.events.flatMap((event) =>
      event.name === 'SELECT_WALLET' ? [event.properties.platform] : [],
    )
    expect(platforms).toEqual(['qrcode', 'web'])
  })

  test('changing the way keeps the pairing that is under way', async () => {
    const rendered = await render(WAYS)
    const before = attemptOf(rendered)?.id
    rendered.root.querySelectorAll<HTMLElement>('[role=tab]')[2]?.click()
    await rendered.settle()
    expect(attemptOf(rendered)).toMatchObject({ id: before, phase: 'waiting' })
    expect(findByRole(rendered.root, 'link', 'Open Northkey').getAttribute('href')).toMatch(
      /^northkey-desktop:\/\/wc\?uri=/,
    )
  })
})

test('choosing a second phone wallet says before the code that it replaces the first', async () => {
  const first = await render(READY)
  expect(readText(inView(first))).not.toContain('disconnects')
  first.unmount()
  const second = await render({ ...findViewState(...READY), after: connectPhone })
  expect(readText(inView(second))).toContain('This disconnects Owlet')
})

describe('links', () => {
  test('F-20: the link is a real one, ready before the tap, and opens in place', async () => {
    const rendered = await render(PHONE)
    const link = findByRole(rendered.root, 'link', 'Open Northkey')
    expect(link.getAttribute('href')).toBe(`northkey://wc?uri=${encodeURIComponent(uriOf(rendered))}`)
    expect(link.getAttribute('target')).toBe('_self')
    await tap(rendered, link)
    expect(attemptOf(rendered)?.pairing?.linkOpenedAt).toBe(rendered.services.clock.now())
    expect(readText(inView(rendered))).toContain('Waiting for Northkey…')
  })

  test('the picture stands where the ring will come, so that nothing moves at the tap', async () => {
    const rendered = await render(PHONE)
    const measure = (): DOMRect | undefined => rendered.root.querySelector('.ring')?.getBoundingClientRect()
    const before = measure()
    expect(before?.height).toBeGreaterThan(64)
    await tap(rendered, findByRole(rendered.root, 'link', 'Open Northkey'))
    expect(rendered.root.querySelector('.ring.turning')).not.toBe(null)
    expect(measure()?.height).toBe(before?.height)
  })

  test('F-20: without a pairing there is nothing to follow', async () => {
    const rendered = await render(['ConnectingWalletConnect', 'preparing, on a phone'])
    const link = rendered.root.querySelector('[role=link]')
    expect(link?.getAttribute('aria-disabled')).toBe('true')
    expect(link?.hasAttribute('href')).toBe(false)
    expect(inView(rendered).querySelector('a[href]')).toBe(null)
  })

  test('F-10: on a phone it is said too that nothing has come for 4 s', async () => {
    const rendered = await render(['ConnectingWalletConnect', 'preparing for long, on a phone'])
    expect(readText(inView(rendered))).toContain('Still reaching the phone connection service…')
  })

  test('F-20: an app that did not open can be got; other ways hold the code and its text', async () => {
    const rendered = await render(['ConnectingWalletConnect', 'did not open'])
    const told = rendered.root.querySelector('[data-failure=APP_NOT_OPENED]')
    expect(told?.querySelector('[role=status]')).not.toBe(null)
    expect(readText(inView(rendered))).toContain('Is it on this phone?')
    findByRole(rendered.root, 'button', 'Get Northkey')
    await press(rendered, 'Other ways')
    expect(await awaitCode(rendered)).toBe('QR code for Northkey')
    expect(focused(rendered)).toBe('Copy link')
    await press(rendered, 'Other ways')
    expect(getView(rendered)).toBe('Connect')
  })

  test('F-21: inside another app no link with a scheme of its own is drawn', async () => {
    const state = findViewState('ConnectingWalletConnect', 'inside another app')
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Instagram 340.0.0.22'
    const rendered = await render({ ...state, userAgent })
    expect(rendered.root.querySelector('[data-failure=LINK_SCHEME_BLOCKED] [role=alert]')).not.toBe(null)
    expect(inView(rendered).querySelector('a[href]')).toBe(null)
    await press(rendered, 'Open in browser')
    expect(rendered.services.browser.done).toEqual(['copy https://hollowpine.test/shares'])
  })

  test('F-22: an approval that has not arrived leads back to the wallet by the same link', async () => {
    const rendered = await render(['ConnectingWalletConnect', 'approval lost'])
    expect(readText(inView(rendered))).toContain('Open Northkey again to check.')
    const link = findByRole(rendered.root, 'link', 'Open Northkey')
    expect(link.getAttribute('href')).toContain(encodeURIComponent(uriOf(rendered)))
  })

  test('F-13: a link whose pairing has expired is gone, and a new one is one press away', async () => {
    const rendered = await render(['ConnectingWalletConnect', 'expired, on a phone'])
    expect(inView(rendered).querySelector('a[href]')).toBe(null)
    await press(rendered, 'New code')
    expect(attemptOf(rendered)?.pairing?.isExpired).toBe(false)
  })
})

describe('failures', () => {
  test.each([
    ['F-10', 'RELAY_UNREACHABLE', 'Your network blocks phone connections', 'Try again'],
    ['F-11', 'CLOCK_WRONG', 'Your device clock is wrong', 'I set it'],
    ['F-12', 'SITE_REFUSED', 'This way is not set up for this site', 'Other ways'],
    ['F-14', 'CHAINS_UNSUPPORTED', 'Northkey does not work with Ethereum', 'Wallets for Ethereum'],
    ['F-16', 'SESSION_ENDED', 'The connection to Northkey has ended', 'Connect again'],
    ['F-18', 'METHOD_NOT_GRANTED', 'Northkey cannot do this', 'Use another wallet'],
    ['F-19', 'PAYLOAD_UNSAFE', 'This text cannot be sent to Northkey unchanged', 'Back'],
    ['F-03', 'USER_REJECTED', 'You said no in Northkey', 'Try again'],
  ])('%s: %s stands where the code was, with one button and other ways', async (_, code, sentence, button) => {
    const rendered = await render(['ConnectingWalletConnect', `failed, ${code}`])
    expect(rendered.root.querySelector(`[data-failure=${code}] [role=alert]`)).not.toBe(null)
    expect(readText(inView(rendered))).toContain(sentence)
    expect(codeIn(rendered)).toBe(null)
    const buttons = [...inView(rendered).querySelectorAll('button')].map(readText)
    expect(buttons).toEqual(button === 'Other ways' ? [button] : [button, 'Other ways'])
    expect(focused(rendered)).toBe(button)
  })

  test.each(['RELAY_UNREACHABLE', 'CLOCK_WRONG', 'USER_REJECTED'])(
    'after %s the button asks anew, in place',
    async (code) => {
      const rendered = await render(['ConnectingWalletConnect', `failed, ${code}`])
      await userEvent.keyboard('{Enter}')
      await rendered.settle()
      expect(getView(rendered)).toBe('ConnectingWalletConnect')
      expect(attemptOf(rendered)).toMatchObject({ phase: 'waiting', error: undefined })
      expect(await awaitCode(rendered)).toBe('QR code for Northkey')
    },
  )

  test('a refusal by a wallet that was not chosen here says whose it was in plain words', async () => {
    const rendered = await render(['ConnectingWalletConnect', 'failed, any wallet'])
    expect(readText(inView(rendered))).toContain('You said no in your wallet')
  })

  test('where the code is the first view, a failure leaves no second way out beside other ways', async () => {
    const code = { walletKey: undefined, uri: undefined, expiresAt: 0, renewals: 5, isExpired: true }
    const rendered = await render({
      ...findViewState('ConnectingWalletConnectBasic', 'filled'),
      after: ({ stores }) =>
        stores.connection.set((state) => ({
          ...state,
          attempt: state.attempt && { ...state.attempt, pairing: code },
        })),
    })
    expect([...inView(rendered).querySelectorAll('button')].map(readText)).toEqual(['New code', 'Other ways'])
    await press(rendered, 'Other ways')
    expect(getView(rendered)).toBe('Connect')
  })

  test('F-05: a dead extension can be left for the same wallet on a phone', async () => {
    const rendered = await render(['ConnectingExternal', 'not responding, with a relay'])
    await press(rendered, 'Use my phone')
    expect(getView(rendered)).toBe('ConnectingWalletConnect')
    expect([...rendered.root.querySelectorAll('[role=tab]')].map(readText)).not.toContain('Browser')
    expect(codeIn(rendered) ?? rendered.root.querySelector('.qr-code.waits')).not.toBe(null)
    expect(attemptOf(rendered)?.pairing?.walletKey).toBe('example.fernpass')
  })

  test('F-07: a wallet that announces itself while its code is shown is asked here by itself', async () => {
    const rendered = await render(READY)
    const late = makeConnector('Northkey')
    rendered.adapter.announce(late)
    await expect.poll(() => rendered.adapter.asked).toEqual([`connect ${late.id}`])
    await expect
      .poll(() => [...rendered.root.querySelectorAll('[role=tab]')].map(readText))
      .toEqual(['Browser', 'Mobile'])
    await expect.poll(() => readText(inView(rendered))).toContain('Approve in Northkey')
  })

  test('F-05: links that the directory tells only after the wallet was chosen lead to its phone as well', async () => {
    const state = findViewState('ConnectingExternal', 'not responding, with a relay')
    const { wallet } = (state.target as { data: ViewData['ConnectingExternal'] }).data
    const { links } = wallet
    const rendered = await render({
      ...state,
      target: { view: 'ConnectingExternal', data: { wallet: { ...wallet, links: {} } } },
    })
    expect(readText(inView(rendered))).not.toContain('Use my phone')
    const directory = directoryOf(rendered.instance)
    const late = { ...wallet, connectors: [], isInstalled: false, links }
    directory.set((now) => ({ ...now, byRdns: { ...now.byRdns, [wallet.rdns ?? '']: late } }))
    await rendered.settle()
    await press(rendered, 'Use my phone')
    expect(getView(rendered)).toBe('ConnectingWalletConnect')
  })

  test('F-05: without a relay the other wallets are offered instead', async () => {
    const rendered = await render(['ConnectingExternal', 'not responding'])
    expect(readText(inView(rendered))).not.toContain('Use my phone')
    await press(rendered, 'Other ways')
    expect(getView(rendered)).toBe('Connect')
  })
})

describe('after connecting', () => {
  test('a yes is shown until the modal has gone on', async () => {
    const rendered = await render(READY)
    const connector = makeConnector('Northkey', undefined, { id: WALLET_CONNECT_ID, type: 'WALLET_CONNECT' })
    rendered.instance.stores.connection.set((state) => ({
      ...state,
      attempt: undefined,
      byNamespace: { eip155: { status: 'connected', connection: makeConnection(connector) } },
    }))
    await rendered.settle()
    expect(readText(inView(rendered))).toBe('ConnectedNorthkey')
  })

  test('F-15: a family that the wallet left out can be added, and the first connection stays', async () => {
    const rendered = await render(['Account', 'family missing'])
    expect(readText(inView(rendered))).toContain('Northkey shared no Solana account.')
    await press(rendered, 'Add Solana')
    expect(getView(rendered)).toBe('Connect')
    expect(rendered.instance.stores.modal.get().namespace).toBe('solana')
    expect(noticeOf(rendered.instance).get().notice).toBe(undefined)
    expect(rendered.instance.stores.connection.get()).toMatchObject({
      byNamespace: { eip155: { status: 'connected' } },
    })
  })

  test.each([
    ['F-16', 'connection ended', 'SESSION_ENDED', 'Connect again'],
    ['F-24', 'returned elsewhere', 'RETURNED_ELSEWHERE', 'Connect here'],
  ])('%s: "%s" leads to the same wallet with a fresh pairing', async (_, name, code, button) => {
    const rendered = await render(['Connect', name])
    expect(rendered.root.querySelector(`[data-failure=${code}] [role=alert]`)).not.toBe(null)
    await press(rendered, button)
    expect(getView(rendered)).toBe('ConnectingWalletConnect')
    expect(attemptOf(rendered)?.pairing?.walletKey).toBe('directory-northkey')
    expect(noticeOf(rendered.instance).get().notice).toBe(undefined)
  })

  test('a notice can be put away', async () => {
    const rendered = await render(['Connect', 'connection ended'])
    await press(rendered, 'Dismiss')
    expect(rendered.root.querySelector('.told')).toBe(null)
  })

  test('a phone wallet that was asked to sign shows it at once, before anything holds it up', async () => {
    const rendered = await render(['Account', 'asked on a phone just now'])
    expect(readText(inView(rendered))).toContain('Approve in ')
  })

  test('F-23: a request that waits on the phone has the link of its own session, and nothing opens by itself', async () => {
    const rendered = await render(['Account', 'request waits on a phone'])
    const told = rendered.root.querySelector('[data-failure=OPEN_WALLET_NEEDED]')
    expect(told?.querySelector('[role=status]')?.textContent?.trim()).toBe('Open Northkey to confirm.')
    expect(findByRole(rendered.root, 'link', 'Open Northkey').getAttribute('href')).toBe(
      'northkey://wc?requestId=1&sessionTopic=a',
    )
    expect(rendered.services.browser.done).toEqual([])
  })

  test('F-17: after a send the one way on is to look, never to send again', async () => {
    const rendered = await render(['Account', 'request unanswered'])
    const told = rendered.root.querySelector<HTMLElement>('[data-failure=REQUEST_UNANSWERED]')
    expect(readText(told ?? document.body)).toContain('It may still act, so check there first.')
    expect(told?.querySelectorAll('button, a')).toHaveLength(1)
    expect(findByRole(rendered.root, 'link', 'Show activity').getAttribute('href')).toMatch(
      /^https:\/\/explorer-1\.example\/address\/0x71C7/,
    )
  })

  test('F-17: for a signature the one way on is to ask again', async () => {
    const rendered = await render(['Account', 'signature unanswered'])
    const told = rendered.root.querySelector<HTMLElement>('[data-failure=REQUEST_UNANSWERED]')
    expect(told?.querySelectorAll('button, a')).toHaveLength(1)
    expect(readText(findByRole(rendered.root, 'button', 'Ask again'))).toBe('Ask again')
  })

  test('F-10: a relay that stays away is said beside the account, with another try, and gone once it is back', async () => {
    const rendered = await render(['Account', 'relay away'])
    const told = rendered.root.querySelector<HTMLElement>('[data-failure=RELAY_UNREACHABLE]')
    expect(told?.querySelector('[role=status]')?.textContent).toBe(
      'Your network blocks phone connections. Try without VPN.',
    )
    expect(told?.querySelectorAll('button, a')).toHaveLength(1)
    await press(rendered, 'Try again')
    expect(rendered.root.querySelector('[data-failure=RELAY_UNREACHABLE]')).toBeNull()
  })

  test('F-10: while the relay is away, that is said and not what else a request waits for', async () => {
    const rendered = await render(['Account', 'signature unanswered'])
    relayOf(rendered.instance).set(() => ({ trouble: 'RELAY_UNREACHABLE' }))
    await rendered.settle()
    expect(
      [...rendered.root.querySelectorAll('[data-failure]')].map((told) => told.getAttribute('data-failure')),
    ).toEqual(['RELAY_UNREACHABLE'])
  })
})

describe('a wallet with a browser of its own', () => {
  const BROWSED = ['ConnectingExternal', 'in its own browser, on a phone'] as const

  test('opens this page in it by a link that is there before the tap, and asks no wallet here', async () => {
    const rendered = await render(BROWSED)
    const link = findByRole(rendered.root, 'link', 'Open Northkey')
    expect(link.getAttribute('href')).toBe('https://northkey.example/browse/https%3A%2F%2Fhollowpine.test%2Fshares')
    expect(attemptOf(rendered)).toBeUndefined()
    await tap(rendered, link)
    expect(readText(rendered.root.querySelector('.sentence') ?? document.body)).toBe(
      'Go on in Northkey, where this page is open now.',
    )
    expect(rendered.events.filter(({ name }) => name === 'SELECT_WALLET')).toHaveLength(1)
  })

  test('on a desktop it is a wallet to get, as any other', async () => {
    const state = findViewState(...BROWSED)
    const rendered = await render({ ...state, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', browser: {} })
    expect(rendered.root.querySelector('a[href*="browse"]')).toBeNull()
  })

  test('leaves other ways in reach', async () => {
    const rendered = await render(BROWSED)
    await press(rendered, 'Other ways')
    expect(getView(rendered)).toBe('Connect')
  })
})
