/** What a hostile site tries with the screen that asks: section 2 of the threats, T3 and T4, and what 5.7 says it can never do. */
import type { BrowserContext, FrameLocator, Page } from 'playwright'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, test as everyTest, expect, onTestFinished } from 'vitest'
import { loadLevel } from '../../packages/server/src/storage/keyValueStore.ts'
import { NETWORK, startWorld, type World } from './startWorld.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

const EMAIL = 'owner@shop.example'
const FRIEND = `0x${'b2'.repeat(20)}`
const STILL_MS = 800

declare const begin: (name: string, payload?: unknown) => string

let world: World
/** Logged in on shop-a; every page in it has the wallet. */
let context: BrowserContext
/** Likewise, with clocks of pages that go on by hand alone. */
let stillContext: BrowserContext
let address: `0x${string}`
beforeAll(async () => {
  world = await startWorld()
  context = await world.browser.newContext()
  const page = await world.visit(context)
  await world.open(page)
  address = await world.logIn(page, EMAIL)
  await page.close()
  await world.later(31_000)
  stillContext = await world.browser.newContext()
  const still = await world.visit(stillContext)
  await world.open(still)
  await world.logIn(still, EMAIL)
  await still.close()
  await stillContext.clock.install()
  await stillContext.clock.pauseAt(Date.now() + 60_000)
})
afterAll(() => world?.close())

const screenOf = (page: Page): FrameLocator => page.frameLocator('iframe[title=Wallet]')
const toHex = (text: string): string => `0x${Buffer.from(text).toString('hex')}`
const sign = (text: string) => ({ method: 'personal_sign', params: [toHex(text), address] })
const buttonOf = (page: Page) => screenOf(page).locator('.approve-buttons button', { hasText: /^(Sign|Approve|Hold)/ })
const armingOf = (page: Page) => screenOf(page).locator('.approve-decision').getAttribute('data-arming')
const waitUntilArmed = (page: Page) => screenOf(page).locator('.approve-decision[data-arming="armed"]').waitFor()

/** A page of the hostile site with the wallet in it. `isStill`: its clocks and the frame's go on by hand alone. */
const enter = async ({ isStill = false } = {}): Promise<Page> => {
  const page = await world.visit(isStill ? stillContext : context)
  onTestFinished(() => page.close())
  await world.open(page)
  return page
}
/** What the browser sees it tells in its own time; the frame's passes by hand. */
const waitByHand = (page: Page) =>
  expect
    .poll(async () => {
      await page.clock.runFor(STILL_MS)
      return armingOf(page)
    })
    .toBe('armed')
