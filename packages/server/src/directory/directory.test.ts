import { describe, expect, test } from 'vitest'
import { createDirectory } from './directory.ts'
import { loadDirectory } from './loadDirectory.ts'
import { EMPTY_OVERLAY, parseOverlay } from './overlay.ts'
import { createPicture } from './picture.ts'
import type { WalletRecord } from './record.ts'

const METAMASK = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
const TRUST = '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0'
const RAINBOW = '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369'
const PHANTOM = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
const OWN = 'ab'.repeat(32)
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

const shipped = loadDirectory()
const directory = createDirectory(shipped)
const names = (query: Parameters<typeof directory.search>[0], from = directory) =>
  from.search(query).data.map(({ name }) => name)

describe('search', () => {
  test('pages are 40 long from 1, count is of all matches, and all pages together are every wallet once', () => {
    const { count, data } = directory.search({})
    expect(count).toBe(shipped.records.length)
    expect(data).toHaveLength(40)
    const ids = Array.from({ length: Math.ceil(count / 100) }, (_, page) =>
      directory.search({ page: page + 1, entries: 100 }).data.map(({ id }) => id),
    ).flat()
    expect(new Set(ids).size).toBe(count)
    expect(ids).toHaveLength(count)
    expect(directory.search({ page: 1000 })).toEqual({ count, data: [] })
  })

  test('order counts up and the most used wallets come first', () => {
    expect(names({ entries: 2 })).toEqual(['MetaMask', 'Trust Wallet'])
    expect(directory.search({ entries: 3 }).data.map(({ order }) => order)).toEqual([10, 20, 30])
  })

  test.each([
    ['metamsk', 'MetaMask'],
    ['METAMASK', 'MetaMask'],
    ['trust', 'Trust Wallet'],
    ['trsut', 'Trust Wallet'],
    ['coinbase', 'Base (formerly Coinbase Wallet)'],
    ['okx', 'OKX Wallet'],
    ['ledger', 'Ledger Wallet'],
    ['crypto.com', 'Crypto.com Onchain'],
    ['phantom', 'Phantom'],
    ['solflare', 'Solflare'],
  ])('a search for %s gives %s first', (search, name) => {
    expect(names({ search })[0]).toBe(name)
  })

  test('a search for nothing known gives nothing, and one of spaces is no search', () => {
    expect(directory.search({ search: 'qqqqzzzz' })).toEqual({ count: 0, data: [] })
    expect(directory.search({ search: '  ' }).count).toBe(shipped.records.length)
  })

  test('a search counts its matches, not its page', () => {
    const { count, data } = directory.search({ search: 'wallet', entries: 5 })
    expect(data).toHaveLength(5)
    expect(count).toBeGreaterThan(100)
  })

  test('include keeps those and exclude drops those; an unknown id changes nothing', () => {
    expect(names({ include: [RAINBOW, METAMASK, OWN] })).toEqual(['MetaMask', 'Rainbow'])
    expect(names({ include: [RAINBOW, METAMASK], exclude: [METAMASK, OWN] })).toEqual(['Rainbow'])
    expect(directory.search({ exclude: [METAMASK] }).count).toBe(shipped.records.length - 1)
    expect(directory.search({ include: [] }).count).toBe(shipped.records.length)
  })

  test('chains keep wallets that serve one of them', () => {
    const solana = directory.search({ chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], entries: 1000 })
    expect(solana.data.map(({ name }) => name)).toContain('Solflare')
    expect(solana.data.map(({ name }) => name)).not.toContain('Rainbow')
    expect(solana.count).toBeLessThan(60)
    const either = ['bip122:000000000019d6689c085ae165831e93', 'eip155:1']
    expect(names({ chains: either, search: 'Xverse' })).toEqual(['Xverse Wallet'])
    expect(names({ chains: ['eip155:1'], search: 'Xverse' })).toEqual([])
  })

  test('a chain that no record names is looked for by its namespace', () => {
    const onMainnet = directory.search({ chains: ['eip155:1'] }).count
    expect(directory.search({ chains: ['eip155:31337'] }).count).toBe(onMainnet)
    expect(directory.search({ chains: ['cosmos:hub-4'] }).count).toBe(0)
  })

  test('names and rdns look wallets up without regard to case, either being enough', () => {
    expect(names({ names: ['metamask'] })).toEqual(['MetaMask'])
    expect(names({ rdns: ['ME.RAINBOW', 'no.such'] })).toEqual(['Rainbow'])
    expect(names({ names: ['MetaMask'], rdns: ['me.rainbow'] })).toEqual(['MetaMask', 'Rainbow'])
  })

  test('no wallet is called certified, because no source says so', () => {
    expect(directory.search({ badge_type: 'certified' }).count).toBe(0)
    expect(directory.search({ badge: 'none' }).count).toBe(shipped.records.length)
  })

  test('a platform keeps wallets with an app for it', () => {
    for (const record of directory.search({ platform: 'ios', entries: 1000 }).data) {
      expect(record.mobile_link ?? record.app_store).not.toBeNull()
    }
    expect(directory.search({ platform: 'android' }).count).toBeLessThan(shipped.records.length)
  })

  test('the core SDK is not given wallets that do not pair over the relay', () => {
    expect(names({ include: [PHANTOM, METAMASK], sv: 'html-core-1.8.20' })).toEqual(['MetaMask'])
    expect(names({ include: [PHANTOM, METAMASK], sv: 'html-wagmi-4.2.2' })).toEqual(['MetaMask', 'Phantom'])
    const whole = directory.search({ sv: 'html-core-1.8.20' })
    expect(whole.count).toBe(shipped.records.length - 5)
  })
})

