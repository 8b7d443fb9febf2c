import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPackage } from './build.ts'

const ROOT = resolve(import.meta.dirname, '..')
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'packages/latchkey/package.json'), 'utf8'))
/** Every entry of code, as the manifest names them, without the end of its file. */
const ENTRIES = Object.values<string | { default: string }>(MANIFEST.exports).flatMap((target) =>
  typeof target === 'object' ? [target.default.replace('./dist/', '').replace(/\.js$/, '')] : [],
)

/** Where React 19 and React 18 are found by whoever stands there. */
const folders = {
  'React 19': mkdtempSync(join(ROOT, 'node_modules/.published-')),
  'React 18': mkdtempSync(join(ROOT, 'tests/react18/node_modules/.published-')),
} as const
const built = folders['React 19']
const scripts = {
  'latchkey.js': mkdtempSync(join(ROOT, 'node_modules/.published-')),
  'testing.js': join(built, 'script'),
} as const

beforeAll(async () => {
  await buildPackage('latchkey', built)
  await buildPackage('script', scripts['latchkey.js'])
  // What a package imports of itself is looked up in the nearest manifest.
  const imports = JSON.stringify(MANIFEST.imports).replaceAll('./dist/', './')
  writeFileSync(join(built, 'package.json'), `{ "name": "latchkey", "type": "module", "imports": ${imports} }`)
  cpSync(built, folders['React 18'], { recursive: true })
  // A build of everything, which takes minutes next to other work.
}, 240_000)
afterAll(() => {
  for (const folder of [...Object.values(folders), scripts['latchkey.js']])
    rmSync(folder, { recursive: true, force: true })
})

const listFiles = (end: string) =>
  readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(end))

const readScript = (file: keyof typeof scripts) => readFileSync(join(scripts[file], file), 'utf8')

/** What a built file imports by itself, without the code that waits for a gesture. */
const listImports = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/(?:^|;)(?:import|export)\b(?!\()[^'"\n;]*['"]([^'"]+)['"]/gm)].map(
    ([, name = '']) => name,
  )

/** All that a built file, by its name without the end, imports by itself: files of the package by their names, and packages. */
const listBrought = (name: string): readonly string[] => {
  const seen = new Set<string>()
  const open = [join(built, `${name}.js`)]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    if (!path.startsWith(built)) continue
    for (const wanted of listImports(path)) open.push(wanted.startsWith('.') ? resolve(dirname(path), wanted) : wanted)
  }
  return [...seen].map((path) => (path.startsWith(built) ? relative(built, path) : path))
}

