import type { Page } from '@playwright/test'
import { addDrawingWallet, PLACES, type Place, SHAPES, type Shape } from './drawnWallets.ts'
import { expect, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT } from './node.ts'

type Case = { readonly shape: Shape; readonly place: Place }
const CASES: readonly Case[] = SHAPES.flatMap((shape) => PLACES.map((place) => ({ shape, place })))

/** Presses *Approve* once, by the mouse, as soon as a press there reaches the wallet. */
async function approve(page: Page): Promise<void> {
  await page.waitForFunction(() => window.isApproveInReach(), undefined, { timeout: 15_000 })
  const point = await page.evaluate(() => window.findApprove())
  if (!point) throw new Error('Nothing is asked.')
  await page.mouse.click(point.x, point.y)
}

/** Runs one journey with every shape and names those that failed; one page for all of them. */
async function tryAll(page: Page, methods: readonly string[], run: () => Promise<void>): Promise<void> {
  const failed: string[] = []
  for (const { shape, place } of CASES) {
    await page.evaluate(
      (drawing) => {
        window.drawing = drawing
      },
      { methods, shape, place },
    )
    try {
      await run()
    } catch (error) {
      failed.push(`${shape}, ${place}: ${String(error).split('\n')[0]}`)
      // What fails in two forms fails in more, and each costs its time.
      if (failed.length > 2) break
      await page.reload()
      await page.waitForFunction(() => 'latchkey' in window)
    }
  }
  expect(failed).toEqual([])
}

const isConnected = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.latchkey.getState().status === 'connected')
const open = async (page: Page): Promise<void> => {
  await page.evaluate(() => void window.latchkey.open())
  await expect(modalOf(page)).toBeVisible()
}
/** Waits until the modal is off the page. Looks more often than `expect`, which counts in 168 journeys. */
const waitUntilClosed = (page: Page): Promise<void> => modalOf(page).waitFor({ state: 'detached', timeout: 15_000 })
const close = async (page: Page): Promise<void> => {
  await page.evaluate(() => window.latchkey.close())
  await waitUntilClosed(page)
}
const press = (page: Page, name: string): Promise<void> =>
  modalOf(page).getByRole('button', { name, exact: true }).first().click()
const chooseWallet = async (page: Page): Promise<void> => {
  await open(page)
  await modalOf(page).getByRole('button', { name: 'Inkwell' }).first().click()
}
const connect = async (page: Page): Promise<void> => {
  if (await isConnected(page)) return
  await chooseWallet(page)
  await waitUntilClosed(page)
}

/** Asks by the host while the account is on screen, and answers what came back. */
async function askBesideAccount(page: Page, ask: () => Promise<unknown>): Promise<string> {
  await connect(page)
  await open(page)
  await page.evaluate(`void (window.answer = (${String(ask)})().catch((error) => 'failed ' + error.code))`)
  await approve(page)
  const answer = await page.evaluate(() => (window as unknown as { answer: Promise<unknown> }).answer)
  await close(page)
  return String(answer)
}

// One page serves 28 cases.
test.describe.configure({ timeout: 240_000 })

// A modal that still fades out may cover what a wallet draws.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(async ({ context, stack }) => {
  const chains = stack.settings.chains.map(({ chainId }) => chainId)
  await context.addInitScript(addDrawingWallet, { address: FIRST_ACCOUNT, chains })
})

test('a wallet that draws into the page is reached by one click while it connects, whatever it draws', async ({
  page,
  stack,
}) => {
  await page.clock.install()
  await page.goto(`${stack.pages}/plain.html`)
  await tryAll(page, ['eth_requestAccounts', 'wallet_requestPermissions'], async () => {
    if (await isConnected(page)) await page.evaluate(() => window.latchkey.disconnect())
    await chooseWallet(page)
    await approve(page)
    await page.waitForFunction(() => window.latchkey.getState().status === 'connected')
    // The time for which the success is shown.
    await page.clock.fastForward(2_000)
    await waitUntilClosed(page)
    expect(await isConnected(page)).toBe(true)
  })
})

test('the same while a visitor signs in', async ({ page, stack }) => {
  let session: { address: string; chainId: number } | null = null
  await page.route('**/own/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/own/nonce') return route.fulfill({ json: { nonce: 'a1b2c3d4e5f6a7b8' } })
    if (path === '/own/verify') {
      const { message } = route.request().postDataJSON() as { message: string }
      session = { address: FIRST_ACCOUNT, chainId: Number(/^Chain ID: (\d+)$/m.exec(message)?.[1]) }
    }
    if (path === '/own/sign-out') session = null
    return route.fulfill({ json: { ok: true, session } })
  })
  await page.clock.install()
  await page.goto(`${stack.pages}/plain.html?siwx=server`)
  await tryAll(page, ['personal_sign'], async () => {
    session = null
    if (await isConnected(page)) await page.evaluate(() => window.latchkey.disconnect())
    await chooseWallet(page)
    await press(page, 'Sign')
    await approve(page)
    await expect.poll(() => session, { intervals: [20] }).not.toBeNull()
    // The time for which the success is shown.
    await page.clock.fastForward(2_000)
    await waitUntilClosed(page)
    expect(session).not.toBeNull()
  })
})

