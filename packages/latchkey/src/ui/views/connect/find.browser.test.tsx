import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeGateway } from '../../../../../testing/src/createFakeServices.ts'
import { createScriptedAdapter } from '../../../../../testing/src/createScriptedAdapter.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { MANY_WALLETS } from '../../../../../testing/src/findStates.ts'
import { FERNPASS, makeConnector, makeListing, NETWORKS, SOLANA } from '../../../../../testing/src/fixtures.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import type { ViewState } from '../../../../../testing/src/viewState.ts'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { directoryOf } from '../../../core/features/directory/state.ts'
import { getRoute } from '../../../core/flow/router.ts'
import { MOST_CELLS } from '../../parts/RowGrid.tsx'

let view: RenderedView | undefined
afterEach(async () => {
  view?.unmount()
  view = undefined
  await page.viewport(414, 896)
})

async function render(state: ViewState, parameters?: renderView.Parameters): Promise<RenderedView> {
  view = await renderView(state, parameters)
  return view
}

const filled = findViewState('AllWallets', 'filled')
const records = MANY_WALLETS.map(({ key, name }) => ({ id: key, name, chains: ['eip155:1'] }))

/** A directory of 428 wallets; the search is by the beginning of the name. */
const SERVED: FakeGateway = {
  getWallets: (input) => {
    const {
      page: number = 1,
      entries = 40,
      search,
      badge_type,
    } = input as Record<string, string> & {
      page?: number
      entries?: number
    }
    const data = records.filter(({ name }) => !badge_type && (!search || name.toLowerCase().startsWith(search)))
    return { count: data.length, data: data.slice((number - 1) * entries, number * entries) }
  },
}
const fresh: ViewState = { ...filled, fill: undefined }

function focused({ root }: RenderedView): string {
  return readText(root.activeElement ?? document.body)
}
function withSolana() {
  const connector = makeConnector('Fernpass', undefined, { id: 'Fernpass', namespace: 'solana' })
  const adapter = createScriptedAdapter('solana', [connector])
  return { adapter, create: adapter.create }
}
const tiles = (rendered: RenderedView): readonly HTMLElement[] => [
  ...inView(rendered).querySelectorAll<HTMLElement>('.grid-tile[data-index]'),
]
/** The element that this selector finds in the view; for roles that only this view has. */
function find(rendered: RenderedView, selector: string): HTMLElement {
  const found = inView(rendered).querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`Nothing is ${selector}`)
  return found
}
const grid = (rendered: RenderedView): HTMLElement => find(rendered, '[role=grid][aria-label=Wallets]')
async function hear(rendered: RenderedView): Promise<string> {
  await rendered.services.clock.advance(50)
  return readText(rendered.root.querySelector('[aria-live=polite]') ?? document.body)
}
const foundIn = (rendered: RenderedView) => directoryOf(rendered.instance).get().finding

test.each([
  [900, 760, 680],
  [414, 700, 668],
])(
  'on a page of %i by %i px the card has one height from the first frame on, whatever comes or is typed',
  async (width, height, wanted) => {
    await page.viewport(width, height)
    const rendered = await render(fresh, { gateway: SERVED })
    const card = rendered.root.querySelector<HTMLElement>('.card')
    const heights = [card?.offsetHeight]
    rendered.root.querySelector('input')?.focus()
    for (const typed of ['w', 'a', 'zzz', '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}']) {
      await userEvent.keyboard(typed)
      heights.push(card?.offsetHeight)
      await rendered.services.clock.advance(400)
      await rendered.settle()
      heights.push(card?.offsetHeight)
    }
    expect(new Set(heights)).toEqual(new Set([wanted]))
  },
)

const SILENT: FakeGateway = { ...SERVED, getWallets: () => new Promise(() => {}) }

