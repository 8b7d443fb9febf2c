/**
 * Builds the wallet directory from the archives of three published packages and writes it into the repository:
 * records and pictures for the gateway, and the few most used wallets for the SDK. The packages are read, never run
 * and never installed. Running it again gives the same bytes. `--archives <folder>` reads archives that are there.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkAppLink, checkStoreLink, checkWebLink, type Store } from '../packages/server/src/directory/checkLink.ts'
import { cleanText } from '../packages/server/src/directory/cleanText.ts'
import type { PictureIndex } from '../packages/server/src/directory/loadDirectory.ts'
import { parseDataUri } from '../packages/server/src/directory/picture.ts'
import type { WalletRecord } from '../packages/server/src/directory/record.ts'

/** What is read, pinned by content. `integrity` is the Subresource Integrity string that the registry publishes too. */
const SOURCES = {
  thirdweb: {
    spec: 'thirdweb@5.121.6',
    archive: 'thirdweb-5.121.6.tgz',
    integrity: 'sha512-tZuYoxazy8GJz59IX/NhpQ5u+DzC/vo9/3ZgqxY9pZPDlnH0QZY8oJOX2m7L2DmtzTCqa5YWD+x9Xj18EQDiyw==',
    parts: ['package/LICENSE', 'package/src/wallets/__generated__'],
  },
  rainbowkit: {
    spec: '@rainbow-me/rainbowkit@2.2.11',
    archive: 'rainbow-me-rainbowkit-2.2.11.tgz',
    integrity: 'sha512-FHPsRHMBpuHHhuyKktAR13O9agmsUUunDnVEP4hG1dSZ2JojXLUSWyLG28VbGIJakHYylkNguiLFnqM/BM8ERA==',
    parts: ['package/LICENSE', 'package/dist/wallets/walletConnectors'],
  },
  web3icons: {
    spec: '@web3icons/core@4.0.56',
    archive: 'web3icons-core-4.0.56.tgz',
    integrity: 'sha512-jyLkrMdfn6RTZ0+61Ap1AS2yeSG6WZ8mxZ61S3lu/CC0rJb4fgr2jw3W8aCDxhakEm/xqaEZqUmlZiTxCCs4yw==',
    parts: ['package/package.json', 'package/dist/svgs'],
  },
} as const

/** Wallets in the SDK's own snapshot: about a screen and a half, and far below its 6 kB of gzip. */
const SNAPSHOT_WALLETS = 28

/** Wallets of each namespace that the SDK's modal has at hand at once: as many as it recommends. */
const FIRST_WALLETS = 4

/** Largest picture that goes with the snapshot, in bytes. All of them together stay below 40 kB of gzip. */
const SNAPSHOT_PICTURE_LIMIT = 6_000

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const data = join(root, 'packages/server/data')

type Sources = Record<keyof typeof SOURCES, string>

type SourceWallet = {
  readonly id: string
  readonly name: string
  readonly homepage: string | null
  readonly image_id?: string | null
  readonly icon?: string
  readonly app: Partial<Record<'ios' | 'android' | 'chrome' | 'firefox', string | null>>
  readonly rdns?: string | null
  readonly mobile: { readonly native: string | null; readonly universal: string | null }
  readonly desktop: { readonly native: string | null; readonly universal: string | null }
}

type Correction = {
  readonly id?: string
  readonly rdns?: string
  readonly flag?: string
  readonly namespaces?: readonly string[]
  readonly app?: SourceWallet['app']
  readonly icon?: string
}

type Corrections = {
  readonly namespaces: Readonly<Record<string, readonly string[]>>
  readonly first: readonly string[]
  readonly leaveOut: Readonly<Record<string, string>>
  /** Wallets whose picture in the first source bears the badge of another company. */
  readonly badged: readonly string[]
  readonly wallets: Readonly<Record<string, Correction>>
  readonly additions: readonly SourceWallet[]
  readonly networks: Readonly<Record<string, { readonly icon: string; readonly asset?: string }>>
  readonly connectors: Readonly<Record<string, { wallet: string } | { icon: string } | { drawn: 'extension' }>>
  readonly tokens: Readonly<Record<string, string>>
}

/** What a second package says of a wallet: how its extension announces itself, which flags it sets, and its icon. */
type Announcement = {
  readonly name: string
  readonly rdns: string | null
  readonly flags: readonly string[]
  readonly svg: Uint8Array | null
}