/** A request that is on screen. */
const askToSign = async (page: Page, text: string): Promise<string> => {
  const id = await world.begin(page, 'RPC_REQUEST', sign(text))
  await screenOf(page).getByText(text, { exact: false }).first().waitFor()
  return id
}
const middleOf = async (page: Page): Promise<{ x: number; y: number }> => {
  const box = await buttonOf(page).boundingBox()
  if (!box) throw new Error('the button is nowhere')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
/** A press of a real mouse, for as long as the button wants. */
const press = async (page: Page): Promise<void> => {
  const { x, y } = await middleOf(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.up()
}
/** Nothing came of a request: it waits until its page gives it up, and ends by that. */
const expectUnsigned = async (page: Page, id: string): Promise<void> => {
  expect(await world.outcomeOf(page, id)).toBeUndefined()
  await world.begin(page, 'RPC_ABORT', { id })
  await expect.poll(() => world.outcomeOf(page, id)).toMatchObject({ error: { reason: 'REQUEST_ABORTED' } })
}
/**
 * One honest press signs. Chromium itself passes no press on to a frame that was uncovered or moved within the last half second of its
 * own time, so it is made until one arrives.
 */
const expectSigned = async (page: Page, id: string, message: string): Promise<void> => {
  await waitUntilArmed(page)
  const frame = screenOf(page).locator('html')
  await frame.evaluate((root) => root.addEventListener('click', () => (root.dataset.pressed = ''), true))
  const isPressed = () => frame.evaluate((root) => 'pressed' in root.dataset)
  await expect
    .poll(async () => {
      if (!(await isPressed())) await press(page)
      return world.outcomeOf(page, id)
    })
    .toHaveProperty('answer')
  const { answer: signature } = (await world.outcomeOf(page, id)) as { answer: `0x${string}` }
  expect(await verifyMessage({ address, message, signature })).toBe(true)
}

describe('who presses', () => {
  test('SEC-41: no message approves: of every name there is, with whatever is in it, none does', async () => {
    const page = await enter()
    const id = await askToSign(page, 'Sign nothing by messages')
    await waitUntilArmed(page)
    const made = [
      'APPROVE',
      'CONFIRM',
      'CLICK',
      'UI_DONE',
      'UI_REQUEST',
      'RPC_APPROVE',
      'RPC_REQUEST_SUCCESS',
      'carryOut',
    ]
    for (const name of made)
      for (const payload of [undefined, { id }, { id, outcome: 'approved' }, { reason: 'approve', outcome: 'done' }])
        await world.begin(page, name, payload)
    // To the window, as what the frame or its worker would say to each other.
    await page.evaluate(
      ([frame, id]) => {
        const target = document.querySelector('iframe')?.contentWindow as Window
        for (const message of [
          { number: 1, task: 'carryOut', input: [id] },
          { type: '@latchkey-frame/UI_DONE', payload: { reason: 'approve', outcome: 'done' } },
          { type: 'click', isTrusted: true },
        ])
          target.postMessage(message, frame)
      },
      [world.at('wallet'), id] as const,
    )
    for (const [name, payload] of [
      ['SYNC_THEME', { themeMode: 'dark' }],
      [
        'SYNC_DAPP_DATA',
        { metadata: { name: 'approved', url: 'x:y', icons: [] }, sdkType: 'latchkey', projectId: 'shop' },
      ],
      ['SWITCH_NETWORK', { chainId: NETWORK }],
      ['GET_USER', undefined],
      ['SET_PREFERRED_ACCOUNT', { type: 'eoa' }],
    ] as const)
      await world.ask(page, name, payload)
    await expectUnsigned(page, id)
  })

  test('SEC-41: a press that a script makes, within the frame itself, does nothing', async () => {
    const page = await enter()
    const id = await askToSign(page, 'Sign nothing by scripts')
    await waitUntilArmed(page)
    await buttonOf(page).evaluate((button) => {
      const options = { bubbles: true, cancelable: true, composed: true, button: 0 }
      ;(button as HTMLButtonElement).click()
      for (const type of ['pointerdown', 'pointerup']) button.dispatchEvent(new PointerEvent(type, options))
      for (const type of ['mousedown', 'mouseup', 'click']) button.dispatchEvent(new MouseEvent(type, options))
      for (const type of ['keydown', 'keyup'])
        button.dispatchEvent(new KeyboardEvent(type, { ...options, key: 'Enter' }))
    })
    await expectUnsigned(page, id)
  })

  test('SEC-41: keys that a visitor hits in the page around it press nothing when the frame takes the focus', async () => {
    const page = await enter()
    const id = await askToSign(page, 'Sign nothing by stolen keys')
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus())
    await waitUntilArmed(page)
    for (const key of ['Enter', 'Space', 'Enter', 'Space']) await page.keyboard.press(key)
    await expectUnsigned(page, id)
  })
})

describe('when the press comes', () => {
  test('SEC-42: the second press of a double-click, under which the request appears, signs nothing; 800 ms later one does', async () => {
    const page = await enter({ isStill: true })
    await page.evaluate((text) => {
      const bait = document.createElement('button')
      bait.textContent = 'Win a prize: press twice'
      bait.style.cssText = 'position: absolute; left: 40px; top: 40px; width: 400px; height: 640px; z-index: 1'
      bait.onclick = () => {
        ;(window as unknown as { asked: string }).asked = begin('RPC_REQUEST', text)
        bait.remove()
      }
      document.body.append(bait)
    }, sign('Sign nothing by a double-click'))
    await page.mouse.click(200, 600)
    const id = await page.evaluate(() => (window as unknown as { asked: string }).asked)
    await screenOf(page).getByText('Sign nothing by a double-click').waitFor()
    await press(page)
    await page.clock.runFor(STILL_MS - 1)
    await press(page)
    expect(await world.outcomeOf(page, id)).toBeUndefined()
    await waitByHand(page)
    await expectSigned(page, id, 'Sign nothing by a double-click')
  })

  /** Each is done once the screen is armed; the press comes before any time has passed. */
  const late: readonly (readonly [name: string, attempt: string])[] = [
    ['made smaller', `it.style.height = '520px'`],
    ['made wider', `it.style.width = '560px'`],
    ['left by the focus', `document.body.tabIndex = -1; document.body.focus(); it.blur()`],
  ]
  test.each(late)('SEC-42: %s right before the press, it signs nothing', async (_, attempt) => {
    const page = await enter({ isStill: true })
    const id = await askToSign(page, 'Sign nothing after a change')
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus())
    await waitByHand(page)
    await page.evaluate((attempt) => {
      new Function('it', attempt)(document.querySelector('iframe'))
    }, attempt)
    await expect.poll(() => armingOf(page)).not.toBe('armed')
    await press(page)
    await expectUnsigned(page, id)
  })

  test('SEC-42: brought under the pointer within a double-click that leaves the focus in the frame, it signs nothing', async () => {
    const page = await enter()
    const id = await askToSign(page, 'Sign nothing by a frame that moves')
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus())
    await waitUntilArmed(page)
    const { x, y } = await middleOf(page)
    await page.evaluate((x) => {
      const it = document.querySelector('iframe') as HTMLIFrameElement
      addEventListener('mousedown', (event) => {
        event.preventDefault()
        it.style.left = `${Number.parseInt(it.style.left, 10) + 450}px`
      })
      return x
    }, x)
    // Sent without waiting, so that both presses come within the time of a double-click however busy the machine is.
    const session = await page.context().newCDPSession(page)
    const mouse = (type: string, clickCount: number) =>
      session.send('Input.dispatchMouseEvent', {
        type: type as 'mousePressed',
        x: x + 450,
        y,
        button: 'left',
        clickCount,
      })
    await Promise.all([
      mouse('mousePressed', 1),
      mouse('mouseReleased', 1),
      mouse('mousePressed', 2),
      mouse('mouseReleased', 2),
    ])
    expect(await page.locator('iframe').boundingBox()).toMatchObject({ x: 490 })
    await expectUnsigned(page, id)
  })

  test('SEC-40: given up between the pressing and the letting go of the button, it signs nothing', async () => {
    const page = await enter()
    const id = await askToSign(page, 'Sign nothing that was given up')
    await waitUntilArmed(page)
    const { x, y } = await middleOf(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await world.begin(page, 'RPC_ABORT', { id })
    await expect.poll(() => world.outcomeOf(page, id)).toMatchObject({ error: { reason: 'REQUEST_ABORTED' } })
    await page.mouse.up()
    await expect.poll(() => buttonOf(page).count()).toBe(0)
    expect(await world.outcomeOf(page, id)).toMatchObject({ error: { reason: 'REQUEST_ABORTED' } })
  })
})

