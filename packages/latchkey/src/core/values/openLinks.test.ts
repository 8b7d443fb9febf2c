import { expect, test } from 'vitest'
import type { WalletListing } from '../types/listing.ts'
import { findWayLink, isSchemeLink, linkTarget, toPairingLink, toRequestLink } from './openLinks.ts'

const URI = 'wc:7f6e504bfad60b485450578e05678ed3@2?relay-protocol=irn&symKey=587d5484ce2a2a6e'
const browser = { os: 'ios', isTelegram: false } as const
const wallet: WalletListing = {
  key: 'fox',
  name: 'Fox',
  connectors: [],
  isInstalled: false,
  isRecent: false,
  isLookalike: false,
  links: { mobileLink: 'fox://', webappLink: 'https://fox.test/', desktopLink: 'foxdesk://' },
}

test.each([
  ['metamask://', 'metamask://wc?uri='],
  ['okxwallet://main', 'okxwallet://main/wc?uri='],
  ['https://rnbwapp.com/', 'https://rnbwapp.com/wc?uri='],
])('a pairing goes to %s as one encoded parameter', (base, start) => {
  const link = toPairingLink(base, URI, browser)
  expect(link).toBe(`${start}${encodeURIComponent(URI)}`)
  expect(link.split('&')).toHaveLength(1)
})

test('Telegram on Android decodes once more, so the pairing is encoded twice there and only there', () => {
  const twice = toPairingLink('https://t.me/wallet', URI, { os: 'android', isTelegram: true })
  expect(decodeURIComponent(decodeURIComponent(twice.split('uri=')[1] ?? ''))).toBe(URI)
  expect(decodeURIComponent(twice.split('uri=')[1] ?? '')).not.toBe(URI)
  expect(toPairingLink('https://t.me/wallet', URI, { os: 'ios', isTelegram: true })).toContain(encodeURIComponent(URI))
})

test('F-23: a request is opened by its id and session; Telegram carries it in its own way', () => {
  const request = { id: 1_700_000_000_000_123, topic: 'ab12' }
  expect(toRequestLink('rainbow://', request)).toBe('rainbow://wc?requestId=1700000000000123&sessionTopic=ab12')
  const link = toRequestLink('https://t.me/wallet/start', request)
  const carried = link.split('startapp=')[1] ?? ''
  expect(atob(carried)).toBe('requestId=1700000000000123&sessionTopic=ab12')
  // Telegram takes letters, digits, - and _ alone.
  for (const topic of ['ab1', 'ab12', 'ab123']) {
    expect(toRequestLink('https://t.me', { ...request, topic })).toMatch(/^https:\/\/t\.me\?startapp=[\w-]+$/)
  }
  expect(toRequestLink('https://t.me.wallet.test', request)).toContain('/wc?requestId=')
})

test('an app opens from the page itself, out of a frame from the top, and from Telegram and to web apps in a new tab', () => {
  expect(linkTarget('mobile', browser, false)).toBe('_self')
  expect(linkTarget('desktop', browser, true)).toBe('_top')
  expect(linkTarget('web', browser, false)).toBe('_blank')
  expect(linkTarget('mobile', { isTelegram: true }, true)).toBe('_blank')
  expect(['rainbow://', 'rainbow://https://a', 'https://rnbwapp.com', 'HTTP://localhost'].map(isSchemeLink)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('F-21: no scheme is drawn inside another app, a universal link is', () => {
  expect(findWayLink(wallet, 'mobile', { isInApp: false })).toBe('fox://')
  expect(findWayLink(wallet, 'mobile', { isInApp: true })).toBeUndefined()
  expect(findWayLink(wallet, 'web', { isInApp: true })).toBe('https://fox.test/')
  expect(findWayLink({ ...wallet, links: {} }, 'web', { isInApp: true })).toBeUndefined()
})
