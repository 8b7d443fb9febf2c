import { listSignedIn } from '../journey.ts'
import { FIRST_ACCOUNT } from '../node.ts'
import { startPhone } from '../phone.ts'
import { scanCode } from './scanCode.ts'
import { expect, test } from './walk.ts'

const BUTTON = 'latchkey-button'
const DIALOG = 'dialog[open]'

/** An account of the first chain, as the engine names it. */
const ACCOUNT = `eip155:31337:${FIRST_ACCOUNT}`

test('the modal opens by mouse and by keyboard, and closing it gives the focus back', async ({
  site,
  view,
  visitor,
}) => {
  await site.visit()
  await view.click(BUTTON, /Connect/)
  await view.shows(DIALOG)
  await view.shows(`${DIALOG} button`, /^Tide/)
  expect(await view.focused()).toMatchObject({ hasRing: false })
  await visitor.press('Escape')
  await view.lacks(DIALOG)
  await expect.poll(async () => (await view.focused()).name).toMatch(/Connect/)

  await visitor.press('Enter')
  await view.shows(`${DIALOG} button`, /^Tide/)
  await view.tabTo(/^Close/)
  expect(await view.focused()).toMatchObject({ hasRing: true })
  // The focus stays inside, forwards and backwards.
  await visitor.press('Tab')
  await visitor.press('Tab', 'Shift')
  expect((await view.focused()).name).toMatch(/^Close/)
  await visitor.press('Enter')
  await view.lacks(DIALOG)

  await view.click(BUTTON, /Connect/)
  await view.shows(`${DIALOG} button`, /^Tide/)
  // A press beside the card.
  await visitor.click(20, 700)
  await view.lacks(DIALOG)
})

test('a wallet of the browser is connected, shows its account, switches the network, signs, comes back after a reload and is left', async ({
  site,
  view,
  visitor,
}) => {
  await site.visit()
  await view.click(BUTTON, /Connect/)
  await view.click(`${DIALOG} button`, /^Tide/)
  await site.says('address', FIRST_ACCOUNT)
  await view.lacks(DIALOG)

  await view.click(BUTTON, /0x70/)
  await view.shows(`${DIALOG} *`, /^Pine$/)
  await view.click(`${DIALOG} button`, /Network: Slope/)
  await view.click('[role="option"]', /Valley/)
  await site.says('network', 'eip155:31338')
  await visitor.press('Escape')
  await view.lacks(DIALOG)

  await view.click('#sign')
  await site.says('result', /^0x[0-9a-f]{130}$/)

  await visitor.reload()
  await site.says('address', FIRST_ACCOUNT)
  await site.says('network', 'eip155:31338')
  await view.click(BUTTON, /0x70/)
  await view.click(`${DIALOG} button`, /^Disconnect/)
  await site.says('status', 'disconnected')
  await visitor.reload()
  await view.click(BUTTON, /Connect/)
  await view.shows(`${DIALOG} button`, /^Tide/)
  await site.says('status', 'disconnected')
})

test('the whole journey goes by keyboard alone', async ({ site, view, visitor }) => {
  await site.visit()
  await view.tabTo(/^Connect Wallet/)
  await visitor.press('Enter')
  await view.shows(`${DIALOG} button`, /^Tide/)
  await view.tabTo(/^Tide/)
  await visitor.press('Enter')
  await site.says('address', FIRST_ACCOUNT)
  await view.lacks(DIALOG)
  await visitor.press('Enter')
  await view.shows(`${DIALOG} *`, /^Pine$/)
  await view.tabTo(/^Disconnect/)
  await visitor.press('Enter')
  await site.says('status', 'disconnected')
})

test('a visitor signs in, and is still signed in after a reload where the browser keeps the cookie', async ({
  engine,
  site,
  view,
  visitor,
}) => {
  await site.visit('siwx=gateway')
  await view.click(BUTTON, /Connect/)
  await view.click(`${DIALOG} button`, /^Tide/)
  await view.click(`${DIALOG} button`, /^Sign$/)
  await view.lacks(DIALOG)
  await site.says('status', 'connected')
  await site.says('heard', /SIWX_AUTH_SUCCESS/)
  // WebKit keeps no `Secure` cookie of a gateway without https, not even on loopback.
  if (engine === 'WebKit') return
  await visitor.reload()
  await site.says('status', 'connected')
  await expect.poll(() => visitor.evaluate(listSignedIn)).toEqual(['eip155'])
  await view.lacks(DIALOG)
})

