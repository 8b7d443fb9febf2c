import type { BrowserContext, Frame, Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { expect, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet, countCalls, hang } from './wallet.ts'

const KEY = 'test.tide'

/** A name that is no loopback address, so that plain http is not secure there. */
const PLAIN_NAME = 'shop.test'

test('F-52: at an address without https the page says so at once, asks no wallet, and the link leads to https', async ({
  playwright,
  stack,
  troubles,
}) => {
  // The gateway knows neither origin of this name.
  troubles.allow(new RegExp(`request outside loopback: https?://${PLAIN_NAME}`))
  troubles.allow(/console: .*(CORS|Failed to load resource|blocked|Cross-Origin-Opener-Policy|refuses this page)/)
  const found = findBrowser()
  const browser = await playwright.chromium.launch({
    executablePath: found.path,
    args: [
      ...found.args,
      `--host-resolver-rules=MAP ${PLAIN_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    ],
    env: { ...(process.env as Record<string, string>), ...found.env },
  })
  try {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1200, height: 800 } })
    await troubles.watch(context)
    const { port } = new URL(stack.pages)
    const [plain, secure] = [`http://${PLAIN_NAME}:${port}`, `https://${PLAIN_NAME}:${port}`]
    // The same site behind a certificate, as a host would set it up.
    await context.route(`${secure}/**`, async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace(secure, stack.pages) })
      await route.fulfill({ response: answer })
    })
    await context.addInitScript(() => {
      // Absent where the page is not secure, and the scripted wallet needs it.
      crypto.randomUUID ??= () => '00000000-0000-4000-8000-000000000000'
    })
    await addWallet(context, stack, { name: 'Tide' })
    const page = await context.newPage()
    await page.goto(`${plain}/plain.html`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.locator('latchkey-button').getByRole('button').click()
    const told = modalOf(page).locator('[data-failure="INSECURE_CONTEXT"]')
    await expect(told).toContainText('Wallets need a secure address (https).')
    await expect(page.locator('#heard')).toContainText('INSECURE_CONTEXT open open')

    await modalOf(page).getByRole('button', { name: 'Tide' }).first().click()
    await expect(told.getByRole('alert')).toContainText(/Wallets need a secure address \(https\)/)
    await expect(page.locator('#heard')).toContainText('INSECURE_CONTEXT connect final')
    expect(await countCalls(page, KEY, 'eth_requestAccounts')).toBe(0)

    await modalOf(page).getByRole('link', { name: 'Open with https' }).click()
    await page.waitForURL(`${secure}/plain.html`)
    await page.locator('latchkey-button').getByRole('button').click()
    await expect(modalOf(page).getByRole('button', { name: 'Tide' }).first()).toBeVisible()
    await expect(told).toHaveCount(0)
    await modalOf(page).getByRole('button', { name: 'Tide' }).first().click()
    await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
    // What is loaded ahead may still be on its way, and would be told of once nothing answers at the secure address any more.
    await page.goto('about:blank')
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  } finally {
    await browser.close()
  }
})

/**
 * Shows the test page inside a page of another origin. Its answers pass through the test, so the browser does not know that
 * they come from this machine, and keeps the page from the gateway.
 */
async function openFramed(page: Page, stack: Stack): Promise<Frame> {
  await page.route(`${stack.pages}/plain.html`, async (route) => {
    const answer = await route.fetch()
    const policy = answer.headers()['content-security-policy'] ?? ''
    const headers = {
      ...answer.headers(),
      'content-security-policy': policy.replace("frame-ancestors 'none'", `frame-ancestors ${stack.strangers}`),
    }
    delete (headers as Record<string, string>)['x-frame-options']
    await route.fulfill({ response: answer, headers })
  })
  const outer = `${stack.strangers}/outer.html`
  await page.route(outer, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Outer</title><link rel="icon" href="data:,"><iframe src="${stack.pages}/plain.html" style="width:900px;height:740px" title="Inner"></iframe>`,
    }),
  )
  await page.goto(outer)
  await expect.poll(() => page.frames().some((frame) => frame.url().endsWith('/plain.html'))).toBe(true)
  const frame = page.frames().find((one) => one.url().endsWith('/plain.html'))
  if (!frame) throw new Error('There is no frame.')
  await frame.locator('latchkey-button').getByRole('button').click()
  return frame
}

/** As extensions are when a page is shown inside another one: there for the outer page alone. */
async function addTopWallet(context: BrowserContext, stack: Stack): Promise<void> {
  await context.addInitScript(() => {
    if (self !== top) window.addWallet = () => undefined
  })
  await addWallet(context, stack, { name: 'Tide' })
}

/** What the browser notes of the gateway that the framed page does not reach. */
const NO_GATEWAY = /console: (Access to fetch at .*loopback|Failed to load resource: net::ERR_FAILED)/

const modalIn = (frame: Frame) => frame.locator('[data-latchkey="default"] dialog')

test('F-53: inside another page that no wallet reaches, the page says so and opens in a tab of its own', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(NO_GATEWAY)
  await addTopWallet(context, stack)
  const frame = await openFramed(page, stack)
  const told = modalIn(frame).locator('[data-failure="FRAMED_NO_WALLET"]')
  await expect(told).toContainText('Wallet extensions cannot reach this embedded page.')
  await expect(frame.locator('#heard')).toContainText('FRAMED_NO_WALLET open open')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    told.getByRole('link', { name: 'Open in new tab' }).click(),
  ])
  await tab.locator('latchkey-button').getByRole('button').click()
  await modalOf(tab).getByRole('button', { name: 'Tide' }).first().click()
  await expect(tab.locator('#address')).toHaveText(FIRST_ACCOUNT)
  expect(await tab.evaluate(() => window.opener)).toBe(null)
})

test('F-53: a wallet that the outer page passes on connects, and nothing is said', async ({
  context,
  page,
  stack,
  troubles,
}) => {
  troubles.allow(NO_GATEWAY)
  await addTopWallet(context, stack)
  await context.addInitScript((inner) => {
    if (self === top) {
      addEventListener('message', async ({ data, source, origin }) => {
        if (origin !== inner || data?.bridge !== 'ask') return
        const answer = await window.wallets['test.tide']?.provider.request(data.call).then(
          (result: unknown) => ({ result }),
          ({ code, message }: { code?: number; message: string }) => ({ error: { code, message } }),
        )
        ;(source as Window | null)?.postMessage({ bridge: 'answer', id: data.id, ...answer }, inner)
      })
      return
    }
    const open = new Map<number, { resolve(result: unknown): void; reject(error: unknown): void }>()
    addEventListener('message', ({ data, source }) => {
      if (source !== parent || data?.bridge !== 'answer') return
      if (data.error) open.get(data.id)?.reject(data.error)
      else open.get(data.id)?.resolve(data.result)
    })
    let id = 0
    const provider = {
      request: (call: unknown) =>
        new Promise((resolve, reject) => {
          id += 1
          open.set(id, { resolve, reject })
          parent.postMessage({ bridge: 'ask', id, call }, '*')
        }),
      on: () => provider,
      removeListener: () => provider,
    }
    const info = { uuid: crypto.randomUUID(), name: 'Tide', rdns: 'test.tide', icon: 'data:image/svg+xml,<svg/>' }
    const speak = () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    addEventListener('eip6963:requestProvider', speak)
  }, new URL(stack.pages).origin)
  const frame = await openFramed(page, stack)
  await modalIn(frame).getByRole('button', { name: 'Tide' }).first().click()
  await expect(frame.locator('#address')).toHaveText(FIRST_ACCOUNT)
  await expect(frame.locator('#heard')).not.toContainText('FRAMED_NO_WALLET')
})

/** Puts a dialog of the site's own onto the page, which opens the modal. */
async function addHostDialog(page: Page, kind: 'native' | 'trap'): Promise<void> {
  await page.evaluate((wanted) => {
    const opener = document.createElement('button')
    opener.textContent = 'Connect from here'
    opener.addEventListener('click', () => void window.latchkey.open())
    const field = document.createElement('input')
    field.setAttribute('aria-label', 'Discount code')
    if (wanted === 'native') {
      const dialog = document.createElement('dialog')
      dialog.append(field, opener)
      document.body.append(dialog)
      dialog.showModal()
      return
    }
    // What libraries of parts do around a dialog that is a div: they hold the focus in, take presses from the rest of the
    // page, hide it from screen readers, and bring the focus back when it is gone.
    const box = document.createElement('div')
    box.setAttribute('role', 'dialog')
    box.tabIndex = -1
    box.style.cssText = 'position:fixed;inset:10% 20%;background:#fff;z-index:2147483647;pointer-events:auto'
    box.append(field, opener)
    for (const sibling of document.body.children) sibling.setAttribute('aria-hidden', 'true')
    document.body.append(box)
    document.body.style.pointerEvents = 'none'
    field.focus()
    const pullBack = (event: Event): void => {
      if (event.target instanceof Node && !box.contains(event.target)) field.focus()
    }
    document.addEventListener('focusin', pullBack, true)
    new MutationObserver(() => {
      if (document.activeElement === document.body) box.focus()
    }).observe(document.body, { childList: true, subtree: true })
    setInterval(() => {
      if (document.activeElement === document.body) box.focus()
    }, 50)
  }, kind)
  await page.getByRole('button', { name: 'Connect from here' }).click()
}

for (const kind of ['native', 'trap'] as const) {
  test(`F-57: opened from a dialog of the site's own (${kind}), presses and typing reach the modal`, async ({
    context,
    page,
    stack,
  }) => {
    await addWallet(context, stack, { name: 'Tide' })
    await page.goto(`${stack.pages}/plain.html`)
    await addHostDialog(page, kind)
    const modal = modalOf(page)
    await modal
      .getByRole('button', { name: /All wallets|Search|View all/i })
      .first()
      .click()
    const field = modal.getByRole('textbox').first()
    await field.click()
    await page.keyboard.type('tide', { delay: 60 })
    await expect(field).toHaveValue('tide')
    await expect(field).toBeFocused()
    await modal.getByRole('button', { name: 'Tide' }).first().click()
    await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
    await expect(page.locator('#heard')).not.toContainText('DIALOG_COVERED')
  })
}

