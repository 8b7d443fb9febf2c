import { expect, test } from 'vitest'
import { checkAppLink, checkStoreLink, checkWebLink } from './checkLink.ts'

const denied = [
  'javascript',
  'data',
  'vbscript',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
  'ws',
  'wss',
  'http',
]

test.each(denied)('SEC-86: %s: opens nothing, however it is written', (scheme) => {
  const mixed = [...scheme].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter)).join('')
  const spellings = [scheme, scheme.toUpperCase(), mixed].flatMap((spelt) => [
    `${spelt}:alert(1)`,
    `${spelt}://evil.test/`,
    ` ${spelt}://evil.test`,
    `\u0001${spelt}://evil.test`,
    `${spelt.slice(0, 2)}\t${spelt.slice(2)}://evil.test`,
    `${spelt.slice(0, 2)}\n${spelt.slice(2)}://evil.test`,
  ])
  for (const link of spellings) {
    expect([link, checkAppLink(link), checkWebLink(link)]).toEqual([link, null, null])
  }
})

test('SEC-86: a web link is https with a named host and without credentials', () => {
  expect(checkWebLink('https://metamask.io/download')).toBe('https://metamask.io/download')
  for (const link of ['metamask.io', '//metamask.io', 'https://user@metamask.io', 'https://user:x@metamask.io']) {
    expect([link, checkWebLink(link)]).toEqual([link, null])
  }
  for (const link of ['https://localhost', 'https://', 'https:\\\\evil.test', 'metamask://', '', 'https://a b.test']) {
    expect([link, checkWebLink(link)]).toEqual([link, null])
  }
})

test('SEC-86: an app link is a scheme of its own or https, and loses query and fragment', () => {
  expect(checkAppLink('metamask://')).toBe('metamask://')
  expect(checkAppLink('okxwallet://main')).toBe('okxwallet://main')
  expect(checkAppLink('wallet://wc?uri=')).toBe('wallet://wc')
  expect(checkAppLink('https://link.example.test/open?to=https://evil.test#x')).toBe('https://link.example.test/open')
  for (const link of ['example:', 'example://a b', 'one://auth,two://auth', 'example://<script>', 'no-scheme']) {
    expect([link, checkAppLink(link)]).toEqual([link, null])
  }
})

test('SEC-86: a store link leads to that store', () => {
  expect(checkStoreLink('play_store', 'https://play.google.com/store/apps/details?id=io.metamask')).not.toBeNull()
  expect(checkStoreLink('app_store', 'https://play.google.com/store/apps/details?id=io.metamask')).toBeNull()
  expect(checkStoreLink('chrome_store', 'https://chromewebstore.google.com.evil.test/x')).toBeNull()
  expect(checkStoreLink('app_store', 'http://apps.apple.com/app/id1')).toBeNull()
})
