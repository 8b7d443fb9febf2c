import { createFakeServices } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { toPlaceLink } from './toPlaceLink.ts'

const linkAt = (href: string | undefined, remedy: 'https' | 'tab' | 'retry') => {
  const location = href === undefined ? undefined : { href }
  return toPlaceLink(
    { services: createFakeServices({ walletWindow: Object.assign(new EventTarget(), { location }) }) },
    remedy,
  )
}

test('F-52, F-53: the link leads to the same page with https, or in a tab of its own', () => {
  expect(linkAt('http://shop.test/cart', 'https')).toEqual({ href: 'https://shop.test/cart', target: '_self' })
  expect(linkAt('https://shop.test/cart', 'tab')).toEqual({ href: 'https://shop.test/cart', target: '_blank' })
  expect(linkAt('https://shop.test/cart', 'retry')).toBeUndefined()
})

test('F-53: a frame that another page wrote has no address that could be opened elsewhere', () => {
  expect(linkAt('about:srcdoc', 'tab')).toBeUndefined()
  expect(linkAt(undefined, 'tab')).toBeUndefined()
})
