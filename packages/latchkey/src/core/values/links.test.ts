import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSchemeLink, linkTarget, toAppLink, toPairingLink, toRequestLink, toWebAppLink, toWebLink } from './links.ts'

const URI = 'wc:7f6e504bfad60b485450578e05678ed3@2?relay-protocol=irn&symKey=587d5484ce2a2a6e'
const browser = { os: 'ios', isTelegram: false } as const

test.each([
  ['metamask://', 'metamask://'],
  ['metamask', 'metamask://'],
  ['metamask:', 'metamask://'],
  ['argent://app/', 'argent://app/'],
  ['https://link.trustwallet.com', 'https://link.trustwallet.com/'],
  // The pairing stays the only parameter: a link cannot be turned elsewhere.
  ['https://wallet.test/open?next=https://evil.test#x', 'https://wallet.test/open'],
  ['bybitapp://open/route?targetUrl=by://web3/', 'bybitapp://open/route'],
])('SEC-86: an app link %s is taken as %s', (given, taken) => {
  expect(toAppLink(given)).toBe(taken)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt://%0aalert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://a.test/x',
  'file:///etc/passwd',
  'filesystem:https://a.test/x',
  'about:blank',
  'view-source:https://a.test',
  'ws://a.test',
  'wss://a.test',
  'http://a.test',
  'intent://x#Intent;scheme=evil;end',
  'https://user:secret@a.test',
  ' metamask://',
  'meta\tmask://',
  'java\nscript:alert(1)',
  'metamask://\u202eevil',
  'metamask:\\\\x',
  'javascript',
  '',
  null,
  undefined,
])('SEC-86: %j is no app link', (given) => {
  expect(toAppLink(given)).toBeUndefined()
})

test('SEC-86: only the site itself may point at this machine', () => {
  expect(toAppLink('http://localhost:5173/')).toBeUndefined()
  expect(toWebLink('http://localhost:5173/')).toBeUndefined()
  expect(toAppLink('http://localhost:5173/', { isOwn: true })).toBe('http://localhost:5173/')
  expect(toWebLink('http://wallet.test/', { isOwn: true })).toBeUndefined()
})

test.each([
  ['https://wallet.test/open?next=https://evil.test#x', 'https://wallet.test/open'],
  ['https://wallet.test/?redirect=//evil.test&', 'https://wallet.test/'],
  ['https://wallet.test/#/out?to=https://evil.test', 'https://wallet.test/'],
  ['https://wallet.test', 'https://wallet.test/'],
])('SEC-86: the web page of a wallet %s is taken as %s', (given, taken) => {
  expect(toWebAppLink(given)).toBe(taken)
  const opened = new URL(toPairingLink(taken, URI, browser))
  expect([...opened.searchParams]).toEqual([['uri', URI]])
})

test.each([
  'wallet://',
  'wallet',
  'http://wallet.test',
  'https://user:secret@wallet.test',
  'https://wallet.test\n?x',
  'javascript:alert(1)?x',
  'blob:https://wallet.test/x',
  '?',
  '#',
  '',
  null,
  undefined,
])('SEC-86: %j is no web page of a wallet', (given) => expect(toWebAppLink(given)).toBeUndefined())

test('SEC-86: no text becomes a link that runs something', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
      const link = toAppLink(text)
      if (link === undefined) return
      expect(link).not.toMatch(/[?#\s]/)
      expect(new URL(link).protocol).not.toMatch(/^(data|blob|file|about|http|ws|wss|intent):$/)
    }),
  )
})

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
  expect(atob(link.split('startapp=')[1] ?? '')).toBe('requestId=1700000000000123&sessionTopic=ab12')
})

test('an app opens from the page itself, out of a frame from the top, and from Telegram and to web apps in a new tab', () => {
  expect(linkTarget('mobile', browser, false)).toBe('_self')
  expect(linkTarget('desktop', browser, true)).toBe('_top')
  expect(linkTarget('web', browser, false)).toBe('_blank')
  expect(linkTarget('mobile', { isTelegram: true }, true)).toBe('_blank')
  expect([isSchemeLink('rainbow://'), isSchemeLink('https://rnbwapp.com')]).toEqual([true, false])
})
