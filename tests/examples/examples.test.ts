/** Every example from what would be published: built without a warning, opened, and from its button to a signed message. */
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { type Browser, chromium, type Page, expect as playwrightExpect } from '@playwright/test'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/browser.ts'
import { createExamplesBox, type ExamplesBox } from './createExamplesBox.ts'

declare global {
  interface Window {
    LatchkeyTesting: typeof import('latchkey/testing')
  }
}

const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const URL_OF_OTHERS = /^https?:\/\/(?!127\.0\.0\.1)/

/** What is added to an example's own build command, so that a warning fails it or is all that is written. */
const STRICT: Readonly<Record<string, readonly string[]>> = {
  vite: ['--logLevel', 'warn'],
  webpack: ['--fail-on-warnings', '--stats', 'errors-warnings'],
  esbuild: ['--log-level=warning'],
  node: [],
}
const PAGES = [
  { name: 'vue', folder: 'dist' },
  { name: 'svelte', folder: 'dist' },
  { name: 'vanilla-webpack', folder: '.' },
  { name: 'vanilla-esbuild', folder: '.' },
] as const
/** The entries that a site uses without installing anything else. */
const ENTRIES = [
  'latchkey',
  'latchkey/actions',
  'latchkey/bitcoin',
  'latchkey/core',
  'latchkey/networks',
  'latchkey/polkadot',
  'latchkey/react',
  'latchkey/siwx',
  'latchkey/solana',
  'latchkey/testing',
  'latchkey/universal',
] as const

const expectPage = playwrightExpect.configure({ timeout: 15_000 })

let box: ExamplesBox
let browser: Browser
const ends: (() => void | Promise<void>)[] = []

beforeAll(async () => {
  box = await createExamplesBox()
  ends.push(box.remove)
  const { path, args, env } = findBrowser()
  browser = await chromium.launch({
    executablePath: path,
    args: [...args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  ends.push(() => browser.close())
}, 240_000)
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** Builds an example by its own command. Fails when the bundler has anything to say. */
function build(name: string): void {
  const manifest = JSON.parse(readFileSync(box.locate(`${name}/package.json`), 'utf8')) as {
    scripts: { build: string }
  }
  const [program = '', ...parameters] = manifest.scripts.build.split(' ')
  const { status, text } = box.run(name, program, ...parameters, ...(STRICT[program] ?? []))
  expect({ status, text: text.replace('webpack compiled successfully', '').trim() }, name).toEqual({
    status: 0,
    text: '',
  })
}

/** Serves on a free port until the end. */
async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A page in a browser of its own with one wallet; other hosts answer as an empty chain does. Keeps what the page complains of. */
async function openPage(): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ locale: 'en-GB' })
  ends.push(() => context.close())
  await context.addInitScript({ path: box.locate('node_modules/latchkey/dist/script/testing.js') })
  await context.addInitScript((text: string) => {
    // A tab that was only opened has no storage yet.
    if (!location.protocol.startsWith('http')) return
    const storage = {
      get: () => sessionStorage.getItem('wallet'),
      set: (value: string) => sessionStorage.setItem('wallet', value),
    }
    const chain = { rpcUrl: 'https://node.example', chainId: 1 }
    window.LatchkeyTesting.createScriptedWallet({
      name: 'Tide',
      rdns: 'test.tide',
      privateKey: text as `0x${string}`,
      storage,
      ...chain,
    }).announce(window)
  }, KEY)
  await context.route(URL_OF_OTHERS, (route) => {
    const asked: unknown = route.request().postDataJSON()
    const answer = (call: unknown) => ({ jsonrpc: '2.0', id: Reflect.get(Object(call), 'id'), result: '0x0' })
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: Array.isArray(asked) ? asked.map(answer) : answer(asked),
    })
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return { page, complaints }
}

