/**
 * Builds what is published: JavaScript by Vite with the module tree preserved, declarations by `tsc`.
 * `npm run build` builds all packages; a name builds one: `npm run build -- latchkey`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { LATE_IMPORT, loadBySeldom } from './loadBySeldom.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The condition by which our own programs find the sources; a site's own conditions never meet it. */
const SOURCE = '@latchkey/source'

type Manifest = {
  name: string
  version: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  exports: Record<string, string | { [SOURCE]?: string; types?: string }>
  /** What the package imports of itself by a condition of the site's bundler: each file is published beside the others. */
  imports?: Record<string, { development: { [SOURCE]: string }; [SOURCE]: string }>
  bin?: Record<string, string>
}

const PACKAGES = ['wire', 'walletconnect', 'latchkey', 'script', 'server', 'codemod'] as const

/** What runs in Node alone. */
const FOR_NODE: readonly (typeof PACKAGES)[number][] = ['server', 'codemod']

/** Files that a package starts as processes of their own, and no other file imports. */
const PROGRAMS: Partial<Record<(typeof PACKAGES)[number], readonly string[]>> = {
  server: ['./src/upstreams/pictures/decoder.ts'],
}

/** What is published as one file, by package: the SDK's front door; the client and provider, which a pairing loads whole. */
const WHOLE: { readonly [Folder in (typeof PACKAGES)[number]]?: readonly string[] } = {
  latchkey: ['index.ts'],
  walletconnect: ['createSignClient.ts'],
}

/**
 * What the SDK's own code takes of the engine, by the names of its entries, and the file of each. It is published once more in the
 * SDK's late parts: a site's bundler makes a file, and so a request, of what two packages load late. Whoever speaks the protocol
 * by itself, as test wallets do, has the package.
 */
const ENGINE = {
  '@latchkey/walletconnect': join(ROOT, 'packages/walletconnect/src/createSignClient.ts'),
  '@latchkey/walletconnect/pairing': join(ROOT, 'packages/walletconnect/src/engine/createPairing.ts'),
  '@latchkey/walletconnect/provider': join(ROOT, 'packages/walletconnect/src/provider/index.ts'),
} as const
/** The folder of the SDK whose code stands over the engine itself. */
const OVER_ENGINE = join(ROOT, 'packages/latchkey/src/core')
/** What opens the engine's client, and is in the engine's file. */
const CLIENT = 'core/services/walletConnect.ts'

/**
 * What is loaded late, by the moment that needs it, in their order: each is published as one file with all that it stands on
 * and no earlier one has, because a site's bundler makes a file, and so a request, of every one of ours. What several later
 * moments need is `shared`.
 */