/** A browser window with a puzzle piece: any extension wallet. Drawn for Latchkey. */
const EXTENSION_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path fill="#5b6472" d="M0 0h24v24H0z"/><path fill="#fff" d="M8 9h2.6V8a1.6 1.6 0 1 1 3.2 0v1H16a1 1 0 0 1 1 1v2.2h-1a1.6 1.6 0 1 0 0 3.2h1V17a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z"/></svg>\n'

main()

function main(): void {
  const temporary = mkdtempSync(join(tmpdir(), 'latchkey-directory-'))
  try {
    build(fetchSources(temporary))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function build(sources: Sources): void {
  const corrections: Corrections = JSON.parse(readFileSync(join(data, 'corrections.json'), 'utf8'))
  const report: string[] = []
  rmSync(join(data, 'images'), { recursive: true, force: true })
  rmSync(join(data, 'licences'), { recursive: true, force: true })

  const relayWallets = readRelayWallets(sources.thirdweb)
  const listed = [...readWallets(sources.thirdweb), ...corrections.additions].filter(
    ({ id }) => !(id in corrections.leaveOut),
  )
  // An rdns belongs to one wallet: what one has by itself, another of the same name does not get.
  const claimed = new Set(listed.map(({ rdns }) => rdns))
  const announcements = readAnnouncements(sources.rainbowkit).map((announced) => ({
    ...announced,
    isClaimed: claimed.has(announced.rdns),
  }))
  const ordered = [
    ...corrections.first.map((id) => requireWallet(listed, id)),
    ...listed.filter(({ id }) => !corrections.first.includes(id)),
  ]

  const walletFiles: Record<string, string> = {}
  const fileOf = new Map<string, string>()
  const records = ordered.map((wallet, index): WalletRecord => {
    const picture = readWalletPicture(sources, wallet, corrections, announcements)
    const imageId = picture ? (wallet.image_id ?? hash(`image:${wallet.id}`).slice(0, 32)) : null
    if (picture && imageId) {
      const file = `wallets/${imageId}${picture.extension}`
      writePicture(file, picture.bytes)
      walletFiles[imageId] = file
      fileOf.set(wallet.id, file)
    }
    const record = toRecord(wallet, corrections, announcements, report)
    return { ...record, image_id: imageId, order: (index + 1) * 10, supports_wc: relayWallets.has(wallet.id) }
  })

  const icon = (path: string) => {
    const file = `${path.toLowerCase()}.svg`
    if (!existsSync(join(data, 'images', file))) writePicture(file, readIcon(sources.web3icons, path))
    return file
  }
  const assets: Record<string, string> = {}
  for (const [networkId, { icon: path, asset }] of Object.entries(corrections.networks)) {
    assets[networkId] = icon(path)
    if (asset) assets[asset] = icon(path)
  }
  for (const [asset, source] of Object.entries(corrections.connectors)) {
    if ('wallet' in source) assets[asset] = requireFile(fileOf, source.wallet)
    else if ('icon' in source) assets[asset] = icon(source.icon)
    else {
      const file = `connectors/${source.drawn}.svg`
      writePicture(file, Buffer.from(EXTENSION_PICTURE))
      assets[asset] = file
    }
  }
  const tokens = Object.fromEntries(Object.entries(corrections.tokens).map(([symbol, path]) => [symbol, icon(path)]))

  const index: PictureIndex = { wallets: sortKeys(walletFiles), assets: sortKeys(assets), tokens: sortKeys(tokens) }
  write(join(data, 'images.json'), `${JSON.stringify(index, null, 1)}\n`)
  write(join(data, 'wallets.json'), `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`)
  write(join(data, 'licences/thirdweb.txt'), readFileSync(join(sources.thirdweb, 'LICENSE')))
  write(join(data, 'licences/rainbowkit.txt'), readFileSync(join(sources.rainbowkit, 'LICENSE')))
  write(
    join(data, 'SOURCES.md'),
    describeSources(records.length, records.filter(({ image_id: id }) => id === null).length),
  )
  writeSnapshot(records.slice(0, SNAPSHOT_WALLETS))
  const firstIds = writeFirstWallets(records.slice(0, SNAPSHOT_WALLETS))
  writeSnapshotPictures(records.slice(0, SNAPSHOT_WALLETS), walletFiles, firstIds)

  for (const line of report) console.log(line)
  console.log(
    `${records.length} wallets, ${Object.keys(walletFiles).length} with a picture, ${records.filter(({ rdns }) => rdns).length} with an rdns, ` +
      `${Object.keys(corrections.networks).length} networks, ${Object.keys(tokens).length} tokens`,
  )
}

/** Gets the archives with `npm pack`, checks them against their pinned integrity, and unpacks what is read of them. */
function fetchSources(temporary: string): Sources {
  const at = process.argv.indexOf('--archives')
  const given = at === -1 ? undefined : process.argv[at + 1]
  const folders: Partial<Sources> = {}
  for (const [name, { spec, archive, integrity, parts }] of Object.entries(SOURCES)) {
    const path = join(given ?? temporary, archive)
    if (given === undefined) {
      execFileSync('npm', ['pack', spec, '--pack-destination', temporary, '--ignore-scripts', '--silent'], {
        cwd: temporary,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    }
    const found = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
    if (found !== integrity) throw new Error(`${spec}: the archive is ${found}, pinned is ${integrity}`)
    const folder = join(temporary, name)
    mkdirSync(folder)
    execFileSync('tar', ['-xzf', path, '-C', folder, ...parts])
    folders[name as keyof Sources] = join(folder, 'package')
  }
  const { thirdweb, rainbowkit, web3icons } = folders
  if (!thirdweb || !rainbowkit || !web3icons) throw new Error('A source is missing')
  return { thirdweb, rainbowkit, web3icons }
}

/** The wallets in the source's order, most used first. */
function readWallets(thirdweb: string): readonly SourceWallet[] {
  const generated = join(thirdweb, 'src/wallets/__generated__')
  const listed = readLiteral<{ id: string }[]>(
    join(generated, 'wallet-infos.ts'),
    /const ALL_MINIMAL_WALLET_INFOS = (\[[\s\S]*?\n\]) /,
  )
  return listed.flatMap(({ id }) => {
    const path = join(generated, 'wallet', id, 'index.ts')
    return existsSync(path) ? [readLiteral<SourceWallet>(path, /export const wallet = (\{[\s\S]*\n\}) as const/)] : []
  })
}

/** Ids of the wallets that pair over the relay. */
function readRelayWallets(thirdweb: string): ReadonlySet<string> {
  const source = readFileSync(join(thirdweb, 'src/wallets/__generated__/wallet-ids.ts'), 'utf8')
  const [, union = ''] = /WCSupportedWalletIds =\n([\s\S]*?);/.exec(source) ?? []
  return new Set([...union.matchAll(/"([^"]+)"/g)].map(([, id = '']) => id))
}

/** Names, rdns and injected flags, read out of the bundles by their own section marks. */
function readAnnouncements(rainbowkit: string): readonly Announcement[] {
  const folder = join(rainbowkit, 'dist/wallets/walletConnectors')
  const bundles = readdirSync(folder).filter((file) => /^chunk-.*\.js$/.test(file))
  return bundles.sort().flatMap((file) => {
    const sections = readFileSync(join(folder, file), 'utf8').split(
      /^\/\/ src\/wallets\/walletConnectors\/\w+\/\w+\.ts$/m,
    )
    return sections.slice(1).flatMap((section): Announcement[] => {
      const [, name] = /^ {2,4}name: "([^"]+)"/m.exec(section) ?? []
      const [, rdns = null] = /^ {2,4}rdns: "([^"]+)"/m.exec(section) ?? []
      const flags = [...new Set([...section.matchAll(/flag: "(is\w+)"/g)].map(([, flag = '']) => flag))]
      const [, module] = /iconUrl: async \(\) => \(await import\("\.\/([\w-]+\.js)"\)\)/.exec(section) ?? []
      return name ? [{ name, rdns, flags, svg: module ? readSvgModule(join(folder, module)) : null }] : []
    })
  })
}

function toRecord(
  wallet: SourceWallet,
  corrections: Corrections,
  announcements: readonly (Announcement & { readonly isClaimed: boolean })[],
  report: string[],
): WalletRecord {
  const correction = corrections.wallets[wallet.id] ?? {}
  const app = { ...wallet.app, ...correction.app }
  const name = cleanText(wallet.name)
  const announced = findAnnouncement(wallet, announcements)
  const flags = correction.flag ? [correction.flag] : (announced?.flags ?? [])
  const checked = (field: string, check: (link: string) => string | null, ...links: (string | null | undefined)[]) => {
    for (const link of links) {
      const upgraded = link?.trim().replace(/^http:\/\//, 'https://')
      if (!upgraded) continue
      const passed = check(upgraded)
      if (passed !== null) return passed
      report.push(`left out: ${wallet.id} ${field} ${JSON.stringify(link)}`)
    }
    return null
  }
  const store = (field: Store, link: string | null | undefined) =>
    checked(field, (text) => checkStoreLink(field, text), link)
  return {
    id: correction.id ?? hash(`wallet:${wallet.id}`),
    name,
    homepage: checked('homepage', checkWebLink, wallet.homepage),
    image_id: null,
    order: 0,
    mobile_link: checked('mobile_link', checkAppLink, wallet.mobile.native, wallet.mobile.universal),
    link_mode: checked('link_mode', checkUniversalLink, wallet.mobile.universal),
    desktop_link: checked('desktop_link', checkAppLink, wallet.desktop.native),
    webapp_link: checked('webapp_link', checkUniversalLink, wallet.desktop.universal),
    app_store: store('app_store', app.ios),
    play_store: store('play_store', app.android),
    chrome_store: store('chrome_store', app.chrome),
    firefox_store: store('firefox_store', app.firefox),
    rdns: correction.rdns ?? (wallet.rdns || (announced?.isClaimed ? null : announced?.rdns) || null),
    injected: flags.length > 0 ? flags.map((flag) => ({ namespace: 'eip155', injected_id: flag })) : null,
    chains: (correction.namespaces ?? ['eip155']).flatMap((namespace) => corrections.namespaces[namespace] ?? []),
    badge_type: 'none',
    supports_wc: false,
  }
}

function findAnnouncement<One extends Announcement>(
  wallet: SourceWallet,
  announcements: readonly One[],
): One | undefined {
  return (
    announcements.find(({ rdns }) => rdns !== null && rdns === wallet.rdns) ??
    announcements.find(({ name }) => bareName(name) === bareName(wallet.name))
  )
}

/** The SVG of a module that exports it as a data URI; null for one of another kind. */
function readSvgModule(path: string): Uint8Array | null {
  const [, encoded] = /= "data:image\/svg\+xml,([^"]+)"/.exec(readFileSync(path, 'utf8')) ?? []
  return encoded === undefined ? null : Buffer.from(`${decodeURIComponent(encoded).trim()}\n`)
}

