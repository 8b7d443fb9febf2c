/** Every example from what would be published: built without a warning, opened, and from its button to a signed message. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, resolve } from 'node:path'
import { type Browser, chromium, type Page, expect as playwrightExpect } from '@playwright/test'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appkit } from '../../packages/codemod/src/kits/appkit.ts'
import type { Kit } from '../../packages/codemod/src/kits/kit.ts'
import { rainbowkit } from '../../packages/codemod/src/kits/rainbowkit.ts'
import { rewriteSite } from '../../packages/codemod/src/rewriteSite.ts'
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
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const URL_OF_OTHERS = /^https?:\/\/(?!127\.0\.0\.1)/

const ROOT = resolve(import.meta.dirname, '../..')

/** What is added to an example's own build command, so that a warning fails it or is all that is written. */
const STRICT: Readonly<Record<string, readonly string[]>> = {
  vite: ['--logLevel', 'warn'],
  webpack: ['--fail-on-warnings', '--stats', 'errors-warnings'],
  esbuild: ['--log-level=warning'],
  node: [],
}
/**
 * What bundlers say that is no warning, or none of ours: `ox`, which viem brings along, names a module of Node in every site,
 * and on a busy machine Rolldown says how long plugins took.
 */
const OF_OTHERS = [
  'webpack compiled successfully',
  /^.*Module "node:worker_threads" has been externalized .*\/node_modules\/ox\/.*$/m,
  /^.*\[PLUGIN_TIMINGS\][\s\S]*?See https:\/\/rolldown\.rs\/\S+ for more details\.$/m,
] as const
const PAGES = [
  { name: 'vue', folder: 'dist' },
  { name: 'svelte', folder: 'dist' },
  { name: 'wagmi', folder: 'dist' },
  { name: 'ethers', folder: 'dist' },
  { name: 'vanilla-webpack', folder: '.' },
  { name: 'vanilla-esbuild', folder: '.' },
] as const
const TESTING_LIBRARY = ['@testing-library/react', '@testing-library/dom']
/** The entries that a site uses without installing anything else. */
const ENTRIES = [
  'latchkey',
  'latchkey/actions',
  'latchkey/bitcoin',
  'latchkey/core',
  'latchkey/networks',
  'latchkey/onramp',
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
  const { shell, args, env } = findBrowser()
  browser = await chromium.launch({
    executablePath: shell,
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
  expect({ status, text: OF_OTHERS.reduce((rest, said) => rest.replace(said, ''), text).trim() }, name).toEqual({
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
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  ends.push(() => context.close())
  await context.addInitScript({ path: box.locate('vanilla-esbuild/node_modules/latchkey/dist/script/testing.js') })
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

/** A gateway at which one provider sells Ether. Everything else it is asked is answered as by the chain. */
async function sellEther(page: Page): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  const usd = { id: 'USD', payment_method_limits: [{ id: 'card', min: '10', max: '7500' }] }
  const place = {
    name: 'ethereum',
    display_name: 'Ethereum',
    chain_id: '1',
    contract_address: '',
    network_id: 'eip155:1',
  }
  const ether = { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [place] }
  const provider = {
    name: 'brindle',
    label: 'Brindle Pay',
    feeRange: '1-2%',
    supportedChains: ['eip155'],
    networks: ['eip155:1'],
    hosts: ['pay.example'],
    isTest: true,
    isFallback: false,
    paymentCurrencies: [usd],
    purchaseCurrencies: [ether],
  }
  const paid = (amount: string) => ({ amount, currency: 'USD' })
  const answers: Readonly<Record<string, unknown>> = {
    options: {
      paymentCurrencies: [usd],
      purchaseCurrencies: [ether],
      providers: [provider],
      restrictedTimeZones: [],
    },
    quote: {
      paymentTotal: paid('100'),
      paymentSubtotal: paid('98'),
      purchaseAmount: { amount: '0.0371', currency: 'ETH' },
      networkFee: paid('0.5'),
      coinbaseFee: paid('1.5'),
      quoteId: 'q',
      isEstimate: false,
      provider: 'brindle',
    },
  }
  for (const [name, json] of Object.entries(answers))
    await page.route(`https://gateway.example/v1/onramp/${name}*`, (route) => route.fulfill({ headers, json }))
  // It has one picture for everything.
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>'
  await page.route('https://gateway.example/public/**', (route) =>
    route.fulfill({ headers, contentType: 'image/svg+xml', body }),
  )
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

describe('the types of every entry', () => {
  const NAME = 'types'
  const RESOLUTIONS = [
    ['NodeNext', 'nodenext'],
    // What sites of an older template still have; it knows nothing of `exports`.
    ['ESNext', 'node10'],
  ] as const

  beforeAll(() => {
    box.lay(NAME, ['latchkey', 'react', 'react-dom', '@types/node', '@types/react', '@types/react-dom', 'typescript'])
    const own = Object.keys(
      (
        JSON.parse(readFileSync(box.locate(`${NAME}/node_modules/@latchkey/walletconnect/package.json`), 'utf8')) as {
          exports: object
        }
      ).exports,
    ).map((entry) => entry.replace('.', '@latchkey/walletconnect'))
    const entries = [...ENTRIES, ...own].filter((entry) => !entry.endsWith('.json'))
    const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}'`)
    writeFileSync(box.locate(`${NAME}/every.ts`), lines.join('\n'))
    writeFileSync(box.locate(`${NAME}/package.json`), JSON.stringify({ type: 'module' }))
  })

  test.each(RESOLUTIONS)('are found with the module %s and the resolution %s', (module, resolution) => {
    const settings = ['--strict', '--noEmit', '--target', 'ES2022', '--lib', 'ES2022,DOM,DOM.Iterable']
    const { status, text } = box.run(
      NAME,
      'tsc',
      ...['every.ts', ...settings, '--module', module, '--moduleResolution', resolution],
      ...['--jsx', 'react-jsx', '--types', 'node'],
    )
    expect({ status, text }).toEqual({ status: 0, text: '' })
  })
})

test('an example has what its manifest names and nothing that another one needs', () => {
  const has = (example: string, name: string) => existsSync(box.locate(`${example}/node_modules/${name}`))
  expect(has('wagmi', 'wagmi') && has('ethers', 'ethers')).toBe(true)
  // npm nests it in wagmi, where no other package finds it.
  expect(has('wagmi', '@wagmi/core') || has('vue', 'wagmi') || has('wagmi', 'ethers')).toBe(false)
})

describe('the code of the README', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const take = (title: string, language: string): string => {
    const section = readme.split(/^### /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
    const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(section) ?? []
    if (!code) throw new Error(`The README shows no ${language} under ${title}.`)
    return code
  }
  /** The packages of a section's own line of `npm install`, without the tarballs. */
  const listPackages = (title: string): readonly string[] =>
    (
      /npm install [^\n]*\*\.tgz ([^\n]*)/.exec(
        readme.split(/^### /m).find((part) => part.startsWith(`${title}\n`)) ?? '',
      )?.[1] ?? 'react react-dom'
    ).split(' ')
  const connect = async (page: Page, told: string | undefined): Promise<void> => {
    await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
    await page.locator('[data-latchkey] dialog').getByRole('button', { name: 'Tide' }).click()
    if (told) await expectPage(page.getByText(told, { exact: true })).toBeVisible()
    await expectPage(page.locator('latchkey-button')).toContainText('0x70')
  }

  test('the plain page works as it stands beside the script, where a server names no encoding, too', async () => {
    const folder = box.locate('pasted')
    mkdirSync(folder)
    writeFileSync(join(folder, 'index.html'), take('Plain HTML', 'html'))
    cpSync(box.locate('script-tag/node_modules/@latchkey/script/dist/latchkey.js'), join(folder, 'latchkey.js'))
    const { page, complaints } = await openPage()
    await page.goto(await serveFiles(folder, undefined, ''))
    await expectPage(page.locator('#hello')).toHaveText('Nobody is here yet.')
    await connect(page, `Hello ${ADDRESS}`)
    expect(complaints).toEqual([])
  })

  const SITES = [
    ['React', 'tsx', ['@vitejs/plugin-react'], `Hello ${ADDRESS}`],
    ['wagmi', 'jsx', ['@vitejs/plugin-react'], `Hello ${ADDRESS}`],
    ['ethers', 'js', [], undefined],
    ['Plain HTML', 'js', [], undefined],
  ] as const
  test.each(SITES)(
    '%s works with nothing installed but what its section says',
    async (title, language, tools, told) => {
      const name = `readme-${title.replace(' ', '-')}-${language}`
      box.lay(name, ['latchkey', ...listPackages(title), 'vite', ...tools])
      const folder = box.locate(name)
      mkdirSync(join(folder, 'src'))
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { build: 'vite build' } }))
      if (tools.length > 0) {
        writeFileSync(
          join(folder, 'vite.config.js'),
          "import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }\n",
        )
      }
      writeFileSync(join(folder, `src/App.${language}`), take(title, language))
      const draw = "import { createRoot } from 'react-dom/client'\nimport { createElement } from 'react'\n"
      const main = told
        ? `${draw}import { App } from './App'\ncreateRoot(document.querySelector('main')).render(createElement(App))`
        : "import './App'\ndocument.querySelector('main').append(document.createElement('latchkey-button'))"
      writeFileSync(join(folder, 'src/main.js'), main)
      writeFileSync(
        join(folder, 'index.html'),
        '<!doctype html><meta charset="utf-8"><main></main><script type="module" src="/src/main.js"></script>',
      )
      build(name)
      const { page, complaints } = await openPage()
      await page.goto(await serveFiles(join(folder, 'dist')))
      await connect(page, told)
      expect(complaints).toEqual([])
    },
  )

  test.each(['happy-dom', 'jsdom'])(
    'React has a visitor connect in %s, by the test that docs/testing.md shows',
    (environment) => {
      const [, code = ''] =
        /^## jsdom and happy-dom\n[\s\S]*?^```jsx\n([\s\S]*?)^```/m.exec(
          readFileSync(join(ROOT, 'docs/testing.md'), 'utf8'),
        ) ?? []
      const name = `testing-${environment}`
      box.lay(name, ['latchkey', 'react', 'react-dom', 'vitest', environment, ...TESTING_LIBRARY])
      const folder = box.locate(name)
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
      writeFileSync(join(folder, 'App.test.jsx'), code)
      writeFileSync(join(folder, 'App.tsx'), take('React', 'tsx').replace('const latchkey', 'export const latchkey'))
      const { status, text } = box.run(name, 'vitest', 'run', '--environment', environment)
      expect({ status, text }).toMatchObject({ status: 0, text: expect.stringMatching(/Tests +1 passed/) })
    },
  )

  test('wagmi that is not installed is told to the developer, and the visitor reads nothing about the wallet', async () => {
    const name = 'readme-lacking'
    box.lay(name, ['latchkey', 'react', 'react-dom', 'vite'])
    const folder = box.locate(name)
    mkdirSync(join(folder, 'src'), { recursive: true })
    const config = `{ chains: [], connectors: [], storage: null, state: { connections: new Map(), current: null, status: 'disconnected' },
      setState() {}, subscribe: () => () => {}, getClient() {}, _internal: {} }`
    const main = `import { createLatchkey } from 'latchkey'\nimport { mainnet } from 'latchkey/networks'\nimport { wagmi } from 'latchkey/wagmi'
      const latchkey = createLatchkey({ networks: [mainnet], adapters: [wagmi({ config: ${config} })] })
      latchkey.on('failure', ({ code }) => document.querySelector('p').append(code))`
    writeFileSync(join(folder, 'src/main.js'), main)
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><meta charset="utf-8"><latchkey-button></latchkey-button><p></p><script type="module" src="/src/main.js"></script>',
    )
    const { status, text } = box.run(name, 'vite', 'build')
    expect(status, text).toBe(0)
    const { page, complaints } = await openPage()
    await page.goto(await serveFiles(join(folder, 'dist')))
    await page.locator('latchkey-button').getByRole('button', { name: 'Connect Wallet' }).click()
    const modal = page.locator('[data-latchkey] dialog')
    await modal.getByRole('button', { name: 'Tide' }).click()
    await expectPage(modal).toContainText('This way is not set up for this site')
    await expectPage(modal).not.toContainText('went wrong')
    await expectPage(page.locator('body > p')).toHaveText('PACKAGE_MISSING')
    expect(complaints.join()).toContain('wagmi')
  })
})