const LATE: Readonly<Record<string, readonly string[]>> = {
  actions: ['core/flow/actions.ts'],
  mount: ['ui/mount.tsx'],
  opened: [
    'core/services/gateway.ts',
    'core/flow/watchGateway.ts',
    'core/features/directory/readDirectory.ts',
    'ui/views/connect/watchImpressions.ts',
    // What is small and used by every later part: with it a bundler puts the schemas that these share here, in no file of their own.
    'core/kernel/connections/findConnector.ts',
    'ui/parts/useStyles.ts',
    'ui/useRoomText.ts',
  ],
  // In the first frame of a site that has something accepted before anything else.
  legal: ['ui/views/legal/legalRoom.ts'],
  // Read before anything is sent, which begins with the page; the settings read it too.
  consent: ['core/features/analytics/consent.ts'],
}
/** The same for moments of which a visit has one or the other. */
const EITHER = {
  pairing: [
    'ui/views/connect/ConnectingWalletConnect.tsx',
    'ui/views/connect/ConnectingWalletConnectBasic.tsx',
    'core/ways/walletConnect/connectWalletConnect.ts',
    // Asked for by the first movement over the modal, before anything of one way or the other: so they are in what both share.
    'core/flow/decide.ts',
    'ui/shell/forms.ts',
    'ui/shell/lookAround.ts',
  ],
  pairingRoom: ['ui/views/connect/pairingRoom.ts'],
  session: [
    // What it stands on is then in the same file as all that is shared.
    'core/ways/walletConnect/proposal.ts',
    'core/ways/walletConnect/serveSessions.ts',
    'core/services/walletConnectProvider.ts',
    'core/flow/showRequest.ts',
    '../../walletconnect/src/engine/arrivals.ts',
  ],
  external: [
    // Said here too; named, because what says it are words that come by themselves.
    'ui/text/rooms/pairingWords.ts',
    'ui/views/connect/ConnectingExternal.tsx',
    'ui/views/connect/ExternalWait.tsx',
    'evm/walletCalls.ts',
    'evm/walletPort.ts',
    'core/flow/decide.ts',
    'ui/shell/forms.ts',
    'ui/shell/lookAround.ts',
  ],
  restored: ['core/kernel/connections/reconnect.ts'],
  account: [
    'elements/rich/createRich.ts',
    'ui/views/account/Account.tsx',
    'core/features/tokens/readGateway.ts',
    'core/features/names/readIdentity.ts',
    'core/kernel/connections/disconnect.ts',
    'core/kernel/saved/writeCookie.ts',
    // Calls of a wallet in the page ask it too, and a session's file brings the engine along.
    'core/ways/getBundlerUrl.ts',
  ],
  // What the open account shows at once. Rooms have styles and words in common with it, and are not to come along for these.
  accountOpen: ['ui/shell/NetworkPill.tsx', 'ui/views/account/AccountTabs.tsx', 'ui/views/account/BalanceEye.tsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/**
 * What a visit opens from the account, from a list or on request, by rooms; those of one area have much in common. A room has
 * one file, or a second one for what only follows on the first. Few files also because a bundler that tells apart what is
 * loaded on each way to a file (Turbopack) copies it for each: with one a view, a site took four times as long to build.
 */
const AREAS = {
  money: {
    send: [
      ['ui/views/send/WalletSend.tsx', 'ui/views/send/WalletSendSelectToken.tsx'],
      ['ui/views/send/WalletSendPreview.tsx', 'ui/views/send/WalletSendConfirmed.tsx'],
    ],
    swap: [['ui/views/swap/Swap.tsx', 'ui/views/swap/SwapSelectToken.tsx'], ['ui/views/swap/SwapPreview.tsx']],
    onramp: [['ui/views/onramp/onrampRoom.ts', 'ui/views/onramp/drawOnramp.tsx']],
    guard: [['ui/views/guard/ReviewRequest.tsx']],
  },
  holdings: {
    history: [
      [
        'ui/views/activity/Activity.tsx',
        'ui/views/activity/TransactionDetails.tsx',
        'ui/views/nfts/Nfts.tsx',
        'ui/views/nfts/NftDetails.tsx',
        'ui/views/tokens/TokenDetails.tsx',
        'ui/views/receive/WalletReceive.tsx',
        'ui/views/receive/WalletCompatibleNetworks.tsx',
      ],
    ],
  },
  choices: {
    settings: [
      [
        'ui/views/account/AccountSettings.tsx',
        'ui/views/wallets/ProfileWallets.tsx',
        'ui/views/privacy/PrivacyAndData.tsx',
        'ui/views/wallets/SwitchActiveChain.tsx',
        'ui/views/networks/Networks.tsx',
        'ui/views/networks/NetworksFooter.tsx',
        'ui/views/networks/SwitchNetwork.tsx',
        'ui/views/networks/UnsupportedChain.tsx',
      ],
      ['ui/views/names/accountNames.ts'],
    ],
    // A site's own code registers names too, without what is drawn.
    names: [['core/features/names/registerName.ts', 'core/features/names/changeName.ts']],
  },
  // The wallet that opens by an e-mail: its field, its codes, the place of its frame, and what speaks to it.
  email: {
    email: [
      [
        'ui/views/email/emailRoom.ts',
        'ui/shell/placeFrame.ts',
        'core/flow/showSurface.ts',
        'core/ways/embedded/wayCalls.ts',
        'core/features/email/requestEmailChange.ts',
      ],
    ],
  },
  guides: {
    help: [
      [
        'ui/views/help/GetWallet.tsx',
        'ui/views/help/Downloads.tsx',
        'ui/views/help/WhatIsAWallet.tsx',
        'ui/views/help/WhatIsANetwork.tsx',
        'ui/views/help/Diagnostics.tsx',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly (readonly string[])[]>>>>

/**
 * What is in files of its own and comes without an account: what is drawn, and what asks a server or a wallet. What these have in
 * common with the account or with rooms is in no file of those, which they would bring along.
 */
const WITHOUT_ACCOUNT = {
  fields: [
    'ui/views/connect/AllWallets.tsx',
    'ui/views/connect/ConnectingMultiChain.tsx',
    'ui/views/ConnectNotice.tsx',
    'ui/views/social/SocialRow.tsx',
    'core/ways/embedded/socials.ts',
    'elements/rich/describeWay.ts',
  ],
  reads: ['core/services/readFailure.ts', 'adapters/bitcoin/openWallet.ts'],
} as const

/**
 * What a room stands on and is wanted without it, in files of its own: by a page's own code, by a visitor who comes back, by a notice
 * on the page.
 */
const WITHOUT_ROOM = {
  /** Asks a chain, or a wallet about one. */
  chain: ['evm/chainReader.ts', 'evm/toTransfer.ts', 'core/ways/readChain.ts'],
  /** Checks a request, brings it to a wallet and follows it. */
  requests: [
    'core/flow/carryOut.ts',
    'core/flow/rejectUnasked.ts',
    'core/flow/showOnTop.ts',
    'core/flow/signMessage.ts',
    'core/features/activity/replacement.ts',
    'core/features/send/checkTransaction.ts',
    'core/kernel/requests/canBatch.ts',
    'core/kernel/requests/followBatch.ts',
    'core/kernel/requests/followTransaction.ts',
    'core/kernel/requests/mayHaveLeft.ts',
    'core/values/toTransactionLink.ts',
  ],
  pageNotice: ['ui/shell/showPageNotice.ts'],
  erc20: ['core/ways/fetchErc20.ts'],
  nfts: ['core/features/nfts/rules.ts'],
} as const
/** What so many late parts stand on that it is with all that is shared. */
const FOR_ALL = ['core/kernel/requests/demandConnection.ts', 'core/kernel/requests/followSent.ts']

/** Files that are published as one, by its name, in the order in which a bundler is to take them. */
export type CodeGroup = { readonly name: string; readonly test: RegExp | ((id: string) => boolean) }

/** How the code of a package is published as few files, where it is. */
export function groupCode(folder: (typeof PACKAGES)[number]): readonly CodeGroup[] {
  const entries = listEntries(folder)
  const src = join(ROOT, 'packages', folder, 'src')
  const whole = listFrontDoor(folder)
  if (whole.size === 0) return []
  const late = folder === 'latchkey' ? listLate(src, { entries, whole }) : []
  // What arrives at a client stands on much that a wallet's client stands on too.
  if (folder === 'walletconnect') late.push({ name: 'arrivals', files: listWhole([join(src, 'engine/arrivals.ts')]) })
  return [
    // With small values that nearly every adapter and late part stands on: alone they would be one request more for every page.
    { name: 'eager', test: (id: string) => whole.has(id) || isSmallValue(id) },
    // What calls and hooks in a host's own code stand on, without a modal, and late parts too. A late part that imports a file
    // of an entry's own, which imports the front door, has Vite keep that in one more file, for a kilobyte: so what both need is
    // here, and below what both need of wagmi, which imports nothing.
    {
      name: 'connectionList',
      test: /core\/(kernel\/(connections\/connectionList|requests\/requests|signIn\/signIn)|values\/(isOneWallet|ownCallsId))\.ts$/,
    },
    { name: 'twin', test: /core\/values\/twinNetworkId\.ts$/ },
    { name: 'hostLink', test: /adapters\/wagmi\/hostLink\.ts$/ },
    // What other entries load by themselves is in no late part, whatever that stands on.
    ...listEarly(src, { entries, whole }).map((files, index) => ({
      name: `early${index}`,
      test: (id: string) => files.has(id),
    })),
    ...late.map(({ name, files }) => ({ name, test: (id: string) => files.has(id) })),
    // A line alone needs its sheet, and what asks more needs both. Last: a group takes along what it stands on.
    { name: 'toast', test: /ui\/shell\/(LineToast\.tsx|makeRoom\.ts|toast\.css\?inline)$/ },
  ]
}

/** What is published of a package in another form than its sources have. */
export function listChanges(folder: (typeof PACKAGES)[number]): readonly Plugin[] {
  if (folder !== 'latchkey') return []
  const src = join(ROOT, 'packages', folder, 'src')
  return [loadBySeldom(src, listLate(src, { entries: listEntries(folder), whole: listFrontDoor(folder) }))]
}

/** The files that the one of `WHOLE` is made of, where a package has one. */
function listFrontDoor(folder: (typeof PACKAGES)[number]): ReadonlySet<string> {
  return listWhole((WHOLE[folder] ?? []).map((entry) => join(ROOT, 'packages', folder, 'src', entry)))
}

function isSmallValue(id: string): boolean {
  return /(core\/values\/(normaliseText|isDataImage|recoveryMs)|evm\/(provider|deferAbilities))\.ts$/.test(id)
}

/** The files of a package that its manifest has others import, run or choose between by a condition. */
function listEntries(folder: (typeof PACKAGES)[number]): readonly string[] {
  const root = join(ROOT, 'packages', folder)
  const manifest = readManifest(root)
  const entries = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'object' && target[SOURCE] ? listFiles(root, target[SOURCE]) : [],
  )
  for (const target of Object.values(manifest.imports ?? {})) entries.push(target.development[SOURCE], target[SOURCE])
  for (const target of Object.values(manifest.bin ?? {}))
    entries.push(target.replace('./dist/', './src/').replace('.js', '.ts'))
  entries.push(...(PROGRAMS[folder] ?? []))
  return entries.map((entry) => join(root, entry))
}

function isOverEngine(id: string, from: string | undefined): id is keyof typeof ENGINE {
  return id in ENGINE && from?.startsWith(OVER_ENGINE) === true
}

function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
}

/** The files that a target of a manifest's exports names; one with a `*` names all of a folder but its tests. */
function listFiles(root: string, target: string): string[] {
  const [before = '', after] = target.split('*')
  if (after === undefined) return [target]
  return readdirSync(join(root, before))
    .filter((file) => file.endsWith(after) && !file.endsWith(`.test${after}`))
    .map((file) => before + file)
}

/** Builds one package into its `dist`, or elsewhere for whoever only wants to look. */
export async function buildPackage(
  folder: (typeof PACKAGES)[number],
  outDir: string = join(ROOT, 'packages', folder, 'dist'),
): Promise<void> {
  const root = join(ROOT, 'packages', folder)
  const manifest = readManifest(root)
  rmSync(outDir, { recursive: true, force: true })
  if (folder === 'script') {
    await buildScript(outDir, 'script')
    copyFileSync(join(ROOT, 'LICENSE'), join(root, 'LICENSE'))
    return
  }

  const entries = listEntries(folder)
  const outside = [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.peerDependencies ?? {})]
  const groups = groupCode(folder)
  const isForNode = FOR_NODE.includes(folder)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // Whatever NODE_ENV the builder's shell has: the development runtime would write this machine's paths into the files.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        name: 'engine-within',
        enforce: 'pre',
        resolveId: (id, from) => (isOverEngine(id, from) ? ENGINE[id] : null),
      },
      ...listChanges(folder),
    ],
    build: {
      outDir,
      emptyOutDir: false,
      target: isForNode ? 'node20' : 'es2022',
      ssr: isForNode,
      minify: false,
      // Inlined sheets ship without their comments and white space.
      cssMinify: 'esbuild',
      lib: isForNode ? false : { entry: [...entries], formats: ['es'] },
      rolldownOptions: {
        // How long plugins took says how busy the machine is, nothing about what was built.
        checks: { bundlerTimings: false },
        // Directives do survive, file by file, because the module tree is preserved; every other warning is an error.
        onwarn: (warning) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(warning.message)
        },
        ...(isForNode ? { input: [...entries] } : {}),
        external: (id, from) =>
          !isOverEngine(id, from) &&
          (id.startsWith('node:') ||
            id.startsWith('#') ||
            outside.some((name) => id === name || id.startsWith(`${name}/`))),
        output: {
          // Docstrings are in the declarations, where editors read them; what bundlers read stays.
          comments: { legal: true, annotation: true, jsdoc: false },
          ...(groups.length > 0
            ? {
                entryFileNames: (chunk) =>
                  `${relative(join(root, 'src'), chunk.facadeModuleId ?? '').replace(/\.tsx?$/, '')}.js`,
                chunkFileNames: 'parts/[name].js',
                codeSplitting: { groups: [...groups] },
                // Names stay, so that a stack can be read; white space is a fifth of what a site installs of it.
                minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
              }
            : { preserveModules: true, preserveModulesRoot: join(root, 'src'), entryFileNames: '[name].js' }),
        },
      },
    },
  })
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', join(root, 'tsconfig.build.json'), '--outDir', outDir], {
    stdio: 'inherit',
  })
  const types = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'object' && target.types ? listFiles(outDir, target.types.replace('./dist/', '')) : [],
  )
  tidyDeclarations(
    outDir,
    types.map((file) => join(outDir, file)),
  )
  copyFileSync(join(ROOT, 'LICENSE'), join(root, 'LICENSE'))

  if (folder === 'latchkey') {
    // The wallets that are known without a gateway stem from the directory's sources.
    cpSync(join(ROOT, 'packages/server/data/licences'), join(outDir, 'licences'), { recursive: true })
    await buildScript(join(outDir, 'script'), 'testing')
  }

  const react = join(outDir, 'react/index.js')
  if (existsSync(react) && !/^["']use client["']/.test(readFileSync(react, 'utf8'))) {
    throw new Error("dist/react/index.js has lost its 'use client'")
  }
  for (const target of Object.values(manifest.bin ?? {})) {
    const bin = join(outDir, target.replace('./dist/', ''))
    const text = readFileSync(bin, 'utf8')
    if (!text.startsWith('#!')) writeFileSync(bin, `#!/usr/bin/env node\n${text}`)
    chmodSync(bin, 0o755)
  }
}