/** Opens a modal dialog of the site's own over everything. */
const coverUp = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const dialog = document.createElement('dialog')
    dialog.id = 'cover'
    dialog.append(Object.assign(document.createElement('input'), { ariaLabel: 'Still there?' }))
    document.body.append(dialog)
    dialog.showModal()
  })

test('F-57: a dialog of the site that comes over the modal is told, and the button brings the modal to the front', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide' })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await expect(modalOf(page).getByRole('button', { name: 'Tide' }).first()).toBeVisible()
  // Long after the modal has made sure that it is on top.
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-latchkey'))
  await coverUp(page)
  const told = page.locator('[data-latchkey="default"] [data-failure="DIALOG_COVERED"]')
  await expect(told).toContainText('Something on this page covers this window.')
  await expect(page.locator('#heard')).toContainText('DIALOG_COVERED open open')
  await told.getByRole('button', { name: 'Bring to front' }).click()
  await expect(told).toHaveCount(0)
  await modalOf(page).getByRole('button', { name: 'Tide' }).first().click()
  await expect(page.locator('#address')).toHaveText(FIRST_ACCOUNT)
})

test('F-57: what is said can be sent away, and the dialog of the site is in use again', async ({ page, stack }) => {
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-latchkey'))
  await coverUp(page)
  const told = page.locator('[data-latchkey="default"] [data-failure="DIALOG_COVERED"]')
  await expect(told).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(told).toHaveCount(0)
  await page.getByLabel('Still there?').fill('yes')
  await page.evaluate(() => document.querySelector<HTMLDialogElement>('#cover')?.close())
  await expect(modalOf(page)).toBeVisible()
})

test('F-57: while a wallet is being asked nothing counts as covering, since wallets draw over the page', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Tide', script: { eth_requestAccounts: [hang] } })
  await page.goto(`${stack.pages}/plain.html`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).first().click()
  await expect(modalOf(page).getByText('Approve in Tide')).toBeVisible()
  await coverUp(page)
  await page.getByLabel('Still there?').fill('yes')
  await page.evaluate(() => document.querySelector<HTMLDialogElement>('#cover')?.close())
  // The hint of a prompt that waits comes 3 s after the choice, long after anything would have counted as covering.
  await expect.poll(() => countCalls(page, KEY, 'eth_chainId'), { timeout: 15_000 }).toBeGreaterThan(0)
  await expect(page.locator('#heard')).not.toContainText('DIALOG_COVERED')
})