/** From the button to a signed message. */
async function connectAndSign(page: Page): Promise<void> {
  await expectPage(page.locator('#address')).toHaveText('Nobody is here yet.')
  await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
  await page.locator('[data-latchkey] dialog').getByRole('button', { name: 'Tide' }).click()
  await expectPage(page.locator('#address')).toHaveText(ADDRESS)
  await page.locator('#sign').click()
  await expectPage(page.locator('#signature')).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = (await page.locator('#signature').textContent()) as `0x${string}`
  expect(await verifyMessage({ address: ADDRESS, message: 'Hello!', signature })).toBe(true)
}

test.each(PAGES)('$name is built without a warning, and a visitor connects and signs', async ({ name, folder }) => {
  build(name)
  const { page, complaints } = await openPage()
  await page.goto(await serveFiles(box.locate(`${name}/${folder}`)))
  await connectAndSign(page)
  expect(complaints).toEqual([])
})

describe('the one-file script', () => {
  const POLICY =
    "default-src 'none'; script-src 'self'; connect-src https:; img-src data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

  test('SEC-100, SEC-101: it runs by its hash under a strict policy with Trusted Types, and a visitor connects and signs', async () => {
    build('script-tag')
    const { page, complaints } = await openPage()
    await page.goto(await serveFiles(box.locate('script-tag/dist'), POLICY))
    await connectAndSign(page)
    expect(complaints).toEqual([])
  })

  test('SEC-131: a script with one other letter is not run', async () => {
    const folder = box.locate('script-tag/dist')
    const spoilt = box.locate('script-tag/spoilt')
    cpSync(folder, spoilt, { recursive: true })
    appendFileSync(join(spoilt, 'latchkey.js'), ' ')
    const { page, complaints } = await openPage()
    await page.goto(await serveFiles(spoilt, POLICY))
    await expect.poll(() => complaints.join()).toContain('integrity')
    expect(await page.evaluate(() => Reflect.has(window, 'Latchkey'))).toBe(false)
  })
})

test('next is built without a warning, shows the address in the first paint after a reload, and hydrates without a difference', async () => {
  const { status, text } = box.run('next', 'next', 'build')
  expect(text).not.toMatch(/warn|⚠|error/i)
  expect(status, text).toBe(0)
  const url = await startNext()
  const { page, complaints } = await openPage()
  await page.goto(url)
  await connectAndSign(page)

  const markup = await (await page.request.get(url)).text()
  expect(markup).toContain(`<p id="address">${ADDRESS}</p>`)
  expect(await (await fetch(url)).text()).toContain('<p id="address">Nobody is here yet.</p>')
  await page.reload()
  await expectPage(page.locator('#sign')).toBeEnabled()
  await expectPage(page.locator('#address')).toHaveText(ADDRESS)
  expect(complaints).toEqual([])
})

test('no bundler asks for a package that a site does not use', () => {
  const folder = box.locate('entries')
  mkdirSync(join(folder, 'src'), { recursive: true })
  const lines = ENTRIES.map((entry, index) => `import * as entry${index} from '${entry}'`)
  const used = ENTRIES.map((_, index) => `entry${index}`).join()
  writeFileSync(join(folder, 'src/index.js'), `${lines.join('\n')}\nglobalThis.entries = [${used}]\n`)
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/src/index.js"></script>')
  // React's own plugin, as every site with React and Vite has it.
  writeFileSync(
    join(folder, 'vite.config.js'),
    "import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }\n",
  )
  for (const command of ['vite build', 'webpack --mode development', 'esbuild src/index.js --bundle --outdir=out']) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { build: command } }))
    build('entries')
  }
})

/** Serves a folder as any server of files does, its pages with a policy where one is given. */
function serveFiles(folder: string, policy?: string): Promise<string> {
  return serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid')
    const path = join(folder, pathname === '/' ? 'index.html' : normalize(pathname))
    if (!existsSync(path)) return response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end()
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
    if (policy) response.setHeader('content-security-policy', policy)
    response.end(readFileSync(path))
  })
}

/** Starts the built site on a free port, and waits until it answers. */
async function startNext(): Promise<string> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const child = box.start('next', 'next', 'start', '--hostname', '127.0.0.1', '--port', String(port))
  ends.push(child)
  const url = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status, { timeout: 30_000 }).toBe(200)
  return url
}
