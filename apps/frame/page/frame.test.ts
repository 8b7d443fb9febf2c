/**
 * The built frame in Chromium, on a site of its own within two others, over the real servers. Storage is partitioned, as browsers have it
 * for visitors (SEC-135), and in one test refused.
 */

import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from 'playwright'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, beforeEach, test as everyTest, expect, onTestFinished } from 'vitest'
import { createFrameApp } from '../../../packages/server/src/frame/createFrameApp.ts'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { findBrowser, OFF } from '../../../scripts/browser.ts'
import { buildFrame } from '../build/buildFrame.ts'
import { startTestServers, type TestServers } from '../wallet/testServers.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

/** A site that embeds the frame: the other end of its channel, in as few lines as it takes. */
const SITE = `<!doctype html><meta charset="utf-8"><title>Site</title><script>
const heard = [], waiting = new Map()
let port
const open = (frame, how = {}) => new Promise((resolve) => {
  const element = document.createElement('iframe')
  element.title = 'Wallet'
  element.referrerPolicy = 'origin'
  element.style.cssText = 'width: 400px; height: 640px; border: 0'
  if (how.allow) element.allow = how.allow
  if (how.sandbox !== '') element.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  addEventListener('message', ({ data, origin, source }) => {
    heard.push({ data, origin })
    if (source !== element.contentWindow || data?.type !== '@latchkey-frame/READY') return
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }) => {
      heard.push({ data })
      const name = data.type.replace('@latchkey-frame/', '')
      const [, ending] = /_(SUCCESS|ERROR)$/.exec(name) ?? []
      if (ending) waiting.get(data.id)?.(ending === 'ERROR' ? { error: data.payload } : { answer: data.payload })
    }
    const hello = { type: '@latchkey-app/HELLO', payload: { nonce: data.payload.nonce, projectId: 'shop' } }
    element.contentWindow.postMessage(hello, frame, [channel.port2])
    resolve(data.payload)
  })
  element.src = frame + '/v1/frame?projectId=' + (how.projectId ?? 'shop') + '&chainId=eip155:31337'
  document.body.append(element)
})
const call = (name, payload) => new Promise((resolve) => {
  const id = crypto.randomUUID()
  waiting.set(id, resolve)
  port.postMessage({ type: '@latchkey-app/' + name, id, ...(payload === undefined ? {} : { payload }) })
})
</script><body>`

let browser: Browser
let servers: TestServers
let server: ReturnType<typeof createAdaptorServer>
let at: (name: string) => string
let person = 0
/** How far the servers' clock is ahead of the machine's, which browsers have, in ms. A proof may be a minute old or early. */
let ahead = 0
const BEHIND_AT_FIRST = -55_000
/** Lets 31 s pass for the servers: two mails within 30 s are one too many. */
const rest = (): void => {
  ahead += 31_000
  servers.time.now = Date.now() + ahead
}
let email = ''
const violations: string[] = []

const launch = (off: readonly string[], kind: 'shell' | 'path' = 'shell') => {
  const { args, env, ...programs } = findBrowser()
  // Chromium heeds the last list of features alone.
  const own = [...args, `--disable-features=${off.join(',')}`]
  return chromium.launch({
    executablePath: programs[kind],
    args: own,
    env: { ...(process.env as Record<string, string>), ...env },
  })
}

beforeAll(async () => {
  const { files } = await buildFrame()
  let answer = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  server = createAdaptorServer({ fetch: (request) => answer(request) })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  at = (name) => `http://${name}.localhost:${port}`
  const [gate, vaultUrl, frame] = [at('api.wallet'), at('vault.wallet'), at('wallet')]
  const sites = [at('shop-a'), at('shop-b')]
  servers = await startTestServers({ gate, vaultUrl, frame, sites })
  const app = createFrameApp({
    files: new Map([...files].map(([name, bytes]) => [`/${name}`, Buffer.from(bytes)])),
    gatewayUrl: gate,
    vaultOrigin: vaultUrl,
    projects: [{ id: 'shop', origins: sites }],
    chains: [],
  })
  answer = async (request) => {
    const { origin } = new URL(request.url)
    if (origin === frame) return app.request(request)
    if (origin !== gate && origin !== vaultUrl) return new Response(SITE, { headers: { 'content-type': 'text/html' } })
    servers.time.now = Date.now() + ahead
    const body = request.method === 'POST' ? await request.text() : undefined
    return servers.reach(request.url, { method: request.method, headers: request.headers, ...(body && { body }) })
  }
  browser = await launch(OFF.filter((name) => name !== 'ThirdPartyStoragePartitioning'))
})
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => server?.close(resolve))
  await servers?.close()
})
beforeEach(() => {
  email = `person${++person}@shop.example`
  ahead = BEHIND_AT_FIRST
  violations.length = 0
})