test('declarations name files that are there and packages that a site gets with ours', () => {
  const outside = [...Object.keys(MANIFEST.dependencies), ...Object.keys(MANIFEST.peerDependencies)]
  const declarations = listFiles('.d.ts')
  expect(declarations).toEqual(expect.arrayContaining(ENTRIES.map((entry) => `${entry}.d.ts`)))
  for (const name of declarations) {
    const text = readFileSync(join(built, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, wanted = ''] of text.matchAll(/(?:from |import |import\()['"]([^'"]+)['"]/g)) {
      const isThere = wanted.startsWith('.')
        ? wanted.endsWith('.js') && existsSync(join(built, dirname(name), wanted.replace(/\.js$/, '.d.ts')))
        : outside.some((known) => wanted === known || wanted.startsWith(`${known}/`))
      expect(isThere, `${name} imports ${wanted}`).toBe(true)
    }
  }
})

test("a site's compiler knows what features declare: their options, views and events, and no others", () => {
  const folder = join(built, 'site')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'site.ts'),
    `import { createLatchkey, type CreateLatchkeyOptions, type EventName, type ViewName } from '../index.js'
export const views: ViewName[] = ['SIWXSignMessage', 'ConnectingSiwe', 'Diagnostics', 'Downloads']
export const events: EventName[] = ['SIWX_AUTH_ERROR', 'CLICK_SIGN_SIWX_MESSAGE', 'MODAL_OPEN']
export const tokens: CreateLatchkeyOptions['tokens'] = { 'eip155:1': { address: '0x', image: '/a.png' } }
export const latchkey = createLatchkey({ networks: [] as never, tokens })
latchkey.on('event', ({ name, properties }) => name === 'SIWX_AUTH_ERROR' && properties.message.toUpperCase())
// @ts-expect-error: no such view
export const view: ViewName = 'Nope'
// @ts-expect-error: no such event
export const event: EventName = 'NOPE'
`,
  )
  // The other packages are not built here; their sources say the same.
  const compilerOptions = {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    noEmit: true,
    types: [],
    customConditions: ['@latchkey/source'],
    allowImportingTsExtensions: true,
  }
  const settings = { compilerOptions: { ...compilerOptions, target: 'es2023' }, files: ['site.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(stdout).toBe('')
})

test('whichever entry a site makes an instance with, its compiler knows what features declare', () => {
  const reach = (entry: string) => {
    const found = new Set<string>()
    const open = [`${entry}.d.ts`]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (found.has(name)) continue
      found.add(name)
      for (const [, wanted = ''] of readFileSync(join(built, name), 'utf8').matchAll(
        /(?:from |import\()['"](\.[^'"]+)/g,
      ))
        open.push(join(dirname(name), wanted.replace(/\.js$/, '.d.ts')))
    }
    return found
  }
  // The adapters are handed an instance, which one of these has made.
  for (const entry of ['index', 'core/index', 'react/index', 'vue/index', 'actions/index'])
    expect(reach(entry), entry).toContain('core/features/features.d.ts')
})

test('no entry but latchkey/react imports React before a gesture', () => {
  const reach = (entry: string) => listBrought(entry).some((path) => /^react(-dom)?($|\/)/.test(path))
  expect(ENTRIES.filter(reach)).toEqual(['react/index'])
})

test('nothing but what a session needs brings the engine along, so that all else works, and weighs the same, without it', () => {
  const parts = listFiles('.js').filter((name) => /^parts\/(?!engine\.)/.test(name))
  const bringing = parts.filter((name) => listBrought(name.slice(0, -3)).includes('parts/engine.js'))
  expect(bringing.map((name) => name.slice(6)).sort()).toEqual([
    'askGranted.js',
    'chainCalls.js',
    'checkAttestations.js',
    'createTabTalk.js',
    'formatAuthMessage.js',
    'http.js',
    'readReturn.js',
    'session.js',
    'sessionChanges.js',
    'signInParts.js',
    'validateConforming.js',
    'verify.js',
    'walletCalls2.js',
    'walletRole.js',
    'wayCalls.js',
  ])
})

test('what a visitor accepts before anything else, in the first frame, brings along what every opening has alone', () => {
  expect(listBrought('parts/legal')).not.toContain('parts/shared.js')
})

test.each([
  ['a refusal of the gateway', 'readFailure'],
  ['events that are sent', 'createSender'],
  ['the list of all wallets', 'AllWallets'],
  ['what a wallet is', 'help'],
  ['a wallet in the page', 'external'],
  ['a Bitcoin wallet', 'openWallet'],
  ['an e-mail address', 'email'],
  ['social logins', 'SocialRow'],
  ['the choice of a chain', 'ConnectingMultiChain'],
  ['a button of a wallet', 'describeWay'],
])('%s comes without the account and its rooms', (_, name) => {
  const brought = listBrought(`parts/${name}`)
  for (const room of ['account', 'parts', 'settings', 'money0']) expect(brought).not.toContain(`parts/${room}.js`)
})

test.each([
  ['what an open account shows', 'accountOpen', ['fields', 'history', 'parts', 'send', 'settings']],
  ['what asks a chain', 'chain', ['account', 'fields', 'parts', 'requests']],
  ['what brings a request to a wallet and follows it', 'requests', ['account', 'fields', 'parts']],
  ['what became of a transaction, said on the page', 'tellSettled', ['account', 'fields', 'onramp', 'parts']],
  ['abilities of a wallet in the page', 'createAbilities', ['account', 'fields', 'parts', 'requests']],
  ['calls as one', 'walkCalls', ['account', 'fields', 'parts']],
  ['the check of a request of the site', 'guard', ['send', 'swap']],
  ['coins that calls lack', 'CallsFunds', ['send', 'swap']],
  ['a token that the site names', 'readSiteToken', ['fields', 'parts', 'swap']],
  ['what apps may do', 'AppPermissions', ['history', 'swap']],
])('%s comes without the rooms around it', (_, name, rooms) => {
  const brought = listBrought(`parts/${name}`)
  for (const path of rooms.map((room) => `parts/${room}.js`)) {
    expect(listFiles('.js')).toContain(path)
    expect(brought).not.toContain(path)
  }
})

test.each(['solana', 'bitcoin', 'polkadot'])('%s brings nothing that only addresses of Ethereum need', (name) => {
  expect(listBrought(`adapters/${name}/index`).filter((path) => path.startsWith('@noble/'))).toEqual([])
})

test.each(['external', 'session', 'account', 'chain', 'email'])(
  '%s brings no adapter and nothing of the tests',
  (name) => {
    const text = listBrought(`parts/${name}`)
      .filter((path) => path.startsWith('parts/'))
      .map((path) => readFileSync(join(built, path), 'utf8'))
      .join('\n')
    for (const word of ['coinbaseSolana', 'btc_providers', 'injectedWeb3', 'drill']) expect(text).not.toContain(word)
  },
)

test('the manifest names an entry for each of these, and every file that it names is there', () => {
  const entries = [
    'react',
    'vue',
    'networks',
    'wagmi',
    'ethers',
    'ethers5',
    'solana',
    'bitcoin',
    'polkadot',
    'universal',
  ]
  const names = ['actions', 'core', 'siwx', 'testing', ...entries].map((name) => `./${name}`)
  expect(Object.keys(MANIFEST.exports)).toEqual(expect.arrayContaining(['.', ...names]))
  const files = Object.values<string | { types: string; default: string }>(MANIFEST.exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : [target.types, target.default]))
    .filter((path) => path.startsWith('./dist/'))
  expect(files.filter((path) => !existsSync(join(built, path.replace('./dist/', ''))))).toEqual([])
})

test('no entry has a condition of a name that sites give their own sources', () => {
  const conditions = Object.values<object | string>(MANIFEST.exports).flatMap((target) =>
    typeof target === 'object' ? Object.keys(target) : [],
  )
  expect([...new Set(conditions)].sort()).toEqual(['@latchkey/source', 'default', 'types'])
})

test('the checks of development builds are published beside what stands in for them, and neither is in the other builds', () => {
  const read = (file: string) => readFileSync(join(built, file), 'utf8')
  for (const [condition, targets] of Object.entries<string | { default: string }>(MANIFEST.imports['#checks'])) {
    const path = typeof targets === 'string' ? targets : targets.default
    if (condition !== '@latchkey/source') expect(existsSync(join(built, path.replace('./dist/', '')))).toBe(true)
  }
  expect(read('core/checks/development.js')).toContain('themeMode')
  expect(read('core/checks/production.js').length).toBeLessThan(300)
  for (const text of [read('parts/eager.js'), readScript('latchkey.js')])
    expect(text.includes('dark|light|system')).toBe(false)
})

test('the one-file script asks for no other file, leaves one global, and is named by the hash beside it', () => {
  const text = readScript('latchkey.js')
  const page: { Latchkey?: Record<string, unknown> } = {}
  createContext(page)
  runInContext(text, page)
  expect(Object.keys(page)).toEqual(['Latchkey'])
  expect(Object.keys(page.Latchkey ?? {}).sort()).toEqual([
    'LatchkeyError',
    'actions',
    'bitcoin',
    'createLatchkey',
    'defineOnramp',
    'gatewaySiwx',
    'isLatchkeyError',
    'localSiwx',
    'networks',
    'polkadot',
    'serverSiwx',
    'solana',
    'universal',
  ])
  expect([...text.matchAll(/\bimport\(['"`][\w@./-]+['"`]\)/g)].map(([found]) => found)).toEqual([])
  const { 'latchkey.js': told } = JSON.parse(readFileSync(join(scripts['latchkey.js'], 'integrity.json'), 'utf8'))
  expect(told).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`)
})

test('the one-file scripts begin with the mark of UTF-8, so that they are read alike in a page that names no encoding', () => {
  for (const [file, folder] of Object.entries(scripts)) {
    const bytes = readFileSync(join(folder, file))
    expect([...bytes.subarray(0, 3)], file).toEqual([0xef, 0xbb, 0xbf])
  }
  expect(readScript('latchkey.js')).toContain('اربط المحفظة')
})

test('the scripted wallets come as one file too, with one global', () => {
  const page: { LatchkeyTesting?: Record<string, unknown> } = {}
  createContext(page)
  // As a test runner runs it in a page.
  runInContext(`(() => {${readScript('testing.js')}\n})()`, page)
  expect(Object.keys(page)).toEqual(['LatchkeyTesting'])
  expect(Object.keys(page.LatchkeyTesting ?? {})).toEqual(
    expect.arrayContaining(['createScriptedWallet', 'createScriptedSolanaWallet', 'drill']),
  )
})

test('a one-file script begins with the licences of all that is in it', () => {
  const read = (file: keyof typeof scripts) => /^\uFEFF\/\*!\n([\s\S]*?)\*\//.exec(readScript(file))?.[1] ?? ''
  const script = read('latchkey.js')
  for (const name of ['react', 'react-dom', 'scheduler', 'blo', 'valibot', '@noble/curves', '@noble/hashes'])
    expect(script).toMatch(new RegExp(`^${name} \\d[^:]*: Copyright `, 'm'))
  expect(script).toContain('Copyright (c) 2026 the Latchkey contributors')
  expect(script.match(/Permission is hereby granted/g)).toHaveLength(1)
  expect(read('testing.js')).toMatch(/^@noble\/curves \d[^:]*: Copyright /m)
  expect(read('testing.js')).not.toContain('react')
})

test('the licences of what the bundled wallet list was made from come with it', () => {
  expect(readdirSync(join(built, 'licences')).sort()).toEqual(['rainbowkit.txt', 'thirdweb.txt'])
})

test('the page about the one-file script says how big it is', () => {
  const page = readFileSync(join(ROOT, 'packages/script/README.md'), 'utf8')
  const [, told] = / (\d+) kB gzip/.exec(page) ?? []
  const bytes = gzipSync(readScript('latchkey.js'), { level: 9 }).length
  expect(Math.abs(Number(told) - bytes / 1000)).toBeLessThan(20)
})

test('no published file tells where it was built, or asks for a development runtime', () => {
  const told = listFiles('.js').filter((name) => {
    const text = readFileSync(join(built, name), 'utf8')
    return text.includes(ROOT) || text.includes('jsx-dev-runtime')
  })
  expect(told).toEqual([])
})

test('the gateway is told the version that is published, and no other one', () => {
  const told = listFiles('.js').flatMap(
    (name) => readFileSync(join(built, name), 'utf8').match(/html-universal-[^"'`]+/g) ?? [],
  )
  expect(new Set(told)).toEqual(new Set([`html-universal-${MANIFEST.version}`]))
})

test.each(Object.entries(folders))('F-49: %s renders the published package in plain Node', (version, folder) => {
  const page = join(folder, 'page.mjs')
  writeFileSync(
    page,
    `import { createElement as h, version } from 'react'
import { renderToString } from 'react-dom/server'
import { createLatchkey } from './index.js'
import { mainnet } from './networks/index.js'
import { Button, LatchkeyProvider, useAccount } from './react/index.js'
import { universal } from './adapters/universal/index.js'

const latchkey = createLatchkey({ networks: [mainnet], adapters: [universal()] })
const Greeting = () => h('p', null, useAccount().address ?? 'Who are you?')
const html = renderToString(h(LatchkeyProvider, { latchkey }, h(Button), h(Greeting)))
process.stdout.write(JSON.stringify({ version, html, page: typeof document }))
`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, [page], { encoding: 'utf8', timeout: 20_000 })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    version: expect.stringMatching(`^${version.replace('React ', '')}\\.`),
    html: '<latchkey-button instance="default">Connect Wallet</latchkey-button><p>Who are you?</p>',
    page: 'undefined',
  })
})
