import type { BrowserContext, Page } from '@playwright/test'
import { expect, modalOf, test } from './journey.ts'
import type { Stack } from './stack.ts'

const ACCOUNT = '0xBa5eacC0000000000000000000000000000000A1'.toLowerCase()
const SIGNATURE = `0x${'ba5e'.repeat(40)}`

/**
 * What the wallet's window does, by the package's messages: it says that it is there, agrees on a key, shows what it is asked
 * and answers by its two buttons, and says that it goes.
 */
async function playWindow(account: string, signature: string): Promise<void> {
  const { subtle } = crypto
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  // The key of the first window is the wallet's key in the next: a session outlives its window.
  const kept: { privateKey: JsonWebKey; publicKey: JsonWebKey } | null = JSON.parse(
    localStorage.getItem('keys') ?? 'null',
  )
  const own = kept
    ? {
        privateKey: await subtle.importKey('jwk', kept.privateKey, curve, true, ['deriveKey']),
        publicKey: await subtle.importKey('jwk', kept.publicKey, curve, true, []),
      }
    : await subtle.generateKey(curve, true, ['deriveKey'])
  const [privateKey, publicKey] = await Promise.all(
    [own.privateKey, own.publicKey].map((one) => subtle.exportKey('jwk', one)),
  )
  localStorage.setItem('keys', JSON.stringify({ privateKey, publicKey }))
  const spki = new Uint8Array(await subtle.exportKey('spki', own.publicKey))
  const sender = [...spki].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  let key: CryptoKey | undefined
  const show = (id: string, value: unknown): void => {
    const output = document.getElementById(id)
    if (output) output.textContent = JSON.stringify(value)
  }
  const tell = (message: unknown): void => opener.postMessage(message, '*')
  const answer = async (id: string, result: unknown): Promise<void> => {
    if (!key) throw new Error('There is no key yet.')
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = new TextEncoder().encode(JSON.stringify({ result }))
    const cipherText = await subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
    tell({
      id: crypto.randomUUID(),
      requestId: id,
      sender,
      content: { encrypted: { iv, cipherText } },
      timestamp: new Date(),
    })
  }
  addEventListener('message', async ({ data: { id, sender: peer, content, data } }) => {
    if (data?.metadata) return show('settings', data)
    if (peer && !key) {
      const bytes = Uint8Array.from(peer.match(/../g), (pair: string) => Number.parseInt(pair, 16))
      const known = await subtle.importKey('spki', bytes, curve, true, [])
      const shared = { name: 'AES-GCM', length: 256 }
      key = await subtle.deriveKey({ name: 'ECDH', public: known }, own.privateKey, shared, false, [
        'encrypt',
        'decrypt',
      ])
    }
    if (content?.handshake) return answer(id, { value: null })
    if (!content?.encrypted || !key) return
    const { iv, cipherText } = content.encrypted
    const { action } = JSON.parse(
      new TextDecoder().decode(await subtle.decrypt({ name: 'AES-GCM', iv }, key, cipherText)),
    )
    show('asked', action)
    const values: Readonly<Record<string, unknown>> = {
      wallet_connect: { accounts: [{ address: account, capabilities: {} }] },
      personal_sign: signature,
    }
    const press = async (button: string, result: unknown): Promise<void> => {
      const pressed = document.getElementById(button)
      pressed?.addEventListener('click', () => answer(id, result).then(() => window.close()), { once: true })
    }
    press('yes', { value: values[action.method] })
    press('no', { error: { code: 4001, message: 'User denied request' } })
  })
  addEventListener('pagehide', () => tell({ id: crypto.randomUUID(), event: 'PopupUnload' }))
  tell({ id: crypto.randomUUID(), event: 'PopupLoaded' })
}

/** What the browser notes of the gateway and the chain, which a page that a journey answers for does not reach. */
const OUT_OF_REACH = /console: (Access to fetch at .*loopback|Failed to load resource: net::ERR_FAILED)/

/** Shows the page, whose wallet opens in a scripted window of another origin. */
async function openPage(context: BrowserContext, page: Page, stack: Stack): Promise<void> {
  const address = `${stack.strangers}/base-window.html`
  const play = `(${playWindow.toString()})(${JSON.stringify(ACCOUNT)}, ${JSON.stringify(SIGNATURE)})`
  await context.route(`${address}*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Wallet</title><link rel="icon" href="data:,"><output id="settings"></output><output id="asked"></output><button id="yes">Yes</button><button id="no">No</button><script>${play}</script>`,
    }),
  )
  // A site that keeps its windows apart from all others would cut this one off.
  await page.route(`${stack.pages}/baseAccount.html*`, async (route) => {
    const answer = await route.fetch()
    const headers = { ...answer.headers(), 'cross-origin-opener-policy': 'same-origin-allow-popups' }
    await route.fulfill({ response: answer, headers })
  })
  await page.goto(`${stack.pages}/baseAccount.html?window=${encodeURIComponent(address)}`)
}