test('a wallet is searched for, its code is read from the screen by a phone, and every tab of the site follows', async ({
  site,
  view,
  visitor,
  stack,
}) => {
  const query = `relay=${encodeURIComponent(stack.relay)}`
  await site.visit(query)
  await visitor.openTab()
  await site.visit(query)
  await view.click(BUTTON, /Connect/)
  await view.click(`${DIALOG} button`, /^Search wallets/)
  await view.shows('[role="gridcell"]')
  // The field has the focus by itself.
  await expect.poll(async () => (await view.focused()).name).toMatch(/^Search/)
  await visitor.type('metamsk')
  // Before the search is over the wallet is at another place.
  await view.shows(`${DIALOG} *`, /^1 wallet$/)
  await view.click('[role="gridcell"] button', /^MetaMask/)
  await view.click(`${DIALOG} button`, /^Copy link/)
  await view.shows(`${DIALOG} *`, /copied/i)
  let uri = ''
  // The code stands at once, in a card that may still grow; a camera looks until it can read.
  await expect(async () => {
    uri = await scanCode(visitor, await view.measure('[role="img"]', /^QR code for MetaMask/))
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  }).toPass({ timeout: 5_000 })

  const phone = await startPhone(stack)
  await phone.approve(uri, { accounts: [ACCOUNT] })
  await site.says('address', FIRST_ACCOUNT)
  await view.lacks(DIALOG)
  await visitor.showTab(0)
  await site.says('address', FIRST_ACCOUNT)
  await view.click('#sign')
  const [request] = await phone.requests(1)
  expect(request?.method).toBe('personal_sign')
  await phone.answer(request?.id ?? 0, `0x${'1b'.repeat(65)}`)
  await site.says('result', /^0x(1b){65}$/)

  await visitor.reload()
  await site.says('address', FIRST_ACCOUNT)
  await view.click('#disconnect')
  await site.says('status', 'disconnected')
  await visitor.showTab(1)
  await site.says('status', 'disconnected')
  await phone.close()
})

test('a window that was wide and is narrow now has a sheet, and the page behind is covered up to its edges', async ({
  site,
  view,
  visitor,
}) => {
  await site.visit()
  await view.click(BUTTON, /Connect/)
  await view.shows(`${DIALOG} button`, /^Tide/)
  await expect.poll(async () => (await view.measure(`${DIALOG} > .card`)).width).toBe(376)
  await visitor.press('Escape')
  await view.lacks(DIALOG)
  await visitor.resize(450, 720)
  await view.click(BUTTON, /Connect/)
  await view.shows(`${DIALOG} button`, /^Tide/)
  const atRest = async (): Promise<object> => {
    const { x, y, width, height } = await view.measure(`${DIALOG} > .card`)
    return { x, width, foot: y + height }
  }
  // Scroll bars take room here.
  const room = await visitor.evaluate(() => ({ inner: innerWidth, outer: document.documentElement.clientWidth }))
  await expect.poll(atRest).toEqual({ x: 0, width: room.inner, foot: 720 })
  expect(await view.measure(DIALOG)).toMatchObject({ x: 0, y: 0, width: room.inner, height: 720 })
})

test('an Arabic sheet in a narrow window reads from the right and is cut off nowhere', async ({
  site,
  view,
  visitor,
}) => {
  await visitor.resize(450, 720)
  await site.visit('locale=ar')
  await view.click(BUTTON)
  await view.shows(`${DIALOG} button`, /Tide/)
  const { direction, cut } = await visitor.evaluate(() => {
    const root = document.querySelector('[data-latchkey]')?.shadowRoot
    const dialog = root?.querySelector('dialog')
    const parts = [...(root?.querySelectorAll('button, a, input, h1, h2, img') ?? [])]
    return {
      direction: dialog ? getComputedStyle(dialog).direction : '',
      cut: parts.flatMap((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < -1 || right > innerWidth + 1) ? [element.outerHTML.slice(0, 120)] : []
      }),
    }
  })
  expect(direction).toBe('rtl')
  expect(cut).toEqual([])
  const measureFoot = async (): Promise<number> => {
    const { y, height } = await view.measure(`${DIALOG} > .card`)
    return y + height
  }
  await expect.poll(measureFoot).toBe(720)
  const read = (): Promise<string> =>
    visitor.evaluate(() => document.querySelector('[data-latchkey]')?.shadowRoot?.textContent ?? '')
  // How many wallets there are to search.
  await expect.poll(read).toMatch(/\d{3}/)
  await view.click(`${DIALOG} button`, /Tide/)
  await site.says('address', FIRST_ACCOUNT)
  await view.lacks(DIALOG)
  await view.click(BUTTON, /0x70/)
  await view.shows(`${DIALOG} *`, /^Pine$/)
  // One set of digits in every browser, however much the other journeys have earned.
  expect(await read()).toMatch(/\d PINE/)
  expect(await read()).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9]/)
})