test('while a list of which nothing is known is on its way its places are kept, and the card has its height already', async () => {
  await page.viewport(900, 760)
  const rendered = await render({ ...filled, connectors: [] }, { gateway: SILENT })
  expect(rendered.root.querySelector<HTMLElement>('.card')?.offsetHeight).toBe(680)
  find(rendered, '[role=switch]').click()
  await rendered.settle()
  expect(inView(rendered).querySelectorAll('.ghosts .grid-tile')).toHaveLength(16)
  expect(rendered.root.querySelector<HTMLElement>('.card')?.offsetHeight).toBe(680)
})

const placesOf = (rendered: RenderedView): ReadonlyMap<string | undefined, string> =>
  new Map(tiles(rendered).map((tile) => [tile.dataset.focusKey, JSON.stringify(tile.getBoundingClientRect())]))

test('F-59: with every server hanging the list of all wallets stands in the first frame, and moves nothing when the wait is given up at 2 s', async () => {
  const rendered = await render(fresh, { gateway: SILENT })
  expect(tiles(rendered).map(readText).slice(0, 4)).toEqual([
    'Fernpass, installed',
    'Tide, installed',
    'MetaMask',
    'Trust Wallet',
  ])
  expect(inView(rendered).querySelector('.ghosts')).toBe(null)
  const before = placesOf(rendered)
  await rendered.services.clock.advance(2_000)
  await expect.poll(() => foundIn(rendered)?.status).toBe('failed')
  await rendered.settle()
  expect([...placesOf(rendered)]).toEqual([...before])
})

test('F-59: of a list that somebody points at, or has the focus in, an answer moves nothing; once nobody does the directory’s order stands', async () => {
  let answer = (): void => {}
  const served = new Promise((resolve) => {
    answer = () => resolve({ count: records.length, data: records.slice(0, 40) })
  })
  const rendered = await render({ ...fresh, connectors: [] }, { gateway: { ...SERVED, getWallets: () => served } })
  await userEvent.hover(findByRole(rendered.root, 'button', 'Trust Wallet'))
  const before = placesOf(rendered)
  answer()
  await expect.poll(() => foundIn(rendered)?.status).toBe('ready')
  await rendered.settle()
  expect([...placesOf(rendered)].slice(0, before.size)).toEqual([...before])
  tiles(rendered)[1]?.focus()
  await userEvent.hover(findByRole(rendered.root, 'button', 'Close'))
  await rendered.settle()
  expect(focused(rendered)).toBe('Trust Wallet')
  rendered.root.querySelector('input')?.focus()
  await expect.poll(() => tiles(rendered).map(readText)[0]).toBe('Northkey')
})

