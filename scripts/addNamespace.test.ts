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
import { afterAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const PACKAGES = ['wire', 'walletconnect', 'latchkey', 'server', 'testing'] as const
const SDK = 'packages/latchkey'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'namespace-')))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** What a new namespace adds to files that are there, each behind a line of its neighbour. */
const LINES: readonly (readonly [file: string, behind: string, lines: string])[] = [
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
const FILES: readonly (readonly [file: string, source: string])[] = [
  [`${SDK}/src/adapters/sui/index.ts`, 'adapter'],
  [`${SDK}/src/networks/sui.ts`, 'network'],
  ['packages/server/src/auth/checkSuiSignature.ts', 'verifier'],
  ['packages/server/src/try.ts', 'try'],
]

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

test('a namespace whose wallets register by the Wallet Standard is a record a side, an adapter and a verifier: 8 files at most besides its name in the catalogues', () => {
  copySources()
  for (const [file, behind, lines] of LINES) insert(file, behind, lines)
  // A proper name, the same in every language.
  const texts = join(SDK, 'src/ui/text')
  for (const name of readdirSync(join(scratch, texts)).filter((each) => each.endsWith('.ts'))) {
    const behind = "  'family.polkadot': 'Polkadot',\n"
    if (readFileSync(join(scratch, texts, name), 'utf8').includes(behind))
      insert(join(texts, name), behind, "  'family.sui': 'Sui',\n")
  }
  for (const [file, source] of FILES) {
    mkdirSync(join(scratch, file, '..'), { recursive: true })
    writeFileSync(join(scratch, file), readFileSync(join(import.meta.dirname, `addNamespace/${source}.ts.txt`), 'utf8'))
  }
  expect(LINES.length).toBeLessThanOrEqual(8)

  writeFileSync(
    join(scratch, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { types: ['node', 'vite/client'] },
      include: ['wire', 'latchkey', 'server'].map((name) => `packages/${name}/src`),
      exclude: ['**/node_modules', '**/*.test.*', '**/*.test-d.ts', '**/*Contract.ts', 'packages/latchkey/src/vue'],
    }),
  )
  const run = (program: string, ...words: string[]): string => {
    try {
      return execFileSync(join(ROOT, 'node_modules/.bin', program), words, { cwd: scratch, encoding: 'utf8' })
    } catch (error) {
      throw new Error(`${program}: ${(error as { stdout: string }).stdout}${(error as { stderr: string }).stderr}`)
    }
  }
  run('tsc', '--noEmit', '-p', 'tsconfig.json')
  expect(run('tsx', '--conditions=@latchkey/source', 'packages/server/src/try.ts')).toContain(
    'connected, signed, signed in',
  )
}, 180_000)

test('docs/architecture.md names each file that a new namespace touches', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const recipe = text.split('### Add a namespace')[1]?.split('\n#')[0]
  for (const [file] of [...LINES, ...FILES.slice(0, 3)]) expect(recipe).toContain(file.replace(/sui/i, '<name>'))
})