/** Lays a site of another kit beside the examples, has the codemod go over it, and builds what comes of it. */
async function openRewritten(kit: Kit, site: string): Promise<Awaited<ReturnType<typeof openPage>>> {
  const kept = join(ROOT, 'packages/codemod/test/sites', site)
  const name = `from-${site}`
  const folder = box.locate(name)
  cpSync(kept, folder, { recursive: true })
  for (const { path, after } of rewriteSite(kit, [kept]).changes) writeFileSync(path.replace(kept, folder), after)
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies).some(kit.isTheirs)).toBe(false)
  box.lay(name, Object.keys({ ...dependencies, ...devDependencies }))
  build(name)
  const opened = await openPage()
  await opened.page.goto(await serveFiles(join(folder, 'dist')))
  return opened
}

test('a site from AppKit over ethers, Solana and Bitcoin that the codemod has been over is built, and a visitor connects and signs', async () => {
  const { page, complaints } = await openRewritten(appkit, 'appkit-ethers')
  const modal = page.locator('[data-latchkey] dialog')
  await page.locator('#enter').click()
  await modal.getByRole('button', { name: 'Tide' }).click()
  await expectPage(page.locator('#address')).toHaveText(ADDRESS)
  await page.locator('#sign').click()
  await expectPage.poll(() => page.title()).toMatch(/^0x/)
  expect(complaints).toEqual([])
})

