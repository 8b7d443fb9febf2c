import { createFakeServices, createTestLatchkey, type FakeGateway } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { directoryOf } from './state.ts'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import '../../flow/watchGateway.ts'
import './firstPictures.ts'
import './snapshotPictures.ts'
import './listBundled.ts'
import { createWalletFinder, PAGE_WALLETS, SEARCH_WALLETS } from './createWalletFinder.ts'
import { SNAPSHOT } from './snapshot.ts'

type Query = {
  page?: number
  entries?: number
  search?: string
  chains?: readonly string[]
  exclude?: readonly string[]
  badge_type?: string
}

const wallets = Array.from({ length: 95 }, (_, index) => ({
  id: `w${index}`,
  name: index === 7 ? 'MetaMask' : `Wallet ${index}`,
  image_id: `pic-${index}`,
  homepage: null,
  badge_type: index < 3 ? 'certified' : null,
}))

/** A directory of 95 wallets; every fifth is for Solana alone. */
const served: FakeGateway = {
  getWallets: (input) => {
    const { page = 1, entries = 40, search, chains, exclude, badge_type } = input as Query
    const data = wallets.filter(
      ({ id, name, badge_type: badge }, index) =>
        !exclude?.includes(id) &&
        (!search || name.toLowerCase().includes(search.toLowerCase())) &&
        (!badge_type || badge === badge_type) &&
        (!chains || index % 5 !== 0 || chains.some((chain) => chain.startsWith('solana'))),
    )
    return { count: data.length, data: data.slice((page - 1) * entries, page * entries) }
  },
}

function start(
  gateway: FakeGateway | undefined,
  options: Partial<CreateLatchkeyOptions> = {},
  parameters: Partial<createWalletFinder.Parameters> = {},
) {
  const services = createFakeServices({ gateway })
  const made = createTestLatchkey({ services, options })
  const open = (more: Partial<createWalletFinder.Parameters> = {}) =>
    createWalletFinder(made.instance, { prepare: async () => {}, ...parameters, ...more })
  const get = () => {
    const { finding } = directoryOf(made.instance).get()
    if (!finding) throw new Error('Nothing was opened')
    return finding
  }
  const searches = () => services.calls.map(({ input }) => input as Query).filter(({ search }) => search !== undefined)
  return { ...made, services, open, get, searches, settle: () => services.clock.advance(0) }
}

describe('pages', () => {
  test('the list comes in pages of 40, unique by id, and ends with the last', async () => {
    const { open, get, settle } = start(served)
    const finder = open()
    expect(get().status).toBe('loading')
    await settle()
    expect([get().status, get().browsed?.wallets.length, get().browsed?.count]).toEqual(['ready', PAGE_WALLETS, 76])
    finder.loadMore()
    finder.loadMore()
    await settle()
    expect([get().browsed?.wallets.length, get().browsed?.page, get().browsed?.isWhole]).toEqual([76, 2, true])
    expect(new Set(get().browsed?.wallets.map(({ key }) => key)).size).toBe(76)
    finder.loadMore()
    expect(get().status).toBe('ready')
  })

  test('a wallet that moved from one page to the next while it was read is listed once, and the count only grows', async () => {
    let shift = 0
    const { open, get, settle } = start({
      getWallets: (input) => {
        const { page = 1, entries = 40 } = input as Query
        const from = (page - 1) * entries - shift
        return { count: 90 - shift * 10, data: wallets.slice(Math.max(0, from), from + entries) }
      },
    })
    const finder = open()
    await settle()
    shift = 1
    finder.loadMore()
    await settle()
    expect(get().browsed?.wallets).toHaveLength(79)
    expect(get().browsed?.count).toBe(90)
  })

  test('only wallets for the networks of the site are asked for, and excluded ones never', async () => {
    const { open, services, settle } = start(served, { excludeWalletIds: ['w1'] })
    open()
    await settle()
    expect(services.calls).toContainEqual({
      name: 'getWallets',
      input: { page: 1, entries: PAGE_WALLETS, chains: ['eip155:1', 'eip155:10'], exclude: ['w1'] },
    })
  })

  test('F-14: wallets for one network are asked for by that network alone', async () => {
    const { open, services, settle } = start(served)
    open({ networkId: 'eip155:10' })
    await settle()
    expect(services.calls[0]).toMatchObject({ input: { chains: ['eip155:10'] } })
  })

  test('pictures of a page are there before it is shown, and a page is shown when they were waited for', async () => {
    let show = (): void => {}
    const asked: number[] = []
    const { open, get, settle } = start(
      served,
      {},
      {
        prepare: (page) => {
          asked.push(page.length)
          return new Promise((resolve) => {
            show = resolve
          })
        },
      },
    )
    open()
    await settle()
    expect([get().status, asked]).toEqual(['loading', [PAGE_WALLETS]])
    show()
    await settle()
    expect(get().status).toBe('ready')
  })

  test('whoever comes back finds the list as it was left, without a new question', async () => {
    const { open, get, services, settle } = start(served)
    const finder = open()
    await settle()
    finder.loadMore()
    await settle()
    finder.close()
    const calls = services.calls.length
    open()
    await settle()
    expect([get().browsed?.page, services.calls.length]).toEqual([2, calls])
  })

  test('whoever searched before the list had come finds the search again', async () => {
    const { open, get, services } = start({
      getWallets: (input) =>
        (input as Query).search === undefined ? new Promise(() => {}) : served.getWallets?.(input),
    })
    const finder = open()
    finder.search('meta')
    await services.clock.advance(300)
    finder.close()
    open()
    expect(get()).toMatchObject({ query: 'meta', status: 'ready', found: { wallets: [{ name: 'MetaMask' }] } })
  })

  test('a page that was on its way when one left is asked for again, not lost', async () => {
    const { open, get, settle } = start(served)
    const finder = open()
    await settle()
    finder.loadMore()
    finder.close()
    await settle()
    expect([get().status, get().browsed?.page]).toEqual(['ready', 1])
    open().loadMore()
    await settle()
    expect(get().browsed?.page).toBe(2)
  })
})