describe('what lies over the frame', () => {
  let page: Page
  let id = ''
  const message = 'Sign nothing that is covered'
  /** `it`: the frame; `cover`: puts an element over it, by its style. */
  const covers: readonly (readonly [name: string, attempt: string])[] = [
    [
      'a picture over all but the button, which lets presses through',
      `cover('inset: 40px auto auto 40px; width: 400px; height: 500px; background: white')`,
    ],
    ['a sheet that is nearly clear', `cover('inset: 0; background: rgb(255 255 255 / 0.4)')`],
    ['one line over the amount', `cover('left: 60px; top: 260px; width: 200px; height: 12px; background: white')`],
    [
      'another site’s frame',
      `cover('inset: 100px auto auto 60px; width: 300px; height: 200px; background: white', 'iframe')`,
    ],
    [
      'an element of the top layer',
      `{ const over = cover('inset: 0; width: 100%; height: 300px; background: white'); over.popover = 'manual'; over.showPopover() }`,
    ],
    ['an opacity of 0.05', `it.style.opacity = '0.05'`],
    ['an opacity of what is around it', `it.parentElement.style.opacity = '0.4'`],
    ['a filter', `it.style.filter = 'contrast(0)'`],
    ['a filter of what is around it', `document.documentElement.style.filter = 'brightness(5)'`],
    ['a clip that leaves the button alone', `it.style.clipPath = 'inset(560px 0 0 0)'`],
    ['a blend with what is behind it', `it.style.mixBlendMode = 'difference'`],
    ['a scale at which nothing can be read', `it.style.transform = 'scale(0.2)'`],
    ['a turn on its head', `it.style.transform = 'rotate(180deg)'`],
    ['the edge of the window', `it.style.left = '-120px'`],
    [
      'a box that cuts off its top',
      `{ it.style.top = '-300px'; document.body.style.cssText = 'position: relative; overflow: hidden; height: 700px' }`,
    ],
  ]
  beforeAll(async () => {
    page = await context.newPage()
    await page.goto(world.at('shop-a'))
    await world.open(page)
    id = await askToSign(page, message)
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus())
  })

  test.each(covers)('SEC-43: %s has a press do nothing', async (_, attempt) => {
    await waitUntilArmed(page)
    const { x, y } = await middleOf(page)
    await page.evaluate((attempt) => {
      const it = document.querySelector('iframe') as HTMLIFrameElement
      const before = it.style.cssText
      const added: HTMLElement[] = []
      const cover = (style: string, name = 'div') => {
        const over = document.createElement(name)
        over.style.cssText = `position: absolute; z-index: 9; border: 0; margin: 0; padding: 0; pointer-events: none; ${style}`
        added.push(over)
        document.body.append(over)
        return over
      }
      ;(window as unknown as { undo: () => void }).undo = () => {
        it.style.cssText = before
        document.body.style.cssText = ''
        document.documentElement.style.cssText = ''
        for (const over of added) over.remove()
      }
      new Function('it', 'cover', attempt)(it, cover)
    }, attempt)
    await expect.poll(() => armingOf(page)).toBe('covered')
    await page.mouse.click(x, y)
    expect(await world.outcomeOf(page, id)).toBeUndefined()
    await page.evaluate(() => (window as unknown as { undo: () => void }).undo())
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus())
  })

  test('SEC-43: in a window too small for what it says, a short press does nothing', async () => {
    await page.evaluate(() => {
      const it = document.querySelector('iframe') as HTMLIFrameElement
      it.style.width = '200px'
      it.style.height = '200px'
    })
    await expect.poll(() => buttonOf(page).textContent()).toBe('Hold to approve')
    await press(page)
    expect(await world.outcomeOf(page, id)).toBeUndefined()
    await page.evaluate(() => {
      const it = document.querySelector('iframe') as HTMLIFrameElement
      it.style.width = '400px'
      it.style.height = '640px'
    })
    // What is armed is armed anew once the frame has heard of it.
    await expect.poll(() => buttonOf(page).textContent()).not.toBe('Hold to approve')
  })

  test('SEC-43: with all of that gone, the same request is signed by the same press', async () => {
    await expectSigned(page, id, message)
    await page.close()
  })
})