function checkUniversalLink(link: string): string | null {
  return checkAppLink(link)?.startsWith('https:') ? checkAppLink(link) : null
}

function bareName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\bwallet\b/g, '')
    .replace(/[^a-z0-9]/g, '')
}

function readWalletPicture(
  sources: Sources,
  wallet: SourceWallet,
  corrections: Corrections,
  announcements: readonly Announcement[],
): { bytes: Uint8Array; extension: '.webp' | '.svg' } | null {
  const icon = corrections.wallets[wallet.id]?.icon ?? wallet.icon
  if (icon) return { bytes: readIcon(sources.web3icons, icon), extension: '.svg' }
  if (corrections.badged.includes(wallet.id)) {
    const svg = findAnnouncement(wallet, announcements)?.svg
    return svg ? { bytes: svg, extension: '.svg' } : null
  }
  const source = readFileSync(join(sources.thirdweb, 'src/wallets/__generated__/wallet', wallet.id, 'image.ts'), 'utf8')
  const [, uri = ''] = /"(data:[^"]+)"/.exec(source) ?? []
  const picture = parseDataUri(uri)
  return picture?.contentType === 'image/webp' ? { bytes: picture.bytes, extension: '.webp' } : null
}

/** An icon with its background, as one line of SVG without the source's class. */
function readIcon(web3icons: string, path: string): Buffer {
  const [kind = '', name = ''] = path.split('/')
  const source = readFileSync(join(web3icons, 'dist/svgs', kind, 'background', `${name}.svg.js`), 'utf8')
  const [, literal] = /=\s*'((?:[^'\\]|\\.)*)'/.exec(source) ?? []
  if (literal === undefined) throw new Error(`No icon in ${path}`)
  const svg = literal
    .replace(/\\n/g, '\n')
    .replace(/\\(.)/g, '$1')
    .replace(/ class="web3icons"/, '')
  return Buffer.from(`${svg.replace(/>\s+</g, '><').trim()}\n`)
}

