import { expect, test } from 'vitest'
import { createBrowser, createServerBrowser } from './browser.ts'

test('on a server the browser sees nothing and does nothing', async () => {
  const browser = createServerBrowser()
  expect([browser.isServer, browser.origin(), browser.title(), browser.userAgent()]).toEqual([true, '', '', ''])
  let calls = 0
  browser.whenIdle(() => {
    calls += 1
  })()
  browser.watchVisible(() => {
    calls += 1
  })()
  await browser.copy('x')
  expect(calls).toBe(0)
})

test.for([
  ['a visitor who says nothing of data', undefined, 1],
  ['a fast connection', { saveData: false, effectiveType: '4g' }, 1],
  ['a visitor who saves data', { saveData: true, effectiveType: '4g' }, 0],
  ['a connection like 2G', { saveData: false, effectiveType: '2g' }, 0],
  ['a connection slower than 2G', { effectiveType: 'slow-2g' }, 0],
] as const)('pages are warmed up while idle for %s, or not', ([, connection, expected]) => {
  let calls = 0
  const page = {
    document: {},
    navigator: { connection },
    requestIdleCallback: (run: () => void) => {
      run()
      return 1
    },
    cancelIdleCallback: () => undefined,
  }
  const stop = createBrowser(page as unknown as Window & typeof globalThis).whenIdle(() => {
    calls += 1
  })
  expect(calls).toBe(expected)
  stop()
})

test.for([
  ['says so', true, true],
  ['says that it is not', false, false],
  // jsdom and happy-dom, in which sites run their tests.
  ['does not know', undefined, true],
] as const)('an address is taken for secure by what its window says: it %s', ([, isSecureContext, expected]) => {
  const page = { document: {}, navigator: {}, isSecureContext }
  expect(createBrowser(page as unknown as Window & typeof globalThis).isSecureContext()).toBe(expected)
})

test.for([
  ['of a page', 'https://shop.test', 'https://shop.test', 'https://shop.test'],
  ['of a frame that a page wrote', 'null', 'https://shop.test', 'https://shop.test'],
  ['of a frame whose sandbox takes its origin away', 'https://shop.test', 'null', 'https://shop.test'],
  // happy-dom, in which sites run their tests.
  ['of a window that has none', 'https://shop.test', undefined, 'https://shop.test'],
] as const)('the origin %s is that of its address, or the one it got from the page around it', (row) => {
  const [, address, origin, expected] = row
  const page = { document: {}, navigator: {}, location: { origin: address }, origin }
  expect(createBrowser(page as unknown as Window & typeof globalThis).origin()).toBe(expected)
})
