import type { Page } from '@playwright/test'
import type { GateMode } from './createRelayGate.ts'
import { copyUri, showUri } from './demoWallet.ts'
import { expect, jumpUntil, modalOf, shorten, test } from './journey.ts'
import { FIRST_ACCOUNT, SECOND_ACCOUNT } from './node.ts'
import { setGate, setVisible, startPhone } from './phone.ts'
import type { Stack } from './stack.ts'

const ACCOUNT = `eip155:31337:${FIRST_ACCOUNT}`
const MINUTE = 60_000

/** What has the form of a signature; nobody checks it here. */
const sealed = (byte: string): string => `0x${byte.repeat(65)}`

test.beforeEach(async ({ stack, troubles }) => {
  // The browser's own note about a socket that did not open.
  troubles.allow(/WebSocket connection to/)
  await setGate(stack, 'pass')
})

/** Connects a phone to the plain page; resolves with the phone. */
async function connect(
  page: Page,
  stack: Stack,
  parts: { query?: string; accounts?: readonly string[]; methods?: readonly string[] } = {},
) {
  const phone = await startPhone(stack)
  await page.goto(`${stack.pages}/plain.html${parts.query ?? ''}`)
  const code = await showUri(page)
  await phone.approve(code, { accounts: parts.accounts ?? [ACCOUNT], methods: parts.methods })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(modalOf(page)).toBeHidden()
  return phone
}

