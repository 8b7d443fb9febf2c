import { expect, test } from 'vitest'
import { listDownloadLinks } from './downloadLinks.ts'

const LINKS = {
  homepage: 'https://wallet.example/',
  chromeStore: 'https://chromewebstore.example/wallet',
  firefoxStore: 'https://addons.example/wallet',
  appStore: 'https://apps.example/wallet',
  playStore: 'https://play.example/wallet',
}

const MARKS = { chrome: 'Chrome/146.0', edge: 'Chrome/146.0 Edg/146.0', firefox: 'Firefox/150.0', safari: 'Safari/605' }

function list(
  store: keyof typeof MARKS | 'none',
  isMobile = false,
  userAgent = store === 'none' ? '' : MARKS[store],
): string[] {
  const walletWindow = Object.assign(new EventTarget(), { navigator: { userAgent, maxTouchPoints: 5 } })
  const browser = { userAgent: () => userAgent, isMobile: () => isMobile }
  return listDownloadLinks(LINKS, { browser, walletWindow }).map((link) => link.name)
}

test('a computer is offered the extension store of its own browser first', () => {
  expect(list('chrome')).toEqual(['chromeStore', 'appStore', 'playStore', 'homepage'])
  expect(list('edge')[0]).toBe('chromeStore')
  expect(list('firefox')[0]).toBe('firefoxStore')
})

test('a browser without a store for this wallet is offered none', () => {
  expect(list('safari')).toEqual(['appStore', 'playStore', 'homepage'])
})

test('a phone is offered no extension', () => {
  expect(list('chrome', true)).toEqual(['appStore', 'playStore', 'homepage'])
})

test('a phone is offered the store of its own system alone', () => {
  expect(list('none', true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)')).toEqual(['appStore', 'homepage'])
  expect(list('none', true, 'Mozilla/5.0 (Linux; Android 14; Pixel 8)')).toEqual(['playStore', 'homepage'])
})

test.each([
  'http://wallet.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,hello',
  'wallet://open',
  '//wallet.example',
  ' \u0000',
  'wallet.example',
])('SEC-86: %j from a directory is no link', (homepage) => {
  const browser = { userAgent: () => '', isMobile: () => false }
  expect(listDownloadLinks({ homepage }, { browser, walletWindow: null })).toEqual([])
})