/** What the site's script does, as the tests call it. */
declare const open: (frame: string, how?: object) => Promise<{ storage: string }>
declare const call: (name: string, payload?: unknown) => Promise<{ answer?: unknown; error?: { reason?: string } }>
declare const heard: readonly { readonly data: { readonly type: string; readonly payload?: unknown } }[]

const visit = async (context: BrowserContext, site: string): Promise<Page> => {
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text())
  })
  await page.goto(at(site))
  return page
}
const newContext = async (from: Browser = browser): Promise<BrowserContext> => {
  const context = await from.newContext()
  onTestFinished(() => context.close())
  return context
}
const openIn = (page: Page, how: object = {}) =>
  page.evaluate(([frame, how]) => open(frame, how), [at('wallet'), how] as const)
const ask = (page: Page, name: string, payload?: unknown) =>
  page.evaluate(([name, payload]) => call(name, payload), [name, payload] as const)

/** Logs in by the mails, as a person would. */
const logIn = async (page: Page) => {
  expect(await ask(page, 'CONNECT_EMAIL', { email })).toEqual({ answer: { action: 'VERIFY_DEVICE' } })
  const waiting = ask(page, 'CONNECT_DEVICE')
  const [link] = await servers.readMail(email, /http:\/\/vault\.wallet\.localhost:\d+\/device\/\S+/)
  await servers.press(link, 'approve')
  expect(await waiting).toEqual({})
  const [, one = '', two = ''] = await servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
  const entered = await ask(page, 'CONNECT_OTP', { otp: one + two })
  if (entered.error) throw new Error(entered.error.reason)
}

test('a newcomer gets a wallet by e-mail, signs with it, has it after a reload, and not on another site', async () => {
  const context = await newContext()
  const shop = await visit(context, 'shop-a')
  expect(await openIn(shop)).toMatchObject({ storage: 'kept', protocol: 1 })
  expect(await ask(shop, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })
  await logIn(shop)
  const user = await ask(shop, 'GET_USER')
  expect(user).toMatchObject({
    answer: { email, chainId: 31_337, address: expect.stringMatching(/^0x[\da-fA-F]{40}$/) },
  })

  // SEC-41: signed after a press inside the frame, and by nothing else.
  const { answer: account } = user as { readonly answer: { readonly address: `0x${string}` } }
  const message = 'Grüße from the shop'
  const params = [`0x${Buffer.from(message).toString('hex')}`, account.address]
  const signing = ask(shop, 'RPC_REQUEST', { method: 'personal_sign', params })
  const frame = shop.frameLocator('iframe')
  await frame.getByText(message).waitFor()
  // Armed once it was seen for a while; held, where the browser cannot tell whether it is covered.
  await frame.locator('button:not([aria-disabled])', { hasText: /^(Sign|Hold to approve)$/ }).click({ delay: 900 })
  const { answer: signature } = (await signing) as { readonly answer: `0x${string}` }
  expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
  const told = await shop.evaluate(() => heard.map(({ data }) => data.type))
  expect(told.filter((type) => type.includes('/UI_'))).toEqual([
    '@latchkey-frame/UI_REQUEST',
    '@latchkey-frame/UI_DONE',
  ])

  await shop.reload()
  await openIn(shop)
  expect(await ask(shop, 'IS_CONNECTED')).toEqual({ answer: { isConnected: true } })
  expect(await ask(shop, 'GET_USER')).toEqual(user)

  // SEC-135: another site has a storage of its own, and learns nothing of this one.
  const other = await visit(context, 'shop-b')
  expect(await openIn(other)).toMatchObject({ storage: 'kept' })
  expect(await ask(other, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })

  expect(await ask(shop, 'SIGN_OUT')).toEqual({})
  expect(await ask(shop, 'GET_USER')).toMatchObject({ error: { code: 4100, reason: 'SESSION_REFUSED' } })
  // SEC-21: nothing of all this broke the policy.
  expect(violations).toEqual([])
})