test('the same while it signs for the site', async ({ page, stack }) => {
  await page.goto(`${stack.pages}/plain.html`)
  await tryAll(page, ['personal_sign'], async () => {
    expect(await askBesideAccount(page, () => window.latchkey.signMessage('Hello'))).toMatch(/^0x1b1b/)
  })
})

test('the same while it sends', async ({ page, stack, troubles }) => {
  troubles.allow(/./)
  await page.goto(`${stack.pages}/plain.html`)
  await tryAll(page, ['eth_sendTransaction'], async () => {
    const send = (): Promise<string> =>
      window.latchkey.sendTransaction({ to: '0x0000000000000000000000000000000000000001', value: 1n })
    expect(await askBesideAccount(page, send)).toMatch(/^0xabab/)
  })
})

test('the same while it changes the network', async ({ page, stack }) => {
  const [first, second] = stack.settings.chains
  if (!first || !second) throw new Error('The settings name no second chain.')
  await page.goto(`${stack.pages}/plain.html`)
  await tryAll(page, ['wallet_switchEthereumChain'], async () => {
    await connect(page)
    const isFirst = await page.evaluate((id) => window.latchkey.getState().networkId === `eip155:${id}`, first.chainId)
    await page.evaluate(() => void window.latchkey.open({ view: 'Networks' }))
    await modalOf(page)
      .getByRole('option', { name: (isFirst ? second : first).name })
      .first()
      .click()
    await approve(page)
    const wanted = `eip155:${(isFirst ? second : first).chainId}`
    await page.waitForFunction((id) => window.latchkey.getState().networkId === id, wanted, { timeout: 15_000 })
    await close(page)
  })
})

test('the same on a narrow window, where the modal is a sheet', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 760 })
  await page.goto(`${stack.pages}/plain.html`)
  await tryAll(page, ['personal_sign'], async () => {
    expect(await askBesideAccount(page, () => window.latchkey.signMessage('Hello'))).toMatch(/^0x1b1b/)
  })
})

test('what the site draws or asks right after connecting is reached by one click', async ({ page, stack }) => {
  await page.clock.install()
  await page.goto(`${stack.pages}/plain.html`)
  await page.evaluate(() => {
    window.drawing = { methods: ['personal_sign'], shape: 'low layer', place: 'centre' }
    const next = document.createElement('button')
    next.textContent = 'Go on'
    next.style.cssText = 'position:fixed;left:8px;bottom:8px'
    next.addEventListener('click', ({ isTrusted }) => (next.textContent = `Went on ${isTrusted}`))
    window.latchkey.subscribe(({ status }) => {
      // To append what is there already would move it, and take its focus.
      if (status === 'connected' && !next.isConnected) document.body.append(next)
    })
  })
  await open(page)
  const wallet = modalOf(page).getByRole('button', { name: 'Inkwell' }).first()
  await expect(wallet).toBeVisible()
  // The success is on screen for no longer than it takes to be seen, so from here on time goes by in small steps.
  await page.clock.pauseAt(Date.now() + 60_000)
  await wallet.click()
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return page.evaluate(() => {
        const next = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Go on')
        const { left, top } = next?.getBoundingClientRect() ?? { left: -1, top: -1 }
        return next !== undefined && document.elementFromPoint(left + 4, top + 4) === next
      })
    })
    .toBe(true)
  await expect(modalOf(page), 'the success is on screen').toContainText('Connected')
  const box = await page.getByRole('button', { name: 'Go on' }).boundingBox()
  if (!box) throw new Error('The site drew nothing.')
  await page.mouse.click(box.x + 8, box.y + 8)
  await page.clock.resume()
  await expect(page.getByRole('button', { name: 'Went on true' })).toBeFocused()
  await expect(modalOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Went on true' }), 'keeps the focus').toBeFocused()

  await page.evaluate(() => window.latchkey.disconnect())
  await page.evaluate(() => {
    const connecting = window.latchkey.open().then(() => window.latchkey.signMessage('Hello'))
    ;(window as unknown as { answer: Promise<unknown> }).answer = connecting
  })
  await modalOf(page).getByRole('button', { name: 'Inkwell' }).first().click()
  await approve(page)
  expect(await page.evaluate(() => (window as unknown as { answer: Promise<unknown> }).answer)).toMatch(/^0x1b1b/)
})
