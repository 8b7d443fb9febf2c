import { expect, test } from 'vitest'
import type { WalletListing } from '../types/listing.ts'
import { findWayLink, listWays } from './listWays.ts'

const wallet = (links: WalletListing['links'], isInstalled = false): WalletListing => ({
  key: 'fox',
  name: 'Fox',
  connectors: [],
  isInstalled,
  isRecent: false,
  isLookalike: false,
  links,
})
const ALL = { mobileLink: 'fox://', webappLink: 'https://fox.test/', desktopLink: 'foxdesk://' }

test('a wallet offers its extension, its code or its app, its page and its program, in that order', () => {
  expect(listWays(wallet(ALL, true), { isMobile: false })).toEqual(['browser', 'qrcode', 'web', 'desktop'])
  expect(listWays(wallet(ALL), { isMobile: true })).toEqual(['mobile', 'web'])
  expect(listWays(wallet({ homepage: 'https://fox.test/' }), { isMobile: false })).toEqual([])
  expect(listWays(undefined, { isMobile: true })).toEqual(['qrcode'])
})

test('F-21: no scheme is drawn inside another app, a universal link is', () => {
  expect(findWayLink(wallet(ALL), 'mobile', { isInApp: false })).toBe('fox://')
  expect(findWayLink(wallet(ALL), 'mobile', { isInApp: true })).toBeUndefined()
  expect(findWayLink(wallet(ALL), 'web', { isInApp: true })).toBe('https://fox.test/')
})
