import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillBrowseLink, parseBrowseLinks } from './browseLinks.ts'

const PAGE = 'https://shop.example/cart?item=1&to=https%3A%2F%2Fevil.example#part'
const read = (target: unknown) => parseBrowseLinks([{ namespaces: ['solana'], ios: target }])[0]?.ios

test.each([
  [
    'https://phantom.app/ul/browse/{url}?ref={origin}',
    'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fcart%3Fitem%3D1%26to%3Dhttps%253A%252F%252Fevil.example%23part?ref=https%3A%2F%2Fshop.example',
  ],
  [
    'https://link.metamask.io/dapp/{bare}',
    'https://link.metamask.io/dapp/shop.example/cart?item=1&to=https%3A%2F%2Fevil.example',
  ],
  [
    'cbwallet://miniapp?url={url}',
    'cbwallet://miniapp?url=https%3A%2F%2Fshop.example%2Fcart%3Fitem%3D1%26to%3Dhttps%253A%252F%252Fevil.example%23part',
  ],
])('%s is filled with the page', (target, link) => {
  const taken = read(target)
  expect(taken && fillBrowseLink(taken, PAGE)).toBe(link)
})

test('a link inside a link carries the page encoded twice', () => {
  const taken = read('https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D{url2}')
  const outer = new URL((taken && fillBrowseLink(taken, PAGE)) ?? '')
  const inner = new URL(outer.searchParams.get('deeplink') ?? '')
  expect([inner.protocol, inner.searchParams.get('dappUrl')]).toEqual(['okx:', PAGE])
})

test('the parts of an intent are put together here, and the page cannot end them', () => {
  const taken = read({ scheme: 'phantom', path: 'browse/{url}?ref={origin}', package: 'app.phantom' })
  const link = taken && fillBrowseLink(taken, 'https://shop.example/;end#Intent;scheme=evil')
  expect(link).toMatch(
    /^intent:\/\/browse\/https%3A%2F%2Fshop\.example%2F[^#;]*#Intent;scheme=phantom;package=app\.phantom;end$/,
  )
})

test.each([
  'javascript:alert({url})',
  'JaVaScRiPt://x/{url}',
  'data:text/html,{url}',
  'file:///{url}',
  'blob:https://x.example/{url}',
  'http://wallet.example/{url}',
  'ws://wallet.example/{url}',
  'intent://browse/{url}#Intent;scheme=x;package=y.z;end',
  'https://{url}/',
  'https://{origin}.example/x',
  'https://user@wallet.example/{url}',
  'https://localhost/{url}',
  'wallet://{bare}/x',
  'https://wallet.example/{page}',
  'https://wallet.example/\t{url}',
  'https://wallet.example\\@evil.example/{url}',
  '{url}',
  '',
  7,
  null,
  { scheme: 'javascript', path: '{url}', package: 'a.b' },
  { scheme: 'intent', path: '{url}', package: 'a.b' },
  { scheme: 'ok', path: '{url};end', package: 'a.b' },
  { scheme: 'ok', path: '{url}', package: 'a;b' },
  { scheme: 'ok', path: '{url}' },
])('SEC-86: %j is no way into a wallet’s browser', (target) => {
  expect(read(target)).toBeUndefined()
})

test('SEC-86: whatever a directory says, reading it neither throws nor lets a denied scheme through', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.array(fc.record({ namespaces: fc.constant(['eip155']), ios: fc.webUrl(), android: fc.anything() })),
      ),
      (value) => {
        for (const { ios, android } of parseBrowseLinks(value)) {
          for (const target of [ios, android]) {
            const link = target && fillBrowseLink(target, PAGE)
            if (link) expect(link).not.toMatch(/^(javascript|data|vbscript|blob|file|http|ws|wss):/i)
          }
        }
      },
    ),
  )
})

test('a page that no other app could open has no link', () => {
  const taken = read('https://wallet.example/{url}')
  expect(taken && fillBrowseLink(taken, 'about:blank')).toBeUndefined()
  expect(taken && fillBrowseLink(taken, 'not an address')).toBeUndefined()
})
