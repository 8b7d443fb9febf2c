import type { Session } from '@latchkey/walletconnect'
import { expect, test } from 'vitest'
import { findRequestLink } from './watchRequests.ts'

const TOPIC = 'ab'.repeat(32)

/** The link to request 7 of a session whose wallet says this of itself, connected by that link. */
function find(redirect: Session['peer']['metadata']['redirect'], chosen?: string, disableDeepLink = false) {
  const metadata = { name: 'Fox', description: '', url: 'https://fox.test', icons: [], redirect }
  const session = { topic: TOPIC, peer: { publicKey: '', metadata }, sessionConfig: { disableDeepLink } }
  return findRequestLink(
    {
      session: { values: [session] },
      getDeepLink: () => (chosen === undefined ? undefined : { href: chosen, name: 'Fox' }),
    },
    TOPIC,
    7,
  )
}

const QUERY = `/wc?requestId=7&sessionTopic=${TOPIC}`

test('a scanned wallet is opened by what it says of itself, its app before its site', () => {
  expect(find({ native: 'fox://', universal: 'https://fox.test/app' })).toBe(`fox:/${QUERY}`)
  expect(find({ universal: 'https://fox.test/app' })).toBe(`https://fox.test/app${QUERY}`)
  expect(find(undefined)).toBeUndefined()
  expect(find({ native: 'fox://' }, undefined, true)).toBeUndefined()
})

test('a wallet that was chosen is opened by its own link, whatever the peer says of itself (SEC-86)', () => {
  expect(find({ native: 'evil://', universal: 'https://evil.test/app' }, 'fox://')).toBe(`fox:/${QUERY}`)
  expect(find({ universal: 'https://evil.test/app' }, 'https://fox.test/app')).toBe(`https://fox.test/app${QUERY}`)
  expect(find({ native: 'fox://open' }, 'fox://')).toBe(`fox://open${QUERY}`)
  expect(find({ universal: 'https://fox.test/v2' }, 'https://fox.test/app')).toBe(`https://fox.test/v2${QUERY}`)
})

test('F-23: where another wallet read the code, the link is its own, whatever was chosen', () => {
  const session = (name: string) => ({
    topic: TOPIC,
    peer: { publicKey: '', metadata: { name, description: '', url: '', icons: [], redirect: { native: 'fox://' } } },
  })
  const findFor = (name: string) =>
    findRequestLink(
      { session: { values: [session(name)] }, getDeepLink: () => ({ href: 'https://heron.test', name: 'Blue Heron' }) },
      TOPIC,
      7,
    )
  expect(findFor('Pocket Fox')).toBe(`fox:/${QUERY}`)
  expect(findFor('Blue Heron Wallet')).toBe(`https://heron.test${QUERY}`)
})

test.each([
  'javascript:alert(1)//',
  'JaVaScRiPt://%0aalert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://fox.test/1',
  'file:///etc/passwd',
  'filesystem:https://fox.test/x',
  'about:blank',
  'view-source:https://fox.test',
  'ws://fox.test',
  'WSS://fox.test',
  'http://fox.test',
  'https://user:word@fox.test',
  'https:\\\\fox.test',
  'intent://x#Intent;end',
  'https://fox.test/\u0000',
  '\u200bhttps://fox.test',
  '//fox.test',
])('%j is no link of a wallet (SEC-86)', (link) => {
  expect(find({ native: link, universal: link })).toBeUndefined()
})

test('no parameter of a wallet’s own link goes along with a request (SEC-86)', () => {
  const redirect = { universal: 'https://fox.test/app?redirect=https://evil.test#wc?uri=1' }
  expect(find(redirect)).toBe(`https://fox.test/app${QUERY}`)
})
