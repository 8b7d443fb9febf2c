import { expect, test } from 'vitest'
import { createServerBrowser } from './browser.ts'

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