/** Presses something that opens the wallet's window, and gives that. */
async function openWindow(context: BrowserContext, press: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([context.waitForEvent('page'), press()])
  return opened
}

const pressWallet = (page: Page): Promise<void> =>
  modalOf(page)
    .getByRole('button', { name: /^Base Account/ })
    .first()
    .click()

/** Answers by a button of the wallet's window, which closes under the press: that it closes is what counts. */
async function answerBy(opened: Page, button: 'yes' | 'no'): Promise<void> {
  const closed = opened.waitForEvent('close')
  await opened
    .locator(`#${button}`)
    .click()
    .catch(() => undefined)
  await closed
}

async function readJson(opened: Page, id: string): Promise<unknown> {
  const output = opened.locator(`#${id}`)
  await expect(output).toHaveText(/./)
  return JSON.parse((await output.textContent()) ?? '')
}

test('Base Account: its window opens in the click, connects, signs, and a reload restores it without a window', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(OUT_OF_REACH)
  await openPage(context, page, stack)
  await expect(page.locator('#status')).toHaveText('disconnected')
  await expect(page.locator('#loads')).toHaveText('0')
  await page.locator('latchkey-button').getByRole('button').click()
  const opened = await openWindow(context, () => pressWallet(page))
  expect(await readJson(opened, 'settings')).toMatchObject({
    metadata: { appName: 'Slope', appLogoUrl: '', appChainIds: expect.arrayContaining([31_337]) },
    preference: { telemetry: false },
  })
  expect(await readJson(opened, 'asked')).toMatchObject({ method: 'wallet_connect' })
  await answerBy(opened, 'yes')
  await expect(page.locator('#address')).toHaveText(new RegExp(ACCOUNT, 'i'))
  await expect(page.locator('#network')).toHaveText('eip155:31337')
  await expect(page.locator('#loads')).toHaveText('1')

  const signing = await openWindow(context, () => page.getByRole('button', { name: 'Sign by script' }).click())
  expect(await readJson(signing, 'asked')).toMatchObject({ method: 'personal_sign', params: ['0x68656c6c6f', /./] })
  await answerBy(signing, 'yes')
  await expect(page.locator('#result')).toHaveText(SIGNATURE)

  const windows: Page[] = []
  context.on('page', (other) => windows.push(other))
  await page.reload()
  await expect(page.locator('#address')).toHaveText(new RegExp(ACCOUNT, 'i'))
  expect(windows).toEqual([])

  // Who disconnects is asked again the next time.
  await page.getByRole('button', { name: 'Disconnect by script' }).click()
  await expect(page.locator('#result')).toHaveText('left')
  await page.locator('latchkey-button').getByRole('button').click()
  const again = await openWindow(context, () => pressWallet(page))
  expect(await readJson(again, 'asked')).toMatchObject({ method: 'wallet_connect' })
})

test('Base Account: a no in its window and a window that is closed are the visitor’s own', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(OUT_OF_REACH)
  await openPage(context, page, stack)
  await page.locator('latchkey-button').getByRole('button').click()
  const opened = await openWindow(context, () => pressWallet(page))
  await readJson(opened, 'asked')
  await answerBy(opened, 'no')
  const rejected = modalOf(page).locator('[data-failure="USER_REJECTED"]')
  await expect(rejected).toBeVisible()
  await page.reload()
  await page.locator('latchkey-button').getByRole('button').click()
  const closed = await openWindow(context, () => pressWallet(page))
  await readJson(closed, 'asked')
  await closed.close({ runBeforeUnload: true })
  await expect(rejected).toBeVisible()
})

test('F-44: a browser that blocks the window of Base Account is said so, and the next click opens it', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(OUT_OF_REACH)
  await page.addInitScript(() => {
    const { open } = window
    let isBlocked = true
    window.open = (...where) => {
      if (!isBlocked) return open.apply(window, where)
      // Blocks the first, as browsers do that ask whether this site may.
      isBlocked = false
      return null
    }
  })
  await openPage(context, page, stack)
  await page.locator('latchkey-button').getByRole('button').click()
  await pressWallet(page)
  const failure = modalOf(page).locator('[data-failure="POPUP_BLOCKED"]')
  await expect(failure).toContainText('Your browser blocked the window')
  const opened = await openWindow(context, () => modalOf(page).getByRole('button', { name: 'Open window' }).click())
  await readJson(opened, 'asked')
  await answerBy(opened, 'yes')
  await expect(page.locator('#address')).toHaveText(new RegExp(ACCOUNT, 'i'))
  // The package's own dialog, which nobody could reach below ours, was never shown.
  await expect(page.locator('.-base-acc-sdk-css-reset')).toHaveCount(0)
})