/** Reads an object or array literal of a source file as JSON: it is parsed, never run. */
function readLiteral<Shape>(path: string, pattern: RegExp): Shape {
  const [, literal] = pattern.exec(readFileSync(path, 'utf8')) ?? []
  if (literal === undefined) throw new Error(`${path} is not as expected`)
  return JSON.parse(literal.replace(/^(\s*)(\w+):/gm, '$1"$2":').replace(/,(\s*[}\]])/g, '$1'))
}

function writeSnapshot(records: readonly WalletRecord[]): void {
  const path = join(root, 'packages/latchkey/src/core/features/directory/snapshot.ts')
  const browsers: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(root, 'packages/server/data/browseLinks.json'), 'utf8'),
  )
  const slim = records.map(({ id, name, homepage, mobile_link, desktop_link, webapp_link, ...rest }) => {
    const { app_store, play_store, chrome_store, firefox_store, rdns, chains } = rest
    const apps = { mobile_link, desktop_link, webapp_link }
    const links = { homepage, ...apps, app_store, play_store, chrome_store, firefox_store }
    const given = Object.entries({ id, name, rdns, ...links }).filter(([, value]) => value !== null)
    return { ...Object.fromEntries(given), ...(browsers[id] ? { browse_links: browsers[id] } : {}), chains }
  })
  write(
    path,
    `/** A wallet of the snapshot, in the words of the gateway's directory. Chains are CAIP-2 ids. */
export type SnapshotRecord = {
  readonly id: string
  readonly name: string
  readonly rdns?: string
  readonly homepage?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
  readonly firefox_store?: string
  /** Read by \`parseBrowseLinks\`. */
  readonly browse_links?: unknown
  readonly chains: readonly string[]
}

/**
 * The most used wallets, most used first, without their pictures (\`snapshotPictures.ts\`): what the modal offers when a site has no gateway. Loaded
 * only then. Made by \`npm run directory\`; origin and licences: packages/server/data/SOURCES.md.
 */
export const SNAPSHOT: readonly SnapshotRecord[] = ${JSON.stringify(slim, null, 2)}
`,
  )
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', path], { stdio: 'ignore' })
}

