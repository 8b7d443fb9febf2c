import { expect, modalOf, test } from './journey.ts'
import { FIRST_NAME } from './node.ts'

test('no request of a whole visit leaves this machine', async ({ page, stack, troubles }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => void hosts.add(new URL(request.url()).host))
  await page.goto(stack.site)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Fernpass' }).click()
  await page.locator('[data-demo-wallet]').getByRole('button', { name: 'Approve' }).click()
  await expect(page.locator('latchkey-button').getByRole('button', { name: FIRST_NAME })).toBeVisible()
  const known = [stack.site, stack.gateway, stack.rpc, stack.secondRpc].map((address) => new URL(address).host)
  expect([...hosts].filter((host) => host !== '' && !known.includes(host))).toEqual([])
  expect(troubles.found).toEqual([])
})

test('the guard of all journeys sees requests and sockets outside, unhandled errors and broken policies', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/./)
  await page.goto(`${stack.pages}/plain.html`)
  await page.evaluate(() => {
    void Promise.reject(new Error('nobody listens'))
    void fetch('https://outside.invalid/').catch(() => undefined)
  })
  // What a page says while it is left may not arrive.
  await expect.poll(() => troubles.found.join('\n')).toContain('nobody listens')
  await expect.poll(() => troubles.found.join('\n')).toContain('policy violation: connect-src https://outside.invalid')
  await page.goto('about:blank')
  await page.evaluate(() => void fetch('https://outside.invalid/', { mode: 'no-cors' }).catch(() => undefined))
  await page.evaluate(() => void new WebSocket('wss://outside.invalid/relay'))
  await expect.poll(() => troubles.found.join('\n')).toContain('socket outside loopback: wss://outside.invalid/relay')
  await expect.poll(() => troubles.found.join('\n')).toContain('request outside loopback: https://outside.invalid/')
})
