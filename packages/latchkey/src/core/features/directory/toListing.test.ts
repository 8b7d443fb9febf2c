import { expect, test } from 'vitest'
import { toListing } from './toListing.ts'

test('a row knows the place of its wallet in the directory, where the directory gives one', () => {
  expect(toListing({ id: 'a', name: 'Fox', order: 30 }).walletRank).toBe(30)
  expect(toListing({ id: 'a', name: 'Fox', order: null }).walletRank).toBeUndefined()
  expect(toListing({ id: 'a', name: 'Fox' }).walletRank).toBeUndefined()
})

test('SEC-86: no link that takes a pairing keeps a query, so that none leads on to another site', () => {
  const link = 'https://fox.test/open?next=https://evil.test#x'
  const { links } = toListing({ id: 'a', name: 'Fox', mobile_link: link, desktop_link: link, webapp_link: link })
  expect([links.mobileLink, links.desktopLink, links.webappLink]).toEqual(Array(3).fill('https://fox.test/open'))
})

test.each([
  ['Base (formerly Coinbase Wallet)', 'Base', 'Coinbase Wallet'],
  ['Fox (Previously Vixen )', 'Fox', 'Vixen'],
  ['Fox (beta)', 'Fox (beta)', undefined],
  ['(formerly Fox)', '(formerly Fox)', undefined],
])('%s is called %s, and its former name is %s', (given, name, formerName) => {
  expect(toListing({ id: 'a', name: given })).toMatchObject({ name, ...(formerName && { formerName }) })
})
