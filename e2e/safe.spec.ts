import type { Frame, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import type { Stack } from './stack.ts'

const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe'
const SAFE_HASH = `0x${'5a'.repeat(32)}`

/**
 * What the page of a Safe does, by the messages of the Safe Apps SDK: it answers its app by the id of the question, and
 * keeps what it was asked. Its owners sign messages on the chain, put the first payment in their queue and refuse the next.
 */
function playSafe(account: string, hash: string): void {
  const asked: { method: string; params: unknown }[] = []
  Object.assign(window, { asked })
  addEventListener('message', ({ source, origin, data }) => {
    if (typeof data?.method !== 'string') return
    asked.push({ method: data.method, params: data.params })
    const payments = asked.filter(({ method }) => method === 'sendTransactions').length
    const reads: Readonly<Record<string, unknown>> = { eth_getCode: '0x01', eth_getBalance: '0x10' }
    const answers: Readonly<Record<string, unknown>> = {
      getSafeInfo: { safeAddress: account, chainId: 31_337, threshold: 2, owners: [], isReadOnly: false },
      signMessage: { safeTxHash: hash },
      sendTransactions: payments === 1 ? { safeTxHash: hash } : undefined,
      rpcCall: reads[data.params?.call],
    }
    const answer = answers[data.method]
    const said =
      answer === undefined ? { success: false, error: 'Transaction was rejected' } : { success: true, data: answer }
    ;(source as Window | null)?.postMessage({ id: data.id, version: '9.1.0', ...said }, { targetOrigin: origin })
  })
}

/** Shows the test page inside a Safe at another origin. `trusted` is where the page expects one. */
async function openInSafe(page: Page, stack: Stack, trusted: string): Promise<Frame> {
  const address = `${stack.pages}/safe.html?safe=${encodeURIComponent(trusted)}`
  await page.route(`${stack.pages}/safe.html*`, async (route) => {
    const answer = await route.fetch()
    const headers: Record<string, string> = { ...answer.headers() }
    delete headers['x-frame-options']
    const policy = headers['content-security-policy'] ?? ''
    headers['content-security-policy'] = policy.replace("frame-ancestors 'none'", `frame-ancestors ${stack.strangers}`)
    await route.fulfill({ response: answer, headers })
  })
  const outer = `${stack.strangers}/safe-around.html`
  const play = `(${playSafe.toString()})(${JSON.stringify(SAFE)}, ${JSON.stringify(SAFE_HASH)})`
  await page.route(outer, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Safe</title><link rel="icon" href="data:,"><script>${play}</script><iframe src="${address}" style="width:900px;height:740px" title="App"></iframe>`,
    }),
  )
  await page.goto(outer)
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith(address))).toBe(true)
  const frame = page.frames().find((one) => one.url().startsWith(address))
  if (!frame) throw new Error('There is no frame.')
  return frame
}

type Asked = { readonly method: string; readonly params: unknown }

const listAsked = (page: Page): Promise<readonly Asked[]> =>
  page.evaluate(() => (window as unknown as { asked: readonly Asked[] }).asked)

/** What the browser notes of the gateway and the chain that the framed page does not reach. */
const OUT_OF_REACH = /console: (Access to fetch at .*loopback|Failed to load resource: net::ERR_FAILED)/

test('inside a Safe: the handshake finds it, a click connects it, it signs by its own rules, and a reload restores it', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(OUT_OF_REACH)
  const frame = await openInSafe(page, stack, stack.strangers)
  await expect(frame.locator('#status')).toHaveText('disconnected')
  await frame.locator('latchkey-button').getByRole('button').click()
  const modal = frame.locator('[data-latchkey="default"] dialog')
  await modal.getByRole('button', { name: 'Safe', exact: true }).click()
  await expect(frame.locator('#address')).toHaveText(SAFE)
  await expect(frame.locator('#network')).toHaveText('eip155:31337')
  await expect(modal).toBeHidden()

  // A message that is signed on the chain has no signature of its own.
  await frame.getByRole('button', { name: 'Sign by script' }).click()
  await expect(frame.locator('#result')).toHaveText('0x')
  const asked = await listAsked(page)
  expect(asked.map(({ method }) => method)).toEqual(['getSafeInfo', 'signMessage'])
  expect(asked[1]?.params).toEqual({ message: '0x68656c6c6f' })

  // A payment that waits for the other owners has the Safe's own hash. Safe says no in words alone.
  await frame.getByRole('button', { name: 'Pay by script' }).click()
  await expect(frame.locator('#result')).toHaveText(SAFE_HASH)
  await frame.getByRole('button', { name: 'Pay by script' }).click()
  await expect(frame.locator('#result')).toHaveText('refused USER_REJECTED')
  const payment = (await listAsked(page)).find(({ method }) => method === 'sendTransactions')
  expect(payment?.params).toMatchObject({ txs: [{ to: '0x000000000000000000000000000000000000dEaD', value: '0x5' }] })

  await page.reload()
  const again = page.frameLocator('iframe')
  await expect(again.locator('#address')).toHaveText(SAFE)
})

test('a page that only says it is a Safe is not believed, and not asked', async ({ page, stack, troubles }) => {
  troubles.allow(OUT_OF_REACH)
  const frame = await openInSafe(page, stack, 'https://app.safe.test')
  await frame.locator('latchkey-button').getByRole('button').click()
  const modal = frame.locator('[data-latchkey="default"] dialog')
  await expect(modal.locator('[data-failure="FRAMED_NO_WALLET"]')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Safe', exact: true })).toHaveCount(0)
  expect(await listAsked(page)).toEqual([])
})