describe('Connect', () => {
  test('every tag is part of the name of its row, in the order of the groups', async () => {
    const rendered = await render(findViewState('Connect', 'every tag'))
    const names = [...inView(rendered).querySelectorAll('[data-row]')].map(readText)
    expect(names[0]).toMatch(/^Wallet on my phone/)
    expect(names.slice(1)).toEqual([
      'TideRecent',
      'FernpassConnected',
      'HarborMultichain',
      'Cinder',
      'Northkeynot installed',
      'Pebblenot installed',
      'Search wallets420+',
    ])
  })

  test('a code is not offered while a wallet is connected by one, and the row says why', async () => {
    const rendered = await render(findViewState('Connect', 'every tag'))
    const row = findByRole(rendered.root, 'button', /^Wallet on my phone/)
    expect(row.getAttribute('aria-disabled')).toBe('true')
    const why = rendered.root.getElementById(row.getAttribute('aria-describedby') ?? '')
    expect(readText(why ?? document.body)).toBe('A wallet on your phone is already connected.')
    row.click()
    await rendered.settle()
    expect(getView(rendered)).toBe('Connect')
  })

  test('the last row leads to all wallets, with a rounded count, and the host is told', async () => {
    const rendered = await render(findViewState('Connect', 'filled'))
    await press(rendered, 'Search wallets420+')
    expect(getView(rendered)).toBe('AllWallets')
    expect(focused(rendered)).toBe('')
    expect(rendered.root.activeElement?.getAttribute('data-focus-key')).toBe('search')
    expect(rendered.events.map(({ name }) => name)).toContain('CLICK_ALL_WALLETS')
  })

  test.each([
    ['HIDE', false, false],
    ['HIDE', true, false],
    ['ONLY_MOBILE', false, false],
    ['ONLY_MOBILE', true, true],
    ['SHOW', false, true],
  ] as const)('allWallets %s, on a phone %s: offered %s', async (allWallets, isMobile, isOffered) => {
    const state = findViewState('Connect', 'filled')
    const rendered = await render({ ...state, options: { allWallets }, browser: { isMobile: () => isMobile } })
    expect(readText(inView(rendered)).includes('Search wallets')).toBe(isOffered)
  })

  test('without the explorer there are the installed, the recent and the site’s own wallets, and nobody is asked', async () => {
    const state = findViewState('Connect', 'filled')
    const options = { enableExplorer: false, customWallets: [{ id: 'field', name: 'Field Wallet' }] }
    const rendered = await render({ ...state, options, fill: undefined })
    const names = [...inView(rendered).querySelectorAll('[data-row]')].map(readText)
    expect(names).toEqual(['FernpassInstalled', 'TideInstalled', 'Field Walletnot installed'])
    expect(rendered.services.calls.map(({ name }) => name)).not.toContain('getWallets')
  })

  test('with the wallet as the only way, asking for a collapsed list changes nothing', async () => {
    const state = findViewState('Connect', 'filled')
    const rendered = await render({ ...state, options: { features: { collapseWallets: true } } })
    findByRole(rendered.root, 'button', 'TideInstalled')
  })

  test('wallets that come into sight are told once each, and a few together', async () => {
    const rendered = await render(findViewState('Connect', 'filled'))
    const told = () => rendered.events.filter((event) => event.name === 'WALLET_IMPRESSION_V2')
    await expect
      .poll(async () => {
        await rendered.services.clock.advance(500)
        return told().length
      })
      .toBe(1)
    expect(told()[0]).toMatchObject({
      properties: {
        items: [{ name: 'Fernpass', displayIndex: 0, view: 'Connect', certified: false }, {}, {}, {}, {}, {}],
      },
    })
  })

  test('where the site wants no events nobody watches what is seen', async () => {
    const state = findViewState('Connect', 'filled')
    const rendered = await render({ ...state, options: { features: { analytics: false } } })
    await rendered.services.clock.advance(5_000)
    expect(rendered.events.filter(({ name }) => name === 'WALLET_IMPRESSION_V2')).toEqual([])
  })
})