describe('search', () => {
  test('asks 250 ms after the last key, and shows the answer 300 ms after it', async () => {
    const { open, get, services, searches, settle } = start(served)
    const finder = open()
    await settle()
    finder.search('me')
    await services.clock.advance(200)
    finder.search('  meta ')
    expect(get()).toMatchObject({ query: '  meta ', status: 'searching', found: undefined })
    await services.clock.advance(249)
    expect(searches()).toEqual([])
    await services.clock.advance(1)
    expect(searches()[0]).toMatchObject({ search: 'meta', page: 1, entries: SEARCH_WALLETS })
    await services.clock.advance(49)
    expect(get().status).toBe('searching')
    await services.clock.advance(1)
    expect(get()).toMatchObject({ status: 'ready', found: { query: 'meta', wallets: [{ name: 'MetaMask' }] } })
  })

  test('what is on screen stays until the answer is there', async () => {
    const { open, get, services, settle } = start(served)
    const finder = open()
    await settle()
    finder.search('meta')
    await services.clock.advance(300)
    const before = get().found
    finder.search('wallet 1')
    await services.clock.advance(299)
    expect(get().found).toBe(before)
    await services.clock.advance(1)
    expect(get().found?.query).toBe('wallet 1')
  })

  test('the newest search wins, whichever answer comes last', async () => {
    const answers: (() => void)[] = []
    const { open, get, services, settle } = start({
      getWallets: (input) =>
        (input as Query).search === undefined
          ? { count: 0, data: [] }
          : new Promise((resolve) => {
              answers.push(() => resolve(served.getWallets?.(input)))
            }),
    })
    const finder = open()
    await settle()
    finder.search('wallet 1')
    await services.clock.advance(250)
    finder.search('meta')
    await services.clock.advance(250)
    for (const answer of answers.reverse()) answer()
    await services.clock.advance(300)
    expect(get().found?.query).toBe('meta')
  })

  test('less than two signs is the list, at once and without a question', async () => {
    const { open, get, services, searches, settle } = start(served)
    const finder = open()
    await settle()
    finder.search('m ')
    await services.clock.advance(1_000)
    expect(searches()).toEqual([])
    finder.search('meta')
    await services.clock.advance(300)
    finder.search('')
    expect(get()).toMatchObject({ status: 'ready', found: undefined })
    expect(get().browsed?.wallets).toHaveLength(PAGE_WALLETS)
  })

  test('SEC-88: the host hears that was searched, and not for what', async () => {
    const { open, services, events, settle } = start(served)
    const finder = open()
    await settle()
    finder.search('meta')
    await services.clock.advance(300)
    finder.filter({ isCertifiedOnly: true })
    await services.clock.advance(300)
    const told = events.filter(({ name }) => name === 'SEARCH_WALLET')
    expect(told.map(({ properties }) => properties)).toEqual([{}, { badge: 'certified' }])
    expect(JSON.stringify(told)).not.toContain('meta')
  })

  test('matches for other networks are counted, and shown when they are asked for', async () => {
    const { open, get, services, settle } = start(served)
    const finder = open()
    await settle()
    finder.search('wallet 10')
    await services.clock.advance(300)
    expect(get().found).toMatchObject({ wallets: [], hidden: 1 })
    finder.filter({ isAnyNetwork: true })
    await services.clock.advance(300)
    expect(get().found).toMatchObject({ wallets: [{ name: 'Wallet 10' }], hidden: 0 })
  })
})