/** The classic scripts that are published, by the folder of their sources: their file and the global that they leave. */
const SCRIPTS = {
  /** The modal, React, every part that is otherwise loaded later and all that they stand on, for a page without a bundler. */
  script: { file: 'latchkey.js', global: 'Latchkey' },
  /** The scripted wallets, for browsers that a test drives. */
  testing: { file: 'testing.js', global: 'LatchkeyTesting' },
} as const

/** Builds one classic script, and `integrity.json` with its hash, by which a page names it. */
async function buildScript(outDir: string, name: keyof typeof SCRIPTS): Promise<void> {
  const { file, global } = SCRIPTS[name]
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    // What is published is for visitors, whatever NODE_ENV the builder's shell has.
    resolve: { conditions: [SOURCE, 'module', 'browser', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [keepLicences(), markUtf8()],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      cssMinify: 'esbuild',
      lib: {
        entry: join(ROOT, `packages/latchkey/src/${name}/index.ts`),
        formats: ['iife'],
        name: global,
        fileName: () => file,
      },
      rolldownOptions: {
        // See above.
        checks: { bundlerTimings: false },
        // A test runner wraps what it runs in a page into a function, where a `var` stays.
        output: { footer: `globalThis.${global} = ${global}` },
        onwarn: (warning) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(warning.message)
        },
      },
    },
  })
  const hash = createHash('sha384').update(readFileSync(join(outDir, file)))
  const integrity = { [file]: `sha384-${hash.digest('base64')}` }
  process.stdout.write(`${file} ${integrity[file]}\n`)
  writeFileSync(join(outDir, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`)
}

/**
 * Begins every file with the packages that are in it and what their licences ask to be passed on: their copyright lines, and
 * each text once. Fails for a package that brings none.
 */
function keepLicences(): Plugin {
  return {
    name: 'keep-licences',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const homes = chunk.moduleIds.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0])
        const owners = new Set<string>()
        const texts = new Set<string>()
        for (const home of [...new Set(homes)].filter((found) => found !== undefined).sort()) {
          const { name, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest
          const file = readdirSync(home).find((entry) => /^licen[cs]e(\.|$)/i.test(entry))
          if (!file) throw new Error(`${name} brings no licence text`)
          const lines = readFileSync(join(home, file), 'utf8').split('\n')
          const claims = lines.filter((line) => /^copyright /i.test(line))
          if (claims.length === 0) throw new Error(`${name} names no owner`)
          owners.add(`${name} ${version}: ${claims.join('; ')}`)
          const rest = lines.filter((line) => !claims.includes(line) && !/^(the )?mit license/i.test(line))
          texts.add(rest.join(' ').replace(/\s+/g, ' ').replaceAll('“', '"').replaceAll('”', '"').trim())
        }
        const notice = [
          'Latchkey, and what is in this file of others, under the MIT License:',
          readFileSync(join(ROOT, 'LICENSE'), 'utf8').match(/^Copyright .*$/m)?.[0] ?? '',
          ...owners,
          ...texts,
        ]
        chunk.code = `/*!\n${notice.join('\n')}\n*/\n${chunk.code}`
      }
    },
  }
}

/**
 * Begins every file with the mark of UTF-8, which has precedence over what a server or a page says: a page that names no encoding has
 * its scripts read as windows-1252 otherwise, in which the texts of the modal and the patterns that clean names would be others.
 */
function markUtf8(): Plugin {
  return {
    name: 'mark-utf8',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = `\uFEFF${chunk.code}`
    },
  }
}

/**
 * Leaves the declarations that a site can reach from an entry, and lets them name each other as `.js`: TypeScript keeps our
 * `.ts` in them, which no published file answers to and other readers of declarations do not understand.
 */
function tidyDeclarations(outDir: string, entries: readonly string[]): void {
  const reached = new Set<string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    const text = readFileSync(path, 'utf8').replace(
      /((?:from |import |declare module |import\()['"])(\.[^'"]+)\.tsx?(?=['"])/g,
      (_, start: string, wanted: string) => {
        open.push(resolve(dirname(path), `${wanted}.d.ts`))
        return `${start}${wanted}.js`
      },
    )
    writeFileSync(path, text)
  }
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(outDir, name)
    if (name.endsWith('.d.ts') && !reached.has(path)) rmSync(path)
  }
}

/**
 * Some modules and everything that they import statically. These are published as one file: a site's bundler that splits its
 * code would otherwise cut what early and lazy code share into a dozen chunks, and each costs the visitor bytes.
 */
function listWhole(entries: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    if (path.endsWith('.css?inline')) continue
    const text = readFileSync(path, 'utf8').replace(/^\s*(import|export) type [^;']*from '[^']*'/gm, '')
    for (const [, wanted = ''] of text.matchAll(
      /^\s*(?:import|export|\}) [^'()]*?from '([^']+)'|^import '(\.[^']+)'/gm,
    )) {
      if (wanted.startsWith('.')) open.push(resolve(dirname(path), wanted))
      else if (isOverEngine(wanted, path)) open.push(ENGINE[wanted])
    }
  }
  return found
}

/** What is imported late, and everything that it stands on. */
function listLoadedLate(src: string): Set<string> {
  const found: string[] = []
  for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test(-d)?)\.tsx?$/.test(name)) continue
    const path = join(src, name)
    for (const [, wanted = ''] of readFileSync(path, 'utf8').matchAll(LATE_IMPORT))
      found.push(resolve(dirname(path), wanted))
  }
  return listWhole(found)
}

/**
 * What entries load by themselves, put together where the same entries need it, and apart what late parts need as well: they would
 * bring the rest along. The most wanted comes first, and of as wanted what late parts need: whatever it stands on is wanted by as many.
 */
function listEarly(
  src: string,
  { entries, whole }: { entries: readonly string[]; whole: ReadonlySet<string> },
): readonly ReadonlySet<string>[] {
  const late = listLoadedLate(src)
  const needed = new Map<string, string[]>()
  for (const entry of entries) {
    for (const path of listWhole([entry])) {
      if (!whole.has(path) && !entries.includes(path)) needed.set(path, [...(needed.get(path) ?? []), entry])
    }
  }
  const groups = new Map<string, Set<string>>()
  const isLate = (path: string): number => Number(late.has(path))
  const sorted = [...needed].sort(([a, by], [b, other]) => other.length - by.length || isLate(b) - isLate(a))
  for (const [path, wanting] of sorted) {
    const key = `${wanting.join()} ${isLate(path)}`
    groups.set(key, (groups.get(key) ?? new Set()).add(path))
  }
  return [...groups.values()]
}

/** The files of each late part: no file twice, none of the front door, none that an entry loads by itself. */
function listLate(
  src: string,
  { entries, whole }: { entries: readonly string[]; whole: ReadonlySet<string> },
): { readonly name: string; readonly files: ReadonlySet<string> }[] {
  const taken = new Set([...whole, ...listWhole(entries)])
  const reach = (starts: readonly string[]): string[] =>
    [...listWhole(starts.map((start) => join(src, start)))].filter((path) => !taken.has(path))
  const take = (name: string, files: readonly string[]) => {
    for (const path of files) taken.add(path)
    return { name, files: new Set(files) }
  }
  const common = (lists: readonly (readonly string[])[]): readonly string[] => {
    const all = lists.flatMap((list) => [...new Set(list)])
    return all.filter((path, index) => !taken.has(path) && all.indexOf(path) !== index)
  }
  const groups = Object.entries(LATE).map(([name, starts]) => take(name, reach(starts)))
  // A code stands before the engine is here, and a session, which stands on the engine, only ever follows.
  const ahead = take('ahead', [...listWhole([ENGINE['@latchkey/walletconnect/pairing']])]).files
  const engine = take(
    'engine',
    [...listWhole([ENGINE['@latchkey/walletconnect']])].filter((path) => !ahead.has(path)),
  ).files
  const { pairing, ...others } = EITHER
  // One moment of the two: what only they share is the account's.
  const { account, accountOpen, ...ways } = others
  const lists = [...Object.values(ways), [...account, ...accountOpen]].map(reach)
  const areas = Object.entries(AREAS).map(([name, rooms]) => ({
    name,
    rooms: Object.entries<readonly (readonly string[])[]>(rooms),
  }))
  const inAreas = areas.map(({ rooms }) => reach(rooms.flatMap(([, files]) => files.flat())))
  // What opens the client is in the file of the engine, which nothing else than a session may stand on.
  const client = reach([CLIENT])
  const fields = reach([...WITHOUT_ACCOUNT.fields, ...AREAS.guides.help.flat(), ...AREAS.email.email.flat()])
  const reads = reach(WITHOUT_ACCOUNT.reads)
  const inParts = [...inAreas, reach(Object.values(WITHOUT_ACCOUNT).flat())]
  groups.push(take('shared', common([[...reach(pairing), ...client], [...lists, ...inAreas].flat()])))
  // What a code needs of the engine's code first: a group takes along what it stands on.
  groups.push(take('pairing', [...ahead, ...reach(pairing)]))
  groups.push(
    take('engine', [...engine, ...reach([CLIENT])]),
    take('later', [...common([...lists, [...fields, ...reads]]), ...reach(FOR_ALL)]),
  )
  for (const [name, starts] of Object.entries(others)) groups.push(take(name, reach(starts)))

  const takeCommon = (name: string, wanted: readonly string[]) =>
    take(
      name,
      common(inParts).filter((path) => wanted.includes(path)),
    )
  groups.push(takeCommon('reads', reads))
  for (const [name, starts] of Object.entries(WITHOUT_ROOM)) groups.push(take(name, reach(starts)))
  groups.push(takeCommon('fields', fields), take('parts', common(inParts)))
  for (const { name, rooms } of areas) {
    // What several rooms need is apart by which of their files do.
    const wanting = new Map<string, string[]>()
    for (const [room, files] of rooms) {
      for (const [step, starts] of files.entries()) {
        for (const path of new Set(reach(starts))) wanting.set(path, [...(wanting.get(path) ?? []), `${room} ${step}`])
      }
    }
    const shared = new Map<string, string[]>()
    for (const [path, files] of wanting) {
      if (new Set(files.map((file) => file.split(' ')[0])).size < 2) continue
      shared.set(files.join(), [...(shared.get(files.join()) ?? []), path])
    }
    const widest = [...shared.entries()].sort(([a], [b]) => b.length - a.length)
    groups.push(...widest.map(([, paths], index) => take(`${name}${index}`, paths)))
    for (const step of [0, 1]) {
      for (const [room, files] of rooms) groups.push(take(step === 0 ? room : `${room}Next`, reach(files[step] ?? [])))
    }
  }
  return groups.filter(({ files }) => files.size > 0)
}

const wanted = process.argv.slice(2)
if (import.meta.filename === process.argv[1]) {
  for (const folder of PACKAGES) if (wanted.length === 0 || wanted.includes(folder)) await buildPackage(folder)
}
