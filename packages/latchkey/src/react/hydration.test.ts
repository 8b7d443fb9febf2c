import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '../../../../scripts/browser.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const MAJORS = {
  'React 19': join(ROOT, 'node_modules'),
  'React 18': join(ROOT, 'tests/react18/node_modules'),
} as const
type Major = keyof typeof MAJORS

/** The page of a host, the same on the server and in the browser. */
const APP = `
import { StrictMode, useState } from 'react'
import { AccountButton, Button, ConnectButton, LatchkeyProvider, NetworkButton, useAccount, useNetwork } from './index.ts'
import { mainnet } from '../networks/index.ts'

const options = { id: 'shop', networks: [mainnet], metadata: { name: '</script><script>globalThis.hacked = true</script>' } }
function State() {
  const { status, isReady } = useAccount()
  const { network } = useNetwork()
  return <p id="state">{status} {String(isReady)} {network?.name}</p>
}
export function App() {
  return (
    <StrictMode>
      <LatchkeyProvider options={options}>
        <State />
        <Button className="header" size="sm" charsStart={6} />
        <ConnectButton label={'Sign in</latchkey-connect-button><img src=x onerror="globalThis.hacked = true">'} />
        <AccountButton balance="hide" disabled={false} />
        <NetworkButton disabled={true} />
      </LatchkeyProvider>
    </StrictMode>
  )
}
`
/** The same page, whose server has read a cookie. */
const RETURNING = `
import { StrictMode } from 'react'
import { Button, LatchkeyProvider, useAccount } from './index.ts'
import { readInitialState } from '../core/kernel/saved/readInitialState.ts'
import { universal } from '../adapters/universal/index.ts'
import { mainnet } from '../networks/index.ts'

const saved = { connectorId: 'io.fox', networkId: 'eip155:1', address: '${`0x${'1'.repeat(40)}`}' }
const record = { v: 1, active: 'eip155', connections: { eip155: saved } }
const initialState = readInitialState('latchkey-shop=' + encodeURIComponent(JSON.stringify(record)), 'shop')
const options = { id: 'shop', networks: [mainnet], adapters: [universal()], storage: 'cookie', initialState }
function State() {
  const { status, restoringAddress } = useAccount()
  return <p id="state">{status} {restoringAddress}</p>
}
export function App() {
  return <StrictMode><LatchkeyProvider options={options}><State /><Button /></LatchkeyProvider></StrictMode>
}
`
const SERVER = `
import { renderToString } from 'react-dom/server'
import { App } from 'app'
export const version = (await import('react')).version
export const html = renderToString(<App />)
`
const CLIENT = `
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from 'app'
const container = document.getElementById('root')
globalThis.firstButton = document.querySelector('latchkey-button')
const root = hydrateRoot(container, <App />, { onRecoverableError: (error) => console.error(error) })
globalThis.again = () => {
  root.unmount()
  const next = createRoot(container)
  next.render(<App />)
}
`