describe('more than one', () => {
  test('SEC-44: a second request neither takes the place of the first nor its press: each wants a press of its own', async () => {
    const page = await enter()
    const first = await askToSign(page, 'The first of two')
    const second = await world.begin(page, 'RPC_REQUEST', sign('The second of two'))
    await screenOf(page).getByText('1 of 2').waitFor()
    expect(await screenOf(page).getByText('The second of two').count()).toBe(0)
    await waitUntilArmed(page)
    const { x, y } = await middleOf(page)
    const session = await page.context().newCDPSession(page)
    const send = (type: string, clickCount: number) =>
      session.send('Input.dispatchMouseEvent', { type: type as 'mousePressed', x, y, button: 'left', clickCount })
    // Two presses in one go: the first ends the first request, the second falls on what comes after it.
    await Promise.all([
      send('mousePressed', 1),
      send('mouseReleased', 1),
      send('mousePressed', 2),
      send('mouseReleased', 2),
    ])
    await screenOf(page).getByText('The second of two').waitFor()
    await expect.poll(() => world.outcomeOf(page, first)).toHaveProperty('answer')
    await expectUnsigned(page, second)
  })

  test('SEC-44: eight wait behind the one on screen, and a tenth is refused', async () => {
    const page = await enter()
    const ids: string[] = []
    for (let index = 0; index < 10; index += 1)
      ids.push(await world.begin(page, 'RPC_REQUEST', sign(`Number ${index}`)))
    await expect
      .poll(async () => (await Promise.all(ids.map((id) => world.outcomeOf(page, id)))).filter(Boolean).length)
      .toBeGreaterThanOrEqual(1)
    const ended = (await Promise.all(ids.map((id) => world.outcomeOf(page, id)))).filter((each) => each !== undefined)
    expect(new Set(ended.map(({ error }) => error?.reason))).toEqual(new Set(['TOO_MANY_REQUESTS']))
    await world.begin(page, 'RPC_ABORT')
    await expect
      .poll(async () => (await Promise.all(ids.map((id) => world.outcomeOf(page, id)))).filter(Boolean).length)
      .toBe(10)
    await expect.poll(() => buttonOf(page).count()).toBe(0)
  })

  test('SEC-33: a request that was signed is not signed again by its id', async () => {
    const page = await enter()
    const id = await askToSign(page, 'Once')
    await expectSigned(page, id, 'Once')
    await world.begin(page, 'RPC_REQUEST', sign('Once'), id)
    await expect.poll(() => world.outcomeOf(page, id)).toMatchObject({ error: { reason: 'ID_REPEATED' } })
    expect(await buttonOf(page).count()).toBe(0)
  })
})