test('SEC-22: a site that is not on the list, or a project that nobody knows, never gets READY', async () => {
  const context = await newContext()
  for (const [site, how] of [
    ['evil', {}],
    ['shop-a', { projectId: 'nobody' }],
  ] as const) {
    const page = await visit(context, site)
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/i.test(message.text()))
    await page.evaluate(([frame, how]) => void open(frame, how), [at('wallet'), how] as const)
    await refused
    expect(await page.evaluate(() => heard)).toEqual([])
  }
})

test('SEC-24, SEC-26: without the attributes of the site the frame opens no window, goes nowhere and takes no text for code', async () => {
  const page = await visit(await newContext(), 'shop-a')
  await openIn(page, { sandbox: '' })
  const frame = page.frames().find((each) => each.url().startsWith(at('wallet')))
  const tried = await frame?.evaluate(() => {
    const attempt = (run: () => unknown): string => {
      try {
        return String(run())
      } catch (error) {
        return (error as Error).name
      }
    }
    return [
      attempt(() => window.open('about:blank')),
      attempt(() => {
        if (window.top) window.top.location.href = 'about:blank'
      }),
      attempt(() => {
        document.body.innerHTML = '<b>x</b>'
      }),
      attempt(() => new Worker('/assets/other.js')),
    ]
  })
  expect(tried).toEqual(['null', 'SecurityError', 'TypeError', 'TypeError'])
  expect(page.url()).toBe(`${at('shop-a')}/`)
})