describe('image', () => {
  test('a wallet has its picture, with the type of its bytes and a strong tag', () => {
    const pictures = directory
      .search({ include: [METAMASK, RAINBOW] })
      .data.map(({ image_id: id }) => directory.image('wallet', id ?? ''))
    expect(pictures.map((picture) => picture?.contentType)).toEqual(['image/svg+xml', 'image/webp'])
    for (const picture of pictures) expect(picture?.etag).toMatch(/^"[\w-]{22}"$/)
    expect(pictures[0]?.etag).not.toBe(pictures[1]?.etag)
  })

  test('a network is found by its CAIP-2 id and by the asset id that other clients know', () => {
    const byNetwork = directory.image('asset', 'eip155:8453')
    expect(byNetwork?.contentType).toBe('image/svg+xml')
    expect(directory.image('asset', '7289c336-3981-4081-c5f4-efc26ac64a00')).toEqual(byNetwork)
    expect(directory.image('asset', 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400')).not.toBeNull()
  })

  test('a token is found by its symbol in either case', () => {
    expect(directory.image('token', 'usdc')).toEqual(directory.image('token', 'USDC'))
    expect(directory.image('token', 'USDC')).not.toBeNull()
  })

  test('a currency is drawn with its sign, and what is no currency is not', () => {
    const text = (code: string) => new TextDecoder().decode(directory.image('currency', code)?.bytes)
    expect(text('usd')).toContain('>$</text>')
    expect(text('EUR')).toContain('>€</text>')
    expect(text('CHF')).toContain('>CHF</text>')
    for (const code of ['', 'XX', '</svg>', 'USDC', 'ZZZ']) expect(directory.image('currency', code)).toBeNull()
  })

  test('nothing is found by an unknown id, nor by the names of objects', () => {
    for (const id of ['', 'nope', '__proto__', 'constructor', '../wallets.json']) {
      expect(directory.image('wallet', id)).toBeNull()
      expect(directory.image('asset', id)).toBeNull()
      expect(directory.image('token', id)).toBeNull()
    }
  })
})

describe('an overlay', () => {
  const laid = (overlay: unknown) => createDirectory({ ...shipped, overlay: parseOverlay(overlay) })

  test('an empty one changes nothing', () => {
    const same = createDirectory({ ...shipped, overlay: EMPTY_OVERLAY })
    expect(same.search({ entries: 1000 })).toEqual(directory.search({ entries: 1000 }))
  })

  test('adds own wallets with their picture, puts some first and hides others', () => {
    const own = laid({
      wallets: [{ id: OWN, name: 'Own\u202e Wallet', mobile_link: 'own://', chains: ['eip155:1'], image: PIXEL }],
      order: [OWN, RAINBOW],
      exclude: [METAMASK],
    })
    expect(names({ entries: 3 }, own)).toEqual(['Own Wallet', 'Rainbow', 'Trust Wallet'])
    expect(own.search({ entries: 3 }).data.map(({ order }) => order)).toEqual([10, 20, 30])
    expect(own.search({ include: [METAMASK] }).count).toBe(0)
    expect(own.image('wallet', own.search({ include: [OWN] }).data[0]?.image_id ?? '')?.contentType).toBe('image/gif')
  })

  test('changes a known wallet and leaves its other fields', () => {
    const changed = laid({ wallets: [{ id: TRUST, name: 'Trust', chrome_store: null }] })
    const [before] = directory.search({ include: [TRUST] }).data
    expect(changed.search({ include: [TRUST] }).data).toEqual([{ ...before, name: 'Trust', chrome_store: null }])
  })

  test('a new wallet needs a name', () => {
    expect(() => laid({ wallets: [{ id: OWN }] })).toThrow(/needs a name/)
  })

  test('SEC-86: every wrong key is named at once, and nothing of it is applied', () => {
    const wrong = {
      wallets: [
        { id: OWN, name: 'Own', homepage: 'javascript:alert(1)', mobile_link: 'data:text/html,x' },
        { id: 'short', app_store: 'https://evil.test', image: 'data:text/html;base64,PGI+', colour: 'red' },
      ],
      sort: true,
    }
    const failure = (() => {
      try {
        return parseOverlay(wrong)
      } catch (error) {
        return error
      }
    })()
    expect(failure).toMatchObject({ code: 'DIRECTORY_OVERLAY_INVALID' })
    const { message } = failure as Error
    const keys = ['0.homepage', '0.mobile_link', '1.id', '1.app_store', '1.image', '1.colour', 'sort']
    for (const key of keys) expect(message).toContain(key)
  })

  test('SEC-84: a picture that is not what it says, or is over 64 KiB, is refused', () => {
    const svg = (length: number) =>
      `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(length)}</svg>`).toString('base64')}`
    const given = (image: string) => () => parseOverlay({ wallets: [{ id: OWN, name: 'Own', image }] })
    expect(given(svg(10))).not.toThrow()
    expect(given(svg(70_000))).toThrow(/image/)
    expect(given(PIXEL.replace('gif', 'png'))).toThrow(/image/)
    expect(given('https://evil.test/a.png')).toThrow(/image/)
  })
})

test('records handed in any order are answered by their own order', () => {
  const [first, second] = shipped.records as [WalletRecord, WalletRecord]
  const picture = createPicture(new Uint8Array([1]), 'image/webp')
  const small = createDirectory({
    records: [second, first],
    images: { wallets: new Map([['x', picture]]), assets: new Map(), tokens: new Map() },
  })
  expect(small.search({}).data).toEqual([first, second])
  expect(small.image('wallet', 'x')).toBe(picture)
})