/**
 * The wallets of the snapshot that stand on screen before any server has answered: those that one namespace begins with. Returns
 * their ids.
 */
function writeFirstWallets(records: readonly WalletRecord[]): readonly string[] {
  const path = join(root, 'packages/latchkey/src/core/features/directory/firstWallets.ts')
  const namespaces = [...new Set(records.flatMap(({ chains }) => chains.map((chain) => chain.split(':', 1)[0] ?? '')))]
  const findChain = ({ chains }: WalletRecord, namespace: string) =>
    chains.find((chain) => chain.startsWith(`${namespace}:`))
  const first = namespaces.map((namespace) =>
    records.filter((record) => findChain(record, namespace)).slice(0, FIRST_WALLETS),
  )
  // A namespace with fewer is left to the directory: its wallets are seldom asked for, and every page would load them.
  const kept = new Set(first.filter((list) => list.length === FIRST_WALLETS).flat())
  const slim = records
    .filter((record) => kept.has(record))
    .map((record) => {
      const { id, name, rdns, mobile_link } = record
      // One chain says which namespace is served; that is all that is read of them.
      const chains = namespaces.flatMap((namespace) => findChain(record, namespace) ?? [])
      return { id, name, ...(rdns && { rdns }), ...(mobile_link && { mobile_link }), chains }
    })
  write(
    path,
    `import type { SnapshotRecord } from './snapshot.ts'

/**
 * The wallets of \`SNAPSHOT\` that stand in the first frame, before a server has answered: the first ${FIRST_WALLETS} of each namespace that has as
 * many, with the link to their app, and of their chains one a namespace. Made by \`npm run directory\`.
 */
export const FIRST_WALLETS: readonly SnapshotRecord[] = ${JSON.stringify(slim, null, 2)}
`,
  )
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', path], { stdio: 'ignore' })
  return slim.map(({ id }) => id)
}

/**
 * The pictures of the snapshot as addresses that hold them, those of its first wallets in a file of their own: without a gateway
 * nobody else serves them.
 */
