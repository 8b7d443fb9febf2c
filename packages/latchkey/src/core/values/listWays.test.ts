import { expect, test } from 'vitest'
import type { WalletListing } from '../types/listing.ts'
import { listWays } from './listWays.ts'

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