test('SEC-28: opened by itself the page says what it is, and starts nothing', async () => {
  const page = await (await newContext()).newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${at('wallet')}/v1/frame?projectId=shop`)
  await page.getByText('works only inside them').waitFor()
  expect(asked.filter((path) => path === '/config.json' || path.includes('worker'))).toEqual([])
})

test('SEC-17, F-43: where the browser keeps nothing the wallet works until the page is left, and READY says so', async () => {
  // Without partitions this browser refuses a frame of another site any storage.
  const denying = await launch(OFF, 'path')
  onTestFinished(() => denying.close())
  const page = await visit(await newContext(denying), 'shop-a')
  expect(await openIn(page)).toMatchObject({ storage: 'none' })
  await logIn(page)
  expect(await ask(page, 'GET_USER')).toMatchObject({ answer: { email } })
  await page.reload()
  await openIn(page)
  expect(await ask(page, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })
})

/** Reads the newest code to the visitor, later than the last mail may be. */
const readCode = async (): Promise<string> => {
  const [, one = '', two = ''] = await servers.readMail(email, /\n(\d{3}) (\d{3})\n/)
  return one + two
}

/** Types the fresh code that a screen of the frame asks for. */
const prove = async (frame: FrameLocator) => {
  const label = frame.getByLabel('Code of 6 digits')
  await label.waitFor()
  // The first may have to be asked for again, once it is known that it was refused: while it is on its way the button is busy.
  const again = frame.getByRole('button', { name: 'Try again', disabled: false })
  const next = frame.getByRole('button', { name: 'Continue' })
  await expect.poll(async () => (await again.isVisible()) || (await next.isVisible())).toBe(true)
  if (await again.isVisible()) {
    rest()
    await again.click()
    await next.waitFor()
  }
  await label.fill(await readCode())
  await next.click()
}

/** A browser with an authenticator in it that verifies its owner and computes PRF. */
const addAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Keeps a copy of what authenticators compute, in whichever frame. */
const recordPasskeys = () => {
  const kept: string[] = []
  Object.assign(globalThis, { computed: kept })
  for (const name of ['create', 'get'] as const) {
    const real = navigator.credentials?.[name].bind(navigator.credentials)
    if (!real) continue
    navigator.credentials[name] = (async (options: CredentialCreationOptions) => {
      const made = (await real(options)) as PublicKeyCredential
      const first = made.getClientExtensionResults().prf?.results?.first
      if (first) kept.push([...new Uint8Array(first as ArrayBuffer)].map((byte) => String.fromCharCode(byte)).join(''))
      return made
    }) as never
  }
}

test('SEC-13, F-48: a strict wallet comes back by a passkey on another site, which is another device; without it a wallet is not brought', async () => {
  const context = await newContext()
  await context.addInitScript(recordPasskeys)
  const page = await visit(context, 'shop-a')
  await addAuthenticator(page)
  // The site allows the frame passkeys, as the SDK does.
  const how = { allow: `publickey-credentials-get ${at('wallet')}; publickey-credentials-create ${at('wallet')}` }
  const sent: string[] = []
  context.on('request', (request) => sent.push(request.postData() ?? ''))
  await openIn(page, how)
  await logIn(page)
  const user = await ask(page, 'GET_USER')
  const frame = page.frameLocator('iframe')
  rest()
  expect(await ask(page, 'OPEN_SETTINGS', { section: 'recovery' })).toEqual({})
  await frame.getByRole('button', { name: 'Add a passkey' }).click()
  await prove(frame)
  await frame.getByRole('heading', { name: 'Add a passkey' }).waitFor()
  await frame.getByRole('button', { name: 'Add a passkey' }).click()
  await frame.getByRole('button', { name: 'Turn off' }).click()
  await frame.getByText('Only you can bring your wallet back').waitFor()
  await frame.getByRole('button', { name: 'Turn off' }).click()
  await frame.getByText('Only you can bring your wallet back').waitFor()
  await frame
    .getByRole('listitem')
    .filter({ hasText: 'Our two servers' })
    .getByRole('button', { name: 'Turn on' })
    .waitFor()
  await frame.getByRole('button', { name: 'Done' }).click()

  rest()
  await page.goto(at('shop-b'))
  await openIn(page)
  const entering = expect(logIn(page)).rejects.toThrow('WALLET_STRICT')
  // F-48: a site that allows its frame no passkeys.
  await frame.getByRole('button', { name: 'Use a passkey' }).click()
  await frame.getByText('Your passkey could not be used here').waitFor()
  await frame.getByRole('button', { name: 'Cancel' }).click()
  await entering

  await page.reload()
  await openIn(page, how)
  const bringing = ask(page, 'GET_USER')
  await frame.getByRole('button', { name: 'Use a passkey' }).click()
  await bringing
  expect(await ask(page, 'GET_USER')).toMatchObject({
    answer: { address: (user as { answer: { address: string } }).answer.address, isBackedUp: true },
  })
  // What the authenticator computes leaves the browser in no call.
  const inner = page.frames().find((each) => each.url().startsWith(at('wallet')))
  const computed = (await inner?.evaluate(() => (globalThis as unknown as { computed: string[] }).computed)) ?? []
  expect([computed.length, computed[0]?.length]).toEqual([1, 32])
  const bytes = Buffer.from(computed[0] ?? '', 'latin1')
  expect(sent.filter((body) => body.includes('recover') || body.includes('wallet')).length).toBeGreaterThan(1)
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    expect(sent.join('\n')).not.toContain(bytes.toString(encoding))
  expect(violations).toEqual([])
}, 240_000)

test('SEC-81: a login on a new device is proven by the passkey of a real authenticator, within the site that asks, and is none without it', async () => {
  const context = await newContext()
  const page = await visit(context, 'shop-a')
  await addAuthenticator(page)
  const how = { allow: `publickey-credentials-get ${at('wallet')}; publickey-credentials-create ${at('wallet')}` }
  await openIn(page, how)
  await logIn(page)
  const user = await ask(page, 'GET_USER')
  const frame = page.frameLocator('iframe')
  rest()
  await ask(page, 'OPEN_SETTINGS', { section: 'recovery' })
  await frame.getByRole('button', { name: 'Add a passkey' }).click()
  await prove(frame)
  await frame.getByRole('heading', { name: 'Add a passkey' }).waitFor()
  await frame.getByRole('button', { name: 'Add a passkey' }).click()
  const entry = frame.getByRole('listitem').filter({ hasText: 'New devices' })
  await entry.getByRole('button', { name: 'Turn on' }).click()
  await frame.getByRole('heading', { name: 'New devices' }).waitFor()
  await frame.getByRole('button', { name: 'Turn on' }).click()
  await entry.getByText('They need your passkey beside the code.').waitFor()
  await frame.getByRole('button', { name: 'Done' }).click()

  rest()
  await page.goto(at('shop-b'))
  await openIn(page, how)
  const leaving = expect(logIn(page)).rejects.toThrow('PASSKEY_NEEDED')
  await frame.getByText('This device is new.').waitFor()
  await frame.getByRole('button', { name: 'Cancel' }).click()
  await leaving
  expect(await ask(page, 'IS_CONNECTED')).toEqual({ answer: { isConnected: false } })

  rest()
  await page.reload()
  await openIn(page, how)
  const entering = logIn(page)
  await frame.getByRole('button', { name: 'Use a passkey' }).click()
  await entering
  expect(await ask(page, 'GET_USER')).toMatchObject({
    answer: { address: (user as { answer: { address: string } }).answer.address },
  })
  expect(violations).toEqual([])
}, 240_000)