/** Asks for a code through the gate, by a clock that the test moves on. Resolves once the relay was dialled. */
async function askThroughGate(page: Page, stack: Stack, mode: GateMode) {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.clock.install()
  await setGate(stack, mode)
  await page.goto(`${stack.pages}/plain.html?relay=${stack.gateRelay}`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Wallet on my phone' }).click()
  await expect.poll(() => sockets.length).toBe(1)
  return { failed: modalOf(page).locator('[data-failure="RELAY_UNREACHABLE"]'), sockets }
}

test('F-10: where one address is refused the next one gives the code, and nothing is said', async ({ page, stack }) => {
  await setGate(stack, 'refuse')
  await page.goto(`${stack.pages}/plain.html?relay=${stack.gateRelay}&relay=${stack.relay}`)
  const phone = await startPhone(stack)
  await phone.approve(await showUri(page), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-10: a relay that cannot be reached at all is named, and a healed network brings the code by itself', async ({
  page,
  stack,
}) => {
  await setGate(stack, 'refuse')
  await page.goto(`${stack.pages}/plain.html?relay=${stack.gateRelay}`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Wallet on my phone' }).click()
  const failed = modalOf(page).locator('[data-failure="RELAY_UNREACHABLE"]')
  await expect(failed).toContainText('Your network blocks phone connections')
  await expect(failed).toContainText('Try without VPN.')
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible()
  await setGate(stack, 'pass')
  const phone = await startPhone(stack)
  await phone.approve(await copyUri(page), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-10: a relay that takes connections and never answers is spoken of at 4 s and named at 15 s', async ({
  page,
  stack,
}) => {
  const { failed } = await askThroughGate(page, stack, 'stall')
  await page.clock.fastForward(4_000)
  await expect(modalOf(page).getByText('Still reaching the phone connection service…')).toBeVisible()
  await page.clock.fastForward(11_000)
  await expect(failed).toContainText('Your network blocks phone connections')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeHidden()
  // Dialling goes on, so the code comes by itself.
  await setGate(stack, 'pass')
  await setGate(stack, 'cut')
  const phone = await startPhone(stack)
  await phone.approve(await copyUri(page), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-10: a relay that takes sockets and answers nothing on them keeps its failure on screen, until it takes a proposal', async ({
  page,
  stack,
}) => {
  const { failed, sockets } = await askThroughGate(page, stack, 'drop')
  await page.clock.fastForward(15_000)
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible()
  await test.step('the next socket says nothing either', async () => {
    await expect(async () => {
      await page.clock.fastForward(1_000)
      expect(sockets.length).toBe(2)
    }).toPass()
    await page.clock.fastForward(3_000)
    await expect(failed).toBeVisible()
  })
  await setGate(stack, 'pass')
  const code = modalOf(page).getByRole('img', { name: 'QR code for any wallet' })
  await jumpUntil(page, 5_000, code)
  await expect(failed).toBeHidden()
  const phone = await startPhone(stack)
  await phone.approve(await copyUri(page), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-10: a cut while a request waits is not noticed by anybody once the network is back', async ({
  page,
  stack,
}) => {
  const phone = await connect(page, stack, { query: `?relay=${stack.gateRelay}` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const [request] = await phone.requests(1)
  await setGate(stack, 'refuse')
  await setGate(stack, 'cut')
  await phone.answer(request?.id ?? 0, sealed('ac'))
  await setGate(stack, 'pass')
  await expect(page.locator('#result')).toHaveText(sealed('ac'))
  await expect(page.locator('#status')).toHaveText('connected')
})

test('F-11: a clock that is 10 minutes ahead is named, and once set a fresh token connects', async ({
  page,
  stack,
}) => {
  await page.addInitScript((ahead) => {
    const real = Date.now
    Object.assign(window, { clockAhead: ahead })
    Date.now = () => real() + (window as unknown as { clockAhead: number }).clockAhead
  }, 10 * MINUTE)
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Wallet on my phone' }).click()
  const failed = modalOf(page).locator('[data-failure="CLOCK_WRONG"]')
  await expect(failed).toContainText('Your device clock is wrong')
  await expect(failed).toContainText('Set date and time to automatic.')
  await page.evaluate(() => Object.assign(window, { clockAhead: 0 }))
  await failed.getByRole('button', { name: 'I set it' }).click()
  const phone = await startPhone(stack)
  await phone.approve(await copyUri(page), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-12: a site that the relay does not know is sent to other ways, and its developer to the setting', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/Failed to load resource|blocked by CORS policy|refuses this page/)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(`${stack.strangers}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Wallet on my phone' }).click()
  const failed = modalOf(page).locator('[data-failure="SITE_REFUSED"]')
  await expect(failed).toContainText('This way is not set up for this site')
  await expect(page.locator('#heard')).toContainText('SITE_REFUSED pair final')
  await expect.poll(() => said.filter((text) => text.includes('Check projectId and the origins'))).toHaveLength(1)
  await failed.getByRole('button', { name: 'Other ways' }).click()
  await expect(modalOf(page).getByRole('button', { name: 'Wallet on my phone' })).toBeVisible()
})

/** Waits until the relay has what the code leads to: it stands before that, and its four minutes begin with it. */
async function untilProposed(page: Page): Promise<void> {
  const readEnd = () => window.latchkey.instance.stores.connection.get().attempt?.pairing?.expiresAt
  await expect.poll(() => page.evaluate(readEnd)).toBeGreaterThan(0)
}

test('F-13: a code is renewed five times without a word, then the visitor decides', async ({ page, stack }) => {
  await page.clock.install()
  await page.goto(`${stack.pages}/plain.html`)
  const codes = new Set([await showUri(page)])
  await untilProposed(page)
  const expired = modalOf(page).locator('[data-failure="PAIRING_EXPIRED"]')
  for (let renewals = 0; renewals < 5; renewals += 1) {
    await page.clock.fastForward(4 * MINUTE)
    await expect(async () => {
      codes.add(await copyUri(page))
      expect(codes.size).toBe(renewals + 2)
    }).toPass()
    await expect(expired).toHaveCount(0)
  }
  await page.clock.fastForward(4 * MINUTE)
  await expect(expired).toContainText('This code is no longer valid.')
  await expired.getByRole('button', { name: 'New code' }).click()
  const last = await copyUri(page)
  expect(codes.has(last)).toBe(false)
})

test('F-13: a code that was refused is used up, and one that ran out while nobody looked is renewed on return', async ({
  page,
  stack,
}) => {
  await page.clock.install()
  await page.goto(`${stack.pages}/plain.html`)
  const first = await showUri(page)
  const phone = await startPhone(stack)
  await phone.refuse(first, 5000, 'User rejected.')
  const failed = modalOf(page).locator('[data-failure="USER_REJECTED"]')
  await failed.getByRole('button', { name: 'Try again' }).click()
  const second = await copyUri(page)
  expect(second).not.toBe(first)
  await untilProposed(page)

  await setVisible(page, false)
  await page.clock.fastForward(10 * MINUTE)
  await setVisible(page, true)
  await expect(async () => expect(await copyUri(page)).not.toBe(second)).toPass()
  await expect(modalOf(page).locator('[data-failure]')).toHaveCount(0)
})

test('F-14: a wallet that lacks one network is asked again with the active one, without a word', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.pages}/plain.html`)
  const code = await showUri(page)
  const phone = await startPhone(stack)
  await phone.refuse(code, 5100, 'Unsupported chains.')
  await phone.agree({ accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-14: a wallet that lacks the active network too is named with it', async ({ page, stack }) => {
  await page.goto(`${stack.pages}/plain.html`)
  const code = await showUri(page)
  const phone = await startPhone(stack)
  await phone.refuse(code, 5100, 'Unsupported chains.')
  await phone.disagree(5100, 'Unsupported chains.')
  const failed = modalOf(page).locator('[data-failure="CHAINS_UNSUPPORTED"]')
  await expect(failed).toContainText('Your wallet does not work with Slope')
  await failed.getByRole('button', { name: 'Wallets for Slope' }).click()
  await expect(modalOf(page).getByRole('heading', { name: 'Find your wallet' })).toBeVisible()
  await expect(modalOf(page)).toContainText('Slope')
})

test('F-15: a wallet that shares one family of two is connected, and the other can be added', async ({
  page,
  stack,
}) => {
  const phone = await connect(page, stack, { query: '?solana' })
  expect(await phone.sites()).toEqual(['Test page'])
  await expect(page.locator('#heard')).toContainText('NAMESPACES_PARTIAL pair open')
  await page
    .locator('latchkey-button')
    .getByRole('button', { name: shorten(FIRST_ACCOUNT) })
    .click()
  const told = modalOf(page).locator('[data-failure="NAMESPACES_PARTIAL"]')
  await expect(told).toContainText('Pocket Fox shared no Solana account.')
  await modalOf(page).getByRole('button', { name: 'Add Solana' }).click()
  await expect(modalOf(page).getByRole('button', { name: 'Wallet on my phone' })).toBeVisible()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-16: a session that the wallet ends while it signs ends the request, and the modal offers it again', async ({
  page,
  stack,
}) => {
  const phone = await connect(page, stack)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await phone.requests(1)
  await phone.drop()
  await expect(page.locator('#result')).toHaveText('refused SESSION_ENDED')
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
  const told = modalOf(page).locator('[data-failure="SESSION_ENDED"]')
  await expect(told).toContainText('The connection to Pocket Fox has ended.')
  await modalOf(page).getByRole('button', { name: 'Connect again' }).click()
  await phone.approve(await copyUri(page), { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-16: a session that a second tab leaves is over in the first one as well', async ({ context, page, stack }) => {
  await connect(page, stack)
  const second = await context.newPage()
  await second.goto(`${stack.pages}/plain.html`)
  await expect(second.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await second.getByRole('button', { name: 'Disconnect by script' }).click()
  await expect(second.locator('#status')).toHaveText('disconnected')
  await expect(page.locator('#status')).toHaveText('disconnected')
})

test('F-16: a session whose week is over is over, also at the next visit', async ({ page, stack }) => {
  await page.clock.install()
  await connect(page, stack)
  await page.clock.fastForward(8 * 24 * 60 * MINUTE)
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.locator('#status')).toHaveText('disconnected')
})

test('F-16: leaving succeeds also while neither wallet nor relay can be reached, and lasts', async ({
  page,
  stack,
}) => {
  const phone = await connect(page, stack, { query: `?relay=${stack.gateRelay}` })
  await phone.close()
  await setGate(stack, 'refuse')
  await setGate(stack, 'cut')
  await page.getByRole('button', { name: 'Disconnect by script' }).click()
  await expect(page.locator('#result')).toHaveText('disconnected')
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.locator('#status')).toHaveText('disconnected')
})

test('F-17: a silent wallet is named after 20 s, and its late answer reaches the site once', async ({
  page,
  stack,
}) => {
  await page.clock.install()
  const phone = await connect(page, stack)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const [request] = await phone.requests(1)
  const hint = modalOf(page).locator('[data-failure="REQUEST_UNANSWERED"]')
  await jumpUntil(page, 21_000, hint)
  await expect(hint).toContainText('No answer from Pocket Fox.')
  await expect(hint).toContainText('It may still act, so check there first.')
  await phone.answer(request?.id ?? 0, sealed('1a'))
  await expect(page.locator('#result')).toHaveText(sealed('1a'))
  await expect(modalOf(page)).toBeHidden()
  expect(await phone.requests(1)).toHaveLength(1)
})

test('F-17: a payment without an answer fails when its time is over, and is never sent twice', async ({
  page,
  stack,
}) => {
  await page.clock.install()
  const phone = await connect(page, stack)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await phone.requests(1)
  const hint = modalOf(page).locator('[data-failure="REQUEST_UNANSWERED"]')
  await jumpUntil(page, 21_000, hint)
  await expect(modalOf(page).getByRole('button', { name: 'Ask again' })).toHaveCount(0)
  await page.clock.fastForward(15 * MINUTE)
  await expect(page.locator('#result')).toHaveText('refused REQUEST_UNANSWERED')
  expect(await phone.requests(1)).toHaveLength(1)
})

test('F-18: what the session does not grant is refused before anything is sent', async ({ page, stack }) => {
  const phone = await connect(page, stack, { methods: ['personal_sign'] })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator('#result')).toHaveText('refused METHOD_NOT_GRANTED')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const [request, ...more] = await phone.requests(1)
  expect(request?.method).toBe('personal_sign')
  expect(more).toEqual([])
  await phone.deny(request?.id ?? 0, 4200, 'Unsupported method')
  await expect(page.locator('#result')).toHaveText('refused METHOD_NOT_GRANTED')
})

test('F-19: long numbers inside a text arrive unchanged, and what cannot travel is refused here', async ({
  page,
  stack,
}) => {
  const phone = await connect(page, stack)
  const text = 'pay 123456789012345678901, thanks'
  const signed = page.evaluate((message) => window.latchkey.signMessage(message), text)
  const [request] = await phone.requests(1)
  expect(request?.params).toEqual([`0x${Buffer.from(text).toString('hex')}`, FIRST_ACCOUNT])
  await phone.answer(request?.id ?? 0, sealed('2b'))
  expect(await signed).toBe(sealed('2b'))

  // Not every library writes text as hex.
  const typed = page.evaluate((params) => window.askWallet('personal_sign', params), [text, FIRST_ACCOUNT])
  const [, second] = await phone.requests(2)
  expect(second?.params).toEqual([text, FIRST_ACCOUNT])
  await phone.answer(second?.id ?? 0, sealed('3c'))
  expect(await typed).toBe(sealed('3c'))

  const refused = await page.evaluate((params) => window.askWallet('personal_sign', params), ['12n', FIRST_ACCOUNT])
  expect(refused).toBe('refused PAYLOAD_UNSAFE')
  expect(await phone.requests(2)).toHaveLength(2)
})

test('a wallet that moves the session to another account and network takes the site along', async ({ page, stack }) => {
  const phone = await connect(page, stack, { accounts: [ACCOUNT, `eip155:31338:${FIRST_ACCOUNT}`] })
  await phone.update([`eip155:31337:${SECOND_ACCOUNT}`, `eip155:31338:${SECOND_ACCOUNT}`])
  await expect(page.locator('#address')).toHaveText(SECOND_ACCOUNT)
  await phone.emit('chainChanged', 31_338, 'eip155:31338')
  await expect(page.locator('#network')).toHaveText('eip155:31338')
})

test('a React page in StrictMode opens one socket and makes one proposal', async ({ page, stack }) => {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto(`${stack.pages}/react.html`)
  const code = await showUri(page)
  const phone = await startPhone(stack)
  await phone.approve(code, { accounts: [ACCOUNT] })
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(await phone.countProposals()).toBe(1)
  expect(sockets).toHaveLength(1)
})

test('F-51: a policy that forbids the relay is named as such, not as a bad network', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/violates the following|policy violation: connect-src|Content Security Policy forbids the relay/)
  // A page whose answer the test wrote counts as one from outside, so the browser keeps the gateway from it.
  troubles.allow(/blocked by CORS policy|Failed to load resource/)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.route(`${stack.pages}/plain.html`, async (route) => {
    const response = await route.fetch()
    const policy = response.headers()['content-security-policy'] ?? ''
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': policy.replaceAll(new URL(stack.relay).origin, '') },
    })
  })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Wallet on my phone' }).click()
  await expect(modalOf(page).locator('[data-failure="CSP_BLOCKED"]')).toBeVisible()
  const { origin } = new URL(stack.relay)
  await expect.poll(() => said.filter((text) => text.includes('connect-src') && text.includes(origin))).not.toEqual([])
})