describe('certified', () => {
  test('the switch is worth showing only where any wallet is certified', async () => {
    const first = start(served)
    first.open()
    await first.settle()
    expect(first.get().hasCertified).toBe(true)
    const second = start({
      getWallets: (input) => ((input as Query).badge_type ? { count: 0, data: [] } : served.getWallets?.(input)),
    })
    second.open()
    await second.settle()
    expect(second.get().hasCertified).toBe(false)
  })

  test('lists certified wallets alone, and says so of each', async () => {
    const { open, get, settle } = start(served)
    const finder = open()
    await settle()
    finder.filter({ isCertifiedOnly: true })
    await settle()
    expect(get().browsed?.wallets.map(({ key, isCertified }) => [key, isCertified])).toEqual([
      ['w1', true],
      ['w2', true],
    ])
  })
})

describe('F-59', () => {
  test.each([
    ['fails', { getWallets: () => Promise.reject(new Error('down')) }],
    ['never answers', { getWallets: () => new Promise(() => {}) }],
  ] satisfies [string, FakeGateway][])(
    'when the directory %s the bundled list is shown and can be searched',
    async (_, gateway) => {
      const { open, get, services, failures } = start(gateway)
      const finder = open()
      await services.clock.advance(10_000)
      await vi.waitFor(() => expect(get().status).toBe('failed'), 10_000)
      expect(get().browsed?.wallets[0]).toMatchObject({
        name: 'MetaMask',
        imageUrl: expect.stringMatching(/^data:image/),
      })
      expect(get().browsed?.isWhole).toBe(true)
      expect(failures[0]).toMatchObject({ code: 'DIRECTORY_DOWN' })
      finder.search('metamsk')
      await services.clock.advance(20_000)
      expect(get().found?.wallets.map(({ name }) => name)).toEqual(['MetaMask'])
    },
  )

  test('a later page that fails leaves those before it, and is what is asked for again', async () => {
    let isDown = false
    const { open, get, settle } = start({
      getWallets: (input) => (isDown ? Promise.reject(new Error('down')) : served.getWallets?.(input)),
    })
    const finder = open()
    await settle()
    isDown = true
    finder.loadMore()
    await settle()
    expect([get().status, get().browsed?.wallets.length]).toEqual(['failed', PAGE_WALLETS])
    isDown = false
    finder.retry()
    await settle()
    expect([get().status, get().browsed?.wallets.length]).toEqual(['ready', 76])
  })

  test('a list that failed is asked for again when one comes back', async () => {
    let isDown = true
    const { open, get, settle } = start({
      getWallets: (input) => (isDown ? Promise.reject(new Error('down')) : served.getWallets?.(input)),
    })
    open().close()
    await settle()
    isDown = false
    open()
    await settle()
    expect([get().status, get().browsed?.count]).toEqual(['ready', 76])
  })

  test('a view that is closed hears no failure of what it gave up', async () => {
    const { open, failures, settle } = start({ getWallets: () => Promise.reject(new Error('down')) })
    open().close()
    await settle()
    expect(failures).toEqual([])
  })
})

test('without a gateway the bundled list is the list', async () => {
  const { open, get, settle, failures } = start(undefined, { excludeWalletIds: [SNAPSHOT[0]?.id ?? ''] })
  open()
  await settle()
  expect(get().status).toBe('ready')
  expect(get().browsed?.wallets[0]?.key).toBe(SNAPSHOT[1]?.id)
  expect(failures).toEqual([])
})

test('a site without the explorer asks nobody', async () => {
  const { open, get, services, settle } = start(served, { enableExplorer: false })
  open()
  await settle()
  expect([get().status, get().browsed?.wallets, services.calls]).toEqual(['ready', [], []])
})