test('a site from RainbowKit that the codemod has been over is built with what its manifest then names, and a visitor connects', async () => {
  const { page, complaints } = await openRewritten(rainbowkit, 'rainbowkit')
  const modal = page.locator('[data-latchkey] dialog')
  // The site's own button, by what was a hook of theirs.
  await page.locator('#enter').click()
  await expectPage(modal.getByRole('button', { name: 'Tide' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectPage(modal).toBeHidden()
  await page.locator('latchkey-button').getByRole('button', { name: 'Come in' }).click()
  await modal.getByRole('button', { name: 'Tide' }).click()
  // wagmi's own hook knows of it.
  await expectPage(page.locator('#address')).toHaveText(ADDRESS)
  await expectPage(page.locator('latchkey-button')).toContainText('0x70')
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

  test('its widget for buying says what comes of an amount, under a strict policy', async () => {
    const folder = box.locate('script-tag/buying')
    if (!existsSync(box.locate('script-tag/dist'))) build('script-tag')
    cpSync(box.locate('script-tag/dist'), folder, { recursive: true })
    const markup = readFileSync(join(folder, 'index.html'), 'utf8')
    writeFileSync(
      join(folder, 'index.html'),
      markup.replace('<latchkey-button>', '<latchkey-onramp></latchkey-onramp><latchkey-button>'),
    )
    const script = readFileSync(join(folder, 'page.js'), 'utf8')
    writeFileSync(
      join(folder, 'page.js'),
      `${script.replace('networks: [', "gatewayUrl: 'https://gateway.example', networks: [")}\nwindow.Latchkey.defineOnramp()\n`,
    )
    const { page, complaints } = await openPage()
    await sellEther(page)
    // A gateway has pictures too, so its origin is among those of pictures.
    await page.goto(await serveFiles(folder, POLICY.replace('img-src data:', 'img-src data: https://gateway.example')))
    const widget = page.locator('latchkey-onramp')
    await expectPage(widget.getByRole('textbox', { name: 'You get about' })).toHaveValue('0.0371')
    await expectPage(widget.locator('img').first()).toHaveJSProperty('naturalWidth', 40)
    await widget.getByRole('button', { name: 'Connect wallet' }).click()
    await page.locator('[data-latchkey] dialog').getByRole('button', { name: 'Tide' }).click()
    await widget.getByRole('button', { name: 'Get quotes' }).click()
    await expectPage(page.locator('[data-latchkey] dialog').getByRole('button', { name: /Brindle Pay/ })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('in a page that names no encoding its words are those of every other page', async () => {
    const folder = box.locate('script-tag/unnamed')
    if (!existsSync(box.locate('script-tag/dist'))) build('script-tag')
    cpSync(box.locate('script-tag/dist'), folder, { recursive: true })
    const markup = readFileSync(join(folder, 'index.html'), 'utf8')
    writeFileSync(join(folder, 'index.html'), markup.replace('<meta charset="utf-8" />', ''))
    const script = readFileSync(join(folder, 'page.js'), 'utf8')
    writeFileSync(join(folder, 'page.js'), script.replace('networks: [', "locale: 'ar', networks: ["))
    const { page, complaints } = await openPage()
    await page.goto(await serveFiles(folder, undefined, ''))
    expect(await page.evaluate(() => document.characterSet)).toBe('windows-1252')
    await expectPage(page.locator('latchkey-button')).toHaveText('اربط المحفظة')
    await page.locator('latchkey-button').getByRole('button').click()
    await expectPage(page.locator('[data-latchkey] dialog').getByRole('heading').first()).toHaveText(
      /^[\u0600-\u06ff ]+$/,
    )
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
  // Each set of files that may be loaded before a late one is a copy of it there, and time: 731 in a minute, and 276 in 22 s since.
  const built = readdirSync(box.locate('next/.next/static'), { recursive: true, encoding: 'utf8' })
  expect(built.filter((file) => file.endsWith('.js')).length).toBeLessThan(350)
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
  // Its build alone keeps two cores busy for minutes where other steps run beside it.
}, 600_000)

test('no bundler asks for a package that a site does not use', () => {
  const folder = box.locate('entries')
  box.lay('entries', ['latchkey', '@vitejs/plugin-react', 'vite', 'webpack', 'webpack-cli', 'esbuild'])
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

describe('the checks of options', () => {
  /** What only development builds say. */
  const CHECK = 'dark|light|system'

  test.each([
    ['vite build --outDir out', false],
    // Made small it takes four times as long, and could not have more.
    ['webpack --mode production --no-optimization-minimize --no-performance --output-path out', false],
    ['webpack --mode development --devtool false --output-path out', true],
    ['esbuild src/index.js --bundle --outdir=out', false],
    ['esbuild src/index.js --bundle --outdir=out --conditions=development', true],
  ])('%s takes them along: %s', (command, expected) => {
    layOut('checked')
    writeFileSync(box.locate('checked/package.json'), JSON.stringify({ type: 'module', scripts: { build: command } }))
    build('checked')
    const files = readdirSync(box.locate('checked/out'), { recursive: true, encoding: 'utf8' })
    const texts = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(box.locate(`checked/out/${file}`), 'utf8'))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.some((text) => text.includes(CHECK))).toBe(expected)
  })

  test('Node has them when it is asked for the condition', () => {
    layOut('checked')
    writeFileSync(box.locate('checked/package.json'), JSON.stringify({ type: 'module' }))
    const say = (...conditions: string[]) => box.run('checked', 'node', ...conditions, 'src/index.js').text.trim()
    expect(say()).toBe('There is no option theme.')
    expect(say('--conditions=development')).toBe('There is no option theme. Did you mean themeMode?')
  })

  test('the development server of Vite has them', async () => {
    layOut('checked')
    const port = await findPort()
    ends.push(box.start('checked', 'vite', '--host', '127.0.0.1', '--port', String(port), '--strictPort'))
    const { page } = await openPage()
    await expect
      .poll(
        () =>
          page.goto(`http://127.0.0.1:${port}`).then(
            () => true,
            () => false,
          ),
        { timeout: 120_000 },
      )
      .toBe(true)
    await expectPage(page).toHaveTitle('There is no option theme. Did you mean themeMode?')
  })

  test('Next has them where it develops, and not in what visitors load', async () => {
    const port = await findPort()
    const folder = box.locate('next/.next/static')
    if (!existsSync(folder)) expect(box.run('next', 'next', 'build').status).toBe(0)
    const built = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
    expect(built.some((file) => readFileSync(join(folder, file), 'utf8').includes(CHECK))).toBe(false)
    ends.push(box.start('next', 'next', 'dev', '--hostname', '127.0.0.1', '--port', String(port)))
    const { page } = await openPage()
    const found: boolean[] = []
    page.on('response', async (response) => {
      if (response.url().includes('.js')) found.push((await response.text().catch(() => '')).includes(CHECK))
    })
    await expect
      .poll(
        () =>
          page.goto(`http://127.0.0.1:${port}`).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true)
    await expect.poll(() => found.includes(true), { timeout: 60_000 }).toBe(true)
  })

  /** A site whose title, or output, is what Latchkey says about an option that does not exist. */
  function layOut(name: string): void {
    const folder = box.locate(name)
    if (!existsSync(folder))
      box.lay(name, ['latchkey', 'react', 'react-dom', 'vite', 'webpack', 'webpack-cli', 'esbuild'])
    mkdirSync(join(folder, 'src'), { recursive: true })
    rmSync(join(folder, 'out'), { recursive: true, force: true })
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="/src/index.js"></script>')
    writeFileSync(
      join(folder, 'src/index.js'),
      `import { createLatchkey } from 'latchkey/core'
import { mainnet } from 'latchkey/networks'
try {
  createLatchkey({ networks: [mainnet], theme: 'dark' })
} catch ({ message }) {
  if (typeof document === 'undefined') console.log(message)
  else document.title = message
}
`,
    )
  }
})

/**
 * Serves a folder as any server of files does, its pages with a policy where one is given. `charset` is what is said of the
 * encoding of texts.
 */
function serveFiles(folder: string, policy?: string, charset = '; charset=utf-8'): Promise<string> {
  return serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid')
    const path = join(folder, pathname === '/' ? 'index.html' : normalize(pathname))
    if (!existsSync(path)) return response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end()
    const type = TYPES[extname(path)]
    response.setHeader('content-type', type ? type + charset : 'application/octet-stream')
    if (policy) response.setHeader('content-security-policy', policy)
    response.end(readFileSync(path))
  })
}

/** Starts the built site on a free port, and waits until it answers. */
async function startNext(): Promise<string> {
  const port = await findPort()
  const child = box.start('next', 'next', 'start', '--hostname', '127.0.0.1', '--port', String(port))
  ends.push(child)
  const url = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status, { timeout: 120_000 }).toBe(200)
  return url
}

/** A port that is free now. */
async function findPort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