function writeSnapshotPictures(
  records: readonly WalletRecord[],
  fileOf: Readonly<Record<string, string | undefined>>,
  firstIds: readonly string[],
): void {
  const folder = join(root, 'packages/latchkey/src/core/features/directory')
  const paths = { first: join(folder, 'firstPictures.ts'), others: join(folder, 'snapshotPictures.ts') }
  const pictures = records.flatMap(({ id, image_id }) => {
    const file = image_id ? fileOf[image_id] : undefined
    if (file === undefined) return []
    const bytes = readFileSync(join(data, 'images', file))
    if (bytes.length > SNAPSHOT_PICTURE_LIMIT) return []
    const kind = file.endsWith('.svg') ? 'svg+xml' : file.slice(file.lastIndexOf('.') + 1)
    return [[id, `data:image/${kind};base64,${bytes.toString('base64')}`] as const]
  })
  const say = (isFirst: boolean): string =>
    JSON.stringify(Object.fromEntries(pictures.filter(([id]) => firstIds.includes(id) === isFirst)), null, 2)
  write(
    paths.first,
    `/**
 * Pictures of the wallets in \`FIRST_WALLETS\`, by id, as \`data:\` addresses. Loaded only where there is no gateway to serve them, or
 * none that answers. Made by \`npm run directory\`; origin and licences: packages/server/data/SOURCES.md.
 */
export const FIRST_PICTURES: Readonly<Record<string, string>> = ${say(true)}
`,
  )
  write(
    paths.others,
    `/**
 * Pictures of the other wallets in \`SNAPSHOT\`, by id, as \`data:\` addresses. Loaded only where one of them is shown. Made by
 * \`npm run directory\`; origin and licences: packages/server/data/SOURCES.md.
 */
export const SNAPSHOT_PICTURES: Readonly<Record<string, string>> = ${say(false)}
`,
  )
  for (const path of Object.values(paths))
    execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', path], { stdio: 'ignore' })
}

function describeSources(wallets: number, bare: number): string {
  return `# Where the wallet directory comes from

Written by \`npm run directory\`; change \`scripts/directory.ts\` or \`corrections.json\`, not the files beside it.
The packages below were read once as archives. They are no dependency of Latchkey, at build time or at run time.

| What | From | Licence |
|---|---|---|
| names, links, store pages, rdns, order and pictures (WebP) of ${wallets} wallets | ${SOURCES.thirdweb.spec} | Apache-2.0, \`licences/thirdweb.txt\` |
| rdns and injected flags where the first has none; icons (SVG) of wallets whose picture there bears the badge of another company | ${SOURCES.rainbowkit.spec} | MIT, \`licences/rainbowkit.txt\` |
| icons of networks and tokens, of Solflare, Trezor, Crypto.com and WalletConnect (SVG) | ${SOURCES.web3icons.spec} | MIT by its manifest (author 0xa3k5); the archive holds no licence text |
| ids, namespaces, which wallets come first, what is left out; wallets' own browsers | \`corrections.json\`, \`browseLinks.json\` | MIT, part of Latchkey |
| icon of browser extensions, badges of currencies | drawn for Latchkey | MIT, part of Latchkey |

The image ids in the first source show that its records stem from the public directory that wallets register in.

Changes made to them: names cleaned of characters that cannot be seen; \`http\` addresses turned into \`https\`; links left out
that are no https address, no app scheme, or no page of the store they are said to be; queries and fragments cut off app
links; icons joined into one line. Ids are those that wallets are known by where they are known, else the SHA-256 of the
source's id. No source says which wallets are certified, so none is.
${bare} wallets have no picture: the one at hand bears a badge, and no other was found.

The first ${SNAPSHOT_WALLETS} wallets are also in the SDK (\`snapshot.ts\`), and the pictures of those under ${SNAPSHOT_PICTURE_LIMIT / 1000} kB, unchanged
(\`firstPictures.ts\`, \`snapshotPictures.ts\`).

Names and logos are trademarks of their owners. No licence above grants a right to them; they stand here only to name
the wallets, networks and tokens they belong to. An owner who wants a logo removed needs only to open an issue.
`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sortKeys(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function requireWallet(wallets: readonly SourceWallet[], id: string): SourceWallet {
  const found = wallets.find((wallet) => wallet.id === id)
  if (!found) throw new Error(`corrections.json names ${id}, which no source has`)
  return found
}

function requireFile(files: ReadonlyMap<string, string>, id: string): string {
  const file = files.get(id)
  if (!file) throw new Error(`corrections.json wants the picture of ${id}, which has none`)
  return file
}

function writePicture(file: string, bytes: Uint8Array): void {
  write(join(data, 'images', file), bytes)
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
