import { expect, test } from 'vitest'
import { isTrustedImage } from './isTrustedImage.ts'

const network = { assets: { imageUrl: 'https://pictures.test/base.png' } } as never
const site = {
  origin: 'https://shop.test',
  gatewayUrl: 'https://gateway.test/latchkey',
  customWallets: [
    { id: 'own', name: 'Own', imageUrl: 'https://pictures.test/own.png' },
    { id: 'bare', name: 'Bare' },
  ],
  networks: [network, {}] as never,
  metadata: { name: 'Shop', url: 'https://shop.test', icons: ['http://pictures.test/plain.png'] },
  connectorImages: { 'io.fern': 'https://pictures.test/fern.png', 'io.moss': 'http://pictures.test/moss.png' },
  tokens: { 'eip155:1': { address: '0x', image: 'https://pictures.test/coin.png' }, 'eip155:10': undefined },
}

test.each([
  'data:image/png;base64,AAAA',
  'data:image/svg+xml,%3Csvg%3E',
  'DATA:IMAGE/WEBP;base64,AAAA'.replace('DATA:', 'data:'),
  'https://gateway.test/latchkey/getWalletImage/1',
  'https://shop.test/logo.png',
  '/logo.png',
  'https://pictures.test/own.png',
  'https://pictures.test/base.png',
  'https://pictures.test/fern.png',
  'https://pictures.test/coin.png',
])('SEC-84: %s is shown', (src) => {
  expect(isTrustedImage(src, site)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xmlx,a',
  'data:image/bmp;base64,AAAA',
  'data:,plain',
  `data:image/png;base64,${'A'.repeat(64 * 1024)}`,
  'blob:https://shop.test/4f1a',
  'https://elsewhere.test/tracker.png',
  'https://gateway.test/other/picture.png',
  'https://gateway.test/latchkey-of-others/picture.png',
  'https://gateway.test.evil.test/latchkey/picture.png',
  'http://pictures.test/plain.png',
  'http://pictures.test/own.png',
  'ftp://shop.test/logo.png',
  'file:///etc/passwd',
  'https://',
  '//elsewhere.test/a.png',
])('SEC-84: %s is not', (src) => {
  expect(isTrustedImage(src, site)).toBe(false)
})

test('SEC-84: a page without https shows its own pictures, and a site without a gateway those of no other', () => {
  const local = { ...site, origin: 'http://localhost:5173', gatewayUrl: undefined }
  expect(isTrustedImage('http://localhost:5173/logo.png', local)).toBe(true)
  expect(isTrustedImage('/logo.png', local)).toBe(true)
  expect(isTrustedImage('https://gateway.test/latchkey/getWalletImage/1', local)).toBe(false)
  expect(isTrustedImage('https://pictures.test/logo.png', local)).toBe(false)
})

test('SEC-84: a gateway may be a path of the page, and a server has no page', () => {
  const sameSite = { ...site, gatewayUrl: '/latchkey' }
  expect(isTrustedImage('https://shop.test/latchkey/getWalletImage/1', sameSite)).toBe(true)
  expect(isTrustedImage('https://gateway.test/latchkey/getWalletImage/1', sameSite)).toBe(false)
  expect(isTrustedImage('https://gateway.test/latchkey/getWalletImage/1', { ...site, origin: '' })).toBe(true)
  expect(isTrustedImage('/logo.png', { ...sameSite, origin: '' })).toBe(false)
})
