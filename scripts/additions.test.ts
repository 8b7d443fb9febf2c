import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../packages/latchkey/src/ui/text/languages.ts'

/** Recipes of docs/architecture.md, followed in one copy of the sources, which is compiled once. */
const ROOT = resolve(import.meta.dirname, '..')
const PACKAGES = ['wire', 'walletconnect', 'latchkey', 'server', 'testing'] as const
const SDK = 'packages/latchkey'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'additions-')))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type Lines = readonly (readonly [file: string, behind: string, lines: string])[]
type Files = readonly (readonly [file: string, source: string])[]

/** What a new namespace adds to files that are there, each behind a line of its neighbour. */
const NAMESPACE_LINES: Lines = [
  [`${SDK}/src/core/types/network.ts`, "  polkadot: 'account',\n", "  sui: 'account',\n"],
  [
    `${SDK}/src/core/values/namespaces.ts`,
    'export const NAMESPACE_RECORDS: Readonly<Record<Namespace, NamespaceRecord>> = {\n',
    `  sui: {
    adapter: "sui() of 'latchkey/sui'",
    family: 'walletStandard',
    isCaseless: true,
    accountType: 'eoa',
    otherSigner: 'ACCOUNT_NOT_SHARED',
    coin: '0x2::sui::SUI',
    hasGatewayBalances: false,
    session: {
      methods: ['sui_signPersonalMessage'],
      events: EVENTS,
      sign: { method: 'sui_signPersonalMessage', toParams: ({ text }, address) => ({ address, message: btoa(text) }) },
    },
  },
`,
  ],
  [
    'packages/wire/src/signIn/namespaces.ts',
    'export const SIGN_IN_RECORDS = {\n',
    "  sui: { word: 'Sui', reference: /^(main|test|dev)net$/, address: /^0x[0-9a-f]{64}$/ },\n",
  ],
  [
    'packages/server/src/auth/namespaces.ts',
    'const RECORDS: Readonly<Record<string, VerifierRecord>> = {\n',
    `  sui: {
    loadCheck: async () => (await import('./checkSuiSignature.ts')).checkSuiSignature,
    networkIds: ['sui:mainnet'],
    isCaseless: () => true,
  },
`,
  ],
  [
    `${SDK}/src/networks/index.ts`,
    "export { defineNetwork } from './defineNetwork.ts'\n",
    "export { sui } from './sui.ts'\n",
  ],
  [
    `${SDK}/src/script/index.ts`,
    "export { solana } from '../adapters/solana/index.ts'\n",
    "export { sui } from '../adapters/sui/index.ts'\n",
  ],
  [
    `${SDK}/package.json`,
    '  "exports": {\n',
    `    "./sui": {
      "@latchkey/source": "./src/adapters/sui/index.ts",
      "types": "./dist/adapters/sui/index.d.ts",
      "default": "./dist/adapters/sui/index.js"
    },
`,
  ],
]

/** What it brings: an adapter, networks and a verifier. */
const NAMESPACE_FILES: Files = [
  [`${SDK}/src/adapters/sui/index.ts`, 'adapter'],
  [`${SDK}/src/networks/sui.ts`, 'network'],
  ['packages/server/src/auth/checkSuiSignature.ts', 'verifier'],
]

/** The same of a new endpoint. What else changes is written by `npm run openapi`. */
const ENDPOINT_LINES: Lines = [
  [
    'packages/server/src/gateway/routes.ts',
    "import { balance } from './routes/balance.ts'\n",
    "import { chainName } from './routes/chainName.ts'\n",
  ],
  ['packages/server/src/gateway/routes.ts', '  supportedChains,\n', '  chainName,\n'],
  [
    'packages/server/src/openApi/serviceContract.test.ts',
    'const DEPARTURES: Readonly<Record<string, readonly string[]>> = {\n',
    "  'Names of chains are shown.': ['GET /v1/chain-name: not in the contract'],\n",
  ],
]
const WRITTEN = 'packages/server/openapi.yaml'
const ENDPOINT_FILES: Files = [
  ['packages/wire/src/http/chainName.ts', 'endpoint'],
  ['packages/server/src/gateway/routes/chainName.ts', 'route'],
]

/** The same of a way to wallets, whose view says words of its own. */
const WAY_LINES: Lines = [
  [
    `${SDK}/src/core/roof/buildLatchkey.ts`,
    "import { listRpcUrls } from '../values/listRpcUrls.ts'\n",
    "import { createPaperWay, PAPER_ID } from '../ways/paper/paperWay.ts'\n",
  ],
  [`${SDK}/src/core/roof/buildLatchkey.ts`, '    ways: {\n', '      [PAPER_ID]: createPaperWay(),\n'],
  [`${SDK}/src/core/flow/views.ts`, "  ConnectingExternal: 'wallet',\n", "  ConnectingPaper: '',\n"],
  [
    `${SDK}/src/ui/viewTable.ts`,
    'export const viewTable: ViewTable = {\n',
    `  ConnectingPaper: {
    load: async () => (await import('./views/paper/ConnectingPaper.tsx')).ConnectingPaper,
    title: () => 'Paper',
  },
`,
  ],
]
const WAY_FILES: Files = [
  [`${SDK}/src/core/ways/paper/paperWay.ts`, 'way'],
  [`${SDK}/src/core/ways/paper/paperCalls.ts`, 'wayCalls'],
  [`${SDK}/src/ui/views/paper/ConnectingPaper.tsx`, 'wayView'],
]

/** What the catalogue of a language gets, each behind words that are the same in all of them. */
const TEXTS = `${SDK}/src/ui/text`
const KEY_BEHIND = "  'family.polkadot': 'Polkadot',\n"
const toWords = (file: string): string =>
  file === 'de.ts'
    ? "{ one: '{count} Wort', other: '{count} Wörter' }"
    : "{ one: '{count} word', other: '{count} words' }"