describe('all wallets', () => {
  test('only the rows in sight are drawn, and the grid says how many there are', async () => {
    const rendered = await render(filled)
    expect(grid(rendered).getAttribute('aria-rowcount')).toBe('31')
    expect(grid(rendered).getAttribute('aria-colcount')).toBe('4')
    expect(tiles(rendered).length).toBeLessThan(80)
    const rows = [...grid(rendered).querySelectorAll('[role=row]')]
    expect(rows.map((row) => row.getAttribute('aria-rowindex')).slice(0, 3)).toEqual(['1', '2', '3'])
  })

  test('however far somebody scrolls at once, one task draws a dozen tiles at most, until all in sight are there', async () => {
    const rendered = await render(filled)
    const body = rendered.root.querySelector('.body')
    const drawn: number[] = []
    const observer = new MutationObserver((records) => {
      const rows = records.flatMap(({ addedNodes }) => [...addedNodes] as Element[])
      drawn.push(rows.reduce((sum, row) => sum + row.querySelectorAll('[role=gridcell]').length, 0))
    })
    observer.observe(grid(rendered), { childList: true })
    body?.scrollTo(0, 1_500)
    const edges = () => {
      const { top, bottom } = body?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
      const rows = [...grid(rendered).querySelectorAll('[role=row]')].map((row) => row.getBoundingClientRect())
      return [Math.min(...rows.map((row) => row.top)) <= top, Math.max(...rows.map((row) => row.bottom)) >= bottom]
    }
    await expect.poll(edges).toEqual([true, true])
    await expect.poll(() => drawn.length).toBeGreaterThan(1)
    observer.disconnect()
    expect(Math.max(...drawn)).toBeLessThanOrEqual(MOST_CELLS)
  })

  test('the grid is one tab stop; arrows, Home, End and letters reach tiles that were not drawn', async () => {
    const rendered = await render(filled)
    expect(tiles(rendered).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    tiles(rendered)[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(rendered.root.activeElement?.getAttribute('data-index')).toBe('5')
    await userEvent.keyboard('{End}')
    await rendered.settle()
    expect(rendered.root.activeElement?.getAttribute('data-index')).toBe('121')
    const { top, bottom } = rendered.root.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
    expect(top > 0 && bottom <= innerHeight).toBe(true)
    await userEvent.keyboard('{Home}k')
    await rendered.settle()
    expect(focused(rendered)).toBe('Kestrel, certified')
  })

  test('scrolling away from the tile in focus does not lose it', async () => {
    const rendered = await render(filled)
    tiles(rendered)[1]?.focus()
    rendered.root.querySelector('.body')?.scrollTo(0, 1_500)
    await rendered.settle()
    expect(focused(rendered)).toBe('Tide, installed')
    await userEvent.keyboard('{ArrowDown}')
    await rendered.settle()
    expect(rendered.root.activeElement?.getAttribute('data-index')).toBe('5')
  })

  test('End goes on to the last wallet of the directory, page by page, and each page is announced', async () => {
    const rendered = await render({ ...fresh, connectors: [] }, { gateway: SERVED })
    await expect.poll(() => tiles(rendered).map(readText)[0]).toBe('Northkey')
    tiles(rendered)[0]?.focus()
    await expect
      .poll(
        async () => {
          await userEvent.keyboard('{End}')
          await rendered.services.clock.advance(0)
          await rendered.settle()
          return rendered.root.activeElement?.getAttribute('data-index')
        },
        { timeout: 15_000 },
      )
      .toBe('427')
    expect(foundIn(rendered)?.browsed?.isWhole).toBe(true)
    expect(await hear(rendered)).toMatch(/more wallets loaded$/)
  })

  test('whoever does not scroll has a button for more', async () => {
    const rendered = await render({ ...fresh, connectors: [] }, { gateway: SERVED })
    await expect.poll(() => tiles(rendered).map(readText)[0]).toBe('Northkey')
    const pages = (): number => foundIn(rendered)?.browsed?.page ?? 0
    const before = pages()
    await press(rendered, 'Load more')
    await expect.poll(pages).toBe(before + 1)
  })

  test('what is typed is found after a rest, and the number of wallets is said', async () => {
    const rendered = await render({ ...fresh, connectors: [] }, { gateway: SERVED })
    await expect.poll(() => tiles(rendered).map(readText)[0]).toBe('Northkey')
    await userEvent.keyboard('kestrel 2')
    expect(tiles(rendered).length).toBeGreaterThan(10)
    expect(inView(rendered).querySelector('[aria-busy=true]')).not.toBe(null)
    await rendered.services.clock.advance(300)
    await rendered.settle()
    expect(tiles(rendered).map(readText)[0]).toBe('Kestrel 2')
    expect(await hear(rendered)).toBe('11 wallets')
    expect(rendered.root.activeElement?.getAttribute('data-focus-key')).toBe('search')
    await userEvent.keyboard('{Escape}')
    await rendered.settle()
    expect(getView(rendered)).toBe('AllWallets')
    expect(tiles(rendered).map(readText)[0]).toBe('Northkey')
  })

  test('a wallet that is not there leads to a code', async () => {
    const rendered = await render(findViewState('AllWallets', 'nothing found'))
    expect(readText(inView(rendered))).toContain(
      'No wallet matches “fernpas”. Check the spelling or scan a QR code instead.',
    )
    await press(rendered, 'Scan a code instead')
    expect(getRoute(rendered.instance.stores.router.get())).toMatchObject({ view: 'ConnectingWalletConnect', data: {} })
  })

  test('wallets that the network hides are told, and shown when asked for', async () => {
    const rendered = await render(findViewState('AllWallets', 'hidden by the network'))
    expect(readText(inView(rendered))).toContain('3 wallets match but do not support the networks of this site.')
    await press(rendered, 'Show them')
    expect(foundIn(rendered)).toMatchObject({ isAnyNetwork: true, status: 'searching' })
  })

  test('the switch for certified wallets comes without moving what is below it', async () => {
    const rendered = await render(filled)
    const grid = (): number => find(rendered, '.find-line').nextElementSibling?.getBoundingClientRect().top ?? -1
    const withSwitch = grid()
    directoryOf(rendered.instance).set((state) => ({
      ...state,
      finding: state.finding && { ...state.finding, hasCertified: false },
    }))
    await rendered.settle()
    expect(rendered.root.querySelector('[role=switch]')).toBe(null)
    expect(grid()).toBe(withSwitch)
  })

  test('certified wallets alone are a switch', async () => {
    const rendered = await render(filled)
    const control = find(rendered, '[role=switch]')
    expect([readText(control), control.getAttribute('aria-checked')]).toEqual(['Certified only', 'false'])
    control.click()
    await rendered.settle()
    expect(foundIn(rendered)?.isCertifiedOnly).toBe(true)
    expect(control.getAttribute('aria-checked')).toBe('true')
  })

  test('an installed wallet is asked here, another one is gone on with on the phone', async () => {
    const rendered = await render(filled)
    await press(rendered, 'Fernpass, installed')
    expect(getView(rendered)).toBe('ConnectingExternal')
    expect(rendered.adapter.asked).toEqual([`connect ${FERNPASS.id}`])
    expect(rendered.events.filter(({ name }) => name === 'SELECT_WALLET')).toMatchObject([
      { properties: { name: 'Fernpass', view: 'AllWallets', displayIndex: 0 } },
    ])
  })

  test('coming back finds the list as it was left, with the focus on the wallet that was chosen', async () => {
    const rendered = await render(filled)
    tiles(rendered)[0]?.focus()
    await userEvent.keyboard('{End}')
    await rendered.settle()
    const name = focused(rendered)
    await userEvent.keyboard('{Enter}')
    await rendered.settle()
    expect(getView(rendered)).toBe('ConnectingExternal')
    findByRole(rendered.root, 'button', 'Back to Find your wallet').click()
    await rendered.settle()
    await expect.poll(() => focused(rendered)).toBe(name)
    const { top, bottom } = rendered.root.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
    expect(top > 0 && bottom <= innerHeight).toBe(true)
  })

  test('F-59: when the directory is down installed wallets and the bundled list stay, and all can be asked for', async () => {
    const rendered = await render(fresh, { gateway: { getWallets: () => Promise.reject(new Error('down')) } })
    await expect.poll(() => rendered.root.querySelector('[data-failure=DIRECTORY_DOWN]')).not.toBe(null)
    expect(tiles(rendered).map(readText).slice(0, 3)).toEqual(['Fernpass, installed', 'Tide, installed', 'MetaMask'])
    await press(rendered, 'Load all')
    await expect.poll(() => foundIn(rendered)?.status).toBe('failed')
  })

  test('a later page that failed is asked for again, and what came before it stays', async () => {
    const rendered = await render(findViewState('AllWallets', 'next page failed'))
    expect(readText(inView(rendered))).toContain('More wallets could not be loaded.')
    await press(rendered, 'Retry')
    expect(foundIn(rendered)).toMatchObject({ status: 'loadingMore', browsed: { page: 3 } })
  })

  test('no wallet can be reached before the legal checkbox is ticked', async () => {
    const rendered = await render(findViewState('AllWallets', 'legal checkbox'))
    expect(inView(rendered).querySelector('.gated')?.hasAttribute('inert')).toBe(true)
    expect(rendered.root.activeElement?.getAttribute('data-focus-key')).toBe('legal')
  })

  test('F-14: wallets for the network that the wallet refused are one press away', async () => {
    const rendered = await render(findViewState('ConnectingWalletConnect', 'failed, CHAINS_UNSUPPORTED'))
    await press(rendered, 'Wallets for Ethereum')
    expect(getRoute(rendered.instance.stores.router.get())).toMatchObject({
      view: 'AllWallets',
      data: { networkId: 'eip155:1' },
    })
    expect(readText(inView(rendered))).toContain('Wallets for Ethereum')
  })
})

describe('a wallet of several families', () => {
  const several = findViewState('ConnectingMultiChain', 'filled')

  test('the family chosen before stands first and has the focus; a choice is kept and told', async () => {
    const rendered = await render(several)
    const names = [...inView(rendered).querySelectorAll('[data-row]')].map(readText)
    expect(names).toEqual(['SolanaRecent', 'Ethereum', 'Bitcoin'])
    expect(focused(rendered)).toBe('SolanaRecent')
    await press(rendered, 'Ethereum')
    expect(getRoute(rendered.instance.stores.router.get())).toMatchObject({
      view: 'ConnectingExternal',
      data: { wallet: { name: 'Pebble', connectors: [{ namespace: 'eip155' }] } },
    })
    expect(rendered.events.filter(({ name }) => name === 'SELECT_WALLET')).toHaveLength(1)
    expect(rendered.services.storage.get('families')).toContain('"eip155 many-1"')
  })

  test('all families are asked for one after the other, beginning with the active one', async () => {
    const { adapter: solana, create } = withSolana()
    const wallet = makeListing('Fernpass', undefined, {
      key: FERNPASS.id,
      isInstalled: true,
      connectors: [
        { namespace: 'solana', connectorId: 'Fernpass' },
        { namespace: 'eip155', connectorId: FERNPASS.id },
      ],
    })
    const evm = createScriptedAdapter('eip155', [FERNPASS])
    const rendered = await render({
      ...several,
      options: { networks: [...NETWORKS, SOLANA], adapters: [evm.create, create] },
      target: { view: 'ConnectingMultiChain', data: { wallet } },
    })
    await press(rendered, 'Connect all')
    await expect.poll(() => [...evm.asked, ...solana.asked]).toEqual([`connect ${FERNPASS.id}`, 'connect Fernpass'])
  })
})

describe('getting a wallet', () => {
  test('where nothing suits, all wallets are one press away', async () => {
    const rendered = await render(findViewState('GetWallet', 'filled'))
    await press(rendered, 'Explore all')
    expect(getView(rendered)).toBe('AllWallets')
  })

  test('a computer shows the stores as codes for the phone beside it', async () => {
    const rendered = await render(findViewState('Downloads', 'filled'))
    await press(rendered, 'Scan with my phone')
    find(rendered, '[role=img][aria-label="QR code to get Northkey for iPhone and iPad"]')
    find(rendered, '[role=tab]:last-child').click()
    await rendered.settle()
    find(rendered, '[role=img][aria-label="QR code to get Northkey for Android"]')
  })

  test('a phone is offered its own store, and no code', async () => {
    const rendered = await render(findViewState('Downloads', 'on a phone'))
    const links = [...inView(rendered).querySelectorAll('a')].map(readText)
    expect(links).toEqual(['Android, opens in a new tab', 'Website, opens in a new tab'])
    expect(readText(inView(rendered))).not.toContain('Scan with my phone')
    // Only a new extension needs a new page.
    expect(readText(inView(rendered))).not.toContain('reload this page')
  })

  test('after a visit to a store the page can be reloaded', async () => {
    const rendered = await render(findViewState('Downloads', 'filled'))
    const link = findByRole(rendered.root, 'link', /Browser extension/)
    link.addEventListener('click', (event) => event.preventDefault())
    link.click()
    await rendered.settle()
    await press(rendered, 'Reload page')
    expect(rendered.services.browser.done).toEqual(['reload'])
  })
})

describe.each(['en', 'ar'])('in %s', (locale) => {
  test('arrows follow the direction of the text', async () => {
    const rendered = await render(filled, { locale })
    tiles(rendered)[0]?.focus()
    await userEvent.keyboard(locale === 'ar' ? '{ArrowLeft}' : '{ArrowRight}')
    expect(rendered.root.activeElement?.getAttribute('data-index')).toBe('1')
  })
})
