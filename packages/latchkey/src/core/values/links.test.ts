import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAppLink, toWebAppLink, toWebLink } from './links.ts'
import { toPairingLink } from './openLinks.ts'

const URI = 'wc:7f6e504bfad60b485450578e05678ed3@2?relay-protocol=irn&symKey=587d5484ce2a2a6e'

test.each([
  ['metamask://', 'metamask://'],
  ['metamask', 'metamask://'],
  ['metamask:', 'metamask://'],
  ['metamask:/', 'metamask://'],
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
  'https://user@a.test',
  'https://:secret@a.test',
  'metamask://a"b',
  'metamask://a<b',
  'metamask:open',
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
  expect(toWebLink('ws://localhost:5173/', { isOwn: true })).toBeUndefined()
  expect(toWebLink('http://user@localhost:5173/', { isOwn: true })).toBeUndefined()
})

test.each([
  ['https://wallet.test/open?next=https://evil.test#x', 'https://wallet.test/open'],
  ['https://wallet.test/?redirect=//evil.test&', 'https://wallet.test/'],
  ['https://wallet.test/#/out?to=https://evil.test', 'https://wallet.test/'],
  ['https://wallet.test', 'https://wallet.test/'],
])('SEC-86: the web page of a wallet %s is taken as %s', (given, taken) => {
  expect(toWebAppLink(given)).toBe(taken)
  const opened = new URL(toPairingLink(taken, URI, { os: 'ios', isTelegram: false }))
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