describe('what is shown', () => {
  const textOf = (page: Page): Promise<string> => screenOf(page).locator('.approve').innerText()

  test('SEC-34: the browser’s origin stands first, whatever the site calls itself', async () => {
    const page = await enter()
    const name = '\u202ehttps://bank.example\u202c\n\nVerified by Latchkey'
    const metadata = { name, url: 'https://bank.example', icons: ['https://bank.example/icon.png'] }
    await world.ask(page, 'SYNC_DAPP_DATA', { metadata, sdkType: 'latchkey', projectId: 'shop' })
    const id = await askToSign(page, 'Who asks?')
    const text = await textOf(page)
    const own = world.at('shop-a').replace(/^http:\/\//, '')
    expect(text.indexOf(own)).toBeGreaterThan(0)
    expect(text.indexOf(own)).toBeLessThan(text.indexOf('bank.example'))
    expect(text).toContain('Calls itself')
    expect(text).not.toMatch(/[\u202a-\u202e]/u)
    expect(await screenOf(page).locator('img').count()).toBe(0)
    await expectUnsigned(page, id)
  })

  const typed = (part: object) => ({
    domain: { name: 'Shop', version: '1', chainId: 31_337, verifyingContract: FRIEND },
    types: {
      Order: [
        { name: 'text', type: 'string' },
        { name: 'to', type: 'address' },
      ],
    },
    primaryType: 'Order',
    message: { text: 'x', to: FRIEND },
    ...part,
  })
  test.each<[string, string]>([
    ['letters that turn the reading round', 'Pay \u202e001\u202c coins'],
    ['letters that are not seen', 'safe\u200b\u2060.example'],
    ['empty lines that push the rest away', `All is well.${'\n'.repeat(60)}Everything goes to Mallory.`],
    ['words as of the wallet itself', 'APPROVED ✓ This request was checked by your wallet.\u2028Press Sign to cancel.'],
    ['markup', '<img src=x onerror="parent.postMessage(1,`*`)"><style>*{display:none}</style>'],
  ])('SEC-47: typed data with %s shows them for what they are, among its own data', async (_, text) => {
    const page = await enter()
    const data = typed({ message: { text, to: FRIEND } })
    const id = await world.begin(page, 'RPC_REQUEST', {
      method: 'eth_signTypedData_v4',
      params: [address, JSON.stringify(data)],
    })
    const tree = screenOf(page).locator('.approve-tree').last()
    await tree.waitFor()
    const shown = await tree.innerText()
    expect(shown).not.toMatch(/[\u202a-\u202e\u200b\u2060\u2028]|\n{5,}/u)
    for (const character of text.match(/[\u202a-\u202e\u200b\u2060\u2028]/gu) ?? [])
      expect(shown).toContain(`U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
    // What stands beside the data is ours: it comes before it, and nothing of the text is outside of it.
    const words = text
      .replace(/[^\x20-\x7e]+/gu, ' ')
      .trim()
      .split(' ')
    const longest = words.reduce((long, word) => (word.length > long.length ? word : long), '')
    expect((await textOf(page)).split(longest).length).toBe(shown.split(longest).length)
    expect(await screenOf(page).locator('.approve').locator('img, script, style').count()).toBe(0)
    expect((await world.heardBy(page)).filter(({ data: told }) => (told as unknown) === 1)).toEqual([])
    await expectUnsigned(page, id)
  })

  test.each<[string, object]>([
    ['another chain', { domain: { name: 'Shop', chainId: 1 } }],
    ['a chain that is no number', { domain: { name: 'Shop', chainId: '0x7a69 ' } }],
    ['a field too much', { message: { text: 'x', to: FRIEND, amount: '1' } }],
    ['a field too few', { message: { text: 'x' } }],
    ['a type that nobody describes', { types: { Order: [{ name: 'text', type: 'Unknown' }] }, message: { text: {} } }],
    ['a type that leads to itself', { types: { Order: [{ name: 'next', type: 'Order' }] }, message: { next: null } }],
    ['a field of a prototype', { types: { Order: [{ name: 'toString', type: 'string' }] }, message: {} }],
  ])('SEC-47: typed data of %s is refused before anybody is asked', async (_, part) => {
    const page = await enter()
    const params = [address, JSON.stringify(typed(part))]
    const outcome = await world.ask(page, 'RPC_REQUEST', { method: 'eth_signTypedData_v4', params })
    expect(outcome.error?.code).toBe(-32602)
    expect(await screenOf(page).locator('.approve-tree').count()).toBe(0)
  })

  const signIn = (domain: string, uri: string) =>
    [
      `${domain} wants you to sign in with your Ethereum account:`,
      address,
      '',
      'Log in.',
      '',
      `URI: ${uri}`,
      'Version: 1',
      'Chain ID: 31337',
      'Nonce: abcdefgh12345678',
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')
  test.each<[string, () => string]>([
    ['another site', () => signIn('bank.example', 'https://bank.example/')],
    ['another site, with the address of this one', () => signIn('bank.example', world.at('shop-a'))],
    ['this site, with the address of another', () => signIn(new URL(world.at('shop-a')).host, 'https://bank.example/')],
    [
      'a site that is named like this one',
      () => signIn(`${new URL(world.at('shop-a')).host}.bank.example`, world.at('shop-a')),
    ],
    ['another site, by letters that are not seen', () => signIn('ba\u200bnk.example', 'https://bank.example/')],
  ])('SEC-48: a sign-in to %s has no button to sign it', async (_, text) => {
    const page = await enter()
    const id = await world.begin(page, 'RPC_REQUEST', sign(text()))
    await screenOf(page).locator('.approve-decision').waitFor()
    expect(await buttonOf(page).count()).toBe(0)
    await expectUnsigned(page, id)
  })

  test('SEC-39: no sign-in for another site is signed without a question, and none at all twice in a login', async () => {
    const page = await world.visit(await fresh())
    await world.open(page)
    const other = await world.logIn(page, 'silent@shop.example')
    const site = world.at('shop-a')
    const fields = {
      accountAddress: '<<AccountAddress>>',
      chainId: NETWORK,
      domain: new URL(site).host,
      uri: site,
      version: '1',
      nonce: 'abcdefgh12345678',
    }
    const foreign = await world.begin(page, 'GET_USER', { siwxMessage: { ...fields, domain: 'bank.example' } })
    await screenOf(page).locator('.approve-decision').waitFor()
    expect(await world.outcomeOf(page, foreign)).toBeUndefined()
    await page.reload()
    await world.open(page)
    // The login is over: what would have been silent asks.
    const own = await world.begin(page, 'GET_USER', { siwxMessage: fields })
    await screenOf(page).locator('.approve-decision').waitFor()
    expect(await world.outcomeOf(page, own)).toBeUndefined()
    expect(other).toMatch(/^0x/)
  })

  test.each<[string, string, unknown[]]>([
    ['eth_sign', 'eth_sign', [FRIEND, `0x${'11'.repeat(32)}`]],
    ['eth_signTransaction', 'eth_signTransaction', [{ from: FRIEND }]],
    ['wallet_addEthereumChain', 'wallet_addEthereumChain', [{ rpcUrls: ['https://evil.example'] }]],
    ['anvil_setBalance', 'anvil_setBalance', [FRIEND, '0x1']],
    ['debug_traceCall', 'debug_traceCall', []],
  ])('SEC-38, SEC-49: %s is no request', async (_, method, params) => {
    const page = await enter()
    const before = world.seen.length
    const id = await world.begin(page, 'RPC_REQUEST', { method, params })
    await world.ask(page, 'IS_CONNECTED')
    expect(await world.outcomeOf(page, id)).toBeUndefined()
    expect(world.seen.slice(before).filter(({ body }) => body.includes(method))).toEqual([])
  })

  test('SEC-38: nothing is signed for a network that the gateway has not, in whatever way the site names it', async () => {
    const page = await world.visit(context)
    onTestFinished(() => page.close())
    await world.open(page, { query: '&chainId=eip155:999' })
    const data = typed({ domain: { name: 'Shop', chainId: 999 } })
    for (const [method, params] of [
      ['personal_sign', [toHex('x'), address]],
      ['eth_signTypedData_v4', [address, JSON.stringify(data)]],
      ['eth_sendTransaction', [{ from: address, to: FRIEND, value: '0x1' }]],
    ] as const)
      for (const where of [{}, { chainId: 'eip155:999' }])
        expect((await world.ask(page, 'RPC_REQUEST', { method, params, ...where })).error?.code).toBe(4902)
    expect(await screenOf(page).locator('.approve-decision').count()).toBe(0)
  })

  test('SEC-55: a transaction, a message and data of another account, or another chain, are refused before anybody is asked', async () => {
    const page = await enter()
    for (const [method, params] of [
      ['personal_sign', [toHex('x'), FRIEND]],
      ['eth_signTypedData_v4', [FRIEND, JSON.stringify(typed({}))]],
      ['eth_sendTransaction', [{ from: FRIEND, to: FRIEND, value: '0x1' }]],
      ['eth_sendTransaction', [{ from: address, to: FRIEND, value: '0x1', chainId: '0x1' }]],
    ] as const)
      expect((await world.ask(page, 'RPC_REQUEST', { method, params })).error?.code).toBe(-32602)
    expect(await screenOf(page).locator('.approve-decision').count()).toBe(0)
  })

  test('SEC-35: no theme makes a word of the screen unreadable, moves it away or loads anything', async () => {
    const page = await enter()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const id = await askToSign(page, 'Read me')
    await waitUntilArmed(page)
    const colours = ['#fff', '#000', 'transparent', 'rgb(255 255 255 / 0.01)', '#767676', 'currentcolor', 'yellow']
    const themes: object[] = []
    for (const themeMode of ['light', 'dark'])
      for (const colour of colours) {
        const all = { '--latchkey-accent': colour, '--latchkey-surface': colour, '--latchkey-ink': colour }
        themes.push({ themeMode, themeVariables: all })
        for (const name of Object.keys(all)) themes.push({ themeMode, themeVariables: { [name]: colour } })
        themes.push({ themeMode, themeVariables: { '--latchkey-surface': colour, '--latchkey-ink': '#777' } })
        // Readable on the ground that goes with it, and on no other.
        for (const ink of ['#000', '#fff'])
          themes.push({ themeMode, themeVariables: { '--latchkey-surface': colour, '--latchkey-ink': ink } })
      }
    themes.push({ themeVariables: { '--latchkey-radius': '9999px', '--latchkey-button-radius': '-9999px' } })
    const unreadable: string[] = []
    for (const theme of themes) {
      await expect.poll(async () => (await world.ask(page, 'SYNC_THEME', theme)).error?.reason).toBeUndefined()
      const bad = await screenOf(page).locator('.approve').evaluate(readContrasts)
      for (const each of bad) unreadable.push(`${JSON.stringify(theme)}: ${each}`)
    }
    expect(unreadable).toEqual([])
    // What is no colour, length or font of the list is no theme.
    const hostile = ['url(https://evil.example/x)', 'var(--x)', 'red; position: fixed', 'image-set("x" 1x)', '</style>']
    for (const value of hostile)
      await world.begin(page, 'SYNC_THEME', {
        themeVariables: { '--latchkey-accent': value, '--latchkey-font': value },
      })
    await expect.poll(async () => (await world.ask(page, 'IS_CONNECTED')).answer).toEqual({ isConnected: true })
    expect(asked.filter((url) => url.includes('evil'))).toEqual([])
    await expectUnsigned(page, id)
  })
})

describe('what the site never gets', () => {
  test('SEC-15: the words, opened at its wish, come behind a code of their own, and not a letter of them or of the code to it', async () => {
    const page = await world.visit(await fresh())
    await world.open(page)
    await world.logIn(page, 'export@shop.example')
    const former = await mailedCode('export@shop.example')
    // Two mails to an address within 30 s are one too many.
    await world.later(31_000)
    await world.ask(page, 'OPEN_SETTINGS', { section: 'export' })
    const screen = screenOf(page)
    await screen.getByRole('textbox').waitFor()
    expect(await screen.getByRole('button', { name: /show/i }).count()).toBe(0)
    await typeCode(page, 'export@shop.example', former)
    await screen.getByRole('button', { name: /show/i }).click()
    await expect.poll(() => screen.locator('.words li').count()).toBe(24)
    const words = (await screen.locator('.words').innerText()).match(/[a-z]+/g) ?? []
    const told = JSON.stringify(await world.heardBy(page)).toLowerCase()
    for (const [index, word] of words.entries()) expect(told).not.toContain(`${word} ${words[index + 1] ?? ''}`)
    expect(await page.evaluate(() => document.documentElement.innerText)).not.toContain(words[0])
    // The page takes the focus back: they are hidden at once.
    await page.mouse.click(900, 700)
    await expect.poll(() => screen.locator('.words').count()).toBe(0)
  })

  test('SEC-09: a device that was removed elsewhere is asked, and signs nothing though its owner approves', async () => {
    const email = 'removed@shop.example'
    const page = await world.visit(await fresh())
    await world.open(page)
    await world.logIn(page, email)
    await world.later(31_000)
    const other = await world.visit(await fresh())
    await world.open(other)
    await world.logIn(other, email)
    await world.later(31_000)
    const former = await mailedCode(email)
    await world.ask(other, 'OPEN_SETTINGS', { section: 'devices' })
    const screen = screenOf(other)
    await screen.getByRole('button', { name: 'Remove' }).first().click()
    await typeCode(other, email, former)
    await expect.poll(() => screen.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    await page.reload()
    await world.open(page)
    // Asked as before, and approved: its half is useless without the gateway's, which is gone.
    const params = [toHex('Still me?'), (await userOf(page)).address]
    const id = await world.begin(page, 'RPC_REQUEST', { method: 'personal_sign', params })
    await waitUntilArmed(page)
    await press(page)
    await expect.poll(() => world.outcomeOf(page, id)).toMatchObject({ error: { reason: 'SESSION_REFUSED' } })
    expect(await world.ask(page, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })
  })
})

async function fresh(): Promise<BrowserContext> {
  const made = await world.browser.newContext()
  onTestFinished(() => made.close())
  return made
}
const userOf = async (page: Page) => (await world.ask(page, 'GET_USER')).answer as { readonly address: string }
/** The newest code that was mailed. */
async function mailedCode(email: string): Promise<string> {
  const [, one = '', two = ''] = await world.servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
  return one + two
}
/** Types the code that was mailed after a former one into the frame. */
async function typeCode(page: Page, email: string, former: string): Promise<void> {
  const field = screenOf(page).getByRole('textbox')
  await field.waitFor()
  await expect.poll(() => mailedCode(email)).not.toBe(former)
  await field.fill(await mailedCode(email))
  await screenOf(page).getByRole('button', { name: 'Continue' }).click()
}

/** Texts of a screen whose ink can hardly be told from the ground below it, as the browser computes both. Runs in the page. */
function readContrasts(root: Element): readonly string[] {
  const canvas = new OffscreenCanvas(1, 1)
  const brush = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
  const paint = (colours: readonly string[]): readonly number[] => {
    brush.clearRect(0, 0, 1, 1)
    for (const colour of colours) {
      brush.fillStyle = colour
      brush.fillRect(0, 0, 1, 1)
    }
    return [...brush.getImageData(0, 0, 1, 1).data]
  }
  const light = ([red = 0, green = 0, blue = 0]: readonly number[]): number => {
    const part = (value: number) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
  }
  const found: string[] = []
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent ?? '')
    const text = own.join('').trim()
    const box = element.getBoundingClientRect()
    if (!text || element.closest('[aria-disabled]')) continue
    const grounds: string[] = []
    for (let above: Element | null = element; above; ) {
      grounds.unshift(getComputedStyle(above).backgroundColor)
      const parent: Element | null = above.parentElement
      above = parent ?? ((above.getRootNode() as ShadowRoot).host || null)
    }
    const scheme = getComputedStyle(element).colorScheme.includes('dark') ? '#121212' : '#ffffff'
    const ground = paint([scheme, ...grounds])
    const { color, visibility, opacity, fontSize } = getComputedStyle(element)
    const ink = paint([`rgb(${ground.slice(0, 3).join(' ')})`, color])
    const [dim = 0, bright = 0] = [light(ink), light(ground)].sort((one, other) => one - other)
    const contrast = (bright + 0.05) / (dim + 0.05)
    const isThere =
      visibility === 'visible' && Number(opacity) > 0.9 && Number.parseFloat(fontSize) >= 11 && box.width > 0
    if (contrast < 4.5 || !isThere) found.push(`${text.slice(0, 30)} ${contrast.toFixed(2)}`)
  }
  return found
}