const TRIALS: Files = [
  ['packages/server/src/tryNamespace.ts', 'tryNamespace'],
  ['packages/server/src/tryEndpoint.ts', 'tryEndpoint'],
  [`${SDK}/src/tryWay.ts`, 'tryWay'],
  [`${SDK}/src/tryKey.ts`, 'tryKey'],
]

/** The catalogues, one a language. */
const catalogues = readdirSync(join(ROOT, TEXTS)).filter(
  (name) => name.endsWith('.ts') && readFileSync(join(ROOT, TEXTS, name), 'utf8').includes(KEY_BEHIND),
)

/** A copy of the sources, with what they stand on. */
function copySources(): void {
  for (const name of PACKAGES) {
    const from = join(ROOT, 'packages', name)
    const to = join(scratch, 'packages', name)
    cpSync(join(from, 'src'), join(to, 'src'), { recursive: true })
    cpSync(join(from, 'package.json'), join(to, 'package.json'))
    if (readdirSync(from).includes('node_modules')) symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'))
  }
  const modules = join(scratch, 'node_modules')
  mkdirSync(join(modules, '@latchkey'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@latchkey' || name === 'latchkey') continue
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  for (const name of PACKAGES) {
    symlinkSync(join(scratch, 'packages', name), join(modules, name === 'latchkey' ? name : `@latchkey/${name}`))
  }
}

function insert(file: string, behind: string, lines: string): void {
  const text = readFileSync(join(scratch, file), 'utf8')
  expect(text.split(behind), `${file} has the line once`).toHaveLength(2)
  writeFileSync(
    join(scratch, file),
    text.replace(behind, () => behind + lines),
  )
}

function run(program: string, ...words: string[]): string {
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin', program), words, { cwd: scratch, encoding: 'utf8' })
  } catch (error) {
    throw new Error(`${program}: ${(error as { stdout: string }).stdout}${(error as { stderr: string }).stderr}`)
  }
}

/** The part of docs/architecture.md below a heading. */
function readRecipe(heading: string): string {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  return text.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? ''
}

beforeAll(() => {
  copySources()
  for (const [file, behind, lines] of [...NAMESPACE_LINES, ...ENDPOINT_LINES, ...WAY_LINES]) insert(file, behind, lines)
  // A proper name, the same in every language, and words that are not.
  for (const name of catalogues)
    insert(join(TEXTS, name), KEY_BEHIND, `  'family.sui': 'Sui',\n  'paper.words': ${toWords(name)},\n`)
  for (const [file, source] of [...NAMESPACE_FILES, ...ENDPOINT_FILES, ...WAY_FILES, ...TRIALS]) {
    mkdirSync(join(scratch, file, '..'), { recursive: true })
    writeFileSync(join(scratch, file), readFileSync(join(import.meta.dirname, `additions/${source}.ts.txt`), 'utf8'))
  }
  cpSync(join(ROOT, WRITTEN), join(scratch, WRITTEN))
  writeFileSync(
    join(scratch, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { types: ['node', 'vite/client'] },
      include: ['wire', 'latchkey', 'server'].map((name) => `packages/${name}/src`),
      exclude: ['**/node_modules', '**/*.test.*', '**/*.test-d.ts', '**/*Contract.ts', 'packages/latchkey/src/vue'],
    }),
  )
  run('tsc', '--noEmit', '-p', 'tsconfig.json')
}, 180_000)

test('a namespace whose wallets register by the Wallet Standard is a record a side, an adapter and a verifier: 8 files at most besides its name in the catalogues', () => {
  expect(new Set(NAMESPACE_LINES.map(([file]) => file)).size).toBeLessThanOrEqual(8)
  expect(run('tsx', '--conditions=@latchkey/source', 'packages/server/src/tryNamespace.ts')).toContain(
    'connected, signed, signed in',
  )
  const recipe = readRecipe('Add a namespace')
  for (const [file] of [...NAMESPACE_LINES, ...NAMESPACE_FILES])
    expect(recipe).toContain(file.replace(/sui/i, '<name>'))
}, 60_000)

test('an endpoint is a value and its handler: 3 files at most that are there', () => {
  const touched = [...new Set(ENDPOINT_LINES.map(([file]) => file)), WRITTEN]
  expect(touched.length).toBeLessThanOrEqual(3)
  expect(run('tsx', '--conditions=@latchkey/source', 'packages/server/src/tryEndpoint.ts')).toContain(
    'asked, read, described',
  )
  const recipe = readRecipe('Add an endpoint')
  for (const file of [...touched, 'packages/wire/src/http', 'packages/server/src/gateway/routes'])
    expect(recipe).toContain(file)
}, 60_000)

test('a way to a wallet with adapters of its own is a room and its view: 3 files at most that are there', () => {
  const touched = [...new Set(WAY_LINES.map(([file]) => file))]
  expect(touched.length).toBeLessThanOrEqual(3)
  expect(run('tsx', '--conditions=@latchkey/source', `${SDK}/src/tryWay.ts`)).toContain(
    'connected, signed, restored, left',
  )
  const recipe = readRecipe('Add a way to wallets')
  for (const file of [...touched, `${SDK}/src/core/ways`]) expect(recipe).toContain(file.slice(`${SDK}/src/`.length))
}, 60_000)

test('a key of the catalogues is a line in each language, and the compiler misses the one that is left out', () => {
  expect(catalogues).toHaveLength(LANGUAGES.length + 1)
  expect(run('tsx', '--conditions=@latchkey/source', `${SDK}/src/tryKey.ts`)).toContain('12 words')
  expect(readRecipe('Add a text')).toContain('ui/text')
}, 60_000)
