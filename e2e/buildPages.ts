import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, defaultClientConditions } from 'vite'
import { buildSite } from '../apps/demo/server/buildSite.ts'
import { NONCE_MARK } from '../apps/demo/server/serveSite.ts'
import { groupCode, listChanges } from '../scripts/build.ts'
import type { BuiltPages } from './stack.ts'
import { runProcess } from './startProcess.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PAGES = [
  'plain',
  'walk',
  'two',
  'react',
  'rendered',
  'embedded',
  'email',
  'families',
  'library',
  'wagmi',
  'safe',
  'baseAccount',
] as const

/** Where the libraries are that sites bring along: installed apart. */
const LIBRARIES = join(ROOT, 'tests/adapters/node_modules')

const PUBLISHED = (['latchkey', 'walletconnect'] as const).flatMap((folder) =>
  groupCode(folder).map(({ name, test }) => ({ name: `${folder}-${name}`, test })),
)

/** Builds the test pages into a folder, as a host would, and the React pages once more with React 18. */
async function buildPages(folder: string): Promise<void> {
  const react18 = join(ROOT, 'tests/react18/node_modules')
  const first = buildSome(PAGES, folder, '/')
  const second = buildSome(['react', 'rendered'], join(folder, 'react18'), '/react18/', [
    { find: /^react$/, replacement: join(react18, 'react/index.js') },
    { find: /^react\/(.*)$/, replacement: join(react18, 'react/$1.js') },
    { find: /^react-dom$/, replacement: join(react18, 'react-dom/index.js') },
    { find: /^react-dom\/(.*)$/, replacement: join(react18, 'react-dom/$1.js') },
  ])
  await Promise.all([first, second])
}

async function buildSome(
  pages: readonly string[],
  folder: string,
  base: string,
  alias: { find: RegExp; replacement: string }[] = [],
): Promise<void> {
  await build({
    root: join(ROOT, 'e2e/pages'),
    base,
    configFile: false,
    logLevel: 'error',
    resolve: {
      conditions: ['@latchkey/source', ...defaultClientConditions],
      alias: [
        { find: /^wagmi\/actions$/, replacement: join(LIBRARIES, 'wagmi/dist/esm/exports/actions.js') },
        { find: /^ethers$/, replacement: join(LIBRARIES, 'ethers/lib.esm/index.js') },
        ...alias,
      ],
      // One React for the page and its libraries.
      dedupe: ['react', 'react-dom'],
    },
    plugins: [...listChanges('latchkey')],
    html: { cspNonce: NONCE_MARK },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: pages.map((page) => join(ROOT, `e2e/pages/${page}.html`)),
        // The files that a site has of the published packages, and so its requests.
        output: { codeSplitting: { groups: PUBLISHED } },
      },
    },
  })
}

/** Bundles `latchkey/testing` into one classic script that leaves `scriptedWallets` on the window. */
async function buildWalletScript(): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(ROOT, 'e2e/scriptedWallets.ts'), formats: ['iife'], name: 'scriptedWalletsScript' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output && 'output' in output ? output.output.find((part) => part.type === 'chunk') : undefined
  if (!chunk || !('code' in chunk)) throw new Error('The scripted wallets were not bundled.')
  return chunk.code
}

/** Builds what all stacks serve; keeps it until its input is closed. */
runProcess<BuiltPages>(async (stops) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
  stops.push(async () => rmSync(folder, { recursive: true, force: true }))
  const walletScriptFile = join(folder, 'wallets.js')
  const sites = (['demo', 'wallet', 'frame'] as const).map((page) => buildSite(page))
  const [script] = await Promise.all([buildWalletScript(), buildPages(folder), ...sites])
  writeFileSync(walletScriptFile, script)
  return { pages: folder, walletScriptFile }
})