const scratch = mkdtempSync(join(tmpdir(), 'latchkey-hydration-'))
let browser: Browser
beforeAll(async () => {
  const found = findBrowser()
  browser = await chromium.launch({
    executablePath: found.shell,
    args: [...found.args],
    env: { ...process.env, ...found.env },
  })
})
afterAll(async () => {
  await browser?.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** Gives `app` its text, sheets their text, and React its major. */
function plugin(modules: string, app: string): Plugin {
  return {
    name: 'host',
    setup(setup) {
      setup.onResolve({ filter: /^app$/ }, () => ({ path: 'app', namespace: 'app' }))
      setup.onLoad({ filter: /.*/, namespace: 'app' }, () => ({
        contents: app,
        loader: 'tsx',
        resolveDir: import.meta.dirname,
      }))
      setup.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path.replace('?inline', '')),
      }))
      setup.onResolve({ filter: /^(react|react-dom)($|\/)/ }, ({ path, pluginData }) => {
        if (pluginData === 'host') return undefined
        return setup.resolve(path, { resolveDir: join(modules, '..'), kind: 'import-statement', pluginData: 'host' })
      })
    },
  }
}
/** What was bundled, by what it was bundled from: several tests open the same page. */
const bundled = new Map<string, Promise<string>>()
function bundleOnce(major: Major, contents: string, options: BuildOptions, app = APP): Promise<string> {
  const key = JSON.stringify([major, contents, options, app])
  const found = bundled.get(key) ?? bundle(major, contents, options, app)
  bundled.set(key, found)
  return found
}
async function bundle(major: Major, contents: string, options: BuildOptions, app: string): Promise<string> {
  const result = await build({
    stdin: { contents, loader: 'tsx', resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['@latchkey/source'],
    loader: { '.css': 'text' },
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [plugin(MAJORS[major], app)],
    logLevel: 'silent',
    ...options,
  })
  return result.outputFiles?.[0]?.text ?? ''
}
async function renderOnServer(major: Major, app = APP): Promise<{ html: string; version: string }> {
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire('file:///');" }
  const code = await bundleOnce(major, SERVER, { platform: 'node', banner }, app)
  const path = join(scratch, `${major.replace(' ', '-')}-${app.length}.mjs`)
  writeFileSync(path, code)
  return import(/* @vite-ignore */ pathToFileURL(path).href)
}
/** Opens the host's page: server markup, then the client's code. Gives what the page's console complained about. */
async function openPage(
  major: Major,
  html: string,
  { app = APP, storage = {} }: { app?: string; storage?: Readonly<Record<string, string>> } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const script = (await bundleOnce(major, CLIENT, {}, app)).replaceAll('</script', '<\\/script')
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(() => {
    Object.assign(globalThis, { claims: 0 })
    document.addEventListener('latchkey:ready', () => {
      Object.assign(globalThis, { claims: (globalThis as unknown as { claims: number }).claims + 1 })
    })
  })
  await page.addInitScript((records) => {
    for (const [key, text] of Object.entries(records)) localStorage.setItem(key, text)
    // What a visitor sees of the button, frame by frame.
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = (): void => {
      const button = document.querySelector('latchkey-button')
      const text = (button?.shadowRoot ?? button)?.textContent
      if (text && seen.at(-1) !== text) seen.push(text)
      requestAnimationFrame(look)
    }
    look()
  }, storage)
  const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><div id="root">${html}</div><script type="module">${script}</script>`
  await page.route('**/*', (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }))
  await page.goto('http://localhost/')
  return { page, complaints }
}
const texts = (page: Page) => page.$$eval('#root > *', (elements) => elements.map((element) => element.textContent))

test.each(Object.keys(MAJORS) as Major[])(
  'F-49: %s renders the host’s page on a server, labels included, and hydrates it without a complaint',
  async (major) => {
    const { html, version } = await renderOnServer(major)
    expect(version.split('.')[0]).toBe(major.split(' ')[1])
    expect(html).toContain(
      '<latchkey-button class="header" instance="shop" size="sm" chars-start="6">Connect Wallet</latchkey-button>',
    )
    expect(html).toContain(
      '<latchkey-account-button instance="shop" balance="hide">Connect Wallet</latchkey-account-button>',
    )
    expect(html).toContain(
      '<latchkey-network-button instance="shop" disabled="">Select Network</latchkey-network-button>',
    )
    expect(html).toMatch(/<p id="state">disconnected(<!-- --> )+<!-- -->false/)

    const { page, complaints } = await openPage(major, html)
    await page.waitForFunction(() => document.getElementById('state')?.textContent === 'disconnected true Ethereum')
    expect(complaints).toEqual([])
    expect(
      await page.evaluate(() => [
        Reflect.get(globalThis, 'firstButton') === document.querySelector('latchkey-button'),
        document.querySelector('latchkey-button')?.shadowRoot?.textContent,
        document.querySelector('latchkey-button')?.textContent,
      ]),
    ).toEqual([true, 'Connect Wallet', 'Connect Wallet'])
    await page.close()
  },
)

test.each(Object.keys(MAJORS) as Major[])(
  'SEC-104: %s writes hostile labels and names as text, on the server and in the browser',
  async (major) => {
    const { html } = await renderOnServer(major)
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<img')
    const { page, complaints } = await openPage(major, html)
    await page.waitForFunction(() => document.getElementById('state')?.textContent?.includes('true'))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined()
    expect((await texts(page))[2]).toContain('<img src=x')
    expect(complaints).toEqual([])
    await page.close()
  },
)

test.each(Object.keys(MAJORS) as Major[])(
  'F-50: in StrictMode and after making the tree anew %s has one instance',
  async (major) => {
    const { html } = await renderOnServer(major)
    const { page, complaints } = await openPage(major, html)
    await page.waitForFunction(() => document.getElementById('state')?.textContent?.includes('true'))
    await page.evaluate(() => Reflect.get(globalThis, 'again')())
    await page.waitForFunction(() => document.getElementById('state')?.textContent === 'disconnected true Ethereum')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'claims'))).toBe(1)
    await page.click('latchkey-button')
    await page.waitForFunction(
      () => document.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')?.ariaExpanded === 'true',
    )
    expect(complaints).toEqual([])
    await page.close()
  },
)

test.each(Object.keys(MAJORS) as Major[])(
  'F-54: with %s a returning visitor sees the address from the first paint of the server on, and nothing jumps',
  async (major) => {
    const { html } = await renderOnServer(major, RETURNING)
    const shown = 'Reconnecting 0x11…111111'
    expect(html).toContain(`<latchkey-button instance="shop" aria-busy="true">${shown}</latchkey-button>`)
    expect(html).toContain('connecting')
    const value = { connectorId: 'io.fox', networkId: 'eip155:1', address: `0x${'1'.repeat(40)}` }
    const storage = { '@latchkey/shop/eip155/connector': JSON.stringify({ v: 1, value }) }
    const { page, complaints } = await openPage(major, html, { app: RETURNING, storage })
    await page.waitForFunction(() =>
      document.querySelector('latchkey-button')?.shadowRoot?.querySelector('[aria-busy]'),
    )
    expect(await page.evaluate(() => Reflect.get(globalThis, 'seen'))).toEqual([shown])
    expect(await page.textContent('#state')).toBe(`connecting ${value.address}`)
    // No such wallet announces itself: given up, the button offers to connect, and nothing is busy any more.
    await page.waitForFunction(() => document.getElementById('state')?.textContent === 'disconnected ')
    await page.waitForFunction(() => !document.querySelector('latchkey-button')?.hasAttribute('aria-busy'))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'seen').at(-1))).toBe('Connect Wallet')
    expect(complaints).toEqual([])
    await page.close()
  },
)
